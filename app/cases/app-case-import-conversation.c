/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import-private.h"

#include <glib/gi18n-lib.h>

#include "app-error.h"
#include "mcp-json-writer.h"

/* What a case of a conversation is made of: what the person says begins a turn, each call of the
 * model is expected again, and each result is kept for it. */
typedef struct
{
  McpJsonWriter *writer;
  McpJsonWriter *recorded;
  GHashTable    *calls;  /* id → McpJsonValue, a call's block */
  GString       *prompt; /* (nullable): of a turn that has not begun */
  gboolean       in_turn;
} Reading;

static void
end_turn (Reading *reading)
{
  if (reading->in_turn)
    mcp_json_writer_add (reading->writer, "], 'order': 'strict', 'max_extra': 0}}");
  reading->in_turn = FALSE;
}

static void
begin_turn (Reading *reading)
{
  if (reading->prompt == NULL)
    return;
  end_turn (reading);
  mcp_json_writer_add (reading->writer, "{'prompt': %s, 'expect': {'calls': [",
                       reading->prompt->str);
  g_string_free (g_steal_pointer (&reading->prompt), TRUE);
  reading->in_turn = TRUE;
}

/* Several messages of a person one after the other are one. */
static void
read_text (Reading *reading, McpJsonValue block)
{
  g_autofree char *text = mcp_json_value_dup_member_string (block, "text");

  if (text == NULL || *text == '\0')
    return;
  if (reading->prompt == NULL)
    reading->prompt = g_string_new (text);
  else
    g_string_append_printf (reading->prompt, "\n\n%s", text);
}

/* Returns: (transfer full) (nullable): where the model wrote what is no object there are none */
static McpJsonDocument *
read_arguments (McpJsonValue block)
{
  g_autofree char *text = mcp_json_value_dup_member_string (block, "text");
  McpJsonDocument *document =
      text != NULL ? mcp_json_document_parse_text (*text != '\0' ? text : "{}", -1, NULL) : NULL;

  if (document != NULL &&
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    g_clear_pointer (&document, mcp_json_document_unref);
  return document;
}

static void
read_call (Reading *reading, McpJsonValue block)
{
  g_autofree char *id = mcp_json_value_dup_member_string (block, "id");
  g_autofree char *name = mcp_json_value_dup_member_string (block, "name");
  g_autoptr (McpJsonDocument) arguments = read_arguments (block);
  McpJsonValue *copy;

  begin_turn (reading);
  if (name == NULL || !reading->in_turn)
    return;
  if (arguments != NULL)
    mcp_json_writer_add (reading->writer, "{'tool': %s, 'arguments': {'$equals': %v}}", name,
                         mcp_json_document_get_root (arguments));
  else
    mcp_json_writer_add (reading->writer, "{'tool': %s, 'match': 'ignore'}", name);
  if (id == NULL)
    return;
  copy = g_new (McpJsonValue, 1);
  *copy = block;
  g_hash_table_insert (reading->calls, g_steal_pointer (&id), copy);
}

static void
read_result (Reading *reading, McpJsonValue block)
{
  g_autofree char    *id = mcp_json_value_dup_member_string (block, "id");
  g_autofree char    *text = mcp_json_value_dup_member_string (block, "text");
  const McpJsonValue *call = id != NULL ? g_hash_table_lookup (reading->calls, id) : NULL;
  g_autoptr (McpJsonDocument) arguments = call != NULL ? read_arguments (*call) : NULL;
  g_autofree char *name = NULL;

  if (arguments == NULL || text == NULL)
    return;
  name = mcp_json_value_dup_member_string (*call, "name");
  mcp_json_writer_add (reading->recorded,
                       "{'tool': %s, 'arguments': %v, 'text': %s, 'is_error': ?%b}", name,
                       mcp_json_document_get_root (arguments), text,
                       mcp_json_value_get_member_boolean (block, "is_error", FALSE));
}

static void
read_block (Reading *reading, McpJsonValue turn, McpJsonValue block)
{
  McpJsonValue kind = mcp_json_value_get_member (block, "kind");
  McpJsonValue role = mcp_json_value_get_member (turn, "role");

  if (mcp_json_value_string_equals (role, "user") && mcp_json_value_string_equals (kind, "text"))
    read_text (reading, block);
  else if (mcp_json_value_string_equals (kind, "call"))
    read_call (reading, block);
  else if (mcp_json_value_string_equals (kind, "result"))
    read_result (reading, block);
}

static void
read_turns (Reading *reading, McpJsonValue turns)
{
  for (McpJsonWalk turn = mcp_json_walk (turns); mcp_json_walk_next (&turn);)
    {
      if (mcp_json_value_string_equals (mcp_json_value_get_member (turn.value, "role"),
                                        "assistant"))
        begin_turn (reading);
      for (McpJsonWalk block = mcp_json_walk (mcp_json_value_get_member (turn.value, "blocks"));
           mcp_json_walk_next (&block);)
        read_block (reading, turn.value, block.value);
    }
  begin_turn (reading);
  end_turn (reading);
}

GBytes *
app_case_import_conversation (McpJsonValue conversation, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonWriter) recorded = mcp_json_writer_new ();
  g_autoptr (GHashTable) calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *title = mcp_json_value_dup_member_string (conversation, "title");
  g_autofree char *system = mcp_json_value_dup_member_string (conversation, "system");
  g_autofree char *results = NULL;
  Reading          reading = { writer, recorded, calls, NULL, FALSE };
  g_autoptr (GBytes) text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  mcp_json_writer_add (recorded, "[");
  mcp_json_writer_add (writer,
                       "{'title': ?%s, 'cases': [{'id': 'conversation', 'title': ?%s, "
                       "'system': ?%s, 'turns': [",
                       title, title, system);
  read_turns (&reading, mcp_json_value_get_member (conversation, "turns"));
  mcp_json_writer_add (recorded, "]");
  results = mcp_json_writer_finish_text (recorded);
  mcp_json_writer_add (writer, "], 'results': 'recorded', 'recorded': %r}]}", results);
  text = mcp_json_writer_finish (writer);
  document = mcp_json_document_parse (text, NULL, NULL, NULL);
  if (mcp_json_value_get_n_items (mcp_json_value_resolve_pointer (
          mcp_json_document_get_root (document), "/cases/0/turns")) > 0)
    return g_steal_pointer (&text);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("Nothing was said by a person in the conversation."));
  return NULL;
}
