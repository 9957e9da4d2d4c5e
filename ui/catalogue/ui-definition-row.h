/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDefinitionRow: a tool, resource, template or prompt in a list: its name, one line of
 * description, and quiet badges. All text is the server's: plain, with invisible characters
 * visible.
 */

#pragma once

#include "app-match.h"
#include "app-session.h"
#include "mcp-definition.h"

#include <gtk/gtk.h>

#define UI_TYPE_DEFINITION_ROW (ui_definition_row_get_type ())
G_DECLARE_FINAL_TYPE (UiDefinitionRow, ui_definition_row, UI, DEFINITION_ROW, GtkWidget)

GtkWidget *ui_definition_row_new (void);
/** @session: (nullable): whose it is; fetches its icon
 * @definition: (nullable); @duplicate: whether another entry of the list has the same name */
void ui_definition_row_set_definition (UiDefinitionRow *self,
                                       AppSession      *session,
                                       McpDefinition   *definition,
                                       gboolean         duplicate);
/** @match: (nullable): what is searched for; the row shows it in bold. It is a handler of the
 * signal "filtered" of UiDefinitionList. */
void ui_definition_row_set_match (UiDefinitionRow *self, AppMatch *match);
/** @heading: (nullable): what stands above the row as the first one of its group
 * @n: how many rows the group has */
void ui_definition_row_set_heading (UiDefinitionRow *self, const char *heading, guint n);
