/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelPost: one request on the wire and its response, byte by byte as they come, private to
 * mcp/model. Follows no redirect, waits for ever for bytes that keep coming, and lets go of the
 * connection at once where it is cancelled. Where no more is wanted, the connection is kept if the
 * body ends there.
 */

#pragma once

#include "mcp-http-route.h"
#include "mcp-model-exchange.h"

typedef struct
{
  /* The response's head is here. */
  void (*answered) (guint status, SoupMessageHeaders *headers, gpointer user_data);
  /* Returns: whether more bytes are wanted */
  gboolean (*bytes) (const void *bytes, gsize length, gpointer user_data);
} McpModelPostClass;

/**
 * @exchange: filled while it goes on; its URL and body are what is sent
 * @headers: with the key
 * @connect_timeout: ms until the connection stands
 * @idle_timeout: ms of silence
 * @klass: static. @user_data: lives until the callback
 * finish returns: %FALSE with CONNECTION_FAILED, _LOST, CERTIFICATE_REFUSED, TIMED_OUT, CANCELLED,
 * INVALID_TARGET, INVALID_MESSAGE; %TRUE for any status, where the body came to its end or no more
 * of it was wanted
 */
void     mcp_model_post_async (McpHttpRoute            *route,
                               McpModelExchange        *exchange,
                               const char *const       *headers,
                               guint                    connect_timeout,
                               guint                    idle_timeout,
                               const McpModelPostClass *klass,
                               gpointer                 post_data,
                               GCancellable            *cancellable,
                               GAsyncReadyCallback      callback,
                               gpointer                 user_data);
gboolean mcp_model_post_finish (GAsyncResult *result, GError **error);
