/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A conversation that is kept: its branches, its file, and what is masked in it. */

#include "app-kept-conversation.h"
#include "app-kept-conversations.h"
#include "app-model-transcript.h"
#include "app-tests.h"
#include "mcp-model-dialect.h"
#include "store-error.h"
#include "workspace-fixture.h"
#include "test-data.h"

#include <glib/gstdio.h>
#include <string.h>

#define KEY "sk-very-secret-0123456789"

typedef struct
{
  char                 *folder;
  McpModelClient       *client;
  AppModelConversation *bench;
  GAsyncResult         *result;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("work", &mcp_model_anthropic_dialect, "http://127.0.0.1:1/v1");

  self->folder = workspace_fixture_make_folder ();
  self->client = mcp_model_client_new (provider, NULL);
  self->bench = app_model_conversation_new (self->client, "m", KEY);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  workspace_fixture_release (self->bench);
  workspace_fixture_release (self->client);
  g_clear_object (&self->result);
  test_data_remove_folder (self->folder);
  g_free (self->folder);
}

/* Turns as they come; no model is needed for that. */
static void
add (Fixture *self, McpModelRole role, const char *text, const char *echo)
{
  McpModelTurn *turn = mcp_model_turn_new (role);

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, text, -1));
  if (echo != NULL)
    {
      turn->dialect = mcp_model_anthropic_dialect.id;
      turn->provider = g_strdup ("work");
      turn->echo = g_bytes_new (echo, strlen (echo));
    }
  app_model_conversation_add_turn (self->bench, turn);
}

static void
flush (Fixture *self, AppKeptConversation *conversation)
{
  g_autoptr (GError) error = NULL;

  app_kept_conversation_flush_async (conversation, NULL, workspace_fixture_take_result,
                                     &self->result);
  WAIT_UNTIL (self->result != NULL);
  app_kept_conversation_flush_finish (conversation, self->result, &error);
  g_assert_no_error (error);
  g_clear_object (&self->result);
}

static AppKeptConversation *
open_again (Fixture *self, const char *id, GError **error)
{
  AppKeptConversation *conversation;

  app_kept_conversation_open_async (self->folder, id, NULL, workspace_fixture_take_result,
                                    &self->result);
  WAIT_UNTIL (self->result != NULL);
  conversation = app_kept_conversation_open_finish (self->result, error);
  g_clear_object (&self->result);
  return conversation;
}

/* Returns: the texts of the branch, joined by "|" */
static char *
dup_branch (AppKeptConversation *conversation)
{
  g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (conversation);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < turns->len; i++)
    {
      g_autofree char *said = mcp_model_turn_dup_text (turns->pdata[i], MCP_MODEL_TEXT);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", said);
    }
  return g_string_free (text, FALSE);
}

static void
assert_branch (AppKeptConversation *conversation, const char *expected)
{
  g_autofree char *text = dup_branch (conversation);

  g_assert_cmpstr (text, ==, expected);
}

/* What is on disk says the same. */
static void
assert_kept (Fixture *self, AppKeptConversation *conversation, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppKeptConversation) again = NULL;

  flush (self, conversation);
  again = open_again (self, app_kept_conversation_get_id (conversation), &error);
  g_assert_no_error (error);
  assert_branch (conversation, expected);
  assert_branch (again, expected);
  g_assert_cmpstr (app_kept_conversation_get_warning (again), ==,
                   app_kept_conversation_get_warning (conversation));
}

