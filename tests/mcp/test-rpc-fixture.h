/* SPDX-License-Identifier: GPL-3.0-or-later */

/** TestRpc: a peer over a memory transport, and all that its tap showed. */

#pragma once

#include "mcp-peer.h"
#include "test-memory-transport.h"

typedef struct
{
  TestMemoryTransport *transport;
  McpTap              *tap;
  McpPeer             *peer;
  GPtrArray           *entries; /* McpTapEntry */
  GPtrArray           *notifications;
  GError              *closed;
  guint                n_closed;
  gboolean             is_open;
  McpInboundRequest   *inbound;
  guint                n_asked;
} TestRpc;

void test_rpc_set_up (TestRpc *fixture, gboolean http, TestServerFunc func);
void test_rpc_tear_down (TestRpc *fixture);
/** Whether our request with this id waits for its response. */
gboolean     test_rpc_is_waiting (TestRpc *fixture, gint64 id);
McpTapEntry *test_rpc_last_entry (TestRpc *fixture);
void         test_rpc_ask (TestRpc                 *fixture,
                           const char              *method,
                           const McpRequestOptions *options,
                           GCancellable            *cancellable,
                           TestAnswer              *response);
McpResponse *test_rpc_wait (TestRpc *fixture, TestAnswer *response, GError **error);
gboolean     test_rpc_serve_echo (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data);
gboolean     test_rpc_serve_nothing (TestMemoryTransport *transport,
                                     McpMessage          *message,
                                     guint64              exchange,
                                     gpointer             data);
