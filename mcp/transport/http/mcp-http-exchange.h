/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpExchange: one HTTP request and all of its response. Follows the redirects that may be
 * followed, reads the body as it comes, and lets the transport emit its messages and records.
 *
 * Signals
 *   answered (guint status, SoupMessageHeaders *headers)
 *     The headers of the final response are here, before any of its messages.
 *   event (const char *type, GBytes *data) → gboolean
 *     An event of the response's stream. %TRUE keeps it from being emitted as a message or noted.
 */

#pragma once

#include "mcp-http-authorizer.h"
#include "mcp-http-route.h"
#include "mcp-transport.h"

#define MCP_TYPE_HTTP_EXCHANGE (mcp_http_exchange_get_type ())
G_DECLARE_FINAL_TYPE (McpHttpExchange, mcp_http_exchange, MCP, HTTP_EXCHANGE, GObject)

typedef struct
{
  McpHttpRoute      *route;  /* (nullable): %NULL for the connection's, as the next but one */
  const char        *method; /* static */
  GUri              *uri;
  const char *const *headers;    /* (nullable): checked */
  GBytes            *message;    /* (nullable): the body */
  gboolean           in_session; /* a session id is among the headers */

  gboolean answered_elsewhere; /* a successful answer's body is of no interest */

  McpHttpAuthorizer *authorizer; /* (nullable): signs it, and may have it sent again */
} McpHttpRequest;

/** @transport: (transfer none): emits what comes; borrowed, it lives as long as this or longer
 * @request: what it refers to is held or copied
 * Returns: (transfer full) */
McpHttpExchange *mcp_http_exchange_new (McpTransport *transport, const McpHttpRequest *request);

/** To be called once. Errors: as mcp_transport_send_async() over HTTP. */
void     mcp_http_exchange_run_async (McpHttpExchange    *self,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean mcp_http_exchange_run_finish (McpHttpExchange *self, GAsyncResult *result, GError **error);

/** While held, nothing is read and nothing emitted. */
/** Records what came of an event that has not ended, once. */
void mcp_http_exchange_show_rest (McpHttpExchange *self);
void mcp_http_exchange_hold (McpHttpExchange *self, gboolean hold);

/** Returns: the number that links its records; 0 before it runs */
guint64 mcp_http_exchange_get_number (McpHttpExchange *self);
/** Returns: of the final response; 0 when none came */
guint mcp_http_exchange_get_status (McpHttpExchange *self);
/** Whether the response was a stream of events. */
gboolean mcp_http_exchange_has_events (McpHttpExchange *self);
/** Returns: events with data that came */
guint mcp_http_exchange_get_n_events (McpHttpExchange *self);
/** Returns: (transfer none) (nullable): the last event's id */
const char *mcp_http_exchange_get_last_id (McpHttpExchange *self);
/** Returns: the reconnection time that the server set, ms; -1 for none */
gint64 mcp_http_exchange_get_retry (McpHttpExchange *self);
