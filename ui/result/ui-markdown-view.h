/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiMarkdownView: a text in Markdown, rendered. Nothing is fetched. A link opens only after its
 * whole address was shown and the person said so: by a click on it, or Enter where the cursor is.
 *
 * Signals
 *   open-link (target): returns whether the link is open by now; else the person is asked
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_MARKDOWN_VIEW (ui_markdown_view_get_type ())
G_DECLARE_FINAL_TYPE (UiMarkdownView, ui_markdown_view, UI, MARKDOWN_VIEW, GtkWidget)

/** @text: (nullable): any bytes, meant as UTF-8; its beginning is rendered, and it is said how much
 * is not */
void ui_markdown_view_set_text (UiMarkdownView *self, GBytes *text);
/** As high as its text is: what is around it scrolls. */
void ui_markdown_view_show_whole (UiMarkdownView *self);
/** Selects the heading or link that is next to the cursor. Returns: whether there is one */
gboolean ui_markdown_view_move (UiMarkdownView *self, gboolean forward);
