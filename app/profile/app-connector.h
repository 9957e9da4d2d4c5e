/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * From a profile to a client that is ready to be opened: over the transport that the profile says,
 * with its era and revision, its fallback, its deadlines, and the roots that the server is told.
 */

#pragma once

#include "app-preparation.h"
#include "app-settings.h"
#include "mcp-client.h"

/** A transport that is not opened.
 * @kind: the profile's, or another one where it leaves the choice
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR: a header that cannot be sent */
McpTransport *app_connector_make_transport (AppPreparation *preparation,
                                            AppSettings    *settings,
                                            StoreTransport  kind,
                                            GError        **error);
/** A client that is not opened. Returns: (transfer full) (nullable): errors as above */
McpClient *app_connector_make_client (AppPreparation *preparation,
                                      AppSettings    *settings,
                                      GError        **error);

/** Returns: (transfer none) (nullable): what @client was made from; %NULL where it was made
 * otherwise */
AppPreparation *app_connector_get_preparation (McpClient *client);

/**
 * Both steps. All arguments are held until the end.
 * finish returns: (transfer full) (nullable): a client that is not opened; errors as of
 * app_preparation_run_async() and app_connector_make_client()
 */
void       app_connector_prepare_async (StoreProfile       *profile,
                                        StoreSecretVault   *vault,
                                        AppSettings        *settings,
                                        AppRedactor        *redactor,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
McpClient *app_connector_prepare_finish (GAsyncResult *result, GError **error);
