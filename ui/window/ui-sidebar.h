/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSidebar: the servers of a workspace, the pages of those that are connected, and the places that
 * belong to no server. It only chooses; the window shows.
 *
 * Properties: workspace (AppWorkspace), place (UiPlace, nullable: what is selected)
 * Signals: "activated": a place was chosen by click or Enter (selection alone does not emit it)
 */

#pragma once

#include "app-workspace.h"
#include "ui-place.h"

#include <gtk/gtk.h>

typedef struct _UiServerActions UiServerActions; /* see ui-server-actions.h */

#define UI_TYPE_SIDEBAR (ui_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (UiSidebar, ui_sidebar, UI, SIDEBAR, GtkWidget)

void ui_sidebar_set_workspace (UiSidebar *self, AppWorkspace *workspace);
/** Returns: (transfer none) (nullable) */
UiPlace *ui_sidebar_get_place (UiSidebar *self);
/** @actions: for the menu of a server; outlives the sidebar's use of it, %NULL ends it */
void ui_sidebar_set_actions (UiSidebar *self, UiServerActions *actions);
/** Moves the focus to the place that is selected. */
void ui_sidebar_focus (UiSidebar *self);
/** Selects a page of a server; its server where the page is not there.
 * @session: (nullable): %NULL for places that belong to no server */
void ui_sidebar_select (UiSidebar *self, AppSession *session, UiPlaceKind kind);
