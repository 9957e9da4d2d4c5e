/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCodeText: code within a text, with its language's name and Copy. While it grows its last lines
 * are drawn; once it is whole it is highlighted and can be selected.
 *
 * Action: code.copy
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_CODE_TEXT (ui_code_text_get_type ())
G_DECLARE_FINAL_TYPE (UiCodeText, ui_code_text, UI, CODE_TEXT, GtkBox)

/** @language: (nullable): as the text calls it, such as "py". @grows: whether more will come */
void ui_code_text_set (UiCodeText *self, const char *language, const char *text, gboolean grows);
