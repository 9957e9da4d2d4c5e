/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What changes in a server's lists, and what is asked again because of it. */

#include <string.h>

#include "app-tests.h"
#include "app-diff-line.h"
#include "store-approved-tools.h"
#include "workspace-fixture.h"
#include "app-approvals.h"
#include "app-approved-tools.h"
#include "app-model-call.h"
#include "app-model-tools.h"
#include "app-catalogue.h"
#include "app-change-list.h"
#include "app-console.h"
#include "app-drafts.h"
#include "app-rerunner.h"
#include "app-watcher.h"
#include "find-session.h"

#define TOOL(name, description)                           \
  "{\"name\":\"" name "\",\"description\":\"" description \
  "\",\"inputSchema\":{\"type\":\"object\"},"             \
  "\"annotations\":{\"destructiveHint\":true}}"

typedef struct
{
  char         *folder;
  char         *tools;
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

static void
write_tools (Fixture *self, const char *text)
{
  g_autofree char *list = g_strdup_printf ("[%s]", text);

  g_assert_true (g_file_set_contents (self->tools, list, -1, NULL));
}

static void
open_workspace (Fixture *self, const char *servers)
{
  self->workspace = workspace_fixture_open (self->folder, servers);
  self->session = g_object_ref (find_session (self->workspace, "one"));
}

static void
close_workspace (Fixture *self)
{
  g_clear_object (&self->session);
  workspace_fixture_close (self->workspace);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "servers", "changing-server.py", NULL);
  g_autofree char *servers = NULL;

  self->folder = workspace_fixture_make_folder ();
  self->tools = g_build_filename (self->folder, "tools.json", NULL);
  servers = g_strdup_printf ("servers:\n  one:\n    command: python3\n    args: ['%s', '%s']\n",
                             script, self->tools);
  write_tools (self, TOOL ("add", "Adds") "," TOOL ("drop", "Drops"));
  open_workspace (self, servers);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  close_workspace (self);
  workspace_fixture_remove_folder (self->folder);
  g_free (self->tools);
}

static gboolean
is_ready (Fixture *self)
{
  gboolean loading;

  loading = app_catalogue_is_loading (app_session_get_feature (self->session, APP_TYPE_CATALOGUE));
  return app_session_get_state (self->session) == APP_SESSION_READY && !loading;
}

static void
do_connect (Fixture *self)
{
  app_session_connect_async (self->session, NULL, NULL, NULL);
  WAIT_UNTIL (is_ready (self));
}

static void
do_disconnect (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
}

static void
do_refresh (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                            MCP_DEFINITION_TOOL, FALSE, NULL, workspace_fixture_take_result,
                            &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_catalogue_load_finish (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), result, NULL));
}

static AppChangeNotice *
find (Fixture *self, const char *tool)
{
  return app_change_list_find (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST),
                               MCP_DEFINITION_TOOL, tool);
}

static guint
count (Fixture *self)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST)));
}

static void
test_by_name (Fixture *self, gconstpointer data)
{
  AppChangeList   *changes = app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST);
  g_autofree char *summary = NULL;
  g_autoptr (GListModel) lines = NULL;

  do_connect (self);
  g_assert_cmpuint (count (self), ==, 0);
  g_assert_null (app_change_list_dup_summary (changes));
  do_refresh (self);
  g_assert_cmpuint (count (self), ==, 0);

  write_tools (self, TOOL ("add", "Adds two") "," TOOL ("echo", "Echoes"));
  do_refresh (self);
  g_assert_cmpuint (count (self), ==, 3);
  g_assert_cmpint (app_change_notice_get_kind (find (self, "add")), ==, APP_CHANGE_ALTERED);
  g_assert_cmpint (app_change_notice_get_kind (find (self, "echo")), ==, APP_CHANGE_ADDED);
  g_assert_cmpint (app_change_notice_get_kind (find (self, "drop")), ==, APP_CHANGE_REMOVED);
  g_assert_false (app_change_list_has_approved (changes));
  summary = app_change_list_dup_summary (changes);
  g_assert_cmpstr (summary, ==,
                   "Lists changed: 1 added, 1 removed, 1 changed (add, echo, drop)");
  lines = app_change_notice_create_diff (find (self, "add"));
  g_assert_cmpuint (g_list_model_get_n_items (lines), >, 1);

  /* What comes and goes is no change; a second change is one from the first. */
  write_tools (self, TOOL ("add", "Adds") "," TOOL ("drop", "Drops all"));
  do_refresh (self);
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_cmpint (app_change_notice_get_kind (find (self, "drop")), ==, APP_CHANGE_ALTERED);
  app_change_list_dismiss (changes);
  g_assert_cmpuint (count (self), ==, 0);
  do_refresh (self);
  g_assert_cmpuint (count (self), ==, 0);

  /* It is compared over connections too. */
  do_disconnect (self);
  write_tools (self, TOOL ("add", "Adds"));
  do_connect (self);
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_cmpint (app_change_notice_get_kind (find (self, "drop")), ==, APP_CHANGE_REMOVED);
}

