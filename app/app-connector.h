/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * From a profile to a transport that is ready to be opened: secrets are fetched from the vault, the
 * program is found as a shell would find it, headers and credentials are put together. What was
 * fetched is made known to the redactor before anything else happens with it.
 */

#pragma once

#include "app-redactor.h"
#include "app-settings.h"
#include "mcp-transport.h"
#include "store-profile.h"
#include "store-secret-vault.h"

G_BEGIN_DECLS

/** All arguments are held until the end. Errors: MCP_ERROR (no such program, no such URL, a header
 * that cannot be sent), APP_ERROR_SECRET. */
void app_connector_prepare_async (StoreProfile       *profile,
                                  StoreSecretVault   *vault,
                                  AppSettings        *settings,
                                  AppRedactor        *redactor,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
/** Returns: (transfer full) (nullable) */
McpTransport *app_connector_prepare_finish (GAsyncResult *result, GError **error);

G_END_DECLS
