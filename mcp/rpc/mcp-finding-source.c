/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where it is written that a finding is one: the newest revision that a server may have been
 * written for, unless an older one is what the finding is about. */

#include "mcp-finding.h"

#define BASE "MCP 2025-11-25, Base Protocol"
#define TOOLS "MCP 2025-11-25, Tools"
#define RESOURCES "MCP 2025-11-25, Resources"
#define PROMPTS "MCP 2025-11-25, Prompts"
#define PAGES "MCP 2025-11-25, Pagination"
#define BLOCKS "MCP 2025-11-25, Tools, Tool Result"
#define ICONS "MCP 2025-11-25, Base Protocol, Icons"
#define JSON "RFC 8259"
#define SCHEMA "JSON Schema 2020-12"

static const struct
{
  const char *code;
  const char *source;
} SOURCES[] = {
  { "annotations-not-object", "MCP 2025-11-25, schema, Annotations" },
  { "argument-name-missing", PROMPTS ", PromptArgument" },
  { "argument-twice", PROMPTS ", PromptArgument" },
  { "arguments-not-array", PROMPTS ", Prompt" },
  { "call-with-answer", "JSON-RPC 2.0 §4, §5" },
  { "capabilities-not-object", "MCP 2025-11-25, Lifecycle, Initialization" },
  { "content-member", BLOCKS },
  { "content-missing", "MCP 2025-11-25, schema, CallToolResult.content" },
  { "content-not-array", "MCP 2025-11-25, schema, CallToolResult.content" },
  { "content-not-object", "MCP 2025-11-25, schema, ContentBlock" },
  { "content-type", "MCP 2025-11-25, schema, ContentBlock" },
  { "contents-both", RESOURCES ", ResourceContents" },
  { "contents-empty", RESOURCES ", ResourceContents" },
  { "contents-not-array", RESOURCES ", ReadResourceResult" },
  { "contents-not-object", RESOURCES ", ResourceContents" },
  { "cursor-looped", PAGES },
  { "cursor-not-string", PAGES },
  { "entry-not-object", "MCP 2025-11-25, Server Features" },
  { "error-code", "JSON-RPC 2.0 §5.1" },
  { "error-message", "JSON-RPC 2.0 §5.1" },
  { "error-not-object", "JSON-RPC 2.0 §5.1" },
  { "hint-not-boolean", "MCP 2025-11-25, schema, ToolAnnotations" },
  { "icon-sizes", ICONS },
  { "icon-src-missing", ICONS },
  { "icons-not-array", ICONS },
  { "id-missing", "JSON-RPC 2.0 §5" },
  { "id-not-integer", BASE ", Requests" },
  { "id-null", BASE ", Requests" },
  { "is-error-not-boolean", "MCP 2025-11-25, schema, CallToolResult.isError" },
  { "json-byte-order-mark", JSON " §8.1" },
  { "json-duplicate-member", JSON " §4" },
  { "json-inexact-number", JSON " §6" },
  { "json-lone-surrogate", JSON " §8.2" },
  { "jsonrpc-version", "JSON-RPC 2.0 §4" },
  { "list-not-array", "MCP 2025-11-25, Server Features" },
  { "member-twice", JSON " §4" },
  { "member-type", "MCP 2025-11-25, schema" },
  { "member-unknown", "MCP 2025-11-25, schema" },
  { "messages-not-array", PROMPTS ", GetPromptResult" },
  { "name-characters", "MCP 2025-11-25, Tools, Tool Names" },
  { "name-long", "MCP 2025-11-25, Tools, Tool Names" },
  { "name-missing", "MCP 2025-11-25, schema, BaseMetadata.name" },
  { "params-not-object", BASE ", Requests" },
  { "progress-not-increasing", "MCP 2025-11-25, Utilities, Progress" },
  { "result-and-error", "JSON-RPC 2.0 §5" },
  { "result-not-object", BASE ", Responses" },
  { "role-unknown", PROMPTS ", PromptMessage" },
  { "schema-dialect-unknown", "MCP 2026-07-28, Base Protocol, JSON Schema Usage" },
  { "schema-id-fragment", SCHEMA " Core §8.2.1" },
  { "schema-keyword-invalid", SCHEMA },
  { "schema-metaschema", SCHEMA " Core §8.1" },
  { "schema-missing", TOOLS ", Tool" },
  { "schema-not-a-schema", SCHEMA " Core §4.3" },
  { "schema-not-object", TOOLS ", Tool" },
  { "schema-pattern-invalid", SCHEMA " Core §6.4" },
  { "schema-reference-circle", SCHEMA " Core §9.4.1" },
  { "schema-reference-outside", "MCP 2026-07-28, Base Protocol, JSON Schema Usage" },
  { "schema-reference-unresolved", SCHEMA " Core §8.2.3" },
  { "schema-type", TOOLS ", Tool" },
  { "server-member", "MCP 2025-11-25, schema, Implementation" },
  { "size-invalid", RESOURCES ", Resource" },
  { "structured-misfit", TOOLS ", Output Schema" },
  { "structured-missing", TOOLS ", Output Schema" },
  { "structured-not-object", "MCP 2025-11-25, schema, CallToolResult.structuredContent" },
  { "tool-headers", "MCP 2026-07-28, Transports, Custom Headers from Tool Parameters" },
  { "uri-invalid", RESOURCES ", Resource" },
  { "uri-missing", RESOURCES ", Resource" },
  { "uri-template-missing", RESOURCES ", Resource Templates" },
};

const char *
mcp_finding_get_source (const McpFinding *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (SOURCES); i++)
    if (g_str_equal (SOURCES[i].code, mcp_finding_get_code (self)))
      return SOURCES[i].source;
  return NULL;
}