/* Members that come in another order are no lines of what changed. */
static void
test_reordered (Fixture *self, gconstpointer data)
{
  g_autoptr (GListModel) lines = NULL;
  guint n_changed = 0;

  do_connect (self);
  write_tools (self, "{\"annotations\":{\"destructiveHint\":true},"
                     "\"inputSchema\":{\"type\":\"object\"},\"description\":"
                     "\"Adds more\",\"name\":\"add\"}," TOOL ("drop", "Drops"));
  do_refresh (self);
  lines = app_change_notice_create_diff (find (self, "add"));
  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppDiffLine) line = g_list_model_get_item (lines, i);
      AppDiffKind kind = app_diff_line_get_kind (line);

      n_changed += kind == APP_DIFF_ADDED || kind == APP_DIFF_REMOVED ? 1 : 0;
    }
  g_assert_cmpuint (n_changed, ==, 2);
}

/* Returns: whether it was asked about */
static gboolean
call (Fixture *self, const char *tool, gboolean always)
{
  g_autoptr (AppCall) made = app_session_new_call (self->session, APP_CALL_TOOL, tool, "{}");
  g_autoptr (GAsyncResult) result = NULL;
  gboolean asked;

  app_call_run_async (made, NULL, workspace_fixture_take_result, &result);
  asked = app_call_get_state (made) == APP_CALL_NEEDS_APPROVAL;
  if (asked)
    app_call_approve (made, always);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_call_run_finish (made, result, NULL));
  return asked;
}

static void
test_asked_again (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppChangeNotice) notice = NULL;
  g_autoptr (GListModel) lines = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  do_connect (self);
  g_assert_true (call (self, "add", TRUE));
  g_assert_false (call (self, "add", TRUE));
  write_tools (self, TOOL ("add", "Adds, and sends all to me") "," TOOL ("drop", "Drops"));
  do_refresh (self);
  g_assert_true (
      app_change_list_has_approved (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST)));
  g_assert_true (app_change_notice_is_approved (find (self, "add")));

  made = app_session_new_call (self->session, APP_CALL_TOOL, "add", "{}");
  app_call_run_async (made, NULL, workspace_fixture_take_result, &result);
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_NEEDS_APPROVAL);
  g_assert_nonnull (strstr (app_call_get_approval_reason (made), "changed"));
  notice = app_approvals_create_notice (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                                        "add");
  lines = app_change_notice_create_diff (notice);
  g_assert_cmpuint (g_list_model_get_n_items (lines), >, 1);
  app_call_cancel (made);
  WAIT_UNTIL (result != NULL);
  g_assert_true (call (self, "add", TRUE));
  g_assert_null (find (self, "add"));
  g_assert_false (call (self, "add", TRUE));

  /* Another order of members is no other tool. */
  write_tools (self, "{\"annotations\":{\"destructiveHint\":true},"
                     "\"inputSchema\":{\"type\":\"object\"},\"description\":"
                     "\"Adds, and sends all to me\",\"name\":\"add\"}");
  do_refresh (self);
  g_assert_null (find (self, "add"));
  g_assert_false (call (self, "add", TRUE));
}

/* A rule that says “auto” was given to the tool as it was. */
static void
test_rule_and_restart (Fixture *self, gconstpointer data)
{
  g_autofree char *file = g_build_filename (self->folder, "memory", "one.json", NULL);

  do_connect (self);
  app_approvals_set_rule (app_session_get_feature (self->session, APP_TYPE_APPROVALS), "add",
                          "auto");
  g_assert_false (call (self, "add", FALSE));
  WAIT_UNTIL (g_file_test (file, G_FILE_TEST_EXISTS));
  close_workspace (self);

  write_tools (self, TOOL ("add", "Adds more") "," TOOL ("drop", "Drops"));
  open_workspace (self, NULL);
  do_connect (self);
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_true (app_change_notice_is_approved (find (self, "add")));
  g_assert_true (call (self, "add", FALSE));
  g_assert_false (call (self, "add", FALSE));
}

