/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiJsonText: JSON that a person writes: highlighted while that cannot freeze the window, with
 * numbered lines and the place of the first mistake marked. It does not decide what is
 * done with the text. What is too large to be laid out is shown shortened, see ui-text-area.h.
 *
 * Signal: edited, after the person changed the text (not after ui_json_text_set_text())
 */

#pragma once

#include <adwaita.h>

/* Mistakes are looked for in place, at each key; in longer texts not at all. */
#define UI_JSON_TEXT_CHECK_BYTES (1024u * 1024u)

#define UI_TYPE_JSON_TEXT (ui_json_text_get_type ())
G_DECLARE_FINAL_TYPE (UiJsonText, ui_json_text, UI, JSON_TEXT, AdwBin)

GtkWidget *ui_json_text_new (void);
/** The text view: for its name, and for the focus. Returns: (transfer none) */
GtkWidget *ui_json_text_get_view (UiJsonText *self);
/** The cursor stays where it is when the text is the same. */
void ui_json_text_set_text (UiJsonText *self, const char *text);
/** Returns: (transfer full) */
char *ui_json_text_dup_text (UiJsonText *self);
/** @note: what an empty text says */
void ui_json_text_set_note (UiJsonText *self, const char *note);
/** Underlines a part of the text, until it changes, and tells why where the pointer is.
 * @start, @length: bytes */
void ui_json_text_mark (UiJsonText *self, gsize start, gsize length, const char *message);
void ui_json_text_clear_marks (UiJsonText *self);
/** As a row, without numbers: grows from @min to @max pixels with its text. Without, it fills its
 * place. */
void ui_json_text_set_heights (UiJsonText *self, int min, int max);
/** Whether Ctrl+Z is the text's own affair (the default), or of what it is in. */
void ui_json_text_set_own_undo (UiJsonText *self, gboolean own_undo);