static char *
read_file (Fixture *self, AppKeptConversation *conversation)
{
  g_autofree char *name =
      g_strconcat (app_kept_conversation_get_id (conversation), ".jsonl", NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  char            *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
test_branches (Fixture *self, gconstpointer data)
{
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (self->folder);
  const AppModelTurn *old;
  g_autofree char    *nothing = read_file (self, conversation);

  /* There is no file before there is something to keep. */
  g_assert_null (nothing);
  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "one", NULL);
  add (self, MCP_MODEL_ASSISTANT, "two", NULL);
  add (self, MCP_MODEL_USER, "three", NULL);
  assert_kept (self, conversation, "one|two|three");
  old = app_kept_conversation_get_branch (conversation)->pdata[2];

  app_model_conversation_rewind (self->bench, 2);
  assert_kept (self, conversation, "one|two");
  add (self, MCP_MODEL_USER, "other", NULL);
  assert_kept (self, conversation, "one|two|other");
  g_assert_cmpuint (app_kept_conversation_get_turns (conversation)->len, ==, 4);

  app_kept_conversation_show (conversation, old);
  assert_kept (self, conversation, "one|two|three");
  g_assert_cmpuint (app_model_conversation_get_turns (self->bench)->len, ==, 3);
  app_model_conversation_rewind (self->bench, 0);
  assert_kept (self, conversation, "");
  add (self, MCP_MODEL_USER, "anew", NULL);
  assert_kept (self, conversation, "anew");
  g_assert_cmpuint (app_kept_conversation_get_turns (conversation)->len, ==, 5);
  g_assert_cmpstr (app_kept_conversation_get_title (conversation), ==, "one");
}

/* Where it is gone on with, the provider's own JSON is what it was. */
static void
test_gone_on (Fixture *self, gconstpointer data)
{
  static const char echo[] = "{\"n\":1.10,\"s\":\"\\u00e9\"}";
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (self->folder);
  g_autoptr (AppKeptConversation) again = NULL;
  g_autoptr (AppModelConversation) other = app_model_conversation_new (self->client, "m", KEY);
  g_autoptr (McpJsonDocument) told =
      mcp_json_document_parse_text ("{\"echo\":{\"description\":\"Says " KEY "\"}}", -1, NULL);
  const char   *overlays;
  McpModelTurn *turn;

  app_model_conversation_set_system (self->bench, "Be brief. " KEY);
  app_model_conversation_get_options (self->bench)->overlays =
      app_tool_overlays_new (mcp_json_document_get_root (told), NULL);
  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "one", NULL);
  add (self, MCP_MODEL_ASSISTANT, "two", echo);
  flush (self, conversation);
  again = open_again (self, app_kept_conversation_get_id (conversation), NULL);
  app_kept_conversation_follow (again, other);
  g_assert_cmpuint (app_model_conversation_get_turns (other)->len, ==, 2);
  turn = app_model_conversation_get_turns (other)->pdata[1];
  g_assert_cmpmem (g_bytes_get_data (turn->echo, NULL), g_bytes_get_size (turn->echo), echo,
                   strlen (echo));
  g_assert_cmpstr (app_kept_conversation_get_provider (again), ==, "work");
  g_assert_cmpstr (app_kept_conversation_get_model (again), ==, "m");
  g_assert_cmpstr (app_kept_conversation_get_system (again), ==, "Be brief. " APP_REDACTOR_MASK);
  overlays = app_kept_conversation_get_overlays (again);
  g_assert_nonnull (overlays);
  g_assert_nonnull (strstr (overlays, "\"Says " APP_REDACTOR_MASK "\""));
  g_assert_cmpuint (app_model_conversation_find_question (other), ==, 1);
}

/* Not even where a model says it; a mask within its JSON would be no JSON of its. */
static void
test_masked (Fixture *self, gconstpointer data)
{
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (self->folder);
  g_autoptr (AppKeptConversation) again = NULL;
  McpModelTurn       *turn = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  g_autofree char    *text = NULL;
  const AppModelTurn *last;

  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "I am " KEY, NULL);
  g_assert_cmpuint (app_model_conversation_get_n_masked (self->bench), ==, 1);
  mcp_model_turn_take_block (turn, mcp_model_block_new_call ("1", "t", "{\"k\":\"" KEY "\"}"));
  turn->dialect = mcp_model_anthropic_dialect.id;
  turn->echo = g_bytes_new_static ("{\"k\":\"" KEY "\"}", strlen ("{\"k\":\"" KEY "\"}"));
  g_signal_emit_by_name (self->bench, "turn", turn);
  mcp_model_turn_unref (turn);
  /* Nothing of it went to a model. */
  g_assert_cmpuint (app_model_conversation_get_n_masked (self->bench), ==, 1);
  flush (self, conversation);
  text = read_file (self, conversation);
  g_assert_null (strstr (text, KEY));
  g_assert_nonnull (strstr (text, APP_REDACTOR_MASK));
  again = open_again (self, app_kept_conversation_get_id (conversation), NULL);
  last = app_kept_conversation_get_branch (again)->pdata[1];
  g_assert_null (last->turn->echo);
  g_assert_cmpstr (mcp_model_block_get_text (last->turn->blocks->pdata[0]), ==,
                   "{\"k\":\"" APP_REDACTOR_MASK "\"}");
}