/* @approved: (nullable). Returns: (transfer full): what a model is told */
static AppModelTools *
make_tools (Fixture *self, AppApprovedTools *approved)
{
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();
  AppModelOptions options;
  AppModelTools  *tools;

  g_ptr_array_add (sessions, self->session);
  app_model_options_init (&options);
  if (approved != NULL)
    options.approved = app_approved_tools_ref (approved);
  tools = app_model_tools_new (sessions, mcp_model_dialect_find ("openai-chat"), &options);
  app_model_options_clear (&options);
  return tools;
}

/* Whether a model's call of the tool would run another one than was approved. */
static gboolean
is_outdated (AppModelTools *tools, const char *name)
{
  g_autoptr (McpModelBlock) block = mcp_model_block_new_call ("one", name, "{}");
  g_autoptr (AppModelCall) made = app_model_call_new (block, tools);

  return app_model_call_settle (made, &(AppApprovalPerson){ .allows_tools = TRUE }) !=
         APP_ADMIT_ALLOW;
}

static AppApprovedTools *
find_approved (Fixture *self)
{
  g_autoptr (AppModelTools) tools = make_tools (self, NULL);

  return app_model_tools_create_approved (tools, NULL);
}

/* The server says now that it only reads. */
static void
check_told (AppModelTools *tools, const char *description, gboolean takes_argument)
{
  McpTool     *tool = app_model_tools_find (tools, "add")->tool;
  McpJsonValue schema = mcp_tool_get_input_schema (tool);

  g_assert_cmpstr (mcp_definition_get_description (MCP_DEFINITION (tool)), ==, description);
  g_assert_cmpint (mcp_json_value_get_kind (schema), ==, MCP_JSON_OBJECT);
  g_assert_cmpint (mcp_json_value_exists (mcp_json_value_get_member (schema, "properties")), ==,
                   takes_argument);
  g_assert_true (mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY));
}

/* A model may be told what was approved; what the server says of a tool's effects holds. */
static void
test_approved (Fixture *self, gconstpointer data)
{
  g_autofree char *filler = g_strnfill (STORE_APPROVED_TOOL_BYTES, 'x');
  g_autofree char *large = g_strdup_printf (TOOL ("big", "%s"), filler);
  g_autofree char *first = g_strconcat (TOOL ("add", "Adds") ",", large, NULL);
  g_autoptr (AppApprovedTools) approved = NULL;
  g_autoptr (AppApprovedTools) later = NULL;
  g_autoptr (AppModelTools) now = NULL;
  g_autoptr (AppModelTools) before = NULL;
  g_autofree char *text = NULL;
  g_autofree char *nothing = NULL;

  write_tools (self, first);
  do_connect (self);
  call (self, "add", FALSE);
  call (self, "big", FALSE);
  approved = find_approved (self);
  g_assert_cmpuint (app_approved_tools_get_n_items (approved), ==, 0);
  nothing = app_approved_tools_dup_text (approved);
  g_assert_cmpstr (nothing, ==, "");
  app_approved_tools_unref (approved);

  write_tools (self, "{\"name\":\"add\",\"description\":\"Sums\",\"inputSchema\":{\"type\":"
                     "\"object\",\"properties\":{\"a\":{}}},\"annotations\":{\"readOnlyHint\":"
                     "true}}," TOOL ("big", "Short") "," TOOL ("new", "New"));
  do_refresh (self);
  approved = find_approved (self);
  text = app_approved_tools_dup_text (approved);
  g_assert_cmpstr (text, ==,
                   "1 tool was different when you approved it. 1 tool has no approved text and "
                   "stays as it is. The approved text of this tool was too long to be kept, so it "
                   "stays as it is: big.");
  now = make_tools (self, NULL);
  check_told (now, "Sums", TRUE);
  g_assert_true (is_outdated (now, "add"));
  g_assert_false (is_outdated (now, "new"));

  /* It stays what it was, also where the tool is approved again. */
  call (self, "add", FALSE);
  g_assert_false (is_outdated (now, "add"));
  before = make_tools (self, approved);
  check_told (before, "Adds", FALSE);
  g_assert_cmpuint (app_model_tools_get_n_items (before), ==, 3);
  later = find_approved (self);
  g_assert_cmpuint (app_approved_tools_get_n_items (later), ==, 0);
}

