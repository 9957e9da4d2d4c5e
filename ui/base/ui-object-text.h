/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectText: a JSON object that a person writes, checked at each key; what is wrong with it is
 * said below it. An empty text is none.
 *
 * Property: text, notified when the person changed it
 * Signal: changed, after the person changed the text (not after ui_object_text_set_text())
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_OBJECT_TEXT (ui_object_text_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectText, ui_object_text, UI, OBJECT_TEXT, GtkBox)

/** @name: what a screen reader calls it; @note: what an empty text says */
void ui_object_text_set_names (UiObjectText *self, const char *name, const char *note);
/** @text: (nullable) */
void ui_object_text_set_text (UiObjectText *self, const char *text);
/** Returns: (transfer full) (nullable): %NULL where there is nothing but white space */
char *ui_object_text_dup_text (UiObjectText *self);
/** How many members it has; of a text that is no object none. */
guint ui_object_text_count (UiObjectText *self);
/** Returns: (transfer none) (nullable): why it is no object; %NULL where it is one, or empty */
const char *ui_object_text_get_problem (UiObjectText *self);
void        ui_object_text_focus (UiObjectText *self);