/* What cannot be written is told, kept in memory, and written when it can be. */
static void
test_no_room (Fixture *self, gconstpointer data)
{
  g_autofree char *blocked = g_build_filename (self->folder, "file", NULL);
  g_autofree char *inside = g_build_filename (blocked, "conversations", NULL);
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (inside);
  g_autoptr (AppKeptConversation) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (blocked, "", -1, NULL));
  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "one", NULL);
  app_kept_conversation_flush_async (conversation, NULL, workspace_fixture_take_result,
                                     &self->result);
  WAIT_UNTIL (self->result != NULL);
  g_assert_false (app_kept_conversation_flush_finish (conversation, self->result, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE);
  g_clear_object (&self->result);
  g_assert_cmpint (g_unlink (blocked), ==, 0);
  add (self, MCP_MODEL_ASSISTANT, "two", NULL);
  flush (self, conversation);
  app_kept_conversation_open_async (inside, app_kept_conversation_get_id (conversation), NULL,
                                    workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  again = app_kept_conversation_open_finish (self->result, NULL);
  g_clear_object (&self->result);
  assert_branch (again, "one|two");
}

/* Calls that were interrupted are answered before anything else is said, or no provider would go on.
 */
static void
test_open_calls (Fixture *self, gconstpointer data)
{
  McpModelTurn *called = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  GPtrArray    *turns = app_model_conversation_get_turns (self->bench);
  McpModelTurn *answers;

  add (self, MCP_MODEL_USER, "one", NULL);
  mcp_model_turn_take_block (called, mcp_model_block_new_call ("c1", "t", "{}"));
  mcp_model_turn_take_block (called, mcp_model_block_new_call ("c2", "t", "{}"));
  app_model_conversation_add_turn (self->bench, called);
  g_assert_cmpuint (turns->len, ==, 2);
  add (self, MCP_MODEL_USER, "two", NULL);
  g_assert_cmpuint (turns->len, ==, 4);
  answers = turns->pdata[2];
  g_assert_cmpint (answers->role, ==, MCP_MODEL_TOOLS);
  g_assert_cmpuint (mcp_model_turn_count (answers, MCP_MODEL_RESULT), ==, 2);
  g_assert_cmpstr (mcp_model_block_get_id (answers->blocks->pdata[1]), ==, "c2");
  g_assert_true (mcp_model_block_is_error (answers->blocks->pdata[1]));
  add (self, MCP_MODEL_USER, "three", NULL);
  g_assert_cmpuint (turns->len, ==, 5);
}

/* Another program has just taken the id: it is kept under another one. */
static void
test_id_taken (Fixture *self, gconstpointer data)
{
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (self->folder);
  g_autoptr (AppKeptConversation) again = NULL;
  g_autofree char *id = g_strdup (app_kept_conversation_get_id (conversation));
  g_autofree char *name = g_strconcat (id, ".jsonl", NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, "theirs", -1, NULL));
  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "one", NULL);
  flush (self, conversation);
  g_assert_cmpstr (app_kept_conversation_get_id (conversation), !=, id);
  again = open_again (self, app_kept_conversation_get_id (conversation), NULL);
  assert_branch (again, "one");
}

/* Of a long one each turn is read once: it takes no time that grows with its square. */
#define N_LONG 20000u

