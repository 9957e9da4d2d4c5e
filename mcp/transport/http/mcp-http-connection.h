/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpConnection: a transport whose messages travel in HTTP exchanges with one server. Abstract;
 * it has the address, what goes with every request, how the server is reached, the exchanges that
 * run, and how all of that ends. What the exchanges mean is the business of McpHttpTransport and
 * McpSseTransport.
 *
 * Redirects are followed only within the origin and only where they keep the method (307, 308);
 * nothing of ours is ever sent to another origin. Cookies are not kept, dialogs never appear.
 *
 * Errors of opening: INVALID_TARGET.
 */

#pragma once

#include "mcp-http-exchange.h"
#include "mcp-http-options.h"

#define MCP_TYPE_HTTP_CONNECTION (mcp_http_connection_get_type ())
G_DECLARE_DERIVABLE_TYPE (
    McpHttpConnection, mcp_http_connection, MCP, HTTP_CONNECTION, McpTransport)

struct _McpHttpConnectionClass
{
  McpTransportClass parent_class;

  /* The last request of a session. @headers: to add to
   * Returns: (nullable): its method; %NULL when there is nothing to say */
  const char *(*get_farewell) (McpHttpConnection *self, GPtrArray *headers);
  /* Everything has ended; "closed" is emitted next. */
  void (*closed) (McpHttpConnection *self);
};

/* For the two that derive from it */

/** To be called once, for a new object. @options: (nullable): how the server is reached */
void
mcp_http_connection_set_address (McpHttpConnection *self, const char *url, McpHttpOptions *options);

/** Checks the address and the options, and makes what is needed to speak. */
gboolean mcp_http_connection_open (McpHttpConnection *self,
                                   GCancellable      *cancellable,
                                   GError           **error);
gboolean mcp_http_connection_is_open (McpHttpConnection *self);
gboolean mcp_http_connection_is_closing (McpHttpConnection *self);
/** Returns: (transfer none) (nullable): the address; %NULL while it is not open */
GUri *mcp_http_connection_get_uri (McpHttpConnection *self);

/** Something begins that closing must end and wait for. @cancellable: cancelled by closing */
void mcp_http_connection_begin (McpHttpConnection *self, GCancellable *cancellable);
/** It has ended. The last thing to do for it: it may end the closing. */
void mcp_http_connection_end (McpHttpConnection *self, GCancellable *cancellable);

/** Makes an exchange, which runs when mcp_http_connection_run_async() is called on it.
 * @request: ours; the route, the URI where there is none, and the person's headers, which replace
 * ours, are added
 * Returns: (transfer full) */
McpHttpExchange *mcp_http_connection_make (McpHttpConnection *self, const McpHttpRequest *request);
/** Runs it, held back while this transport is. @callback gets the exchange as its source, to be
 * finished with mcp_http_exchange_run_finish(). */
void mcp_http_connection_run_async (McpHttpConnection  *self,
                                    McpHttpExchange    *exchange,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);

/** Whether a message can be sent. Returns: (transfer full) (nullable): NOT_CONNECTED, CANCELLED */
GError *mcp_http_connection_check (McpHttpConnection *self, GCancellable *cancellable);
/** Ends the task of a message. What closing cancelled was not taken back by the caller.
 * @error: (transfer full) (nullable) */
void mcp_http_connection_return (McpHttpConnection *self, GTask *task, GError *error);
/** Takes back mcp_http_connection_open() when the session could not be opened: nothing is emitted.
 * @cancellable: of the last thing that ran */
void mcp_http_connection_abandon (McpHttpConnection *self, GCancellable *cancellable);

/** The server went away: ends everything, without a farewell, and emits "closed" with @error.
 * Nothing happens where closing has begun. */
void mcp_http_connection_lose (McpHttpConnection *self, const GError *error);

/** Emits a note for the reader of a log. */
void mcp_http_connection_note (McpHttpConnection *self, guint64 exchange, const char *note);
