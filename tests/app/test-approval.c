/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"
#include "app-approval-rule.h"

static McpTool *
make_tool (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

static AppAdmission
decide_for (const char *name,
            const char *policy,
            const char *server_rule,
            const char *tool_rule,
            const char *tool_text)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreProfile) profile = store_profile_new ("p");
  g_autoptr (StoreVariables) rules = store_variables_new ();
  g_autoptr (McpTool) tool = tool_text != NULL ? make_tool (tool_text) : NULL;
  guint        approval = STORE_APPROVAL_ASK;
  const char  *reason;
  AppAdmission decision;

  g_object_set (settings, "approval", policy, NULL);
  g_assert_true (store_profile_parse_word ("approval", server_rule, &approval));
  g_object_set (profile, "approval", approval, NULL);
  if (tool_rule != NULL)
    store_variables_set (rules, name, tool_rule);
  g_object_set (profile, "tool-approvals", rules, NULL);
  decision = app_approval_decide (settings, profile, tool, name, &reason);
  /* Whoever is asked or refused is told why. */
  g_assert_true ((decision == APP_ADMIT_ALLOW) == (reason == NULL));
  return decision;
}

static AppAdmission
decide (const char *policy, const char *server_rule, const char *tool_rule, const char *tool_text)
{
  return decide_for ("t", policy, server_rule, tool_rule, tool_text);
}

#define READ_ONLY "{\"name\":\"t\",\"annotations\":{\"readOnlyHint\":true}}"
#define HARMLESS "{\"name\":\"t\",\"annotations\":{\"destructiveHint\":false}}"
#define DESTRUCTIVE "{\"name\":\"t\",\"annotations\":{\"destructiveHint\":true}}"
#define SILENT "{\"name\":\"t\"}"

static void
test_ask (void)
{
  g_assert_cmpint (decide ("ask", "ask", NULL, READ_ONLY), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide ("ask", "ask", NULL, HARMLESS), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide ("ask", "ask", NULL, DESTRUCTIVE), ==, APP_ADMIT_ASK);
  /* Whoever calls a tool that says nothing, or that nobody listed, wants it called. */
  g_assert_cmpint (decide ("ask", "ask", NULL, SILENT), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide ("ask", "ask", NULL, NULL), ==, APP_ADMIT_ALLOW);
  /* A name is as good as a word of the server's, unless that says otherwise. */
  g_assert_cmpint (decide_for ("drop_t", "ask", "ask", NULL, NULL), ==, APP_ADMIT_ASK);
  g_assert_cmpint (decide_for ("drop_t", "ask", "ask", NULL, SILENT), ==, APP_ADMIT_ASK);
  g_assert_cmpint (decide_for ("drop_t", "ask", "ask", NULL, HARMLESS), ==, APP_ADMIT_ALLOW);
}

static void
test_rules (void)
{
  g_assert_cmpint (decide ("ask", "auto", NULL, DESTRUCTIVE), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide ("ask", "never", NULL, DESTRUCTIVE), ==, APP_ADMIT_REFUSE);
  g_assert_cmpint (decide ("ask", "never", NULL, READ_ONLY), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide ("auto", "ask", NULL, DESTRUCTIVE), ==, APP_ADMIT_ALLOW);
  g_assert_cmpint (decide ("never", "ask", NULL, SILENT), ==, APP_ADMIT_REFUSE);
  /* The rule for one tool goes before all others, whatever the tool says of itself. */
  g_assert_cmpint (decide ("auto", "auto", "never", READ_ONLY), ==, APP_ADMIT_REFUSE);
  g_assert_cmpint (decide ("auto", "auto", "ask", READ_ONLY), ==, APP_ADMIT_ASK);
  g_assert_cmpint (decide ("never", "never", "auto", DESTRUCTIVE), ==, APP_ADMIT_ALLOW);
}

static void
test_names (void)
{
  static const char *const bad[] = { "delete_file", "fileDelete", "drop-table",
                                     "Remove", "db.purge", "forceKillAll" };
  static const char *const good[] = { "undeleted", "dropdown_list", "list_removed", "echo", "",
                                      "killer" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_true (app_approval_looks_destructive (NULL, bad[i]));
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_false (app_approval_looks_destructive (NULL, good[i]));
  g_assert_cmpstr (app_approval_get_verb ("forceKillAll"), ==, "Kill");
  g_assert_null (app_approval_get_verb ("killer"));
}

void
add_approval_tests (void)
{
  g_test_add_func ("/approval/ask", test_ask);
  g_test_add_func ("/approval/rules", test_rules);
  g_test_add_func ("/approval/names", test_names);
}
