/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSchemaRow: a place of a schema in a tree or a list: name, type, whether it is required, what
 * else it has to be, what it says of itself.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_SCHEMA_ROW (ui_schema_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSchemaRow, ui_schema_row, UI, SCHEMA_ROW, GtkWidget)

G_END_DECLS
