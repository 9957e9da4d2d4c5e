/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonReader: builds the index of a text in a single pass, private to mcp/json.
 *
 * Source: RFC 8259 for the grammar, RFC 3629 for UTF-8.
 */

#pragma once

#include "mcp-json-index.h"

G_BEGIN_DECLS

typedef struct
{
  McpJsonNode *nodes; /* (transfer full): from g_malloc() */
  guint32      n_nodes;

  /* On failure */
  McpJsonError code;
  gsize        offset;
  const char  *reason; /* static */
} McpJsonReading;

/** Reads @text of @size bytes, at most MCP_JSON_MAX_BYTES of them.
 * Returns: whether it is JSON; @reading then holds the index, else what is wrong. */
gboolean mcp_json_reader_read (const char     *text,
                               gsize           size,
                               guint           max_depth,
                               McpJsonReading *reading);

/** Whether this build scans with vector instructions or with the portable path. */
gboolean mcp_json_reader_is_vectorized (void);

G_END_DECLS
