/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectView: one object that is kept: what is known of it, its value in the ways that fit it,
 * read when it is shown, and what can be done with it.
 *
 * Signals, each of a StoreObjectEntry: delete: the person wants it gone; compare: to compare it
 * with another; open-beside: to see it in a pane of its own
 * Actions: object.copy, object.copy-yaml, object.copy-path, object.copy-reference,
 * object.use-reference, object.rename, object.pin, object.unpin, object.expire (int64: seconds from
 * now; 0: never), object.save, object.delete, object.compare, object.open-beside
 */

#pragma once

#include "app-object-cache.h"
#include "app-settings.h"

#include <gtk/gtk.h>

#define UI_TYPE_OBJECT_VIEW (ui_object_view_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectView, ui_object_view, UI, OBJECT_VIEW, GtkWidget)

/** Before it shows anything. All are held. @sessions: (nullable) (element-type AppSession): see
 * ui_value_view_set_sessions() */
void ui_object_view_set_up (UiObjectView   *self,
                            AppObjectCache *object_cache,
                            AppSettings    *settings,
                            GListModel     *sessions);
/** @entry: (nullable) */
void ui_object_view_show (UiObjectView *self, StoreObjectEntry *entry);
/** Returns: (transfer none): the actions above, for whoever else offers the menu */
GActionGroup *ui_object_view_get_actions (UiObjectView *self);
/** Returns: (transfer none): what can be done with an object */
GMenuModel *ui_object_view_get_menu (UiObjectView *self);
/** @action: its name without "object." */
void ui_object_view_enable (UiObjectView *self, const char *action, gboolean enabled);
/** Returns: (transfer none) (nullable): what it shows */
StoreObjectEntry *ui_object_view_get_entry (UiObjectView *self);
