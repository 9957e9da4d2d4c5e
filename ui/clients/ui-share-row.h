/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiShareRow: one kind of text in the list, by its title.
 */

#pragma once

#include "app-share.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_SHARE_ROW (ui_share_row_get_type ())
G_DECLARE_FINAL_TYPE (UiShareRow, ui_share_row, UI, SHARE_ROW, GtkListBoxRow)

GtkWidget          *ui_share_row_new (const AppShareKind *kind);
const AppShareKind *ui_share_row_get_kind (UiShareRow *self);

G_END_DECLS