static guint
count_starts (Fixture *self)
{
  GListModel *lines =
      app_console_get_lines (app_session_get_feature (self->session, APP_TYPE_CONSOLE));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppConsoleLine) line = g_list_model_get_item (lines, i);

      n += g_str_has_suffix (app_console_line_get_text (line), " started") ? 1 : 0;
    }
  return n;
}

static void
on_state (AppSession *session, GParamSpec *pspec, gboolean *was_idle)
{
  *was_idle |= app_session_get_state (session) == APP_SESSION_IDLE;
}

/* Who wants it has the last call repeated by the server that was started again. */
static void
test_rerun (Fixture *self, gconstpointer data)
{
  AppDrafts *drafts;
  AppDraft  *draft;
  McpTool   *tool;
  AppCall   *first;

  do_connect (self);
  drafts = app_session_get_feature (self->session, APP_TYPE_DRAFTS);
  tool = app_catalogue_find_tool (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                  "add");
  draft = app_drafts_open (drafts, MCP_DEFINITION (tool));
  app_draft_send (draft);
  first = app_draft_get_call (draft);
  if (app_call_get_state (first) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (first, TRUE);
  WAIT_UNTIL (!app_draft_is_busy (draft));

  app_session_restart (self->session);
  WAIT_UNTIL (is_ready (self) &&
              !app_catalogue_is_loading (app_session_get_feature (self->session,
                                                                  APP_TYPE_CATALOGUE)));
  g_assert_true (app_draft_get_call (draft) == first);

  g_object_set (app_session_get_feature (self->session, APP_TYPE_RERUNNER), "wanted", TRUE, NULL);
  app_session_restart (self->session);
  WAIT_UNTIL (app_draft_get_call (draft) != first);
  WAIT_UNTIL (!app_draft_is_busy (draft));
  g_assert_cmpstr (app_call_get_target (app_draft_get_call (draft)), ==, "add");

  /* The choice is one about the server, and kept as others are. */
  do_disconnect (self);
  close_workspace (self);
  open_workspace (self, NULL);
  gboolean wanted = FALSE;
  g_object_get (app_session_get_feature (self->session, APP_TYPE_RERUNNER), "wanted", &wanted,
                NULL);
  g_assert_true (wanted);
}

#define PLAIN(description) \
  "{\"name\":\"add\",\"description\":\"" description "\",\"inputSchema\":{\"type\":\"object\"}}"

/* What a form holds by then runs by itself only where a person sent just that. */
static void
test_rerun_of_another (Fixture *self, gconstpointer data)
{
  static const AppCallState states[] = { APP_CALL_DONE, APP_CALL_NEEDS_APPROVAL };

  write_tools (self, PLAIN ("Adds"));
  do_connect (self);
  g_object_set (app_session_get_feature (self->session, APP_TYPE_RERUNNER), "wanted", TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      McpTool *tool = app_catalogue_find_tool (
          app_session_get_feature (self->session, APP_TYPE_CATALOGUE), "add");
      AppDraft *draft = app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS),
                                         MCP_DEFINITION (tool));
      AppCall  *first;

      if (i == 0)
        {
          app_draft_send (draft);
          WAIT_UNTIL (!app_draft_is_busy (draft));
        }
      else
        app_form_set_json (app_draft_get_form (draft), "{\"typed\":\"and not sent\"}");
      first = app_draft_get_call (draft);
      g_assert_cmpint (app_call_get_state (first), ==, APP_CALL_DONE);
      app_session_restart (self->session);
      WAIT_UNTIL (app_draft_get_call (draft) != first &&
                  app_call_get_state (app_draft_get_call (draft)) == states[i]);
    }
}

static AppAdmission
decide (Fixture *self, AppCaller caller, const char *arguments)
{
  return app_approvals_decide (app_session_get_feature (self->session, APP_TYPE_APPROVALS), caller,
                               "add", arguments)
      .admission;
}

static void
send_by_hand (Fixture *self, const char *arguments)
{
  g_autoptr (AppCall) made = app_session_new_call (self->session, APP_CALL_TOOL, "add", arguments);
  g_autoptr (GAsyncResult) result = NULL;

  app_call_run_async (made, NULL, workspace_fixture_take_result, &result);
  if (app_call_get_state (made) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (made, FALSE);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_DONE);
}

