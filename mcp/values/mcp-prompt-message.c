/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-prompt-message.h"

/* As MCP_RESULT_MAX_ITEMS, within one message, where the specification has one. */
#define MAX_BLOCKS 1000

struct _McpPromptMessage
{
  GObject     parent_instance;
  McpJsonSlot value;
  char       *role;
  GPtrArray  *contents;
  GPtrArray  *findings;
};

enum {
  PROP_0,
  PROP_ROLE,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpPromptMessage, mcp_prompt_message, G_TYPE_OBJECT)

static void
mcp_prompt_message_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_ROLE:
      g_value_set_string (value, mcp_prompt_message_get_role (MCP_PROMPT_MESSAGE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_prompt_message_finalize (GObject *object)
{
  McpPromptMessage *self = MCP_PROMPT_MESSAGE (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->role);
  g_ptr_array_unref (self->contents);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_prompt_message_parent_class)->finalize (object);
}

static void
mcp_prompt_message_class_init (McpPromptMessageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = mcp_prompt_message_get_property;
  object_class->finalize = mcp_prompt_message_finalize;

  properties[PROP_ROLE] =
      g_param_spec_string ("role", NULL, NULL, NULL,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_prompt_message_init (McpPromptMessage *self)
{
  self->contents = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
prompt_message_read_content (McpPromptMessage *self, McpJsonValue content)
{
  McpJsonKind  kind = mcp_json_value_get_kind (content);
  McpJsonIter  iter;
  McpJsonValue block;

  if (kind != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-not-object", "/content",
                     "The content of the message is not an object but: %s.",
                     mcp_json_kind_get_name (kind));
  if (kind == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, content);
      while (self->contents->len < MAX_BLOCKS && mcp_json_iter_next (&iter, NULL, &block))
        g_ptr_array_add (self->contents, mcp_content_new (block));
    }
  else if (kind != MCP_JSON_NONE)
    {
      g_ptr_array_add (self->contents, mcp_content_new (content));
    }
}

McpPromptMessage *
mcp_prompt_message_new (McpJsonValue value)
{
  McpPromptMessage *self = g_object_new (MCP_TYPE_PROMPT_MESSAGE, NULL);

  mcp_json_slot_set (&self->value, value);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      prompt_message_read_content (self, value);
      return self;
    }

  self->role = mcp_json_value_dup_member_string (value, "role");
  if (g_strcmp0 (self->role, "user") != 0 && g_strcmp0 (self->role, "assistant") != 0)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "role-unknown", "/role",
                     "The role is neither “user” nor “assistant”.");
  prompt_message_read_content (self, mcp_json_value_get_member (value, "content"));
  return self;
}

const char *
mcp_prompt_message_get_role (McpPromptMessage *self)
{
  return self->role != NULL ? self->role : "";
}

GPtrArray *
mcp_prompt_message_get_contents (McpPromptMessage *self)
{
  return self->contents;
}

McpJsonValue
mcp_prompt_message_get_value (McpPromptMessage *self)
{
  return self->value.value;
}

GPtrArray *
mcp_prompt_message_get_findings (McpPromptMessage *self)
{
  return self->findings;
}
