/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpDefinition: one entry of a server's list: what a tool, a resource, a resource template or a
 * prompt has in common. Abstract. Immutable, so it may be read in any thread. An entry that is
 * malformed is kept: what is missing is %NULL or none, and a finding says so.
 *
 * Source: MCP 2025-11-25, "Server Features".
 */

#pragma once

#include "mcp-finding.h"

typedef enum {
  MCP_DEFINITION_TOOL,
  MCP_DEFINITION_RESOURCE,
  MCP_DEFINITION_RESOURCE_TEMPLATE,
  MCP_DEFINITION_PROMPT,
} McpDefinitionKind;
#define MCP_N_DEFINITION_KINDS 4

#define MCP_TYPE_DEFINITION (mcp_definition_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpDefinition, mcp_definition, MCP, DEFINITION, GObject)

struct _McpDefinitionClass
{
  GObjectClass      parent_class;
  McpDefinitionKind kind;

  /* For the classes below: reads their own members and adds findings. */
  void (*read) (McpDefinition *self, McpJsonValue value);
};

/** @value: the entry as it came; its document is held. Returns: (transfer full): an object of the
 * class of @kind */
McpDefinition *mcp_definition_new (McpDefinitionKind kind, McpJsonValue value);

McpDefinitionKind mcp_definition_get_kind (McpDefinition *self);
/** What tells entries of one list apart: the name of a tool or prompt, the URI of a resource, the
 * template of a template; empty where it is missing. Returns: (transfer none) */
const char *mcp_definition_get_key (McpDefinition *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_definition_get_name (McpDefinition *self);
/** Returns: (transfer none) (nullable): the member title only */
const char *mcp_definition_get_title (McpDefinition *self);
/** The title, else annotations.title, else the name, else the key. Returns: (transfer none): plain
 * text, never empty except where nothing at all was said */
const char *mcp_definition_get_display_name (McpDefinition *self);
/** Returns: (transfer none) (nullable): plain text, or Markdown where its author thought so */
const char *mcp_definition_get_description (McpDefinition *self);
/** Returns: the member annotations; none where absent */
McpJsonValue mcp_definition_get_annotations (McpDefinition *self);
/** Returns: the member icons; none where absent */
McpJsonValue mcp_definition_get_icons (McpDefinition *self);
/** Returns: the whole entry as it came */
McpJsonValue mcp_definition_get_value (McpDefinition *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding): %NULL when all is in order */
GPtrArray *mcp_definition_get_findings (McpDefinition *self);
/** Whether both are of one kind and say the same, member order and spelling aside. */
gboolean mcp_definition_equal (McpDefinition *a, McpDefinition *b);

/* The words of the protocol for each kind. Returns: (transfer none) */
const char *mcp_definition_kind_get_list_method (McpDefinitionKind kind); /* tools/list */
const char *mcp_definition_kind_get_member (McpDefinitionKind kind);      /* tools */
const char *mcp_definition_kind_get_capability (McpDefinitionKind kind);  /* tools */

/** Where findings go while a definition is read. Returns: (transfer none) */
GPtrArray **mcp_definition_edit_findings (McpDefinition *self);
