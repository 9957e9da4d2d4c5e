/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSchemaView: a JSON Schema to be read: as a tree with types and what else has to be, which is
 * searched and followed into references, and as it is written.
 */

#pragma once

#include "mcp-json-value.h"

#include <gtk/gtk.h>

#define UI_TYPE_SCHEMA_VIEW (ui_schema_view_get_type ())
G_DECLARE_FINAL_TYPE (UiSchemaView, ui_schema_view, UI, SCHEMA_VIEW, GtkWidget)

/** @schema: none where there is none */
void ui_schema_view_set_schema (UiSchemaView *self, McpJsonValue schema);
/** From now on it is as high as what it shows, and scrolls beyond that many @pixels. */
void ui_schema_view_set_max_height (UiSchemaView *self, int pixels);
/** Any other value: only as it is written. */
void ui_schema_view_set_value (UiSchemaView *self, McpJsonValue value);
