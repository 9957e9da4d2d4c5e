/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppServerCatalogue: the servers of a registry that match a search, page by page: a GListModel of
 * AppServerOffer. A search that is under way gives way to the next one.
 *
 * Properties (notify together): loading (boolean), has-more (boolean: another page can be loaded),
 * problem (AppProblem, nullable: why nothing came; goes with the next try)
 */

#pragma once

#include "app-problem.h"
#include "app-server-offer.h"

#define APP_TYPE_SERVER_CATALOGUE (app_server_catalogue_get_type ())
G_DECLARE_FINAL_TYPE (AppServerCatalogue, app_server_catalogue, APP, SERVER_CATALOGUE, GObject)

/** Asks nobody yet. @address: (nullable): of the registry; %NULL or "" for the official one. Where
 * it is no address of one, that is the problem. Returns: (transfer full) */
AppServerCatalogue *app_server_catalogue_new (const char *address);

/** Starts again with what matches @text; "" lists all. */
void app_server_catalogue_search (AppServerCatalogue *self, const char *text);
/** Loads the next page, unless one is on its way or there is none; after a problem, the one that
 * did not come. */
void app_server_catalogue_load_more (AppServerCatalogue *self);
/** Ends what is under way; what came stays. */
void app_server_catalogue_cancel (AppServerCatalogue *self);

gboolean app_server_catalogue_get_loading (AppServerCatalogue *self);
gboolean app_server_catalogue_get_has_more (AppServerCatalogue *self);
/** Returns: (transfer none) (nullable) */
AppProblem *app_server_catalogue_get_problem (AppServerCatalogue *self);
/** What the problem is made from, for a program's exit status. Returns: (transfer none)
 * (nullable) */
const GError *app_server_catalogue_get_error (AppServerCatalogue *self);

/** One server by its name. @version: (nullable): %NULL for the latest
 * finish returns: (transfer full) (nullable): errors as McpRegistry */
void            app_server_catalogue_get_async (AppServerCatalogue *self,
                                                const char         *name,
                                                const char         *version,
                                                GCancellable       *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);
AppServerOffer *app_server_catalogue_get_finish (AppServerCatalogue *self,
                                                 GAsyncResult       *result,
                                                 GError            **error);
