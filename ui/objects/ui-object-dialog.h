/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectDialog: asks for a value that is to be kept, and what it shall be called.
 *
 * Signal: accepted (name: string, nullable; text: string)
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_OBJECT_DIALOG (ui_object_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectDialog, ui_object_dialog, UI, OBJECT_DIALOG, AdwWindow)

/** @near: in the window that it belongs to. @text: what it begins with */
GtkWindow *ui_object_dialog_new (GtkWidget *near, const char *text);
