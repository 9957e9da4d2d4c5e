/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppChangeList: what changed in a server's lists since the person last looked, a GListModel of
 * AppChangeNotice, the grave ones first. It compares each list with what it was, by key. What
 * came and went between two looks is no change; what was altered twice is shown as it was before
 * the first time. Bounded; what is beyond is counted. A feature of the session.
 */

#pragma once

#include "app-change-notice.h"
#include "app-session-feature.h"

G_BEGIN_DECLS

/* Nobody reads more; a server that alters all its ten thousand tools is told by the number. */
#define APP_CHANGE_LIST_MAX 200u

#define APP_TYPE_CHANGE_LIST (app_change_list_get_type ())
G_DECLARE_FINAL_TYPE (AppChangeList, app_change_list, APP, CHANGE_LIST, GObject)

/** A list was fetched (again); the first time it is only looked at. @items: of McpDefinition */
void app_change_list_take (AppChangeList *self, McpDefinitionKind list, GListModel *items);
/** @notice: a grave one, in the place of what there is about the same tool */
void app_change_list_add_grave (AppChangeList *self, AppChangeNotice *notice);
/** The person has seen the notice about this entry. */
void app_change_list_remove (AppChangeList *self, McpDefinitionKind list, const char *key);
/** The person has seen them all. */
void app_change_list_dismiss (AppChangeList *self);
/** It is another server now: there is nothing to compare with. */
void app_change_list_forget (AppChangeList *self);

/** Returns: (transfer none) (nullable) */
AppChangeNotice *app_change_list_find (AppChangeList    *self,
                                       McpDefinitionKind list,
                                       const char       *key);
guint            app_change_list_get_n_hidden (AppChangeList *self);
gboolean         app_change_list_has_grave (AppChangeList *self);
/** Returns: (transfer full) (nullable): one line, such as "2 added, 1 altered: add, echo, …";
 * %NULL where nothing changed */
char *app_change_list_dup_summary (AppChangeList *self);

G_END_DECLS
