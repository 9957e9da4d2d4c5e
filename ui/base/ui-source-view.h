/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSourceView: text that was received, to be read and copied. Shows a window of it (see
 * ui-source-text.h), says in a line below how much is hidden, and shows more on demand. JSON is
 * highlighted while that cannot freeze the window. Ctrl+F looks for a text in what is shown.
 *
 * Properties: label (string: the view's accessible name), wrap (boolean, default TRUE)
 */

#pragma once

#include "mcp-json-value.h"

#include <gtk/gtk.h>

typedef enum {
  UI_SOURCE_PLAIN,  /* as it is */
  UI_SOURCE_RAW,    /* JSON as it came */
  UI_SOURCE_PRETTY, /* JSON laid out; text that is no JSON as it is */
} UiSourceMode;

#define UI_TYPE_SOURCE_VIEW (ui_source_view_get_type ())
G_DECLARE_FINAL_TYPE (UiSourceView, ui_source_view, UI, SOURCE_VIEW, GtkBox)

/** @bytes: (nullable): kept by reference. What is slow to lay out appears when it is ready. */
void ui_source_view_set_bytes (UiSourceView *self, GBytes *bytes, UiSourceMode mode);
/** Shows a copy of @text. @text: (nullable) */
void ui_source_view_set_text (UiSourceView *self, const char *text, UiSourceMode mode);
/** What highlights the text instead of JSON, unless it is plain; holds for the next text.
 * @language: (nullable): an id of GtkSourceView; %NULL for none */
void ui_source_view_set_language (UiSourceView *self, const char *language);
/** Shows a value laid out. */
void ui_source_view_set_value (UiSourceView *self, McpJsonValue value);
/** Opens the bar that looks for @text, and marks that wherever it is shown; the focus stays.
 * @text: (nullable): none, and the bar closes */
void ui_source_view_mark (UiSourceView *self, const char *text);
/** Copies everything, hidden or not, to the clipboard. */
void ui_source_view_copy (UiSourceView *self);
