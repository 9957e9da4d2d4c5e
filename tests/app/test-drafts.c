/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was typed into forms, over another start of the program. */

#include "app-tests.h"
#include "store-memory.h"
#include "app-call-history.h"
#include "app-call-walk.h"
#include "app-drafts.h"
#include "mcp-error.h"
#include "mcp-tool.h"
#include "workspace-fixture.h"
#include "find-session.h"

#include <string.h>

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

static void
open_workspace (Fixture *self)
{
  self->workspace = workspace_fixture_open (self->folder, NULL);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->workspace)) == 1);
  self->session = find_session (self->workspace, "one");
}

/* What a start of the program is, as far as drafts go. */
static void
restart (Fixture *self)
{
  workspace_fixture_close (self->workspace);
  open_workspace (self);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *path = NULL;

  self->folder = workspace_fixture_make_folder ();
  path = workspace_fixture_dup_book_path (self->folder);
  g_assert_true (g_file_set_contents (path, "servers:\n  one: {command: 'true'}\n", -1, NULL));
  open_workspace (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static McpDefinition *
parse_tool (const char *name, const char *schema)
{
  g_autofree char *text =
      g_strdup_printf ("{\"name\":\"%s\",\"inputSchema\":%s}", name, schema);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));
}

#define SCHEMA                                                                                        \
  "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"api_key\":{\"type\":"           \
  "\"string\"},\"o\":{\"type\":\"object\",\"properties\":{\"password\":{\"type\":\"string\"},\"n\":{" \
  "\"type\":\"integer\"}}},\"l\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"secret\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}}}}}}"
#define PLAIN "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}"

/* The form of the tool, as a page shows it. */
static AppForm *
open_form (Fixture *self, McpDefinition *tool)
{
  AppDrafts *drafts = app_session_get_feature (self->session, APP_TYPE_DRAFTS);

  return g_object_ref (app_draft_get_form (app_drafts_open (drafts, tool)));
}

static void
assert_text (AppForm *form, const char *expected)
{
  g_autofree char *text = app_form_dup_json (form);

  g_assert_cmpstr (text, ==, expected);
}

static char *
read_file (Fixture *self)
{
  g_autoptr (StoreMemory) memory = store_memory_new (self->folder, "one", STORE_MEMORY_DRAFTS);
  const char *text = store_memory_get (memory, "drafts");

  return g_strdup (text != NULL ? text : "");
}

/* What parses and what does not, members that nobody knows, spelling: all as it was typed. */
static void
test_restart (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = { "{\"a\": \"x\",\n \"zz\": 1.10}", "{\"a\": tru",
                                       "{\"a\":\"\\u0000\\ud83d\",\"n\":12345678901234567890}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpDefinition) tool = parse_tool ("t", PLAIN);
      g_autoptr (McpDefinition) other = parse_tool ("u", PLAIN);
      g_autoptr (AppForm) form = open_form (self, tool);
      g_autoptr (AppForm) second = open_form (self, other);
      g_autoptr (AppForm) again = NULL;
      g_autoptr (AppForm) untouched = NULL;

      app_form_set_json (form, texts[i]);
      restart (self);
      again = open_form (self, tool);
      untouched = open_form (self, other);
      assert_text (again, texts[i]);
      g_assert_false (app_form_undo (again));
      g_assert_false (app_form_is_modified (untouched));
    }
}

static void
test_reset (Fixture *self, gconstpointer data)
{
  g_autoptr (McpDefinition) tool = parse_tool ("t", PLAIN);
  g_autoptr (AppForm) form = open_form (self, tool);
  g_autoptr (AppForm) again = NULL;
  g_autofree char *kept = NULL;

  app_form_set_json (form, "{\"a\":\"x\"}");
  app_drafts_flush (app_session_get_feature (self->session, APP_TYPE_DRAFTS));
  kept = read_file (self);
  g_assert_nonnull (strstr (kept, "\"t\""));
  app_form_reset (form);
  restart (self);
  again = open_form (self, tool);
  g_assert_false (app_form_is_modified (again));
  g_free (kept);
  kept = read_file (self);
  g_assert_null (strstr (kept, "\"t\""));
}

