/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-variants.h"

#include <glib/gi18n.h>

#include "app-error.h"
#include "mcp-json-writer.h"

#define WORDS(text) ((text) != NULL ? (text) : "")

static const char *const change_names[] = {
  [APP_CASE_DESCRIPTION] = N_ ("other description"),
  [APP_CASE_OTHERS_OFF] = N_ ("other servers off"),
  [APP_CASE_ONLY_TOOL] = N_ ("only this tool"),
  [APP_CASE_SHUFFLED] = N_ ("shuffled"),
  [APP_CASE_FORCED] = N_ ("forced call"),
  [APP_CASE_AS_APPROVED] = N_ ("as approved"),
};

/* Those that are of one tool need its name. */
gboolean
app_case_change_is_chosen (AppCaseChange change, const AppCaseTerms *terms)
{
  const AppCaseChoices *choices = terms->choices;
  gboolean              has_tool = *WORDS (choices->tool) != '\0';
  const gboolean        is_chosen[APP_CASE_N_CHANGES] = {
           [APP_CASE_AS_IT_IS] = TRUE,
           [APP_CASE_DESCRIPTION] = has_tool && *WORDS (choices->description) != '\0',
           [APP_CASE_OTHER_OVERLAYS] = terms->overlays != NULL,
           [APP_CASE_OTHERS_OFF] = has_tool && choices->others_off,
           [APP_CASE_ONLY_TOOL] = has_tool && choices->only_tool,
           [APP_CASE_SHUFFLED] = choices->shuffled,
           [APP_CASE_FORCED] = choices->forced,
           [APP_CASE_AS_APPROVED] = choices->as_approved,
           [APP_CASE_OTHER_SERVER] = terms->others != NULL,
  };

  return is_chosen[change];
}

guint
app_case_variants_count (const AppCaseTerms *terms)
{
  guint n = 0;

  for (AppCaseChange change = APP_CASE_AS_IT_IS; change < APP_CASE_N_CHANGES; change++)
    n += app_case_change_is_chosen (change, terms);
  return n;
}

char *
app_case_change_dup_name (AppCaseChange change, const AppCaseTerms *terms, const char *title)
{
  const char *name;

  if (change == APP_CASE_AS_IT_IS)
    return g_strdup (title);
  if (change == APP_CASE_OTHER_OVERLAYS)
    name = terms->overlays_name;
  else if (change == APP_CASE_OTHER_SERVER)
    name = terms->others_name;
  else
    name = _ (change_names[change]);
  return g_strdup_printf ("%s, %s", title, name);
}

/* Returns: (transfer full): as overlays and lists of tools name it */
static char *
dup_full_name (const AppModelTool *tool)
{
  return g_strconcat (tool->server, "__",
                      mcp_definition_get_key (MCP_DEFINITION (tool->tool)), NULL);
}

/* What is told of tools already stays, but for the description of this one.
 * Returns: (transfer full) (nullable) */
static AppToolOverlays *
create_overlays (AppToolOverlays *before, const AppModelTool *tool, const char *description)
{
  McpJsonValue shown =
      before != NULL ? app_tool_overlays_get_value (before) : MCP_JSON_NO_VALUE;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *name = dup_full_name (tool);

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (shown); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, name))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
  mcp_json_writer_add (writer, "%s: {'description': %s, 'arguments': ?%v}}", name, description,
                       mcp_json_value_get_member (tool->overlay, "arguments"));
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return app_tool_overlays_new (mcp_json_document_get_root (document), NULL);
}

static void
choose_only (AppModelConversation *bench, const AppModelTool *tool)
{
  AppModelOptions *options = app_model_conversation_get_options (bench);

  g_strfreev (options->allow);
  options->allow = g_new0 (char *, 2);
  *options->allow = dup_full_name (tool);
}

static void
choose_server (AppModelConversation *bench, const AppModelTool *tool)
{
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();

  g_ptr_array_add (sessions, tool->session);
  app_model_conversation_set_sessions (bench, sessions);
}

static void
force (AppModelConversation *bench, const char *name)
{
  AppModelOptions *options = app_model_conversation_get_options (bench);

  options->choice = *WORDS (name) != '\0' ? MCP_MODEL_CHOICE_NAMED : MCP_MODEL_CHOICE_REQUIRED;
  g_free (options->choice_name);
  options->choice_name = *WORDS (name) != '\0' ? g_strdup (name) : NULL;
}

static void
set_overlays (AppModelConversation *bench, AppToolOverlays *overlays)
{
  AppModelOptions *options = app_model_conversation_get_options (bench);

  g_clear_pointer (&options->overlays, app_tool_overlays_unref);
  options->overlays = overlays;
}

/* @approved: (inout): looked up once, for all models */
static gboolean
use_approved (AppModelConversation *bench,
              AppModelTools        *tools,
              const AppCaseTerms   *terms,
              AppApprovedTools    **approved,
              GError              **error)
{
  if (*approved == NULL)
    *approved = app_model_tools_create_approved (tools, terms->book);
  if (app_approved_tools_get_n_items (*approved) > 0)
    {
      app_model_conversation_get_options (bench)->approved = app_approved_tools_ref (*approved);
      return TRUE;
    }
  g_set_error_literal (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       _ ("No tool was different when you approved it: there is nothing to "
                          "compare."));
  return FALSE;
}

/* @tool: (nullable): that is expected, as it is */
static void
change_tool (AppCaseChange         change,
             AppModelConversation *bench,
             const AppModelTool   *tool,
             const AppCaseChoices *choices)
{
  if (tool == NULL || tool->session == NULL)
    return;
  if (change == APP_CASE_DESCRIPTION)
    set_overlays (bench, create_overlays (app_model_conversation_get_options (bench)->overlays,
                                          tool, choices->description));
  else if (change == APP_CASE_OTHERS_OFF)
    choose_server (bench, tool);
  else
    choose_only (bench, tool);
}

gboolean
app_case_change_apply (AppCaseChange         change,
                       AppModelConversation *bench,
                       const AppCaseTerms   *terms,
                       AppApprovedTools    **approved,
                       GError              **error)
{
  const AppCaseChoices *choices = terms->choices;
  g_autoptr (AppModelTools) tools = app_model_conversation_create_tools (bench);

  switch (change)
    {
    case APP_CASE_DESCRIPTION:
    case APP_CASE_OTHERS_OFF:
    case APP_CASE_ONLY_TOOL:
      change_tool (change, bench, app_model_tools_find (tools, WORDS (choices->tool)), choices);
      return TRUE;
    case APP_CASE_OTHER_OVERLAYS:
      set_overlays (bench, app_tool_overlays_ref (terms->overlays));
      return TRUE;
    case APP_CASE_SHUFFLED:
      app_model_conversation_get_options (bench)->order = APP_MODEL_SHUFFLED;
      return TRUE;
    case APP_CASE_FORCED:
      force (bench, choices->tool);
      return TRUE;
    case APP_CASE_AS_APPROVED:
      return use_approved (bench, tools, terms, approved, error);
    case APP_CASE_OTHER_SERVER:
      app_model_conversation_set_sessions (bench, terms->others);
      return TRUE;
    case APP_CASE_AS_IT_IS:
    case APP_CASE_N_CHANGES:
    default:
      return TRUE;
    }
}
