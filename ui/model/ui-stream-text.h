/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiStreamText: a text that grows while it is read. It is drawn and nothing else: a label would
 * tell assistive technology its whole text at each change, ten times a second. What it is in has a
 * name that stays.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_STREAM_TEXT (ui_stream_text_get_type ())
G_DECLARE_FINAL_TYPE (UiStreamText, ui_stream_text, UI, STREAM_TEXT, GtkWidget)

/** @text: (nullable): as it came; drawn as visible text */
void ui_stream_text_set_text (UiStreamText *self, const char *text);
/** Only the end of @text, of at most so many bytes; whole characters. */
void ui_stream_text_set_end (UiStreamText *self, const char *text, gsize n_bytes);
