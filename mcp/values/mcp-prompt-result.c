/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-prompt-result.h"

struct _McpPromptResult
{
  McpResult  parent_instance;
  char      *description;
  GPtrArray *messages;
};

G_DEFINE_FINAL_TYPE (McpPromptResult, mcp_prompt_result, MCP_TYPE_RESULT)

static void
mcp_prompt_result_read (McpResult *result, McpJsonValue value, GPtrArray **findings)
{
  McpPromptResult *self = MCP_PROMPT_RESULT (result);
  McpJsonValue     messages = mcp_json_value_get_member (value, "messages");
  McpJsonKind      kind = mcp_json_value_get_kind (messages);
  McpJsonIter      iter;
  McpJsonValue     item;

  self->description = mcp_json_value_dup_member_string (value, "description");
  if (kind != MCP_JSON_ARRAY)
    {
      mcp_finding_add (findings, MCP_FINDING_ERROR, "messages-not-array", "/messages",
                       "The messages are not an array but: %s.", mcp_json_kind_get_name (kind));
      return;
    }

  mcp_json_iter_init (&iter, messages);
  while (self->messages->len < MCP_RESULT_MAX_ITEMS && mcp_json_iter_next (&iter, NULL, &item))
    g_ptr_array_add (self->messages, mcp_prompt_message_new (item));
  if (mcp_json_value_get_n_items (messages) > MCP_RESULT_MAX_ITEMS)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "messages-many", "/messages",
                     "There are %u messages; those after %d are in the raw value only.",
                     mcp_json_value_get_n_items (messages), MCP_RESULT_MAX_ITEMS);
}

static void
mcp_prompt_result_finalize (GObject *object)
{
  McpPromptResult *self = MCP_PROMPT_RESULT (object);

  g_free (self->description);
  g_ptr_array_unref (self->messages);

  G_OBJECT_CLASS (mcp_prompt_result_parent_class)->finalize (object);
}

static void
mcp_prompt_result_class_init (McpPromptResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_prompt_result_finalize;
  MCP_RESULT_CLASS (klass)->read = mcp_prompt_result_read;
}

static void
mcp_prompt_result_init (McpPromptResult *self)
{
  self->messages = g_ptr_array_new_with_free_func (g_object_unref);
}

McpPromptResult *
mcp_prompt_result_new (McpAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, NULL);

  return MCP_PROMPT_RESULT (
      mcp_result_new_of_type (MCP_TYPE_PROMPT_RESULT, answer, MCP_JSON_NO_VALUE));
}

McpPromptResult *
mcp_prompt_result_new_for_value (McpJsonValue value)
{
  return MCP_PROMPT_RESULT (mcp_result_new_of_type (MCP_TYPE_PROMPT_RESULT, NULL, value));
}

const char *
mcp_prompt_result_get_description (McpPromptResult *self)
{
  return self->description;
}

GPtrArray *
mcp_prompt_result_get_messages (McpPromptResult *self)
{
  return self->messages;
}
