/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketOpening: the way to an open WebSocket: the connection, the request, the answer, each
 * told to the tap as an HTTP exchange.
 */

#pragma once

#include "mcp-http-options.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

/** An address that begins with ws or wss, as mcp_http_address_parse() does.
 * Returns: (transfer full) (nullable) */
GUri *mcp_websocket_opening_parse (const char *url, char **authorization, GError **error);

typedef struct
{
  McpTransport      *transport; /* emits the records */
  GUri              *uri;       /* http or https, without user */
  const char        *url;       /* for the records: ws or wss */
  const char *const *headers;   /* (nullable): checked */
  McpHttpOptions    *options;   /* (nullable) */
} McpWebsocketTarget;

typedef struct
{
  GIOStream *connection;
  GBytes    *rest; /* what came behind the answer */
  guint64    exchange;
} McpWebsocketOpened;

void mcp_websocket_opened_free (McpWebsocketOpened *opened);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpWebsocketOpened, mcp_websocket_opened_free)

/** finish returns: (transfer full) (nullable): %NULL with an error as of mcp_http_dial_async() and
 * McpWebsocketAnswer, or CONNECTION_LOST */
void                mcp_websocket_opening_run_async (const McpWebsocketTarget *target,
                                                     GCancellable             *cancellable,
                                                     GAsyncReadyCallback       callback,
                                                     gpointer                  user_data);
McpWebsocketOpened *mcp_websocket_opening_run_finish (GAsyncResult *result, GError **error);

/** The record of the exchange's end. @note: (transfer full) (nullable) */
void
mcp_websocket_opening_emit_ended (McpTransport *transport, guint64 exchange, char *note);

G_END_DECLS
