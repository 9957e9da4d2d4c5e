/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpStream: one message and all that the server says to it, or a stream of what it says
 * unasked: the first exchange, and those that resume its stream of events where that ends too
 * early. Source: MCP 2025-11-25, "Transports", Resumability and Redelivery.
 *
 * A stream that brought the response, or no event id, is not resumed. The time until it is, is the
 * server's "retry:"; after a try that brought nothing it doubles, and the tries are counted. A
 * stream that breaks again at the same place is given up sooner: its server does what it did.
 *
 * Signals
 *   answered (guint status, SoupMessageHeaders *headers)
 *     As of the first exchange.
 * Properties
 *   open (boolean, read only)  a stream of events is open now
 */

#pragma once

#include "mcp-http-connection.h"

#define MCP_TYPE_HTTP_STREAM (mcp_http_stream_get_type ())
G_DECLARE_FINAL_TYPE (McpHttpStream, mcp_http_stream, MCP, HTTP_STREAM, GObject)

/**
 * @message: (nullable): what is sent; %NULL to listen only
 * @headers: ours, for every exchange of it
 * @resumes: whether it may be resumed; from 2026-07-28 on it may not
 * Returns: (transfer full)
 */
McpHttpStream *mcp_http_stream_new (McpHttpConnection *connection,
                                    GBytes            *message,
                                    const char *const *headers,
                                    gboolean           in_session,
                                    gboolean           resumes);

/** To be called once. Ends when nothing more will come of it; listening ends only by an error, or
 * because the server offers no stream, which is no error. */
void     mcp_http_stream_run_async (McpHttpStream      *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean mcp_http_stream_run_finish (McpHttpStream *self, GAsyncResult *result, GError **error);
