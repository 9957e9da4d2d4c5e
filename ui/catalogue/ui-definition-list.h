/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDefinitionList: the list half of a list page as a model: the lists of a session that belong
 * together, in groups or not, sorted by name or left in the server's order; while something is
 * searched for, what is meant most comes first, without groups.
 *
 * Signals:
 *   filtered (AppMatch): something else is searched for
 *   arranged: headings stand elsewhere
 */

#pragma once

#include "app-match.h"
#include "app-session.h"
#include "mcp-definition.h"
#include "ui-place-kind.h"

#include <gtk/gtk.h>

#define UI_TYPE_DEFINITION_LIST (ui_definition_list_get_type ())
G_DECLARE_FINAL_TYPE (UiDefinitionList, ui_definition_list, UI, DEFINITION_LIST, GObject)

/** Returns: (transfer full) */
UiDefinitionList *ui_definition_list_new (AppSession *session, UiPlaceKind place);
/** Returns: (transfer none): what is shown, of McpDefinition */
GListModel *ui_definition_list_get_shown (UiDefinitionList *self);
/** Returns: (transfer none): everything, of McpDefinition */
GListModel *ui_definition_list_get_all (UiDefinitionList *self);
/** What has to match: name, title, key and description (see AppMatch). */
void ui_definition_list_set_filter (UiDefinitionList *self, const char *text);
/** Returns: (transfer none): what is searched for, also when that is nothing */
AppMatch *ui_definition_list_get_match (UiDefinitionList *self);
void      ui_definition_list_set_order (UiDefinitionList *self, gboolean by_name, gboolean grouped);
/** What stands above the entry at @position of those that are shown: it is the first of its group.
 * @n: (out): how many entries the group has
 * Returns: (transfer none) (nullable): words of the server; see AppNameGroups */
const char *ui_definition_list_get_heading (UiDefinitionList *self, guint position, guint *n);
/** Whether another entry has the same kind and key. */
gboolean ui_definition_list_is_duplicate (UiDefinitionList *self, McpDefinition *definition);
