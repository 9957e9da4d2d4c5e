/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-check.h"

#include <glib/gi18n.h>

#include "app-approval-rule.h"
#include "app-cli-guess.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-draft.h"
#include "app-json-pointer.h"

/* Problems that are told one by one. */
#define MAX_PROBLEMS 20u
/* Names of arguments that are looked at for a better one. */
#define MAX_NAMES 1000u

/* Whether @pointer lies in an argument that --ref names: the server puts something in its place. */
static gboolean
is_reference (const AppCliInvocation *invocation, const char *pointer)
{
  g_autofree char *name = app_json_pointer_take (&pointer);

  for (guint i = 0; name != NULL && invocation->request.ref != NULL &&
                    invocation->request.ref[i] != NULL;
       i++)
    {
      const char *ref = invocation->request.ref[i];

      if (g_str_has_prefix (ref, name) && ref[strlen (name)] == '=')
        return TRUE;
    }
  return FALSE;
}

/* A name that the schema has, near to one that it does not have. */
static char *
dup_hint (McpJsonValue properties, const char *typed)
{
  AppCliGuess guess = { typed };
  guint       n = 0;

  for (McpJsonWalk each = mcp_json_walk (properties);
       n++ < MAX_NAMES && mcp_json_walk_next (&each);)
    {
      g_autofree char *known = mcp_json_value_dup_string (each.name, NULL);

      app_cli_guess_try (&guess, known);
    }
  g_autofree char *hint = app_cli_guess_dup_hint (&guess, "");
  app_cli_guess_clear (&guess);
  return g_steal_pointer (&hint);
}

/* A schema may say more of what it allows than its properties do. */
static gboolean
names_its_members (McpJsonValue schema)
{
  static const char *const others[] = { "patternProperties", "propertyNames", "$ref", "allOf",
                                        "anyOf", "oneOf", "if", "dependentSchemas" };
  McpJsonValue             rest = mcp_json_value_get_member (schema, "additionalProperties");

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (schema, others[i])))
      return FALSE;
  return mcp_json_value_exists (mcp_json_value_get_member (schema, "properties")) &&
         (!mcp_json_value_exists (rest) || mcp_json_value_get_kind (rest) == MCP_JSON_BOOLEAN);
}

static void
note_unknown (const AppCliInvocation *invocation, McpJsonValue schema, McpJsonValue arguments)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");
  guint        n = 0;

  if (!names_its_members (schema))
    return;
  for (McpJsonWalk each = mcp_json_walk (arguments);
       n < MAX_PROBLEMS && mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);

      if (mcp_json_value_exists (mcp_json_value_get_member (properties, text)))
        continue;
      g_autofree char *hint = dup_hint (properties, text);
      n++;
      /* Translators: the name of an argument, then a hint that may be empty */
      app_cli_note (invocation, _ ("⚠ The tool has no argument “%s”.%s"), text, hint);
    }
}

/* A problem names what a row offers, or says that nothing fits, where the row is there: the rows of
 * the problems are made, and the value is put in again. */
static void
make_rows (AppForm *form)
{
  GListModel      *problems = app_form_get_problems (form);
  g_autofree char *text = app_form_dup_json (form);

  for (guint i = 0; i < MIN (g_list_model_get_n_items (problems), MAX_PROBLEMS); i++)
    {
      g_autoptr (AppFormProblem) problem = g_list_model_get_item (problems, i);

      app_form_find_field (form, problem->pointer);
    }
  app_form_set_json (form, "{}");
  app_form_set_json (form, text);
}

/* One line for each problem. Returns: (transfer full) (nullable): %NULL where there is none */
static char *
dup_problems (const AppCliInvocation *invocation, AppForm *form, guint *n_problems)
{
  GListModel *problems = app_form_get_problems (form);
  GString    *text = g_string_new (NULL);

  *n_problems = 0;
  if (g_list_model_get_n_items (problems) > 0)
    make_rows (form);
  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (AppFormProblem) problem = g_list_model_get_item (problems, i);

      if (is_reference (invocation, problem->pointer) || (*n_problems)++ >= MAX_PROBLEMS)
        continue;
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "", problem->pointer,
                              problem->message);
    }
  if (*n_problems > MAX_PROBLEMS)
    g_string_append_printf (text, _ ("\n… %u more"), *n_problems - MAX_PROBLEMS);
  return g_string_free (text, *n_problems == 0);
}

AppCliStatus
app_cli_check_arguments (AppCli *cli, McpDefinition *definition, const char *arguments)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autofree char        *what = NULL;
  g_autoptr (AppProblem) problem = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (definition == NULL)
    return APP_CLI_DONE;
  /* A form of its own, of which nothing is sent: the call sends the text as it was typed. */
  g_autoptr (AppDraft) draft = app_draft_new (cli->session, definition);
  AppForm *form = app_draft_get_form (draft);
  if (form == NULL)
    return APP_CLI_DONE;
  app_form_set_json (form, arguments != NULL ? arguments : "{}");
  if (MCP_IS_TOOL (definition))
    note_unknown (invocation, mcp_tool_get_input_schema (MCP_TOOL (definition)),
                  app_form_get_value (form));
  if (app_form_get_doubt (form) != NULL)
    /* Translators: %s is a sentence with the reason */
    app_cli_warn (_ ("⚠ The arguments could not be checked completely. %s"),
                  app_form_get_doubt (form));
  g_autofree char *lines = dup_problems (invocation, form, &n);
  if (lines == NULL || invocation->request.force)
    return APP_CLI_DONE;
  what = g_strdup_printf (
      MCP_IS_TOOL (definition)
          ? ngettext ("The arguments do not match the tool's input schema: %u problem.",
                      "The arguments do not match the tool's input schema: %u problems.", n)
          : ngettext ("The arguments are not those of the prompt: %u problem.",
                      "The arguments are not those of the prompt: %u problems.", n),
      n);
  g_set_error_literal (&error, APP_ERROR, APP_ERROR_INVALID_INPUT, what);
  return app_cli_fail_input (invocation, error,
                             _ ("Correct the arguments, or send them as they are with --force."),
                             lines);
}

/* Whether it may run */

static AppApprovalPerson
find_person (AppCli *cli)
{
  return (AppApprovalPerson){ app_cli_input_can_ask (), cli->invocation->yes,
                              cli->invocation->bench.allow_tools };
}

AppAdmission
app_cli_settle (AppCli *cli, AppCaller caller)
{
  const AppApprovalPerson person = find_person (cli);

  return app_approval_settle (caller, FALSE, &person);
}

AppAdmission
app_cli_settle_model (AppCli *cli, AppModelCall *call)
{
  const AppApprovalPerson person = find_person (cli);

  return app_model_call_settle (call, &person);
}
