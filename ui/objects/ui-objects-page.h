/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectsPage: all objects that are kept, of all servers and stores, with a filter and an order;
 * beside the list the one that is selected (UiObjectView).
 *
 * Property: object cache (AppObjectCache, construct only), settings (AppSettings, construct only)
 * Actions: objects.order (string: see app_object_order_parse()), objects.new, objects.paste,
 * objects.open, objects.undo-delete
 */

#pragma once

#include "app-object-cache.h"
#include "app-settings.h"
#include "ui-list-frame.h"

#define UI_TYPE_OBJECTS_PAGE (ui_objects_page_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectsPage, ui_objects_page, UI, OBJECTS_PAGE, UiListFrame)

/** @settings: how much of a value is shown at first. @sessions: (nullable): see
 * ui_object_view_set_up() */
GtkWidget *
ui_objects_page_new (AppObjectCache *object_cache, AppSettings *settings, GListModel *sessions);
/** @name: of an object, such as "sqlite/obj_001"; nothing happens where it is gone */
void ui_objects_page_select (UiObjectsPage *self, const char *name);
