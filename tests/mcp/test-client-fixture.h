/* SPDX-License-Identifier: GPL-3.0-or-later */

/** TestClient: a client over a memory transport, and a server that knows a little of everything. */

#pragma once

#include "mcp-client.h"
#include "schema-tap.h"
#include "test-requests.h"
#include "test-memory-transport.h"

typedef struct
{
  TestMemoryTransport *transport;
  McpClient           *client;
  SchemaTap           *schema_tap; /* of what we send */
  const char          *opening;    /* result of initialize; %NULL: an own one */
  const char          *refusal;    /* error of initialize */
  guint                n_refusals;
  guint                n_lost;
  guint                n_changes[MCP_N_DEFINITION_KINDS];
  guint                n_lists;
  gboolean             silent;
} TestClient;

gboolean   test_client_serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data);
void       test_client_on_lost (McpClient *client, GError *error, TestClient *fixture);
void       test_client_set_up (TestClient *fixture, gboolean http);
gboolean   test_client_open (TestClient *fixture, GError **error);
void       test_client_open_or_fail (TestClient *fixture);
void       test_client_close (TestClient *fixture);
void       test_client_tear_down (TestClient *fixture);
McpResult *test_client_call (TestClient              *fixture,
                             const char              *name,
                             const char              *arguments,
                             const McpRequestOptions *options,
                             GError                 **error);
void       test_client_assert_text (McpResult *result, const char *expected);
