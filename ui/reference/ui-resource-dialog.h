/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiResourceDialog: which of a server's resources gives its text to a field: a list that is
 * searched by typing. What is chosen is read, and the dialog closes with the text; where there is
 * none it stays, and says why and what to do. Closing it cancels what is being read.
 *
 * Signal: chosen (string: the text)
 */

#pragma once

#include "app-resource-text.h"

#include <adwaita.h>

#define UI_TYPE_RESOURCE_DIALOG (ui_resource_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiResourceDialog, ui_resource_dialog, UI, RESOURCE_DIALOG, AdwWindow)

/** @parent: (nullable). @field: the name of what gets the text */
UiResourceDialog *
ui_resource_dialog_new (GtkWindow *parent, AppResourceText *texts, const char *field);