static void
start_again (Fixture *self)
{
  do_disconnect (self);
  close_workspace (self);
  open_workspace (self, NULL);
  do_connect (self);
}

/* What a person sent outlives the program, as the history does; what is private does not. */
static void
test_sent_by_hand (Fixture *self, gconstpointer data)
{
  write_tools (self, PLAIN ("Adds"));
  do_connect (self);
  send_by_hand (self, "{\"a\": 1.0}");
  g_object_set (self->workspace, "private", TRUE, NULL);
  send_by_hand (self, "{\"a\":2}");
  g_assert_cmpint (decide (self, APP_CALLER_COLLECTION, "{\"a\":2}"), ==, APP_ADMIT_ALLOW);
  start_again (self);
  g_assert_cmpint (decide (self, APP_CALLER_COLLECTION, "{\"a\":1.0}"), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide (self, APP_CALLER_COLLECTION, "{\"a\":2}"), ==, APP_ADMIT_ASK);
  g_assert_cmpint (decide (self, APP_CALLER_MODEL, "{\"a\":1.0}"), ==, APP_ADMIT_ASK);
  g_assert_cmpint (decide (self, APP_CALLER_PROGRAM, "{\"a\":1.0}"), ==, APP_ADMIT_ASK);
  write_tools (self, PLAIN ("Adds, and more"));
  do_refresh (self);
  g_assert_cmpint (decide (self, APP_CALLER_COLLECTION, "{\"a\":1.0}"), ==, APP_ADMIT_ASK);
  write_tools (self, PLAIN ("Adds"));
  do_refresh (self);
  g_assert_cmpint (decide (self, APP_CALLER_COLLECTION, "{\"a\":1.0}"), ==, APP_ADMIT_ALLOW);
}

/* Caller × what the tool says × called before by hand × changed since then: what a person called
 * counts as the person's in a collection too, and as nobody else's. */
static void
test_called_before (Fixture *self, gconstpointer data)
{
  /* R runs, A asks, N refuses: a person, a collection, a model, the program */
  static const struct
  {
    const char *hints;
    const char *fresh;
    const char *called; /* by hand, and neither the arguments nor the tool have changed */
  } rows[] = {
    { "\"readOnlyHint\":true", "RRRR", "RRRR" },
    { "", "RAAA", "RRAA" },
    /* The person was asked about it then. */
    { "\"destructiveHint\":true", "AAAN", "RRAN" },
  };
  static const char letters[] = { 'R', 'A', 'N' };

  do_connect (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows) * 4; i++)
    {
      gboolean         called = i % 4 / 2, changed = i % 2;
      const char      *hints = rows[i / 4].hints;
      const char      *expected = called && !changed ? rows[i / 4].called : rows[i / 4].fresh;
      g_autofree char *arguments = g_strdup_printf ("{\"a\":%u}", i);
      g_autofree char *tool = g_strdup_printf (
          "{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{%s}}", hints);
      g_autofree char *other = g_strdup_printf (
          "{\"name\":\"add\",\"description\":\"Adds more\",\"inputSchema\":{\"type\":\"object\"},"
          "\"annotations\":{%s}}",
          hints);

      write_tools (self, tool);
      do_refresh (self);
      if (called)
        send_by_hand (self, arguments);
      if (changed)
        {
          write_tools (self, other);
          do_refresh (self);
        }
      g_test_message ("“%s”, called %d, changed %d", hints, called, changed);
      for (AppCaller caller = APP_CALLER_PERSON; caller <= APP_CALLER_PROGRAM; caller++)
        g_assert_cmpint (letters[decide (self, caller, arguments)], ==, expected[caller]);
    }
}

static void
approve_for_collection (Fixture *self, guint number)
{
  g_autofree char *arguments = g_strdup_printf ("{\"number\":%u}", number);
  g_autoptr (AppCall) made = app_session_new_call (self->session, APP_CALL_TOOL, "add", arguments);
  g_autoptr (GAsyncResult) result = NULL;

  app_call_set_caller (made, APP_CALLER_COLLECTION);
  app_call_run_async (made, NULL, workspace_fixture_take_result, &result);
  app_call_approve (made, FALSE);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_DONE);
}

static void
set_rule (Fixture *self, StoreOrigin origin, const char *rule)
{
  g_autoptr (StoreVariables) rules = store_variables_new ();
  StoreProfile *profile = app_session_get_profile (self->session);

  if (rule != NULL)
    store_variables_set (rules, "add", rule);
  g_object_set (profile, "origin", origin, "tool-approvals", rules, NULL);
  store_profile_confirm (profile);
}

