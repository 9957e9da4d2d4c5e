/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSidebarRow: one place in the sidebar. A server shows its state as icon and word, or, when it is
 * ready, how long it takes to answer; a page shows how much is behind it.
 */

#pragma once

#include "ui-place.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_SIDEBAR_ROW (ui_sidebar_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSidebarRow, ui_sidebar_row, UI, SIDEBAR_ROW, GtkListBoxRow)

/** Returns: (transfer none): floating */
GtkWidget *ui_sidebar_row_new (UiPlace *place);
/** Returns: (transfer none) */
UiPlace *ui_sidebar_row_get_place (UiSidebarRow *self);
/** For places whose count is not their server's. */
void ui_sidebar_row_set_count (UiSidebarRow *self, guint count);

G_END_DECLS
