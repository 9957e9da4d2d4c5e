/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCardItem: one row of the preview of a server's object, shown as a tree: an AppTreeItem. What
 * the preview hides is a row of kind MORE with the marker of the call that brings it; what came
 * takes its place. Where nothing can bring it there is a row that says why. A preview that cannot
 * be told apart is shown as text, and says so.
 */

#pragma once

#include "app-card-marker.h"
#include "app-tree-item.h"

#define APP_TYPE_CARD_ITEM (app_card_item_get_type ())
G_DECLARE_FINAL_TYPE (AppCardItem, app_card_item, APP, CARD_ITEM, GObject)

/** @tools: that the server has. Returns: (transfer full): of AppCardItem, the outermost rows */
GListModel *app_card_item_list_new (AppObjectCard *card, AppCardTools tools);

/** Returns: (transfer none) (nullable): of what the row hides, where a call can bring it */
AppCardMarker *app_card_item_get_marker (AppCardItem *self);
gboolean       app_card_item_is_loading (AppCardItem *self);
/** Of a piece of a text, or a string that was opened. Returns: (transfer full) (nullable): all of
 * the text that came */
char *app_card_item_dup_text (AppCardItem *self);
/** The call is under way; what was wrong the last time is forgotten. */
void app_card_item_set_loading (AppCardItem *self);
/** The call failed. @problem: (nullable): why; shown below the row */
void app_card_item_set_problem (AppCardItem *self, const char *problem);
/** Puts what the call was answered with in the place of the row. Returns: %FALSE with APP_ERROR
 * where it is not what was asked for; then nothing of it is shown */
gboolean app_card_item_set_response (AppCardItem *self, const char *text, GError **error);
