/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The reader: builds the index of a text in a single pass, private to mcp/json. McpJsonDiagnosis:
 * says what is wrong with a text that the reader refused. The reader is fast because it does not
 * have to know; this takes its time, once.
 *
 * Source: RFC 8259 for the grammar, RFC 3629 for UTF-8.
 */

#pragma once

#include "mcp-json-document.h"
#include "mcp-json-index.h"

typedef enum {
  MCP_JSON_READER_DONE,
  MCP_JSON_READER_REFUSED,
  MCP_JSON_READER_NO_MEMORY,
} McpJsonReaderResult;

/** Reads @text of @size bytes, at most MCP_JSON_MAX_BYTES of them. Where that is done, @index holds
 * the nodes. */
McpJsonReaderResult mcp_json_reader_read (const char   *text,
                                          gsize         size,
                                          guint         max_depth,
                                          McpJsonIndex *index);

typedef struct
{
  McpJsonError code;
  gsize        offset;
  const char  *reason; /* static */
} McpJsonDiagnosis;

/** Returns: %FALSE where nothing is wrong */
gboolean mcp_json_diagnosis_find (McpJsonDiagnosis *self,
                                  const char       *text,
                                  gsize             size,
                                  guint             max_depth);