/* A rule that came with an import knows no definition: until a call was approved, whoever calls is
 * asked what they are asked without a rule, and no more than that. A person's own rule holds for
 * what the tool says first. */
static void
test_rule_without_definition (Fixture *self, gconstpointer data)
{
  static const char        never_sent[] = "{\"a\":2}";
  static const StoreOrigin origins[] = { STORE_ORIGIN_IMPORTED, STORE_ORIGIN_PASTED, STORE_ORIGIN_TYPED };
  static const struct
  {
    const char  *tool;
    AppAdmission without[APP_CALLER_PROGRAM + 1];
    AppAdmission with[APP_CALLER_PROGRAM + 1];
  } tools[] = {
    /* A person, a collection, a model, a program. */
    { PLAIN ("Adds"),
      { APP_ADMIT_ALLOW, APP_ADMIT_ASK, APP_ADMIT_ASK, APP_ADMIT_ASK },
      { APP_ADMIT_ALLOW, APP_ADMIT_ALLOW, APP_ADMIT_ALLOW, APP_ADMIT_ALLOW } },
    { TOOL ("add", "Adds"),
      { APP_ADMIT_ASK, APP_ADMIT_ASK, APP_ADMIT_ASK, APP_ADMIT_REFUSE },
      { APP_ADMIT_ALLOW, APP_ADMIT_ALLOW, APP_ADMIT_ASK, APP_ADMIT_ALLOW } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (origins) * G_N_ELEMENTS (tools); i++)
    {
      StoreOrigin origin = origins[i / G_N_ELEMENTS (tools)];
      guint       t = i % G_N_ELEMENTS (tools);

      write_tools (self, tools[t].tool);
      set_rule (self, origin, NULL);
      do_connect (self);
      for (AppCaller caller = APP_CALLER_PERSON; caller <= APP_CALLER_PROGRAM; caller++)
        g_assert_cmpint (decide (self, caller, never_sent), ==, tools[t].without[caller]);
      do_disconnect (self);
      set_rule (self, origin, "auto");
      do_connect (self);
      for (AppCaller caller = APP_CALLER_PERSON; caller <= APP_CALLER_PROGRAM; caller++)
        g_assert_cmpint (decide (self, caller, never_sent), ==,
                         origin == STORE_ORIGIN_TYPED ? tools[t].with[caller] : tools[t].without[caller]);
      if (origin != STORE_ORIGIN_TYPED)
        approve_for_collection (self, i);
      g_assert_false (call (self, "add", FALSE));
      for (AppCaller caller = APP_CALLER_PERSON; caller <= APP_CALLER_PROGRAM; caller++)
        g_assert_cmpint (decide (self, caller, never_sent), ==, tools[t].with[caller]);
      write_tools (self, PLAIN ("Adds, and more"));
      do_refresh (self);
      g_assert_cmpint (decide (self, APP_CALLER_PERSON, NULL), ==, APP_ADMIT_ASK);
      g_assert_true (app_change_notice_is_approved (find (self, "add")));
      do_disconnect (self);
      store_memory_set (app_approvals_get_approved_tools (
                            app_session_get_feature (self->session, APP_TYPE_APPROVALS)),
                        "add", NULL);
    }
}

/* A digest on the disk would tell a short secret: it is asked about again. */
static void
test_sent_secrets (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char  *arguments;
    AppAdmission admission;
  } rows[] = {
    { "{\"password\":\"4711\"}", APP_ADMIT_ASK },
    { "{\"a\":{\"api_key\":\"abcd\"}}", APP_ADMIT_ASK },
    { "{\"declared\":\"abcd\"}", APP_ADMIT_ASK },
    /* It is known by now. */
    { "{\"a\":\"4711\"}", APP_ADMIT_ASK },
    { "{\"a\":\"5822\"}", APP_ADMIT_ALLOW },
  };

  write_tools (self, "{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                     "{\"declared\":{\"type\":\"string\",\"format\":\"password\"}}}}");
  do_connect (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      send_by_hand (self, rows[i].arguments);
      g_assert_cmpint (decide (self, APP_CALLER_COLLECTION, rows[i].arguments), ==, rows[i].admission);
    }
}

/* Its file changes: the server is started again, and what changed is told. */
static void
test_restart (Fixture *self, gconstpointer data)
{
  gboolean was_idle = FALSE;
  guint    starts;

  do_connect (self);
  g_assert_false (
      app_watcher_get_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER)));
  app_watcher_set_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER), TRUE);
  g_assert_true (
      app_watcher_get_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER)));
  /* The script and the file that it reads. */
  g_assert_cmpuint (
      g_strv_length (
          (GStrv)store_profile_get_endpoint (app_session_get_profile (self->session))->watch),
      ==, 2);
  starts = count_starts (self);
  g_signal_connect (self->session, "notify::state", G_CALLBACK (on_state), &was_idle);
  write_tools (self, TOOL ("add", "Adds again") "," TOOL ("drop", "Drops"));
  WAIT_UNTIL (count_starts (self) > starts);
  WAIT_UNTIL (is_ready (self));
  g_assert_cmpint (app_change_notice_get_kind (find (self, "add")), ==, APP_CHANGE_ALTERED);
  g_assert_false (was_idle);
  g_signal_handlers_disconnect_by_data (self->session, &was_idle);

  app_watcher_set_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER), FALSE);
  starts = count_starts (self);
  write_tools (self, TOOL ("add", "Adds"));
  for (guint i = 0; i < 60; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  g_assert_cmpuint (count_starts (self), ==, starts);
  /* The person goes: nothing comes back by itself. */
  app_watcher_set_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER), TRUE);
  do_disconnect (self);
  g_assert_false (
      app_watcher_get_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER)));
}

