/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiExportRow: a tool that a model may be told of: a check box, its name, what it costs.
 */

#pragma once

#include "app-export-selection.h"

#include <gtk/gtk.h>

#define UI_TYPE_EXPORT_ROW (ui_export_row_get_type ())
G_DECLARE_FINAL_TYPE (UiExportRow, ui_export_row, UI, EXPORT_ROW, GtkWidget)
