/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A bare connection to where a URL points, by the same way and under the same trust as requests go
 * (McpHttpOptions): for what begins as HTTP and goes on as something else.
 */

#pragma once

#include "mcp-http-options.h"

/** What was met on the way: of GSocketClient, from RESOLVING to COMPLETE.
 * @stream: (nullable): from CONNECTING on */
typedef void (*McpHttpConnectFunc) (GSocketClientEvent event,
                                    GIOStream         *stream,
                                    gpointer           user_data);

/**
 * Connects, and for https shakes hands. The certificate is judged also where a TLS session was
 * resumed.
 * @uri: http or https
 * @options: (nullable)
 * @on_event: (nullable) (scope async): what happens meanwhile
 * finish returns: (transfer full) (nullable): %NULL with INVALID_TARGET (the options),
 * CONNECTION_FAILED, CERTIFICATE_REFUSED or CANCELLED
 */
void       mcp_http_connect_async (GUri               *uri,
                                   McpHttpOptions     *options,
                                   McpHttpConnectFunc  on_event,
                                   gpointer            event_data,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
GIOStream *mcp_http_connect_finish (GAsyncResult *result, GError **error);
