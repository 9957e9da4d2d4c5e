/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"
#include "app-approval-rule.h"

static McpTool *
make_tool (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

#define ANNOTATED(hints) "{\"name\":\"t\",\"annotations\":{" hints "}}"
#define READS "\"readOnlyHint\":true"
#define DESTROYS "\"destructiveHint\":true"
#define ADDS "\"destructiveHint\":false"

enum {
  RISK_READ_ONLY,
  RISK_UNKNOWN,
  RISK_DESTRUCTIVE
};

/* What a tool says of itself, and what that comes to */
static const struct
{
  const char *annotations; /* (nullable): the server did not list it */
  const char *name;
  guint       risk;
} tools[] = {
  { ANNOTATED (READS), "t", RISK_READ_ONLY },
  { ANNOTATED (READS "," ADDS), "t", RISK_READ_ONLY },
  { ANNOTATED (READS), "create_report", RISK_READ_ONLY },
  { ANNOTATED (READS), "get_reset_status", RISK_READ_ONLY },
  { ANNOTATED (""), "t", RISK_UNKNOWN },
  { NULL, "t", RISK_UNKNOWN },
  { NULL, NULL, RISK_UNKNOWN },
  { ANNOTATED (ADDS), "t", RISK_UNKNOWN },
  { ANNOTATED (ADDS), "create_report", RISK_UNKNOWN },
  { ANNOTATED ("\"readOnlyHint\":false"), "t", RISK_UNKNOWN },
  { ANNOTATED (""), "get_update_status", RISK_UNKNOWN },
  { ANNOTATED (DESTROYS), "t", RISK_DESTRUCTIVE },
  /* One word against the other */
  { ANNOTATED (READS "," DESTROYS), "t", RISK_DESTRUCTIVE },
  { ANNOTATED (READS), "delete_all", RISK_DESTRUCTIVE },
  { ANNOTATED (ADDS), "drop_table", RISK_DESTRUCTIVE },
  { ANNOTATED (""), "create_report", RISK_DESTRUCTIVE },
  { NULL, "fileDelete", RISK_DESTRUCTIVE },
};

/* The program reads what only reads, asks about what it does not know, and destroys nothing. */
static void
test_risk (void)
{
  static const AppAdmission admissions[] = { APP_ADMIT_ALLOW, APP_ADMIT_ASK, APP_ADMIT_REFUSE };
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreProfile) profile = store_profile_new ("p");

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autoptr (McpTool) tool =
          tools[i].annotations != NULL ? make_tool (tools[i].annotations) : NULL;
      AppApproval approval = app_approval_decide (settings, profile, STORE_APPROVAL_DEFAULT, tool,
                                                  tools[i].name, APP_CALLER_PROGRAM, FALSE);

      g_test_message ("%s %s", tools[i].name, tools[i].annotations);
      g_assert_cmpint (approval.admission, ==, admissions[tools[i].risk]);
      g_assert_cmpint (app_approval_looks_destructive (tool, tools[i].name), ==,
                       tools[i].risk == RISK_DESTRUCTIVE);
    }
}

static const char *const rules[] = { "default", "ask", "auto", "never" };
static const char *const callers[] = { "a person", "a collection", "a model", "the program" };

/* For read-only tools, those without hints, and destructive ones: R for runs, A for asks, N for
 * never. A row for each rule, a column for each caller. */
static const char *const by_setting[][4] = {
  { NULL },
  { "RRA", "RAA", "RAA", "RAN" },
  { "RRR", "RRR", "RAA", "RAN" },
  { "RNN", "RNN", "RNN", "RNN" },
};
static const char *const by_server[][4] = {
  { NULL }, /* as the setting says */
  { "RAA", "RAA", "RAA", "RAN" },
  { "RRR", "RRR", "RAA", "RAN" },
  { "RNN", "RNN", "RNN", "RNN" },
};
static const char *const by_tool[][4] = {
  { NULL }, /* as the server's rule says */
  { "AAA", "AAA", "AAA", "AAA" },
  { "RRR", "RRR", "RRA", "RRR" },
  { "NNN", "NNN", "NNN", "NNN" },
};

typedef struct
{
  guint    caller;
  guint    tool; /* in tools[] */
  guint    setting, server, own;
  gboolean is_changed;
} Row;

static char
expect (const Row *row)
{
  const char *cells = row->own != 0      ? by_tool[row->own][row->caller]
                      : row->server != 0 ? by_server[row->server][row->caller]
                                         : by_setting[row->setting][row->caller];
  guint       risk = tools[row->tool].risk;

  /* The rules for all tools speak of those that are not declared read-only. */
  if (row->own == 0 && risk == RISK_READ_ONLY)
    return row->is_changed ? 'A' : 'R';
  return row->is_changed && cells[risk] == 'R' ? 'A' : cells[risk];
}

