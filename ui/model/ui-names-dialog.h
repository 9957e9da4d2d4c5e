/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiNamesDialog: by what names other applications would tell their models of the tools that a model
 * is given here.
 */

#pragma once

#include "app-model-controller.h"

#include <adwaita.h>

#define UI_TYPE_NAMES_DIALOG (ui_names_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiNamesDialog, ui_names_dialog, UI, NAMES_DIALOG, AdwWindow)

/** @near: a widget of the window that it is over. Returns: (transfer none): its window */
GtkWindow *ui_names_dialog_present (GtkWidget *near, AppModelController *controller);
