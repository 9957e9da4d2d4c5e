/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectsPage: the objects that results became, across all servers, newest first; beside the list
 * the object that is selected: as a tree where it is JSON, and by its lines as it came.
 *
 * Properties: objects (GListModel of StoreObject), settings (AppSettings), both construct only
 * Actions: object.copy
 */

#pragma once

#include "app-settings.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_OBJECTS_PAGE (ui_objects_page_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectsPage, ui_objects_page, UI, OBJECTS_PAGE, GtkWidget)

/** @objects: of StoreObject, oldest first; @settings: how much of a value is shown at first */
GtkWidget *ui_objects_page_new (GListModel *objects, AppSettings *settings);
/** @id: of an object; nothing happens where it is gone */
void ui_objects_page_select (UiObjectsPage *self, const char *id);

G_END_DECLS
