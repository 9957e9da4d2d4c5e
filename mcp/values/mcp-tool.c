/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tool.h"

#include "mcp-definition-private.h"
#include "mcp-object.h"

#include <string.h>

/* MCP 2025-11-25, "Tool Names": 1 to 128 of these. */
#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-."
#define NAME_MAX_LENGTH 128

#define N_HINTS 4

struct _McpTool
{
  McpDefinition      parent_instance;
  McpJsonValue       input_schema;
  McpJsonValue       output_schema;
  gboolean           hints[N_HINTS];
  gboolean           said[N_HINTS];
  McpToolTaskSupport task_support;
  McpHeaderRules    *header_rules; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (McpTool, mcp_tool, MCP_TYPE_DEFINITION)

static const struct
{
  const char *name;
  gboolean    fallback;
} HINTS[N_HINTS] = {
  { "readOnlyHint", FALSE },
  { "destructiveHint", TRUE },
  { "idempotentHint", FALSE },
  { "openWorldHint", TRUE },
};

static const char *const MEMBERS[] = { "name", "title", "description", "inputSchema",
                                       "outputSchema", "annotations", "execution", "icons",
                                       "_meta", NULL };

static void
tool_check_name (McpTool *self)
{
  GPtrArray **findings = mcp_definition_edit_findings (MCP_DEFINITION (self));
  const char *name = mcp_definition_get_name (MCP_DEFINITION (self));

  if (name == NULL || *name == '\0')
    return;
  if (strlen (name) > NAME_MAX_LENGTH)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "name-long", "/name",
                     "The name is longer than %d characters.", NAME_MAX_LENGTH);
  if (name[strspn (name, NAME_CHARACTERS)] != '\0')
    mcp_finding_add (findings, MCP_FINDING_WARNING, "name-characters", "/name",
                     "The name has characters other than letters, digits, “_”, “-” and “.”.");
}

static void
tool_check_type (McpTool *self, McpJsonValue schema, const char *name)
{
  GPtrArray      **findings = mcp_definition_edit_findings (MCP_DEFINITION (self));
  g_autofree char *pointer = g_strdup_printf ("/%s", name);

  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT &&
      !mcp_json_value_string_equals (mcp_json_value_get_member (schema, "type"), "object"))
    mcp_finding_add (findings, MCP_FINDING_WARNING, "schema-type", pointer,
                     "The %s does not have the type “object”.", name);
}

static void
tool_check_schema (McpTool *self, McpJsonValue schema, const char *name, gboolean required)
{
  GPtrArray      **findings = mcp_definition_edit_findings (MCP_DEFINITION (self));
  g_autofree char *pointer = g_strdup_printf ("/%s", name);
  McpJsonKind      kind = mcp_json_value_get_kind (schema);

  if (kind == MCP_JSON_NONE && required)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "schema-missing", pointer,
                     "The tool has no %s.", name);
  else if (kind != MCP_JSON_NONE && kind != MCP_JSON_OBJECT)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "schema-not-object", pointer,
                     "Invalid %s: expected an object, got %s.", name,
                     mcp_json_kind_get_name (kind));
}

static void
tool_read_hints (McpTool *self, McpJsonValue annotations)
{
  GPtrArray **findings = mcp_definition_edit_findings (MCP_DEFINITION (self));

  for (guint i = 0; i < N_HINTS; i++)
    {
      McpJsonValue value = mcp_json_value_get_member (annotations, HINTS[i].name);

      self->said[i] = mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN;
      self->hints[i] = mcp_json_value_get_boolean (value, HINTS[i].fallback);
      if (mcp_json_value_exists (value) && !self->said[i])
        mcp_finding_add (findings, MCP_FINDING_ERROR, "hint-not-boolean", "/annotations",
                         "The hint “%s” is not a boolean.", HINTS[i].name);
    }
}

static void
tool_read_task_support (McpTool *self, McpJsonValue value)
{
  McpJsonValue execution = mcp_json_value_get_member (value, "execution");
  McpJsonValue support = mcp_json_value_get_member (execution, "taskSupport");

  if (mcp_json_value_string_equals (support, "optional"))
    self->task_support = MCP_TOOL_TASK_OPTIONAL;
  else if (mcp_json_value_string_equals (support, "required"))
    self->task_support = MCP_TOOL_TASK_REQUIRED;
}

