/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImportRow: a server that could be taken over: whether the person wants it, its name, the whole
 * command or URL, and what to know about it.
 */

#pragma once

#include "app-import-list.h"

#include <adwaita.h>

#define UI_TYPE_IMPORT_ROW (ui_import_row_get_type ())
G_DECLARE_FINAL_TYPE (UiImportRow, ui_import_row, UI, IMPORT_ROW, AdwActionRow)

GtkWidget *ui_import_row_new (AppImportItem *item);
