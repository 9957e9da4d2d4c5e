/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTextArea: text of several lines that a person writes, plain or highlighted as source. Says what
 * an empty text means, grows with its text, and does not freeze over what is pasted: text that a
 * view cannot lay out at once is kept whole, but shown shortened and not to be edited; a line below
 * says so.
 *
 * Signal: edited, after the person changed the text (not after ui_text_area_set_text())
 */

#pragma once

#include <adwaita.h>

/* A highlighter's time grows with the square of a line's length: a longer line switches it off. */
#define UI_TEXT_AREA_LINE_BYTES 4096u

#define UI_TYPE_TEXT_AREA (ui_text_area_get_type ())
G_DECLARE_FINAL_TYPE (UiTextArea, ui_text_area, UI, TEXT_AREA, AdwBin)

/** @language: (nullable): as GtkSourceView calls it; %NULL for plain text */
GtkWidget *ui_text_area_new (const char *language);
/** For its name, and for the focus. Returns: (transfer none) */
GtkTextView *ui_text_area_get_view (UiTextArea *self);
/** Returns: (transfer none) */
GtkTextBuffer *ui_text_area_get_buffer (UiTextArea *self);
/** The cursor stays where it is when the text is the same. */
void ui_text_area_set_text (UiTextArea *self, const char *text);
/** Returns: (transfer full): all of it, shown or not */
char *ui_text_area_dup_text (UiTextArea *self);
/** @note: what an empty text says */
void ui_text_area_set_note (UiTextArea *self, const char *note);
void ui_text_area_set_editable (UiTextArea *self, gboolean editable);
/** Whether the text is too large to be shown whole, and cannot be edited here. */
gboolean ui_text_area_is_shortened (UiTextArea *self);
/** Whether Ctrl+Z is the text's own affair (the default), or of what it is in. */
void ui_text_area_set_own_undo (UiTextArea *self, gboolean own_undo);
/** For source only. */
void ui_text_area_set_line_numbers (UiTextArea *self, gboolean shown);
/** As a row: grows from @min to @max pixels with its text. Without, it fills its place. */
void ui_text_area_set_heights (UiTextArea *self, int min, int max);
