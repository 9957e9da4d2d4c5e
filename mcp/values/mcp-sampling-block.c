/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-sampling-block.h"

/* As MCP_RESULT_MAX_ITEMS, within one block. */
#define MAX_CONTENTS 1000

struct _McpSamplingBlock
{
  GObject              parent_instance;
  McpJsonSlot          value;
  McpSamplingBlockKind kind;
  McpContent          *content;
  McpJsonValue         tool_use_id;
  char                *tool_name;
  GPtrArray           *contents;
  GPtrArray           *findings;
};

G_DEFINE_FINAL_TYPE (McpSamplingBlock, mcp_sampling_block, G_TYPE_OBJECT)

static void
mcp_sampling_block_finalize (GObject *object)
{
  McpSamplingBlock *self = MCP_SAMPLING_BLOCK (object);

  mcp_json_slot_clear (&self->value);
  g_clear_object (&self->content);
  g_free (self->tool_name);
  g_ptr_array_unref (self->contents);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_sampling_block_parent_class)->finalize (object);
}

static void
mcp_sampling_block_class_init (McpSamplingBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_sampling_block_finalize;
}

static void
mcp_sampling_block_init (McpSamplingBlock *self)
{
  self->contents = g_ptr_array_new_with_free_func (g_object_unref);
}

static McpJsonValue
sampling_block_need (McpSamplingBlock *self, const char *name, McpJsonKind kind)
{
  McpJsonValue     member = mcp_json_value_get_member (self->value.value, name);
  g_autofree char *pointer = NULL;

  if (mcp_json_value_get_kind (member) == kind)
    return member;

  pointer = g_strdup_printf ("/%s", name);
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "block-member", pointer,
                   "The block has no “%s” of the type %s.", name, mcp_json_kind_get_name (kind));
  return MCP_JSON_NO_VALUE;
}

static void
sampling_block_read_use (McpSamplingBlock *self)
{
  self->kind = MCP_SAMPLING_TOOL_USE;
  self->tool_use_id = sampling_block_need (self, "id", MCP_JSON_STRING);
  self->tool_name =
      mcp_json_value_dup_string (sampling_block_need (self, "name", MCP_JSON_STRING), NULL);
  sampling_block_need (self, "input", MCP_JSON_OBJECT);
}

static void
sampling_block_read_result (McpSamplingBlock *self)
{
  McpJsonIter  iter;
  McpJsonValue item;

  self->kind = MCP_SAMPLING_TOOL_RESULT;
  self->tool_use_id = sampling_block_need (self, "toolUseId", MCP_JSON_STRING);
  mcp_json_iter_init (&iter, sampling_block_need (self, "content", MCP_JSON_ARRAY));
  while (self->contents->len < MAX_CONTENTS && mcp_json_iter_next (&iter, NULL, &item))
    g_ptr_array_add (self->contents, mcp_content_new (item));
}

McpSamplingBlock *
mcp_sampling_block_new (McpJsonValue value)
{
  McpSamplingBlock *self = g_object_new (MCP_TYPE_SAMPLING_BLOCK, NULL);
  McpJsonValue      type = mcp_json_value_get_member (value, "type");
  GPtrArray        *findings;

  mcp_json_slot_set (&self->value, value);
  if (mcp_json_value_string_equals (type, "tool_use"))
    sampling_block_read_use (self);
  else if (mcp_json_value_string_equals (type, "tool_result"))
    sampling_block_read_result (self);
  else
    {
      self->content = mcp_content_new (value);
      findings = mcp_content_get_findings (self->content);
      self->findings = findings != NULL ? g_ptr_array_ref (findings) : NULL;
    }
  return self;
}

McpSamplingBlockKind
mcp_sampling_block_get_kind (McpSamplingBlock *self)
{
  return self->kind;
}

McpContent *
mcp_sampling_block_get_content (McpSamplingBlock *self)
{
  return self->content;
}

McpJsonValue
mcp_sampling_block_get_tool_use_id (McpSamplingBlock *self)
{
  return self->tool_use_id;
}

const char *
mcp_sampling_block_get_tool_name (McpSamplingBlock *self)
{
  return self->tool_name;
}

McpJsonValue
mcp_sampling_block_get_input (McpSamplingBlock *self)
{
  if (self->kind != MCP_SAMPLING_TOOL_USE)
    return MCP_JSON_NO_VALUE;
  return mcp_json_value_get_member (self->value.value, "input");
}

GPtrArray *
mcp_sampling_block_get_contents (McpSamplingBlock *self)
{
  return self->contents;
}

gboolean
mcp_sampling_block_get_is_error (McpSamplingBlock *self)
{
  return mcp_json_value_get_member_boolean (self->value.value, "isError", FALSE);
}

McpJsonValue
mcp_sampling_block_get_value (McpSamplingBlock *self)
{
  return self->value.value;
}

GPtrArray *
mcp_sampling_block_get_findings (McpSamplingBlock *self)
{
  return self->findings;
}
