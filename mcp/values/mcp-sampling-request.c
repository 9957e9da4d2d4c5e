/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-sampling-request.h"

#include <math.h>

/* A conversation of more is beyond any model's window; the rest is in the raw value only. */
#define MAX_MESSAGES 10000
#define MAX_STRINGS 1000

struct _McpSamplingRequest
{
  GObject     parent_instance;
  McpJsonSlot value;
  GPtrArray  *messages;
  char       *system_prompt;
  char       *include_context;
  char       *tool_choice;
  char      **model_hints;
  char      **stop_sequences;
  const char *fault; /* (nullable): static */
  GPtrArray  *findings;
};

G_DEFINE_FINAL_TYPE (McpSamplingRequest, mcp_sampling_request, G_TYPE_OBJECT)

static void
mcp_sampling_request_finalize (GObject *object)
{
  McpSamplingRequest *self = MCP_SAMPLING_REQUEST (object);

  mcp_json_slot_clear (&self->value);
  g_ptr_array_unref (self->messages);
  g_free (self->system_prompt);
  g_free (self->include_context);
  g_free (self->tool_choice);
  g_strfreev (self->model_hints);
  g_strfreev (self->stop_sequences);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_sampling_request_parent_class)->finalize (object);
}

static void
mcp_sampling_request_class_init (McpSamplingRequestClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_sampling_request_finalize;
}

static void
mcp_sampling_request_init (McpSamplingRequest *self)
{
  self->messages = g_ptr_array_new_with_free_func (g_object_unref);
}

/** @name: (nullable): the member of each item that is the string; else the item itself */
static char **
dup_strings (McpJsonValue array, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonIter  iter;
  McpJsonValue item;
  guint        left = MAX_STRINGS;

  mcp_json_iter_init (&iter, array);
  while (left-- > 0 && mcp_json_iter_next (&iter, NULL, &item))
    {
      McpJsonValue     value = name != NULL ? mcp_json_value_get_member (item, name) : item;
      g_autofree char *text = mcp_json_value_dup_string (value, NULL);

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

static void
sampling_request_read_messages (McpSamplingRequest *self, McpJsonValue messages)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, messages);
  while (self->messages->len < MAX_MESSAGES && mcp_json_iter_next (&iter, NULL, &item))
    {
      McpSamplingMessage *message = mcp_sampling_message_new (item);
      GPtrArray          *findings = mcp_sampling_message_get_findings (message);
      g_autofree char    *pointer = g_strdup_printf ("/messages/%u", self->messages->len);

      for (guint i = 0; findings != NULL && i < findings->len; i++)
        {
          const McpFinding *finding = g_ptr_array_index (findings, i);

          mcp_finding_add (&self->findings, mcp_finding_get_level (finding),
                           mcp_finding_get_code (finding), pointer, "%s",
                           mcp_finding_get_text (finding));
        }
      g_ptr_array_add (self->messages, message);
    }
}

/** The ids of the blocks of @kind, as JSON text. */
static GHashTable *
collect_ids (McpSamplingMessage *message, McpSamplingBlockKind kind)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray  *blocks = mcp_sampling_message_get_blocks (message);

  for (guint i = 0; i < blocks->len; i++)
    {
      McpSamplingBlock *block = g_ptr_array_index (blocks, i);
      McpJsonValue      id = mcp_sampling_block_get_tool_use_id (block);

      if (mcp_sampling_block_get_kind (block) == kind && mcp_json_value_exists (id))
        g_hash_table_add (ids, mcp_json_value_dup_string (id, NULL));
    }
  return ids;
}

/** Whether @next answers each use of a tool in @message. */
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

/** MCP 2025-11-25, "Sampling / Message content constraints". */
static const char *
find_fault (McpSamplingRequest *self)
{
  McpSamplingMessage *before = NULL;

  for (guint i = 0; i < self->messages->len; i++)
    {
      McpSamplingMessage *message = g_ptr_array_index (self->messages, i);
      guint               n_results;

      n_results = mcp_sampling_message_count (message, MCP_SAMPLING_TOOL_RESULT);
      if (n_results > 0 && n_results < mcp_sampling_message_get_blocks (message)->len)
        return "Tool results mixed with other content";
      if (n_results > 0 && (before == NULL ||
                            mcp_sampling_message_count (before, MCP_SAMPLING_TOOL_USE) == 0))
        return "Tool result without a tool use before it";
      if (before != NULL && mcp_sampling_message_count (before, MCP_SAMPLING_TOOL_USE) > 0 &&
          !answers_all (before, message))
        return "Tool result missing in request";
      before = message;
    }
  if (before != NULL && mcp_sampling_message_count (before, MCP_SAMPLING_TOOL_USE) > 0)
    return "Tool result missing in request";
  return NULL;
}