static void
test_long (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"spyglass\":\"conversation\",\"version\":1}\n");
  g_autofree char *path = g_build_filename (self->folder, "long.jsonl", NULL);
  g_autoptr (AppKeptConversation) conversation = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *branch;

  for (guint i = 0; i < N_LONG; i++)
    g_string_append_printf (text,
                            "{\"id\":\"t%u\",\"parent\":\"t%d\",\"turn\":{\"role\":\"user\","
                            "\"blocks\":[]}}\n",
                            i, (int)i - 1);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  conversation = open_again (self, "long", &error);
  g_assert_no_error (error);
  branch = app_kept_conversation_get_branch (conversation);
  g_assert_cmpuint (branch->len, ==, N_LONG);
  for (guint i = 0; i < N_LONG; i++)
    g_assert_true (branch->pdata[i] == app_kept_conversation_get_turns (conversation)->pdata[i]);
}

/* What cannot be read is told, and stays in the file, also where that is gone on with. */
static void
test_unread (Fixture *self, gconstpointer data)
{
  static const char lines[] =
      "{\"spyglass\":\"conversation\",\"version\":1}\n"
      "{\"id\":\"1\",\"turn\":{\"role\":\"user\",\"blocks\":[{\"kind\":\"text\",\"text\":\"one\"}]}}\n"
      "{\"id\":\"2\",\"parent\":\"1\",\"turn\":{\"role\":\"assist\n"
      "\n"
      "{\"id\":\"3\",\"parent\":\"1\",\"turn\":{\"role\":\"user\",\"blocks\":[{\"kind\":\"smell\"}]}}\n"
      "{\"head\":\"1\"}\n";
  g_autofree char *path = g_build_filename (self->folder, "a.jsonl", NULL);
  g_autofree char *after = NULL;
  g_autoptr (AppKeptConversation) conversation = NULL;

  g_assert_true (g_file_set_contents (path, lines, -1, NULL));
  conversation = open_again (self, "a", NULL);
  assert_branch (conversation, "one");
  g_assert_true (g_str_has_prefix (app_kept_conversation_get_warning (conversation), "2 lines "));
  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_ASSISTANT, "two", NULL);
  assert_kept (self, conversation, "one|two");
  after = read_file (self, conversation);
  g_assert_true (g_str_has_prefix (after, lines));
}

static void
finish (Fixture *self, AppKeptConversations *list, GError **error)
{
  WAIT_UNTIL (self->result != NULL);
  app_kept_conversations_finish (list, self->result, error);
  g_clear_object (&self->result);
}

static void
test_list (Fixture *self, gconstpointer data)
{
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (self->folder);
  g_autoptr (AppKeptConversations) list = app_kept_conversations_new (self->folder);
  const char *id = app_kept_conversation_get_id (conversation);
  g_autoptr (AppKeptEntry) entry = NULL;
  g_autoptr (AppKeptEntry) renamed = NULL;
  g_autoptr (GError) error = NULL;

  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "\n  Tell me\nall", NULL);
  flush (self, conversation);
  app_kept_conversations_load_async (list, NULL, workspace_fixture_take_result, &self->result);
  finish (self, list, NULL);
  entry = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpstr (app_kept_entry_get_facts (entry)->id, ==, id);
  g_assert_true (g_str_has_prefix (app_kept_entry_get_facts (entry)->title, "Tell me"));
  g_assert_cmpstr (app_kept_entry_get_facts (entry)->provider, ==, "work");

  app_kept_conversations_rename_async (list, id, "Other", NULL, workspace_fixture_take_result,
                                       &self->result);
  finish (self, list, NULL);
  renamed = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpstr (app_kept_entry_get_facts (renamed)->title, ==, "Other");
  g_assert_cmpstr (app_kept_entry_get_facts (renamed)->provider, ==, "work");
  /* It goes on in the file that was replaced. */
  add (self, MCP_MODEL_ASSISTANT, "Well.", NULL);
  assert_kept (self, conversation, "\n  Tell me\nall|Well.");

  app_kept_conversations_remove_async (list, id, NULL, workspace_fixture_take_result,
                                       &self->result);
  finish (self, list, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  app_kept_conversations_remove_async (list, id, NULL, workspace_fixture_take_result,
                                       &self->result);
  finish (self, list, &error);
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

typedef struct
{
  guint  place;
  guint *n_ended; /* of all */
} Turn;

static void
on_turn (GObject *source, GAsyncResult *result, gpointer data)
{
  const Turn *turn = data;

  g_assert_true (app_kept_conversations_finish (APP_KEPT_CONVERSATIONS (source), result, NULL));
  g_assert_cmpuint (turn->place, ==, (*turn->n_ended)++);
}

/* What was looked for before a removal is not told behind it, when the list would have what is gone. */
static void
test_list_in_order (Fixture *self, gconstpointer data)
{
  g_autoptr (AppKeptConversation) conversation = app_kept_conversation_new (self->folder);
  g_autoptr (AppKeptConversations) list = app_kept_conversations_new (self->folder);
  const char *id = app_kept_conversation_get_id (conversation);
  guint       n_ended = 0;
  Turn        turns[16];

  app_kept_conversation_follow (conversation, self->bench);
  add (self, MCP_MODEL_USER, "one", NULL);
  flush (self, conversation);
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      turns[i] = (Turn){ i, &n_ended };
      if (i == G_N_ELEMENTS (turns) / 2)
        app_kept_conversations_remove_async (list, id, NULL, on_turn, &turns[i]);
      else
        app_kept_conversations_load_async (list, NULL, on_turn, &turns[i]);
    }
  WAIT_UNTIL (n_ended == G_N_ELEMENTS (turns));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
}