static AppApproval
decide (const Row *row)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreProfile) profile = store_profile_new ("p");
  g_autoptr (StoreVariables) own = store_variables_new ();
  g_autoptr (McpTool) tool =
      tools[row->tool].annotations != NULL ? make_tool (tools[row->tool].annotations) : NULL;

  g_object_set (settings, "approval", rules[row->setting], NULL);
  if (row->own != 0)
    store_variables_set (own, tools[row->tool].name, rules[row->own]);
  g_object_set (profile, "approval", row->server, "tool-approvals", own, NULL);
  return app_approval_decide (settings, profile,
                              store_profile_get_tool_approval (profile, tools[row->tool].name), tool,
                              tools[row->tool].name, (AppCaller)row->caller, row->is_changed);
}

static gboolean
check_row (const Row *row)
{
  static const char letters[] = { 'R', 'A', 'N' };
  AppApproval       approval = decide (row);

  if (letters[approval.admission] == expect (row) &&
      (approval.reason == NULL) == (approval.admission == APP_ADMIT_ALLOW) &&
      /* A model's word never holds for another call. */
      !(row->caller == APP_CALLER_MODEL && approval.reach != APP_REACHES_CALL &&
        approval.admission == APP_ADMIT_ASK))
    return TRUE;
  g_printerr ("%s, “%s” %s, setting %s, server %s, tool %s%s: %c, not %c\n", callers[row->caller],
              tools[row->tool].name, tools[row->tool].annotations, rules[row->setting],
              rules[row->server], rules[row->own], row->is_changed ? ", changed" : "",
              letters[approval.admission], expect (row));
  return FALSE;
}

static void
test_table (void)
{
  guint wrong = 0, n = 0;
  Row   row;

  for (row.caller = 0; row.caller < G_N_ELEMENTS (callers); row.caller++)
    for (row.tool = 0; row.tool < G_N_ELEMENTS (tools); row.tool++)
      for (row.setting = 1; row.setting < G_N_ELEMENTS (rules); row.setting++)
        for (row.server = 0; row.server < G_N_ELEMENTS (rules); row.server++)
          for (row.own = 0; row.own < (tools[row.tool].name != NULL ? 4 : 1); row.own++)
            for (row.is_changed = 0; row.is_changed < 2; row.is_changed++, n++)
              wrong += !check_row (&row);
  for (guint i = 0; i < G_N_ELEMENTS (callers); i++)
    g_test_message ("%s: setting ask %s, auto %s; server ask %s, auto %s, never %s; "
                    "tool ask %s, auto %s, never %s",
                    callers[i], by_setting[1][i], by_setting[2][i], by_server[1][i],
                    by_server[2][i], by_server[3][i], by_tool[1][i], by_tool[2][i], by_tool[3][i]);
  g_test_message ("%u rows", n);
  g_assert_cmpuint (wrong, ==, 0);
}

static AppAdmission
settle (AppCaller caller, gboolean is_changed, guint options)
{
  const AppApprovalPerson person = { options & 1, options & 2, options & 4 };

  return app_approval_settle (caller, is_changed, &person);
}

/* What asks, for terminal × --yes × --allow-tools, in the order of these bits. */
static void
test_terminal (void)
{
  static const struct
  {
    AppCaller   caller;
    gboolean    is_changed;
    const char *cells;
  } rows[] = {
    { APP_CALLER_PERSON, FALSE, "NARRNARR" },
    { APP_CALLER_PERSON, TRUE, "NARRNARR" },
    { APP_CALLER_COLLECTION, FALSE, "NARRNARR" },
    { APP_CALLER_COLLECTION, TRUE, "NARRNARR" },
    { APP_CALLER_MODEL, FALSE, "NANARRRR" },
    { APP_CALLER_MODEL, TRUE, "NANANANA" },
    { APP_CALLER_PROGRAM, FALSE, "NANANANA" },
    { APP_CALLER_PROGRAM, TRUE, "NANANANA" },
  };
  static const char letters[] = { 'R', 'A', 'N' };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint options = 0; options < 8; options++)
      {
        AppAdmission came = settle (rows[i].caller, rows[i].is_changed, options);

        g_test_message ("%s%s%s%s%s: %c", callers[rows[i].caller],
                        rows[i].is_changed ? ", changed" : "", options & 1 ? ", terminal" : "",
                        options & 2 ? ", --yes" : "", options & 4 ? ", --allow-tools" : "",
                        letters[came]);
        g_assert_cmpint (letters[came], ==, rows[i].cells[options]);
      }
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
  g_test_add_func ("/approval/risk", test_risk);
  g_test_add_func ("/approval/table", test_table);
  g_test_add_func ("/approval/terminal", test_terminal);
  g_test_add_func ("/approval/names", test_names);
}
