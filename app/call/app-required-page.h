/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppRequiredPage: a page that a server wants to be visited before it does what it was asked for
 * (the error -32042). Nothing is fetched; the person opens it, or not.
 *
 * Properties (notify)
 *   opened (boolean): the person opened it
 *   visited (boolean): the server said that it is done
 *
 * Source: MCP 2025-11-25, "Elicitation / URL Mode With Elicitation Required Error".
 */

#pragma once

#include "app-session-feature.h"
#include "mcp-elicitation.h"

#define APP_TYPE_REQUIRED_PAGE (app_required_page_get_type ())
G_DECLARE_FINAL_TYPE (AppRequiredPage, app_required_page, APP, REQUIRED_PAGE, GObject)

/** Returns: (transfer none): what the server says of it; plain text, perhaps empty */
const char *app_required_page_get_message (AppRequiredPage *self);
/** Returns: (transfer none) (nullable): %NULL where the server named none */
McpUrlReview *app_required_page_get_url (AppRequiredPage *self);
gboolean      app_required_page_is_opened (AppRequiredPage *self);
void          app_required_page_set_opened (AppRequiredPage *self);
gboolean      app_required_page_is_visited (AppRequiredPage *self);

/** AppRequiredPages: the pages that calls of a session need; a feature of the session. */
#define APP_TYPE_REQUIRED_PAGES (app_required_pages_get_type ())
G_DECLARE_FINAL_TYPE (AppRequiredPages, app_required_pages, APP, REQUIRED_PAGES, GObject)

/** The pages that the server wants to be visited before it does this, where it said so.
 * Returns: (transfer none) (nullable): of AppRequiredPage; %NULL where there are none */
GListModel *app_required_pages_get (AppRequiredPages *self, AppCall *call);
/** The same once more, prepared and not yet sent: target, arguments as they were typed with their
 * references, _meta and options. Returns: (transfer full) (nullable): %NULL where its session is
 * gone */
AppCall *app_required_pages_repeat_call (AppCall *call);
