/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-variants.h"

#include <glib/gi18n.h>

#include "mcp-json-writer.h"
#include "mcp-model-dialect.h"

#define WORDS(text) ((text) != NULL ? (text) : "")

typedef enum {
  AS_IT_IS,
  DESCRIPTION,
  OTHERS_OFF,
  ONLY_TOOL,
  SHUFFLED,
  FORCED,
  AS_APPROVED,
  N_CHANGES,
} Change;

static const char *const change_names[] = {
  [DESCRIPTION] = N_ ("other description"),
  [OTHERS_OFF] = N_ ("other servers off"),
  [ONLY_TOOL] = N_ ("only this tool"),
  [SHUFFLED] = N_ ("shuffled"),
  [FORCED] = N_ ("has to call it"),
  [AS_APPROVED] = N_ ("as approved"),
};

/* Those that are of one tool need its name. */
static gboolean
is_chosen (const AppCaseChoices *choices, Change change)
{
  gboolean has_tool = *WORDS (choices->tool) != '\0';

  switch (change)
    {
    case AS_IT_IS:
      return TRUE;
    case DESCRIPTION:
      return has_tool && *WORDS (choices->description) != '\0';
    case OTHERS_OFF:
      return has_tool && choices->others_off;
    case ONLY_TOOL:
      return has_tool && choices->only_tool;
    case SHUFFLED:
      return choices->shuffled;
    case FORCED:
      return choices->forced;
    case AS_APPROVED:
      return choices->as_approved;
    case N_CHANGES:
    default:
      return FALSE;
    }
}

guint
app_case_variants_count (const AppCaseChoices *choices)
{
  guint n = 0;

  for (Change change = AS_IT_IS; change < N_CHANGES; change++)
    n += is_chosen (choices, change);
  return n;
}

AppBenchTools *
app_case_variants_create_tools (AppBenchDesk *desk, GPtrArray *sessions)
{
  McpModelClient *client = app_bench_asked_get_client (app_bench_desk_get_asked (desk));
  AppBenchOptions options;
  AppBenchTools  *tools;

  app_bench_options_init (&options);
  app_bench_setup_apply (app_bench_desk_get_setup (desk), &options, NULL);
  tools = app_bench_tools_new (sessions,
                               client != NULL
                                   ? mcp_model_client_get_provider (client)->dialect
                                   : mcp_model_dialect_find ("openai-chat"),
                               &options);
  app_bench_options_clear (&options);
  return tools;
}

/* What is told of tools already stays, but for the description of this one.
 * Returns: (transfer full) (nullable) */
static AppToolOverlays *
create_overlays (AppToolOverlays *before, const AppBenchTool *tool, const char *description)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *name =
      g_strconcat (tool->server, "__", mcp_definition_get_key (MCP_DEFINITION (tool->tool)), NULL);
  g_autofree char *text = NULL;
  McpJsonIter      iter;
  McpJsonValue     member;
  McpJsonValue     value;

  mcp_json_writer_begin_object (writer);
  if (before != NULL)
    {
      mcp_json_iter_init (&iter, app_tool_overlays_get_value (before));
      while (mcp_json_iter_next (&iter, &member, &value))
        if (!mcp_json_value_string_equals (member, name))
          {
            mcp_json_writer_name_value (writer, member);
            mcp_json_writer_value (writer, value);
          }
    }
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "description", description);
  mcp_json_writer_member_value (writer, "arguments",
                                mcp_json_value_get_member (tool->overlay, "arguments"));
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  return app_tool_overlays_new (mcp_json_document_get_root (document), NULL);
}

static void
choose_only (AppBench *bench, const AppBenchTool *tool)
{
  AppBenchOptions *options = app_bench_get_options (bench);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *name =
      g_strconcat (tool->server, "__", mcp_definition_get_key (MCP_DEFINITION (tool->tool)), NULL);

  g_strv_builder_add (builder, name);
  g_strfreev (options->allow);
  options->allow = g_strv_builder_end (builder);
}

