/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiRequiredPageRow: one page that is to be visited: what the server says of it, its address, the
 * button that opens it, and what became of it.
 */

#pragma once

#include "app-required-page.h"

#include <gtk/gtk.h>

#define UI_TYPE_REQUIRED_PAGE_ROW (ui_required_page_row_get_type ())
G_DECLARE_FINAL_TYPE (UiRequiredPageRow, ui_required_page_row, UI, REQUIRED_PAGE_ROW, GtkBox)

GtkWidget *ui_required_page_row_new (AppRequiredPage *page);
