/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxRow: something that a server asked and that has ended: how it ended, and, when it is
 * opened, what was asked and what was answered, as JSON.
 */

#pragma once

#include "app-inbox-item.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_INBOX_ROW (ui_inbox_row_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxRow, ui_inbox_row, UI, INBOX_ROW, AdwExpanderRow)

GtkWidget *ui_inbox_row_new (AppInboxItem *item);

G_END_DECLS
