/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiOverlayDialog: the tools that a model is given, and what it is told of each in place of what
 * its server says.
 */

#pragma once

#include "app-model-controller.h"

#include <adwaita.h>

#define UI_TYPE_OVERLAY_DIALOG (ui_overlay_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiOverlayDialog, ui_overlay_dialog, UI, OVERLAY_DIALOG, AdwWindow)

/** @near: a widget of the window that it is over. @server: (nullable): the name of the one whose
 * tools are listed; %NULL for all. Returns: (transfer none): its window */
GtkWindow *
ui_overlay_dialog_present (GtkWidget *near, AppModelController *controller, const char *server);
