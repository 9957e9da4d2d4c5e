/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-sampling-message.h"

/* As MCP_RESULT_MAX_ITEMS, within one message. */
#define MAX_BLOCKS 1000

struct _McpSamplingMessage
{
  GObject     parent_instance;
  McpJsonSlot value;
  char       *role;
  GPtrArray  *blocks;
  GPtrArray  *findings;
};

G_DEFINE_FINAL_TYPE (McpSamplingMessage, mcp_sampling_message, G_TYPE_OBJECT)

static void
mcp_sampling_message_finalize (GObject *object)
{
  McpSamplingMessage *self = MCP_SAMPLING_MESSAGE (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->role);
  g_ptr_array_unref (self->blocks);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_sampling_message_parent_class)->finalize (object);
}

static void
mcp_sampling_message_class_init (McpSamplingMessageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_sampling_message_finalize;
}

static void
mcp_sampling_message_init (McpSamplingMessage *self)
{
  self->blocks = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
sampling_message_add (McpSamplingMessage *self, McpJsonValue value)
{
  McpSamplingBlock *block = mcp_sampling_block_new (value);
  GPtrArray        *findings = mcp_sampling_block_get_findings (block);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      mcp_finding_add (&self->findings, mcp_finding_get_level (finding),
                       mcp_finding_get_code (finding), "/content", "%s",
                       mcp_finding_get_text (finding));
    }
  g_ptr_array_add (self->blocks, block);
}

McpSamplingMessage *
mcp_sampling_message_new (McpJsonValue value)
{
  McpSamplingMessage *self = g_object_new (MCP_TYPE_SAMPLING_MESSAGE, NULL);
  McpJsonValue        content = mcp_json_value_get_member (value, "content");
  McpJsonIter         iter;
  McpJsonValue        block;

  mcp_json_slot_set (&self->value, value);
  self->role = mcp_json_value_dup_member_string (value, "role");
  if (g_strcmp0 (self->role, "user") != 0 && g_strcmp0 (self->role, "assistant") != 0)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "role-unknown", "/role",
                     "The role is neither “user” nor “assistant”.");

  if (mcp_json_value_get_kind (content) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, content);
      while (self->blocks->len < MAX_BLOCKS && mcp_json_iter_next (&iter, NULL, &block))
        sampling_message_add (self, block);
    }
  else if (mcp_json_value_exists (content))
    sampling_message_add (self, content);
  else
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-missing", "/content",
                     "The message has no content.");
  return self;
}

const char *
mcp_sampling_message_get_role (McpSamplingMessage *self)
{
  return self->role != NULL ? self->role : "";
}

GPtrArray *
mcp_sampling_message_get_blocks (McpSamplingMessage *self)
{
  return self->blocks;
}

guint
mcp_sampling_message_count (McpSamplingMessage *self, McpSamplingBlockKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    n += mcp_sampling_block_get_kind (g_ptr_array_index (self->blocks, i)) == kind;
  return n;
}

GPtrArray *
mcp_sampling_message_get_findings (McpSamplingMessage *self)
{
  return self->findings;
}