static void
choose_server (AppBench *bench, const AppBenchTool *tool)
{
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();

  g_ptr_array_add (sessions, tool->session);
  app_bench_set_sessions (bench, sessions);
}

static void
force (AppBench *bench, const char *name)
{
  AppBenchOptions *options = app_bench_get_options (bench);

  options->choice = *WORDS (name) != '\0' ? MCP_MODEL_CHOICE_NAMED : MCP_MODEL_CHOICE_REQUIRED;
  g_free (options->choice_name);
  options->choice_name = *WORDS (name) != '\0' ? g_strdup (name) : NULL;
}

/* @tools: as they are */
static void
apply (AppBench *bench, Change change, AppBenchTools *tools, const AppCaseChoices *choices)
{
  AppBenchOptions    *options = app_bench_get_options (bench);
  const AppBenchTool *tool = app_bench_tools_find (tools, WORDS (choices->tool));
  AppToolOverlays    *overlays;

  if (change == SHUFFLED)
    options->order = APP_BENCH_SHUFFLED;
  else if (change == FORCED)
    force (bench, choices->tool);
  else if (change == AS_APPROVED)
    options->approved = app_bench_tools_create_approved (tools, NULL);
  else if (tool == NULL || tool->session == NULL)
    return;
  else if (change == DESCRIPTION)
    {
      overlays = create_overlays (options->overlays, tool, choices->description);
      g_clear_pointer (&options->overlays, app_tool_overlays_unref);
      options->overlays = overlays;
    }
  else if (change == OTHERS_OFF)
    choose_server (bench, tool);
  else if (change == ONLY_TOOL)
    choose_only (bench, tool);
}

/* Returns: (transfer full) (nullable) */
static AppBench *
create_bench (AppBenchDesk  *desk,
              AppBenchAsked *asked,
              GPtrArray     *sessions,
              GPtrArray     *prices,
              GError       **error)
{
  AppBenchSetup *setup = app_bench_desk_get_setup (desk);
  const char    *system = app_bench_setup_get_system (setup);
  g_autoptr (AppBench) bench =
      app_bench_new (app_bench_asked_get_client (asked), app_bench_asked_get_model (asked),
                     app_bench_asked_get_key (asked));

  if (!app_bench_setup_apply (setup, app_bench_get_options (bench), error))
    return NULL;
  app_bench_set_sessions (bench, sessions);
  app_bench_set_system (bench, *system != '\0' ? system : NULL);
  if (prices != NULL && prices->len > 0)
    app_bench_get_options (bench)->prices = g_ptr_array_steal_index (prices, prices->len - 1);
  return g_steal_pointer (&bench);
}

gboolean
app_case_variants_add (AppCaseRunner        *runner,
                       AppBenchDesk         *desk,
                       AppBenchAsked        *asked,
                       GPtrArray            *sessions,
                       const AppCaseChoices *choices,
                       GPtrArray            *prices,
                       GPtrArray            *names,
                       GError              **error)
{
  g_autoptr (AppBenchTools) tools = app_case_variants_create_tools (desk, sessions);
  g_autofree char *title = app_bench_asked_dup_title (asked);
  guint            base = names->len;

  for (Change change = AS_IT_IS; change < N_CHANGES; change++)
    {
      g_autoptr (AppBench) bench = NULL;
      char *name;

      if (!is_chosen (choices, change))
        continue;
      bench = create_bench (desk, asked, sessions, prices, error);
      if (bench == NULL)
        return FALSE;
      apply (bench, change, tools, choices);
      name = change == AS_IT_IS ? g_strdup (title)
                                : g_strdup_printf ("%s, %s", title, _ (change_names[change]));
      /* Models are compared with the first one. */
      app_case_runner_add_variant (runner, name, bench, change == AS_IT_IS ? 0 : base);
      g_ptr_array_add (names, name);
    }
  return TRUE;
}
