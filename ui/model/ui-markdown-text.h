/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiMarkdownText: a short text in Markdown in a column of other things: labels, as high as the text
 * is at that width, so that a list of hundreds is laid out at once. UiMarkdownView shows a whole
 * document. Nothing is fetched; a link opens only after its address was shown and the person said
 * so, by a click on it, or Enter where the cursor is.
 */

#pragma once

#include <gtk/gtk.h>

/* Cells of a table that are laid out in columns; a larger one is aligned text. */
#define UI_MARKDOWN_TEXT_CELLS 200u

#define UI_TYPE_MARKDOWN_TEXT (ui_markdown_text_get_type ())
G_DECLARE_FINAL_TYPE (UiMarkdownText, ui_markdown_text, UI, MARKDOWN_TEXT, GtkWidget)

/** @text: (nullable): what is shown now stays until that is rendered */
void ui_markdown_text_set_text (UiMarkdownText *self, const char *text);
