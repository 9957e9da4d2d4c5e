/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-sampling.h"

#include <math.h>

/* As MCP_RESULT_MAX_ITEMS, within one block and one message. */
#define MAX_BLOCKS 1000
/* A conversation of more is beyond any model's window; the rest is in the raw value only. */
#define MAX_MESSAGES 10000
#define MAX_STRINGS 1000

/* Blocks */

static void
block_free (gpointer data)
{
  McpSamplingBlock *self = data;

  mcp_json_slot_clear (&self->slot);
  mcp_content_free (self->content);
  g_free (self->tool_name);
  g_ptr_array_unref (self->contents);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}

static McpJsonValue
sampling_block_need (McpSamplingBlock *self, const char *name, McpJsonKind kind)
{
  McpJsonValue member = mcp_json_value_get_member (self->slot.value, name);

  if (mcp_json_value_get_kind (member) == kind)
    return member;

  g_autofree char *pointer = g_strdup_printf ("/%s", name);
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
  self->input = mcp_json_value_get_member (self->slot.value, "input");
}

static void
sampling_block_read_result (McpSamplingBlock *self)
{
  self->kind = MCP_SAMPLING_TOOL_RESULT;
  self->tool_use_id = sampling_block_need (self, "toolUseId", MCP_JSON_STRING);
  for (McpJsonWalk item = mcp_json_walk (sampling_block_need (self, "content", MCP_JSON_ARRAY));
       self->contents->len < MAX_BLOCKS && mcp_json_walk_next (&item);)
    g_ptr_array_add (self->contents, mcp_content_new (item.value));
}

static McpSamplingBlock *
block_new (McpJsonValue value)
{
  McpSamplingBlock *self = g_new0 (McpSamplingBlock, 1);
  McpJsonValue      type = mcp_json_value_get_member (value, "type");

  mcp_json_slot_set (&self->slot, value);
  self->contents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_content_free);
  self->tool_use_id = self->input = MCP_JSON_NO_VALUE;
  self->is_error = mcp_json_value_get_member_boolean (value, "isError", FALSE);
  if (mcp_json_value_string_equals (type, "tool_use"))
    sampling_block_read_use (self);
  else if (mcp_json_value_string_equals (type, "tool_result"))
    sampling_block_read_result (self);
  else
    {
      self->content = mcp_content_new (value);
      mcp_finding_add_all (&self->findings, self->content->findings, NULL);
    }
  return self;
}

/* Messages */

static void
message_free (gpointer data)
{
  McpSamplingMessage *self = data;

  mcp_json_slot_clear (&self->slot);
  g_free (self->role);
  g_ptr_array_unref (self->blocks);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}

static void
message_add (McpSamplingMessage *self, McpJsonValue value, const char *pointer)
{
  McpSamplingBlock *block = block_new (value);

  mcp_finding_add_all (&self->findings, block->findings, pointer);
  g_ptr_array_add (self->blocks, block);
}

static McpSamplingMessage *
message_new (McpJsonValue value)
{
  McpSamplingMessage *self = g_new0 (McpSamplingMessage, 1);
  McpJsonValue        content = mcp_json_value_get_member (value, "content");

  mcp_json_slot_set (&self->slot, value);
  self->blocks = g_ptr_array_new_with_free_func (block_free);
  self->role = mcp_json_value_dup_member_string (value, "role");
  if (g_strcmp0 (self->role, "user") != 0 && g_strcmp0 (self->role, "assistant") != 0)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "role-unknown", "/role",
                     "The role is neither “user” nor “assistant”.");

  if (mcp_json_value_get_kind (content) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk block = mcp_json_walk (content);
           self->blocks->len < MAX_BLOCKS && mcp_json_walk_next (&block);)
        {
          g_autofree char *pointer = g_strdup_printf ("/content/%u", self->blocks->len);

          message_add (self, block.value, pointer);
        }
    }
  else if (mcp_json_value_exists (content))
    message_add (self, content, "/content");
  else
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-missing", "/content",
                     "The message has no content.");
  if (self->role == NULL)
    self->role = g_strdup ("");
  return self;
}

/* Returns: how many blocks of @kind it has */
static guint
count_blocks (McpSamplingMessage *self, McpSamplingBlockKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    n += ((McpSamplingBlock *)g_ptr_array_index (self->blocks, i))->kind == kind;
  return n;
}

/* The request */

/* @name: (nullable): the member of each item that is the string; else the item itself */
static char **
dup_strings (McpJsonValue array, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint left = MAX_STRINGS;

  for (McpJsonWalk item = mcp_json_walk (array); left-- > 0 && mcp_json_walk_next (&item);)
    {
      McpJsonValue     named = mcp_json_value_get_member (item.value, name);
      g_autofree char *text = mcp_json_value_dup_string (name != NULL ? named : item.value, NULL);

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

static void
read_messages (McpSamplingRequest *self, McpJsonValue messages)
{
  for (McpJsonWalk item = mcp_json_walk (messages);
       self->messages->len < MAX_MESSAGES && mcp_json_walk_next (&item);)
    {
      McpSamplingMessage *message = message_new (item.value);
      g_autofree char    *pointer = g_strdup_printf ("/messages/%u", self->messages->len);

      mcp_finding_add_all (&self->findings, message->findings, pointer);
      g_ptr_array_add (self->messages, message);
    }
}

/* The ids of the blocks of @kind, as JSON text. */
static GHashTable *
collect_ids (McpSamplingMessage *message, McpSamplingBlockKind kind)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < message->blocks->len; i++)
    {
      McpSamplingBlock *block = g_ptr_array_index (message->blocks, i);

      if (block->kind == kind && mcp_json_value_exists (block->tool_use_id))
        g_hash_table_add (ids, mcp_json_value_dup_string (block->tool_use_id, NULL));
    }
  return ids;
}

