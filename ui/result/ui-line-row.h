/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLineRow: one line of a text, or a segment of a long one, wrapped, with its number before it. It
 * draws by itself: GTK lays out 200 rows of a list before it shows one, and two labels for each, of
 * which one tries its wrapping at several widths, take longer than a frame by far. Long segments
 * of plain ASCII are broken by counting, which in a monospace font is exact.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_LINE_ROW (ui_line_row_get_type ())
G_DECLARE_FINAL_TYPE (UiLineRow, ui_line_row, UI, LINE_ROW, GtkWidget)

GtkWidget *ui_line_row_new (void);
/** @number: 0 where a segment continues the row before; @digits: of the largest number */
void ui_line_row_set_line (UiLineRow *self, const char *text, guint number, int digits);
/** Returns: (transfer none) */
const char *ui_line_row_get_text (UiLineRow *self);

G_END_DECLS