/* Secrets stay where they were typed. */
static void
test_secrets (Fixture *self, gconstpointer data)
{
  g_autoptr (McpDefinition) tool = parse_tool ("t", SCHEMA);
  g_autoptr (AppForm) form = open_form (self, tool);
  g_autoptr (AppForm) again = NULL;
  g_autofree char *kept = NULL;
  McpJsonValue     value;

  app_form_set_json (form, "{\"a\":\"x\",\"api_key\":\"hunter1\",\"o\":{\"password\":\"hunter2\","
                           "\"n\":7},\"l\":[{\"secret\":\"hunter3\",\"b\":\"y\"},{\"b\":\"z\"}]}");
  app_drafts_flush (app_session_get_feature (self->session, APP_TYPE_DRAFTS));
  kept = read_file (self);
  g_assert_null (strstr (kept, "hunter"));
  assert_text (form, "{\"a\":\"x\",\"api_key\":\"hunter1\",\"o\":{\"password\":\"hunter2\","
                     "\"n\":7},\"l\":[{\"secret\":\"hunter3\",\"b\":\"y\"},{\"b\":\"z\"}]}");
  /* What does not parse may hold anything: the last that did is kept. */
  app_form_set_json (form, "{\"a\":\"x\",\"api_key\":\"hunter4");
  restart (self);
  g_free (kept);
  kept = read_file (self);
  g_assert_null (strstr (kept, "hunter"));
  again = open_form (self, tool);
  value = app_form_get_value (again);
  g_assert_true (mcp_json_value_string_equals (mcp_json_value_get_member (value, "a"), "x"));
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_resolve_pointer (value, "/l/1/b"), "z"));
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (value, "api_key")));
}

/* What is sent passes the log, where it is masked. */
static void
test_masked (Fixture *self, gconstpointer data)
{
  g_autoptr (McpDefinition) tool = parse_tool ("t", SCHEMA);
  AppDrafts       *drafts = app_session_get_feature (self->session, APP_TYPE_DRAFTS);
  AppDraft        *draft = app_drafts_open (drafts, tool);
  AppRedactor     *redactor = app_session_get_redactor (self->session);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  app_form_set_json (app_draft_get_form (draft),
                     "{\"a\":\"hunter0\",\"api_key\":\"hunter1\",\"o\":{\"password\":"
                     "\"hunter2\"},\"l\":[{\"secret\":\"hunter3\"},{\"secret\":\"hunter4\"}]}");
  before = app_redactor_redact_text (redactor, "said: hunter2");
  g_assert_cmpstr (before, ==, "said: hunter2");
  g_assert_nonnull (app_draft_prepare (draft));
  after = app_redactor_redact_text (redactor, "hunter0 hunter1 hunter2 hunter3 hunter4");
  g_assert_nonnull (strstr (after, "hunter0"));
  for (guint i = 1; i <= 4; i++)
    {
      g_autofree char *secret = g_strdup_printf ("hunter%u", i);

      g_assert_null (strstr (after, secret));
    }
}

/* The same tool, listed again: the new form goes on where the old one was. */
static void
test_relist (Fixture *self, gconstpointer data)
{
  g_autoptr (McpDefinition) tool = parse_tool ("t", PLAIN);
  g_autoptr (McpDefinition) later = parse_tool ("t", SCHEMA);
  g_autoptr (AppForm) form = open_form (self, tool);
  g_autoptr (AppForm) next = NULL;
  g_autoptr (AppForm) again = NULL;

  app_form_set_json (form, "{\"a\":\"x\"}");
  next = open_form (self, later);
  assert_text (next, "{\"a\":\"x\"}");
  app_form_set_json (form, "{\"a\":\"of a form that is gone\"}");
  app_form_set_json (next, "{\"a\":\"z\"}");
  restart (self);
  again = open_form (self, later);
  assert_text (again, "{\"a\":\"z\"}");
}

static McpDefinition *
parse_prompt (const char *arguments)
{
  g_autofree char *text = g_strdup_printf ("{\"name\":\"p\",\"arguments\":%s}", arguments);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return mcp_definition_new (MCP_DEFINITION_PROMPT, mcp_json_document_get_root (document));
}

