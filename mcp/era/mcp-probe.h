/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpProbe: how a client finds out which family of revisions a server speaks. It holds what was
 * tried and says what to try next, each way at most as often as it can help; it sends nothing
 * itself.
 *
 * First comes server/discover. A stream (stdio, a socket) that answers it with anything but a
 * DiscoverResult or one of the three errors of the modern era, or not at all for a while, speaks
 * the legacy one; a process that dies of it, or refuses to initialize after it, is started again.
 * Where it says nothing at all, the question itself may have muted it: a second one is started
 * while the first is still waited for. Over HTTP the same goes for errors
 * of JSON-RPC and for statuses that say that such a request is unknown; but not for those that ask
 * for authorization, nor for failures of the server or the network, silence among them, which say
 * nothing of the era.
 * Where initialize is unknown too, the server may speak HTTP+SSE of 2024-11-05.
 *
 * Where the era is chosen, nothing else is tried, and what fails may fail because of that.
 *
 * Source: MCP 2026-07-28, "Versioning", backward compatibility; MCP 2025-11-25, "Transports",
 * backwards compatibility.
 */

#pragma once

#include "mcp-era.h"

typedef enum {
  MCP_PROBE_FAIL,
  MCP_PROBE_DISCOVER,   /* server/discover, to find out */
  MCP_PROBE_MODERN,     /* server/discover, and nothing else will do */
  MCP_PROBE_LEGACY,     /* initialize, on the connection that is there */
  MCP_PROBE_RESTART,    /* initialize, on a new connection */
  MCP_PROBE_REDISCOVER, /* server/discover after initialize has failed */
  MCP_PROBE_SSE,        /* initialize, over HTTP+SSE */
  MCP_PROBE_ASK_AGAIN,  /* server/discover, on a new connection: what was known does not hold */
} McpProbeStep;

typedef struct
{
  McpEraChoice choice;
  McpEraKind   known;       /* what the server spoke the last time */
  gboolean     http;        /* each response comes in the exchange of its question */
  gboolean     has_sse;     /* there is another transport to try */
  guint        patience_ms; /* how long a server may say nothing to server/discover */

  McpProbeStep step; /* the last one */
  gboolean     silent;
  gboolean     discovered; /* server/discover was answered, or refused */
  gboolean     restarted;
  GPtrArray  **findings; /* what is worth to be said of the server: see mcp_finding_add() */
} McpProbe;

/* What spares a server the question. */
#define MCP_PROBE_WAY_ROUND \
  "With the era legacy, in its settings or with --era legacy, it is not asked."

/** Returns: what to try first */
McpProbeStep mcp_probe_begin (McpProbe *self);
/** Nothing has come for a while. Sets up @second to be begun over another connection, which is used
 * where it opens first: it initializes alone, or, where @self did just that because it was known,
 * asks. Returns: %FALSE where that cannot help */
gboolean mcp_probe_branch (McpProbe *self, McpProbe *second);
/** @error: how the last step failed
 * @note: (out) (transfer full) (nullable): for the log, why the next one is tried
 * Returns: what to try next; FAIL where the error is the end of it */
McpProbeStep mcp_probe_go_on (McpProbe *self, const GError *error, char **note);
/** Says in an error that ends the opening what the choice of an era may have to do with it, or
 * could have.
 * @offered: (nullable): the revision that initialize offers
 * @error: (transfer full)
 * Returns: (transfer full) */
GError *mcp_probe_blame_choice (const McpProbe *self, const char *offered, GError *error);
