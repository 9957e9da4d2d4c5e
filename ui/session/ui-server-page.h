/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerPage: everything of one server in the content of the window: what it offers while it is
 * connected, and otherwise why not and what to do. It lives as long as its session, so that drafts
 * and selections survive going elsewhere, reconnecting and failing.
 *
 * Properties: session (AppSession, construct only), place (uint: UiPlaceKind)
 */

#pragma once

#include "app-workspace.h"
#include "ui-place-kind.h"
#include "app-reference.h"

#include <gtk/gtk.h>

#define UI_TYPE_SERVER_PAGE (ui_server_page_get_type ())
G_DECLARE_FINAL_TYPE (UiServerPage, ui_server_page, UI, SERVER_PAGE, GtkWidget)

GtkWidget *ui_server_page_new (AppWorkspace *workspace, AppSession *session);

/** Returns: (transfer none) */
AppSession *ui_server_page_get_session (UiServerPage *self);
/** Shows a page of the server as soon as there is something to show. */
void ui_server_page_set_place (UiServerPage *self, UiPlaceKind place);
/** The key of the entry that is shown. Returns: (transfer none) (nullable) */
const char *ui_server_page_get_selected_key (UiServerPage *self);
/** Selects an entry of the page that is shown, now or when it is listed. @key: (nullable) */
void ui_server_page_want (UiServerPage *self, const char *key);
/** On the page of its tools: selects one, and lets an argument take its value from an object. */
void ui_server_page_use_reference (UiServerPage *self,
                                   const char   *tool,
                                   const char   *argument,
                                   AppReference *reference);
