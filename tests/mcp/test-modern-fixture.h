/* SPDX-License-Identifier: GPL-3.0-or-later */

/** TestModern: a client over a memory transport, and a server of 2026-07-28 that can be made to
 * behave otherwise. */

#pragma once

#include "test-client-fixture.h"

#define TEST_META "io.modelcontextprotocol/"
typedef enum {
  ANSWER,
  SILENT,      /* to server/discover */
  NO_DISCOVER, /* -32601 */
  STATUS_404,  /* to everything but initialize */
  ALL_404,
} TestManner;

typedef struct
{
  TestClient  client;
  TestManner  manner;
  const char *error;    /* (nullable): of the next n_errors requests for tools, or of server/discover */
  const char *discover; /* (nullable): another result */
  guint       n_errors;
  const char *result; /* (nullable): of tools/call */
  const char *tools;  /* (nullable): of tools/list */
  guint       n_notes;
  guint       n_dropped;
} TestModern;

void test_modern_set_up (TestModern *self, gboolean http, McpEraChoice choice);
void test_modern_tear_down (TestModern *self);
/** Answers as the server does; for a transport of the test's own. */
gboolean test_modern_serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data);
/** Returns: a member of params._meta of message @index of ours, whose name begins with TEST_META */
McpJsonValue test_modern_get_meta (TestModern *self, int index, const char *member);