static void
test_transcript (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn    *asked = mcp_model_turn_new (MCP_MODEL_USER);
  McpModelTurn    *answered = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  McpModelTurn    *results = mcp_model_turn_new (MCP_MODEL_TOOLS);
  g_autofree char *markdown = NULL;
  g_autofree char *json = NULL;

  mcp_model_turn_take_block (asked, mcp_model_block_new (MCP_MODEL_TEXT, "Why?", -1));
  mcp_model_turn_take_block (answered, mcp_model_block_new (MCP_MODEL_REASONING, "a\nb", -1));
  mcp_model_turn_take_block (answered, mcp_model_block_new_call ("1", "t", "{}"));
  answered->model = g_strdup ("m");
  mcp_model_turn_take_block (results,
                             mcp_model_block_new_result ("1", "t", "```\nx\n```", TRUE, NULL));
  g_ptr_array_add (turns, asked);
  g_ptr_array_add (turns, answered);
  g_ptr_array_add (turns, results);
  markdown = app_model_transcript_write_markdown (turns, "T");
  g_assert_cmpstr (markdown, ==,
                   "# T\n\n## You\n\nWhy?\n\n## m\n\n> a\n> b\n\n→ `t`\n\n```json\n{}\n```\n\n"
                   "## Tools\n\n← ⚠ `t`\n\n````\n```\nx\n```\n````\n");
  json = app_model_transcript_write_json (turns, NULL);
  g_assert_nonnull (strstr (json, "\"kind\": \"call\""));
  g_assert_null (strstr (json, "\"title\""));
}

void
add_kept_conversation_tests (void)
{
  g_test_add ("/bench-conversation/branches", Fixture, NULL, set_up, test_branches, tear_down);
  g_test_add ("/bench-conversation/gone-on", Fixture, NULL, set_up, test_gone_on, tear_down);
  g_test_add ("/bench-conversation/masked", Fixture, NULL, set_up, test_masked, tear_down);
  g_test_add ("/bench-conversation/no-room", Fixture, NULL, set_up, test_no_room, tear_down);
  g_test_add ("/bench-conversation/open-calls", Fixture, NULL, set_up, test_open_calls, tear_down);
  g_test_add ("/bench-conversation/id-taken", Fixture, NULL, set_up, test_id_taken, tear_down);
  g_test_add ("/bench-conversation/long", Fixture, NULL, set_up, test_long, tear_down);
  g_test_add ("/bench-conversation/unread", Fixture, NULL, set_up, test_unread, tear_down);
  g_test_add ("/bench-conversation/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/bench-conversation/list-in-order", Fixture, NULL, set_up, test_list_in_order,
              tear_down);
  g_test_add ("/bench-conversation/transcript", Fixture, NULL, set_up, test_transcript, tear_down);
}