/* A prompt loses its arguments, and gets them back. */
static void
test_without_form (Fixture *self, gconstpointer data)
{
  AppDrafts *drafts = app_session_get_feature (self->session, APP_TYPE_DRAFTS);
  g_autoptr (McpDefinition) with = parse_prompt ("[{\"name\":\"a\"}]");
  g_autoptr (McpDefinition) without = parse_prompt ("[]");
  g_autoptr (AppForm) form = open_form (self, with);
  g_autoptr (AppForm) again = NULL;
  g_autofree char *kept = NULL;

  app_form_set_json (form, "{\"a\":\"x\"}");
  g_assert_null (app_draft_get_form (app_drafts_open (drafts, without)));
  again = open_form (self, with);
  assert_text (again, "{\"a\":\"x\"}");
  app_drafts_flush (drafts);
  kept = read_file (self);
  g_assert_nonnull (strstr (kept, "\\\"x\\\""));
}

/* The latest are kept, and none that is too long. */
static void
test_bounds (Fixture *self, gconstpointer data)
{
  g_autofree char *longest = g_strnfill (APP_DRAFTS_MAX_TEXT, ' ');
  g_autoptr (GPtrArray) forms = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (McpDefinition) big = parse_tool ("big", PLAIN);
  g_autofree char *kept = NULL;

  for (guint i = 0; i < APP_DRAFTS_MAX + 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);
      g_autofree char *text = g_strdup_printf ("{\"a\":\"%u\"}", i);
      g_autoptr (McpDefinition) tool = parse_tool (name, PLAIN);
      AppForm *form = open_form (self, tool);

      g_ptr_array_add (forms, form);
      app_form_set_json (form, text);
    }
  g_ptr_array_add (forms, open_form (self, big));
  app_form_set_json (forms->pdata[forms->len - 1], longest);
  app_drafts_flush (app_session_get_feature (self->session, APP_TYPE_DRAFTS));
  kept = read_file (self);
  g_assert_nonnull (strstr (kept, "\"t104\""));
  g_assert_nonnull (strstr (kept, "\"t6\""));
  g_assert_null (strstr (kept, "\"t5\""));
  /* One that does not parse, of just that length, is kept; one character more is not. */
  g_assert_nonnull (strstr (kept, "\"big\""));
  g_free (longest);
  longest = g_strnfill (APP_DRAFTS_MAX_TEXT + 1, ' ');
  app_form_set_json (forms->pdata[forms->len - 1], longest);
  app_drafts_flush (app_session_get_feature (self->session, APP_TYPE_DRAFTS));
  g_free (kept);
  kept = read_file (self);
  g_assert_null (strstr (kept, "\"big\""));
}

/* Bounded; the newest is the last, and what was declined is not among them. */
static void
test_history (void)
{
  g_autoptr (AppCallHistory) history = app_call_history_new ();
  g_autoptr (AppCall) last = NULL;
  g_autoptr (AppCall) found = NULL;
  g_autoptr (AppCall) cancelled = app_call_new (NULL, APP_CALL_TOOL, "t", NULL);

  for (guint i = 0; i < APP_CALL_HISTORY_CALLS + 3; i++)
    {
      g_clear_object (&last);
      last = app_call_new (NULL, APP_CALL_TOOL, "t", NULL);
      app_call_history_follow (history, last);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (history)), ==,
                        MIN (i, APP_CALL_HISTORY_CALLS));
      app_call_fail (last, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "no"));
    }
  app_call_history_follow (history, cancelled);
  app_call_fail (cancelled, mcp_error_new (MCP_ERROR_CANCELLED, "no"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (history)), ==,
                    APP_CALL_HISTORY_CALLS);
  found = g_list_model_get_item (G_LIST_MODEL (history), APP_CALL_HISTORY_CALLS - 1);
  g_assert_true (found == last);
}

void
add_drafts_tests (void)
{
  g_test_add ("/drafts/restart", Fixture, NULL, set_up, test_restart, tear_down);
  g_test_add ("/drafts/reset", Fixture, NULL, set_up, test_reset, tear_down);
  g_test_add ("/drafts/masked", Fixture, NULL, set_up, test_masked, tear_down);
  g_test_add ("/drafts/secrets", Fixture, NULL, set_up, test_secrets, tear_down);
  g_test_add ("/drafts/relist", Fixture, NULL, set_up, test_relist, tear_down);
  g_test_add ("/drafts/without-form", Fixture, NULL, set_up, test_without_form, tear_down);
  g_test_add ("/drafts/bounds", Fixture, NULL, set_up, test_bounds, tear_down);
  g_test_add_func ("/drafts/history", test_history);
}