/* Whether @next answers each use of a tool in @message. */
static gboolean
answers_all (McpSamplingMessage *message, McpSamplingMessage *next)
{
  g_autoptr (GHashTable) uses = collect_ids (message, MCP_SAMPLING_TOOL_USE);
  g_autoptr (GHashTable) results = collect_ids (next, MCP_SAMPLING_TOOL_RESULT);
  GHashTableIter iter;
  gpointer       id;

  g_hash_table_iter_init (&iter, uses);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (results, id))
      return FALSE;
  return TRUE;
}

/* MCP 2025-11-25, "Sampling / Message content constraints". */
static const char *
find_fault (McpSamplingRequest *self)
{
  McpSamplingMessage *before = NULL;

  for (guint i = 0; i < self->messages->len; i++)
    {
      McpSamplingMessage *message = g_ptr_array_index (self->messages, i);

      guint n_results = count_blocks (message, MCP_SAMPLING_TOOL_RESULT);
      if (n_results > 0 && n_results < message->blocks->len)
        return "Tool results mixed with other content";
      if (n_results > 0 && (before == NULL ||
                            count_blocks (before, MCP_SAMPLING_TOOL_USE) == 0))
        return "Tool result without a tool use before it";
      if (before != NULL && count_blocks (before, MCP_SAMPLING_TOOL_USE) > 0 &&
          !answers_all (before, message))
        return "Tool result missing in request";
      before = message;
    }
  if (before != NULL && count_blocks (before, MCP_SAMPLING_TOOL_USE) > 0)
    return "Tool result missing in request";
  return NULL;
}

static void
read_params (McpSamplingRequest *self, McpJsonValue params)
{
  McpJsonValue messages = mcp_json_value_get_member (params, "messages");
  McpJsonValue tools = mcp_json_value_get_member (params, "tools");

  if (mcp_json_value_get_kind (messages) == MCP_JSON_ARRAY)
    {
      read_messages (self, messages);
      self->fault = find_fault (self);
    }
  else
    {
      self->fault = "The messages are missing";
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "messages-not-array", "/messages",
                       "There are no messages that are an array.");
    }
  if (self->fault != NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "messages-refused", "/messages",
                     "The request must be refused: %s.", self->fault);
  if (self->max_tokens < 0)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "max-tokens-missing", "/maxTokens",
                     "The server does not say how many tokens it allows.");
  if (mcp_json_value_exists (tools) && mcp_json_value_get_kind (tools) != MCP_JSON_ARRAY)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "tools-not-array", "/tools",
                     "The tools are not an array.");
}

static double
read_number (McpJsonValue object, const char *name)
{
  return mcp_json_value_get_double (mcp_json_value_get_member (object, name), NAN);
}

McpSamplingRequest *
mcp_sampling_request_new (McpJsonValue params)
{
  McpSamplingRequest *self = g_atomic_rc_box_new0 (McpSamplingRequest);
  McpJsonValue        preferences = mcp_json_value_get_member (params, "modelPreferences");
  McpJsonValue        choice = mcp_json_value_get_member (params, "toolChoice");

  mcp_json_slot_set (&self->slot, params);
  self->messages = g_ptr_array_new_with_free_func (message_free);
  self->system_prompt = mcp_json_value_dup_member_string (params, "systemPrompt");
  self->include_context = mcp_json_value_dup_member_string (params, "includeContext");
  self->max_tokens = mcp_json_value_get_member_int64 (params, "maxTokens", -1);
  self->temperature = read_number (params, "temperature");
  self->model_hints = dup_strings (mcp_json_value_get_member (preferences, "hints"), "name");
  self->cost_priority = read_number (preferences, "costPriority");
  self->speed_priority = read_number (preferences, "speedPriority");
  self->intelligence_priority = read_number (preferences, "intelligencePriority");
  self->stop_sequences = dup_strings (mcp_json_value_get_member (params, "stopSequences"), NULL);
  self->tools = mcp_json_value_get_member (params, "tools");
  self->tool_choice = mcp_json_value_dup_member_string (choice, "mode");
  self->uses_tools = mcp_json_value_exists (self->tools) || mcp_json_value_exists (choice);
  read_params (self, params);
  return self;
}

McpSamplingRequest *
mcp_sampling_request_ref (McpSamplingRequest *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
request_clear (gpointer data)
{
  McpSamplingRequest *self = data;

  mcp_json_slot_clear (&self->slot);
  g_ptr_array_unref (self->messages);
  g_free (self->system_prompt);
  g_free (self->include_context);
  g_free (self->tool_choice);
  g_strfreev (self->model_hints);
  g_strfreev (self->stop_sequences);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

void
mcp_sampling_request_unref (McpSamplingRequest *self)
{
  g_atomic_rc_box_release_full (self, request_clear);
}
