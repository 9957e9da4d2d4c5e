/* SPDX-License-Identifier: GPL-3.0-or-later */

/** TestStateless: a client of 2026-07-28 over a memory transport; what a server says to a request is
 * the test's. */

#pragma once

#include "mcp-client.h"
#include "schema-tap.h"
#include "test-memory-transport.h"

typedef struct
{
  TestMemoryTransport *transport;
  McpClient           *client;
  SchemaTap           *schema_tap;   /* of what we send */
  const char          *capabilities; /* of the server; JSON text */
  TestServerFunc       serve;        /* what is not server/discover */
  gpointer             user_data;
} TestStateless;

void test_stateless_set_up (TestStateless           *fixture,
                            gboolean                 http,
                            McpClientCapabilityFlags declared,
                            const char              *capabilities,
                            TestServerFunc           serve,
                            gpointer                 user_data);
void test_stateless_open (TestStateless *fixture);
void test_stateless_close (TestStateless *fixture);
void test_stateless_tear_down (TestStateless *fixture);
/** Answers @message with a JSON-RPC error. */
void test_stateless_refuse (TestStateless *fixture, McpMessage *message, guint64 exchange, int code);
