/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientCapabilities: what this client offers to servers. A plain value; it writes itself for
 * initialize (up to 2025-11-25) and for the _meta of each request (from 2026-07-28 on). Declare
 * only what something answers: a server may ask at once.
 *
 * Source: MCP 2025-11-25 and 2026-07-28, ClientCapabilities.
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  MCP_CLIENT_NO_CAPABILITIES = 0,
  MCP_CLIENT_ROOTS = 1 << 0,
  MCP_CLIENT_ROOTS_LIST_CHANGED = 1 << 1, /* initialize only; implies ROOTS */
  MCP_CLIENT_SAMPLING = 1 << 2,
  MCP_CLIENT_SAMPLING_TOOLS = 1 << 3,   /* implies SAMPLING */
  MCP_CLIENT_SAMPLING_CONTEXT = 1 << 4, /* implies SAMPLING */
  MCP_CLIENT_ELICITATION_FORM = 1 << 5,
  MCP_CLIENT_ELICITATION_URL = 1 << 6,
  /* Tasks that servers make of what they ask: 2025-11-25 only, written for initialize only. */
  MCP_CLIENT_TASKS_SAMPLING = 1 << 7,
  MCP_CLIENT_TASKS_ELICITATION = 1 << 8,
  MCP_CLIENT_TASKS_LIST = 1 << 9,
  MCP_CLIENT_TASKS_CANCEL = 1 << 10,
} McpClientCapabilityFlags;

typedef struct _McpClientCapabilities McpClientCapabilities;

#define MCP_TYPE_CLIENT_CAPABILITIES (mcp_client_capabilities_get_type ())
GType mcp_client_capabilities_get_type (void);

/** Returns: (transfer full) */
McpClientCapabilities *mcp_client_capabilities_new (McpClientCapabilityFlags flags);
/** Returns: (transfer full) */
McpClientCapabilities *mcp_client_capabilities_copy (const McpClientCapabilities *self);
void                   mcp_client_capabilities_free (McpClientCapabilities *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpClientCapabilities, mcp_client_capabilities_free)

/** Returns: with what they imply */
McpClientCapabilityFlags mcp_client_capabilities_get_flags (const McpClientCapabilities *self);

/** Declares an extension, or takes it back.
 * @name: with its prefix, such as "io.modelcontextprotocol/tasks"
 * @settings: (nullable): JSON text of an object; %NULL takes it back */
void     mcp_client_capabilities_set_extension (McpClientCapabilities *self,
                                                const char            *name,
                                                const char            *settings);
gboolean mcp_client_capabilities_has_extension (const McpClientCapabilities *self,
                                                const char                  *name);

/** Whether a server may ask this of us: "sampling/createMessage", "elicitation/create" in either
 * mode, "roots/list", or "tasks/…" where we make tasks of what servers ask. */
gboolean mcp_client_capabilities_answer (const McpClientCapabilities *self, const char *method);

/** Returns: (transfer full): JSON text for initialize */
char *mcp_client_capabilities_write_legacy (const McpClientCapabilities *self);
/** Returns: (transfer full): JSON text for io.modelcontextprotocol/clientCapabilities */
char *mcp_client_capabilities_write_modern (const McpClientCapabilities *self);

/** What of @required, the requiredCapabilities of the error -32021, is not declared.
 * @required: an object of the shape of ClientCapabilities
 * Returns: (transfer full) (nullable): paths such as "elicitation.form", joined by ", "; plain
 * text that may quote the server; %NULL where all of it is declared */
char *mcp_client_capabilities_find_missing (const McpClientCapabilities *self,
                                            McpJsonValue                 required);