static void
tool_read_headers (McpTool *self)
{
  self->header_rules = mcp_header_rules_new (self->input_schema);
  if (mcp_tool_get_exclusion (self) != NULL)
    mcp_finding_add (mcp_definition_edit_findings (MCP_DEFINITION (self)), MCP_FINDING_ERROR,
                     "tool-headers", "/inputSchema",
                     "Over HTTP the tool cannot be called from 2026-07-28 on: %s",
                     mcp_tool_get_exclusion (self));
}

static void
mcp_tool_read (McpDefinition *definition, McpJsonValue value)
{
  McpTool     *self = MCP_TOOL (definition);
  McpJsonValue annotations = mcp_definition_get_annotations (definition);

  self->input_schema = mcp_json_value_get_member (value, "inputSchema");
  self->output_schema = mcp_json_value_get_member (value, "outputSchema");
  mcp_definition_take_second_title (definition,
                                    mcp_json_value_dup_member_string (annotations, "title"));
  tool_check_name (self);
  tool_check_schema (self, self->input_schema, "inputSchema", TRUE);
  tool_check_type (self, self->input_schema, "inputSchema");
  tool_check_schema (self, self->output_schema, "outputSchema", FALSE);
  tool_read_hints (self, annotations);
  tool_read_task_support (self, value);
  tool_read_headers (self);
  mcp_definition_check_members (definition, MEMBERS);
}

MCP_DEFINE_FINALIZE (McpTool, mcp_tool)
{
  g_clear_pointer (&self->header_rules, mcp_header_rules_unref);
}

static void
mcp_tool_class_init (McpToolClass *klass)
{
  McpDefinitionClass *definition_class = MCP_DEFINITION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_tool_finalize;
  definition_class->kind = MCP_DEFINITION_TOOL;
  definition_class->read = mcp_tool_read;
}

static void
mcp_tool_init (McpTool *self)
{
  for (guint i = 0; i < N_HINTS; i++)
    self->hints[i] = HINTS[i].fallback;
}

gboolean
mcp_tool_get_hint (McpTool *self, McpToolHint hint)
{
  g_return_val_if_fail (MCP_IS_TOOL (self), FALSE);

  return self->hints[hint];
}

gboolean
mcp_tool_has_hint (McpTool *self, McpToolHint hint)
{
  g_return_val_if_fail (MCP_IS_TOOL (self), FALSE);

  return self->said[hint];
}

gboolean
mcp_tool_may_destroy (McpTool *self)
{
  g_return_val_if_fail (MCP_IS_TOOL (self), TRUE);

  return !self->hints[MCP_TOOL_HINT_READ_ONLY] && self->hints[MCP_TOOL_HINT_DESTRUCTIVE];
}

gboolean
mcp_tool_may_repeat (McpTool *self)
{
  gboolean contradicts;

  g_return_val_if_fail (MCP_IS_TOOL (self), FALSE);

  contradicts =
      self->said[MCP_TOOL_HINT_DESTRUCTIVE] && self->hints[MCP_TOOL_HINT_DESTRUCTIVE];
  return self->hints[MCP_TOOL_HINT_IDEMPOTENT] ||
         (self->hints[MCP_TOOL_HINT_READ_ONLY] && !contradicts);
}

McpJsonValue
mcp_tool_get_input_schema (McpTool *self)
{
  return self->input_schema;
}

McpJsonValue
mcp_tool_get_output_schema (McpTool *self)
{
  return self->output_schema;
}

void
mcp_tool_check_output_type (McpTool *self)
{
  g_return_if_fail (MCP_IS_TOOL (self));

  tool_check_type (self, self->output_schema, "outputSchema");
}

MCP_DEFINE_PLAIN_GETTER (McpToolTaskSupport, McpTool, mcp_tool, task_support)
MCP_DEFINE_PLAIN_GETTER (McpHeaderRules *, McpTool, mcp_tool, header_rules)

const char *
mcp_tool_get_exclusion (McpTool *self)
{
  return self->header_rules != NULL ? mcp_header_rules_get_fault (self->header_rules) : NULL;
}
