/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiActivityView: one exchange: the result as on the page of its tool, the request, the response,
 * and what can be done with it. Where something needs what is not read yet, it is done then.
 *
 * Signals
 *   compose (server id: string, text: string): the message is to be written again
 *   said (text: string): what came of an action, to be shown for a moment
 */

#pragma once

#include "app-past-list.h"
#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_ACTIVITY_VIEW (ui_activity_view_get_type ())
G_DECLARE_FINAL_TYPE (UiActivityView, ui_activity_view, UI, ACTIVITY_VIEW, GtkWidget)

/** Both are held. */
void
ui_activity_view_set_up (UiActivityView *self, AppWorkspace *workspace, AppPastList *list);
/** @entry: (nullable): held */
void ui_activity_view_show (UiActivityView *self, AppPastEntry *entry);
/** @text: (nullable): marked in the messages */
void ui_activity_view_mark (UiActivityView *self, const char *text);
/** What can be done with what is shown, for the prefix "row" of the page that it is in.
 * Returns: (transfer none) */
GActionGroup *ui_activity_view_get_actions (UiActivityView *self);
/** The same as a menu. Returns: (transfer none) */
GMenuModel *ui_activity_view_get_menu (UiActivityView *self);
