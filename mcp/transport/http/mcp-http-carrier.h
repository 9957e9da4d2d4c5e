/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpCarrier: a transport whose messages travel in HTTP exchanges with one server. Abstract; it
 * has the address, what goes with every request, how the server is reached, the exchanges that run,
 * and how all of that ends. What the exchanges mean is McpHttpTransport's and McpSseTransport's.
 *
 * Redirects are followed only within the origin and only where they keep the method (307, 308);
 * nothing of ours is ever sent to another origin. Cookies are not kept, dialogs never appear.
 *
 * Errors of opening: INVALID_TARGET.
 */

#pragma once

#include "mcp-http-exchange.h"
#include "mcp-http-options.h"

G_BEGIN_DECLS

#define MCP_TYPE_HTTP_CARRIER (mcp_http_carrier_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpHttpCarrier, mcp_http_carrier, MCP, HTTP_CARRIER, McpTransport)

struct _McpHttpCarrierClass
{
  McpTransportClass parent_class;

  /* The last request of a session. @headers: to add to
   * Returns: (nullable): its method; %NULL when there is nothing to say */
  const char *(*get_farewell) (McpHttpCarrier *self, GPtrArray *headers);
  /* Everything has ended; "closed" is emitted next. */
  void (*closed) (McpHttpCarrier *self);
};

/**
 * Headers to send with every later request, Authorization included; they replace ours of the same
 * name. Replaces what was set before.
 * @headers: (nullable) (array zero-terminated=1): "Name: value"
 * Returns: %FALSE, with nothing changed, when one cannot be sent: INVALID_TARGET
 */
gboolean mcp_http_carrier_set_headers (McpHttpCarrier    *self,
                                       const char *const *headers,
                                       GError           **error);

/* For the two that derive from it */

/** One request. */
typedef struct
{
  const char        *method;     /* static */
  GUri              *uri;        /* (nullable): %NULL for the carrier's */
  const char *const *headers;    /* (nullable): ours; the person's replace them */
  GBytes            *message;    /* (nullable): the body */
  gboolean           in_session; /* a session id is among the headers */

  gboolean answered_elsewhere; /* that it is accepted is all that is wanted */
} McpHttpAsk;

/** To be called once, for a new object. @options: (nullable): how the server is reached */
void
mcp_http_carrier_set_address (McpHttpCarrier *self, const char *url, McpHttpOptions *options);

/** Checks the address and the options, and makes what is needed to speak. */
gboolean mcp_http_carrier_open (McpHttpCarrier *self, GCancellable *cancellable, GError **error);
gboolean mcp_http_carrier_is_open (McpHttpCarrier *self);
gboolean mcp_http_carrier_is_closing (McpHttpCarrier *self);
/** Returns: (transfer none) (nullable): the address; %NULL while it is not open */
GUri *mcp_http_carrier_get_uri (McpHttpCarrier *self);

/** Something begins that closing must end and wait for. @cancellable: cancelled by closing */
void mcp_http_carrier_begin (McpHttpCarrier *self, GCancellable *cancellable);
/** It has ended. The last thing to do for it: it may end the closing. */
void mcp_http_carrier_end (McpHttpCarrier *self, GCancellable *cancellable);

/** Makes an exchange, which runs when mcp_http_carrier_run_async() is called on it.
 * Returns: (transfer full) */
McpHttpExchange *mcp_http_carrier_make (McpHttpCarrier *self, const McpHttpAsk *ask);
/** Runs it, held back while this transport is. @callback gets the exchange as its source, to be
 * finished with mcp_http_exchange_run_finish(). */
void mcp_http_carrier_run_async (McpHttpCarrier     *self,
                                 McpHttpExchange    *exchange,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);

/** Takes back mcp_http_carrier_open() when the session could not be opened: nothing is emitted.
 * @cancellable: of the last thing that ran */
void mcp_http_carrier_abandon (McpHttpCarrier *self, GCancellable *cancellable);

/** The server went away: ends everything, without a farewell, and emits "closed" with @error.
 * Nothing happens where closing has begun. */
void mcp_http_carrier_lose (McpHttpCarrier *self, const GError *error);

/** Emits a note for the reader of a log. */
void mcp_http_carrier_note (McpHttpCarrier *self, guint64 exchange, const char *note);

G_END_DECLS