static void
sampling_request_read (McpSamplingRequest *self, McpJsonValue params)
{
  McpJsonValue messages = mcp_json_value_get_member (params, "messages");
  McpJsonValue tools = mcp_json_value_get_member (params, "tools");

  if (mcp_json_value_get_kind (messages) == MCP_JSON_ARRAY)
    {
      sampling_request_read_messages (self, messages);
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
  if (mcp_sampling_request_get_max_tokens (self) < 0)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "max-tokens-missing", "/maxTokens",
                     "The server does not say how many tokens it allows.");
  if (mcp_json_value_exists (tools) && mcp_json_value_get_kind (tools) != MCP_JSON_ARRAY)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "tools-not-array", "/tools",
                     "The tools are not an array.");
}

McpSamplingRequest *
mcp_sampling_request_new (McpJsonValue params)
{
  McpSamplingRequest *self = g_object_new (MCP_TYPE_SAMPLING_REQUEST, NULL);
  McpJsonValue        preferences = mcp_json_value_get_member (params, "modelPreferences");

  mcp_json_slot_set (&self->value, params);
  self->system_prompt = mcp_json_value_dup_member_string (params, "systemPrompt");
  self->include_context = mcp_json_value_dup_member_string (params, "includeContext");
  self->tool_choice = mcp_json_value_dup_member_string (
      mcp_json_value_get_member (params, "toolChoice"), "mode");
  self->model_hints = dup_strings (mcp_json_value_get_member (preferences, "hints"), "name");
  self->stop_sequences = dup_strings (mcp_json_value_get_member (params, "stopSequences"), NULL);
  sampling_request_read (self, params);
  return self;
}

GPtrArray *
mcp_sampling_request_get_messages (McpSamplingRequest *self)
{
  return self->messages;
}

const char *
mcp_sampling_request_get_system_prompt (McpSamplingRequest *self)
{
  return self->system_prompt;
}

const char *
mcp_sampling_request_get_include_context (McpSamplingRequest *self)
{
  return self->include_context;
}

gint64
mcp_sampling_request_get_max_tokens (McpSamplingRequest *self)
{
  return mcp_json_value_get_member_int64 (self->value.value, "maxTokens", -1);
}

double
mcp_sampling_request_get_temperature (McpSamplingRequest *self)
{
  return mcp_json_value_get_double (mcp_json_value_get_member (self->value.value, "temperature"),
                                    NAN);
}

const char *const *
mcp_sampling_request_get_model_hints (McpSamplingRequest *self)
{
  return (const char *const *)self->model_hints;
}

static double
sampling_request_get_priority (McpSamplingRequest *self, const char *name)
{
  McpJsonValue preferences = mcp_json_value_get_member (self->value.value, "modelPreferences");

  return mcp_json_value_get_double (mcp_json_value_get_member (preferences, name), NAN);
}

double
mcp_sampling_request_get_cost_priority (McpSamplingRequest *self)
{
  return sampling_request_get_priority (self, "costPriority");
}

double
mcp_sampling_request_get_speed_priority (McpSamplingRequest *self)
{
  return sampling_request_get_priority (self, "speedPriority");
}

double
mcp_sampling_request_get_intelligence_priority (McpSamplingRequest *self)
{
  return sampling_request_get_priority (self, "intelligencePriority");
}

const char *const *
mcp_sampling_request_get_stop_sequences (McpSamplingRequest *self)
{
  return (const char *const *)self->stop_sequences;
}

McpJsonValue
mcp_sampling_request_get_tools (McpSamplingRequest *self)
{
  return mcp_json_value_get_member (self->value.value, "tools");
}

const char *
mcp_sampling_request_get_tool_choice (McpSamplingRequest *self)
{
  return self->tool_choice;
}

gboolean
mcp_sampling_request_uses_tools (McpSamplingRequest *self)
{
  return mcp_json_value_exists (mcp_sampling_request_get_tools (self)) ||
         mcp_json_value_exists (mcp_json_value_get_member (self->value.value, "toolChoice"));
}

GPtrArray *
mcp_sampling_request_get_findings (McpSamplingRequest *self)
{
  return self->findings;
}

const char *
mcp_sampling_request_check (McpSamplingRequest *self)
{
  return self->fault;
}
