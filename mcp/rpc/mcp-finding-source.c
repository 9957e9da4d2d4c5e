/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where it is written that a finding is one: in the revision of the protocol that was spoken, or in
 * the first that has it. */

#include "mcp-finding.h"

#include <string.h>

#define MCP "2024-11-05"

static const struct
{
  const char *code;
  const char *since; /* (nullable): the first revision of the protocol that has it; %NULL for what
                      * is written elsewhere */
  const char *source;
} SOURCES[] = {
  { "annotations-not-object", MCP, "schema, Annotations" },
  { "argument-name-missing", MCP, "Prompts, PromptArgument" },
  { "argument-twice", MCP, "Prompts, PromptArgument" },
  { "arguments-not-array", MCP, "Prompts, Prompt" },
  { "base64-invalid", NULL, "RFC 4648 §4" },
  { "call-with-answer", NULL, "JSON-RPC 2.0 §4, §5" },
  { "capabilities-not-object", MCP, "schema, ServerCapabilities" },
  { "content-member", MCP, "Tools, Tool Result" },
  { "content-missing", MCP, "schema, CallToolResult.content" },
  { "content-not-array", MCP, "schema, CallToolResult.content" },
  { "content-not-object", MCP, "schema, content" },
  { "content-type", MCP, "schema, content" },
  { "contents-both", MCP, "Resources, ResourceContents" },
  { "contents-empty", MCP, "Resources, ResourceContents" },
  { "contents-not-array", MCP, "Resources, ReadResourceResult" },
  { "contents-not-object", MCP, "Resources, ResourceContents" },
  { "cursor-looped", MCP, "Pagination" },
  { "cursor-not-string", MCP, "Pagination" },
  { "entry-not-object", MCP, "Server Features" },
  { "error-code", NULL, "JSON-RPC 2.0 §5.1" },
  { "error-message", NULL, "JSON-RPC 2.0 §5.1" },
  { "error-not-object", NULL, "JSON-RPC 2.0 §5.1" },
  { "hint-not-boolean", "2025-03-26", "schema, ToolAnnotations" },
  { "icon-sizes", "2025-11-25", "Base Protocol, Icons" },
  { "icon-src-missing", "2025-11-25", "Base Protocol, Icons" },
  { "icons-not-array", "2025-11-25", "Base Protocol, Icons" },
  { "id-missing", NULL, "JSON-RPC 2.0 §5" },
  { "id-not-integer", MCP, "Base Protocol, Requests" },
  { "id-null", MCP, "Base Protocol, Requests" },
  { "is-error-not-boolean", MCP, "schema, CallToolResult.isError" },
  { "json-byte-order-mark", NULL, "RFC 8259 §8.1" },
  { "json-duplicate-member", NULL, "RFC 8259 §4" },
  { "json-inexact-number", NULL, "RFC 8259 §6" },
  { "json-lone-surrogate", NULL, "RFC 8259 §8.2" },
  { "jsonrpc-version", NULL, "JSON-RPC 2.0 §4" },
  { "list-not-array", MCP, "Server Features" },
  { "member-twice", NULL, "RFC 8259 §4" },
  { "member-type", MCP, "schema" },
  { "member-unknown", MCP, "schema" },
  { "message-not-object", MCP, "Prompts, PromptMessage" },
  { "messages-not-array", MCP, "Prompts, GetPromptResult" },
  { "name-characters", "2025-11-25", "Tools, Tool Names" },
  { "name-long", "2025-11-25", "Tools, Tool Names" },
  { "name-missing", MCP, "schema, name" },
  { "params-not-object", MCP, "Base Protocol, Requests" },
  { "progress-not-increasing", MCP, "Utilities, Progress" },
  { "result-and-error", NULL, "JSON-RPC 2.0 §5" },
  { "result-not-object", MCP, "Base Protocol, Responses" },
  { "role-unknown", MCP, "Prompts, PromptMessage" },
  { "schema-dialect-unknown", "2026-07-28", "Base Protocol, JSON Schema Usage" },
  { "schema-id-fragment", NULL, "JSON Schema 2020-12 Core §8.2.1" },
  { "schema-keyword-invalid", NULL, "JSON Schema 2020-12" },
  { "schema-metaschema", NULL, "JSON Schema 2020-12 Core §8.1" },
  { "schema-missing", MCP, "Tools, Tool" },
  { "schema-not-a-schema", NULL, "JSON Schema 2020-12 Core §4.3" },
  { "schema-not-object", MCP, "Tools, Tool" },
  { "schema-pattern-invalid", NULL, "JSON Schema 2020-12 Core §6.4" },
  { "schema-reference-circle", NULL, "JSON Schema 2020-12 Core §9.4.1" },
  { "schema-reference-outside", "2026-07-28", "Base Protocol, JSON Schema Usage" },
  { "schema-reference-unresolved", NULL, "JSON Schema 2020-12 Core §8.2.3" },
  { "schema-type", MCP, "Tools, Tool" },
  { "server-member", MCP, "schema, Implementation" },
  { "size-invalid", MCP, "Resources, Resource" },
  { "structured-misfit", "2025-06-18", "Tools, Output Schema" },
  { "structured-missing", "2025-06-18", "Tools, Output Schema" },
  { "structured-not-object", "2025-06-18", "schema, CallToolResult.structuredContent" },
  { "tool-headers", "2026-07-28", "Transports, Custom Headers from Tool Parameters" },
  { "uri-invalid", MCP, "Resources, Resource" },
  { "uri-missing", MCP, "Resources, Resource" },
  { "uri-template-missing", MCP, "Resources, Resource Templates" },
};

/* What a server was written for where nothing says what it speaks. */
#define USUAL "2025-11-25"

/* Revisions are dates; 2024-10-07 was the first, and never published as one. */
static gboolean
is_revision (const char *text)
{
  return text != NULL && strlen (text) == strlen (MCP) && g_ascii_isdigit (*text) &&
         strcmp (text, MCP) >= 0;
}

const char *
mcp_finding_get_source (const McpFinding *self)
{
  const char      *revision = USUAL;
  const char      *since;
  g_autofree char *text = NULL;
  guint            i = 0;

  g_return_val_if_fail (self != NULL, NULL);

  while (i < G_N_ELEMENTS (SOURCES) && strcmp (SOURCES[i].code, mcp_finding_get_code (self)) != 0)
    i++;
  if (i == G_N_ELEMENTS (SOURCES))
    return NULL;
  since = SOURCES[i].since;
  if (since == NULL)
    return SOURCES[i].source;
  if (is_revision (mcp_finding_get_revision (self)))
    revision = mcp_finding_get_revision (self);
  if (strcmp (since, revision) <= 0)
    text = g_strdup_printf ("MCP %s, %s", revision, SOURCES[i].source);
  else if (mcp_finding_get_revision (self) != NULL)
    text = g_strdup_printf ("MCP %s (later than %s, which is spoken), %s", since, revision,
                            SOURCES[i].source);
  else
    text = g_strdup_printf ("MCP %s, %s", since, SOURCES[i].source);
  return g_intern_string (text);
}
