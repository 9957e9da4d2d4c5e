/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-ask.h"

#define BYTES_A_TOKEN 4
#define SEAL "sealed by spyglass-demo: "

/* The members of a request that a model reads, in any dialect */
static const char *const read_members[] = {
  "contents",
  "input",
  "instructions",
  "messages",
  "system",
  "systemInstruction",
  "tools",
};

AppDemoModelAsk *
app_demo_model_ask_new (McpJsonValue body)
{
  AppDemoModelAsk *self = g_new0 (AppDemoModelAsk, 1);

  mcp_json_document_ref (body.document);
  self->body = body;
  self->model = mcp_json_value_dup_member_string (body, "model");
  self->is_streamed = mcp_json_value_get_member_boolean (body, "stream", FALSE);
  self->names = g_strv_builder_new ();
  self->calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (read_members); i++)
    self->size += (gint64)mcp_json_value_get_length (
        mcp_json_value_get_member (body, read_members[i]));
  self->size = (self->size + BYTES_A_TOKEN - 1) / BYTES_A_TOKEN;
  return self;
}

void
app_demo_model_ask_free (AppDemoModelAsk *self)
{
  mcp_json_document_unref (self->body.document);
  g_free (self->model);
  g_strfreev (self->tools);
  g_free (self->user);
  g_free (self->after);
  g_strv_builder_unref (self->names);
  g_hash_table_unref (self->calls);
  g_hash_table_unref (self->pending);
  g_free (self->fault);
  g_free (self);
}

/* The first one is told. @text: (transfer full) */
static void
find_fault (AppDemoModelAsk *self, char *text)
{
  if (self->fault == NULL)
    self->fault = text;
  else
    g_free (text);
}

/* Behind its turn, each call of the model's has a result before anybody says something else. */
static void
check_pending (AppDemoModelAsk *self)
{
  GHashTableIter iter;
  gpointer       id;

  g_hash_table_iter_init (&iter, self->pending);
  if (g_hash_table_iter_next (&iter, &id, NULL))
    find_fault (self, g_strdup_printf ("The call “%s” has no result", (const char *)id));
}

void
app_demo_model_ask_add_model (AppDemoModelAsk *self)
{
  if (!self->was_model)
    {
      check_pending (self);
      self->n_turns++;
    }
  self->was_model = TRUE;
}

void
app_demo_model_ask_add_call (AppDemoModelAsk *self, McpJsonValue id, McpJsonValue name)
{
  g_autofree char *key = mcp_json_value_dup_string (id, NULL);
  g_autofree char *tool = mcp_json_value_dup_string (name, NULL);

  if (key == NULL || tool == NULL)
    return;
  g_hash_table_add (self->pending, g_strdup (key));
  g_hash_table_replace (self->calls, g_steal_pointer (&key), g_steal_pointer (&tool));
}

void
app_demo_model_ask_add_user (AppDemoModelAsk *self, char *text)
{
  check_pending (self);
  self->was_model = FALSE;
  g_clear_pointer (&self->after, g_free);
  g_free (self->user);
  self->user = text;
}

void
app_demo_model_ask_add_result (AppDemoModelAsk *self, McpJsonValue id, McpJsonValue name)
{
  g_autofree char *key = mcp_json_value_dup_string (id, NULL);
  g_autofree char *tool = mcp_json_value_dup_string (name, NULL);

  self->was_model = FALSE;
  if (key != NULL && !g_hash_table_remove (self->pending, key))
    find_fault (self, g_strdup_printf ("There is a result of “%s”, and no such call", key));
  if (tool == NULL && key != NULL)
    tool = g_strdup (g_hash_table_lookup (self->calls, key));
  g_free (self->after);
  self->after = tool != NULL ? g_steal_pointer (&tool) : g_strdup ("");
}

void
app_demo_model_ask_add_tool (AppDemoModelAsk *self, McpJsonValue name)
{
  g_autofree char *tool = mcp_json_value_dup_string (name, NULL);

  if (tool != NULL)
    g_strv_builder_add (self->names, tool);
}

char *
app_demo_model_ask_make_seal (const char *thought)
{
  g_autofree char *text = g_strconcat (SEAL, thought, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

void
app_demo_model_ask_check_seal (AppDemoModelAsk *self, const char *thought, McpJsonValue seal)
{
  g_autofree char *right = app_demo_model_ask_make_seal (thought);

  if (mcp_json_value_get_kind (seal) == MCP_JSON_STRING &&
      !mcp_json_value_string_equals (seal, right))
    find_fault (self, g_strdup ("What the model thought was changed: its seal is not right"));
}

void
app_demo_model_ask_finish (AppDemoModelAsk *self, gboolean demands_results)
{
  self->tools = g_strv_builder_end (self->names);
  check_pending (self);
  if (!demands_results)
    g_clear_pointer (&self->fault, g_free);
}

void
app_demo_model_ask_get_place (AppDemoModelAsk *self, McpModelScriptPlace *place)
{
  place->turn = self->n_turns + 1;
  place->user = self->user;
  place->after = self->after;
  place->tools = self->may_not_call ? NULL : (const char *const *)self->tools;
}

char *
app_demo_model_ask_dup_text (McpJsonValue content)
{
  GString     *text;
  McpJsonIter  iter;
  McpJsonValue part;

  if (mcp_json_value_get_kind (content) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (content, NULL);
  text = g_string_new (NULL);
  mcp_json_iter_init (&iter, content);
  while (mcp_json_iter_next (&iter, NULL, &part))
    {
      g_autofree char *piece = mcp_json_value_dup_member_string (part, "text");

      if (piece != NULL)
        g_string_append (text, piece);
    }
  return g_string_free (text, FALSE);
}

gboolean
app_demo_model_ask_has_part (McpJsonValue content, const char *name, const char *value)
{
  McpJsonIter  iter;
  McpJsonValue part;

  if (mcp_json_value_get_kind (content) != MCP_JSON_ARRAY)
    return FALSE;
  mcp_json_iter_init (&iter, content);
  while (mcp_json_iter_next (&iter, NULL, &part))
    {
      McpJsonValue found = mcp_json_value_get_member (part, name);

      if (value != NULL ? mcp_json_value_string_equals (found, value)
                        : mcp_json_value_exists (found))
        return TRUE;
    }
  return FALSE;
}
