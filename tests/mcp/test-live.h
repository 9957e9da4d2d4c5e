/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestLive: a client that offers all, a server that runs, and somebody who answers what it asks.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-client-logging.h"
#include "mcp-input-gate.h"
#include "mcp-subscription.h"
#include "mcp-task-list.h"

typedef struct
{
  McpClient   *client;
  GSubprocess *server; /* (nullable): of HTTP */
  guint        n_asked[MCP_INPUT_UNKNOWN + 1];
  guint        n_refused;
  guint        n_malformed;
  guint        n_logged;
  guint        n_changed;
  guint        n_updated;
} TestLive;

/** @transport: (transfer full). The rest of @live is as it shall be. */
void test_live_open (TestLive *live, McpTransport *transport, McpEraKind era);
/** Closes the client and ends the server; nothing was malformed or refused. */
void test_live_close (TestLive *live);

/** Returns: (transfer full) */
McpResult *test_live_call (TestLive                *live,
                           const char              *name,
                           const char              *arguments,
                           const McpRequestOptions *options);
/** Calls @name as a task. Returns: (transfer full) */
McpTask *test_live_begin_task (TestLive *live, const char *name, const char *arguments);
/** Waits until it is finished. */
void test_live_wait_task (McpTask *task);
/** Returns: (transfer full): the text of a call that did not fail */
char *test_live_dup_text (McpResult *result);
/** Calls a tool whose text holds @expected. */
void test_live_assert_says (TestLive   *live,
                            const char *name,
                            const char *arguments,
                            const char *expected);
void test_live_set_level (TestLive *live, McpLogLevel level);
/** Returns: (transfer none): a subscription that stands */
McpResourceSubscription *test_live_watch (TestLive *live, const char *uri);