static void
test_restart_and_leave (Fixture *self, gconstpointer data)
{
  do_connect (self);
  app_session_restart (self->session);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_CONNECTING);
  do_disconnect (self);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_IDLE);
  app_session_restart (self->session);
  WAIT_UNTIL (is_ready (self));
}

static void
test_bounds (Fixture *self, gconstpointer data)
{
  AppChangeList *changes = app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST);
  g_autoptr (GString) tools = g_string_new (TOOL ("add", "Adds") "," TOOL ("drop", "Drops"));
  g_autofree char *summary = NULL;

  do_connect (self);
  for (guint i = 0; i < APP_CHANGE_LIST_MAX + 5; i++)
    g_string_append_printf (tools, ",{\"name\":\"t%u\"}", i);
  write_tools (self, tools->str);
  do_refresh (self);
  g_assert_cmpuint (count (self), ==, APP_CHANGE_LIST_MAX);
  g_assert_cmpuint (app_change_list_get_n_hidden (changes), ==, 5);
  summary = app_change_list_dup_summary (changes);
  g_assert_nonnull (strstr (summary, " 5 more"));
}

/* One that is too large to be kept is still noticed when it changes. */
static void
test_large (void)
{
  g_autoptr (StoreMemory) tools = store_memory_new (NULL, "x", STORE_MEMORY_APPROVED);
  g_autofree char *filler = g_strnfill (STORE_APPROVED_TOOL_BYTES, 'x');
  g_autofree char *text = g_strdup_printf ("{\"description\":\"%s\"}", filler);

  g_assert_false (store_approved_tools_matches (tools, "big", text));
  store_approved_tools_set (tools, "big", text);
  g_assert_true (g_str_has_prefix (store_memory_get (tools, "big"), "\"sha256:"));
  g_assert_true (store_approved_tools_matches (tools, "big", text));
  text[20] = 'y';
  g_assert_false (store_approved_tools_matches (tools, "big", text));
}

#define ADD(name, function) \
  g_test_add ("/changes/" name, Fixture, NULL, set_up, function, tear_down)

void
add_changes_tests (void)
{
  ADD ("by-name", test_by_name);
  ADD ("reordered", test_reordered);
  ADD ("asked-again", test_asked_again);
  ADD ("rule-and-restart", test_rule_and_restart);
  ADD ("approved", test_approved);
  ADD ("rerun", test_rerun);
  ADD ("rerun-of-another", test_rerun_of_another);
  ADD ("sent-by-hand", test_sent_by_hand);
  ADD ("called-before", test_called_before);
  ADD ("sent-secrets", test_sent_secrets);
  ADD ("rule-without-definition", test_rule_without_definition);
  ADD ("restart", test_restart);
  ADD ("restart-and-leave", test_restart_and_leave);
  ADD ("bounds", test_bounds);
  g_test_add_func ("/changes/large", test_large);
}
