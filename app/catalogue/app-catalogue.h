/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCatalogue: what a session's server offers, as it was listed: its tools, resources, resource
 * templates and prompts. Each list is asked for whole or a page at a time, with members of one's
 * own in each request, which some servers filter by; it stays as it was last known after the
 * connection has ended. A feature of the session.
 *
 * Property (notifies): loading (boolean): lists are being fetched; also when one was
 */

#pragma once

#include "app-problem.h"
#include "app-session-feature.h"
#include "mcp-listing.h"
#include "mcp-tool.h"

#define APP_TYPE_CATALOGUE (app_catalogue_get_type ())
G_DECLARE_FINAL_TYPE (AppCatalogue, app_catalogue, APP, CATALOGUE, GObject)

/** Whether connecting also fetches what the server offers; it does at first. */
void     app_catalogue_set_automatic (AppCatalogue *self, gboolean automatic);
gboolean app_catalogue_is_automatic (AppCatalogue *self);

/** Returns: (transfer none): of McpDefinition */
GListModel *app_catalogue_get_list (AppCatalogue *self, McpDefinitionKind kind);
/** @key: see mcp_definition_get_key(). Returns: (transfer none) (nullable): as it was listed */
McpDefinition *app_catalogue_find (AppCatalogue *self, McpDefinitionKind kind, const char *key);
/** Returns: (transfer none) (nullable): the tool as it was listed */
McpTool *app_catalogue_find_tool (AppCatalogue *self, const char *name);
gboolean app_catalogue_is_loading (AppCatalogue *self);
/** Whether the server said that it has this. */
gboolean app_catalogue_offers (AppCatalogue *self, McpDefinitionKind kind);
/** Whether the list was asked for, and the server does not know the method; that is no problem. */
gboolean app_catalogue_is_unknown (AppCatalogue *self, McpDefinitionKind kind);
/** Why a list could not be fetched; %NULL when it was, or when the server does not offer it.
 * Returns: (transfer none) (nullable) */
AppProblem *app_catalogue_get_problem (AppCatalogue *self, McpDefinitionKind kind);
/** Returns: (transfer none) (nullable): how the server listed it */
McpListing *app_catalogue_get_listing (AppCatalogue *self, McpDefinitionKind kind);
/** For how long, and for whom, the server lets a list be used again.
 * Returns: (transfer full) (nullable): translated; %NULL where it says nothing of it */
char *app_catalogue_dup_freshness (AppCatalogue *self, McpDefinitionKind kind);

/** For the next loading. @params: (nullable): JSON text of an object; %NULL or "" for none
 * Returns: %FALSE with APP_ERROR_INVALID_INPUT where it is no object */
gboolean app_catalogue_set_params (AppCatalogue     *self,
                                   McpDefinitionKind kind,
                                   const char       *params,
                                   GError          **error);
/** Adds members of "_meta" to them, beside those that they have. @meta: JSON text of an object */
void app_catalogue_add_meta (AppCatalogue *self, McpDefinitionKind kind, const char *meta);
/** Returns: (transfer full): JSON text; empty for none */
char *app_catalogue_dup_params (AppCatalogue *self, McpDefinitionKind kind);
void  app_catalogue_set_page_by_page (AppCatalogue     *self,
                                      McpDefinitionKind kind,
                                      gboolean          page_by_page);
/** Whether the server has a page of it that was not asked for. */
gboolean app_catalogue_has_more (AppCatalogue *self, McpDefinitionKind kind);

/** Fetches a list again. @more: the next page of it only, which is added */
void     app_catalogue_load_async (AppCatalogue       *self,
                                   McpDefinitionKind   kind,
                                   gboolean            more,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
gboolean app_catalogue_load_finish (AppCatalogue *self, GAsyncResult *result, GError **error);
