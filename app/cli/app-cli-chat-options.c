/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-chat-options.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-error.h"

/* Descriptions of a few hundred tools. */
#define MAX_OVERLAY (16u * 1024u * 1024u)

static void
set_choice (const AppCliModel *model, AppModelOptions *options)
{
  static const char *const choices[] = { "auto", "none", "required", NULL };
  int                      choice;

  choice = app_cli_find_word (model->tool_choice, choices, (int)options->choice);
  options->choice = choice >= 0 ? (McpModelChoice)choice : MCP_MODEL_CHOICE_NAMED;
  if (choice < 0)
    options->choice_name = g_strdup (model->tool_choice);
}

/* Results */

/* Returns: (transfer full) (nullable): %NULL where it was said why */
static AppModelResultFormat *
parse_result_format (const AppCliInvocation *invocation, const char *text)
{
  g_autoptr (GError) error = NULL;
  AppModelResultFormat *result_format = app_model_result_format_parse (text, &error);

  if (result_format == NULL)
    app_cli_fail_usage (invocation, "%s", error->message);
  else if (invocation->model.no_objects)
    result_format->target = 0;
  return result_format;
}

static AppCliStatus
set_results (const AppCliInvocation *invocation, AppModelOptions *options)
{
  const AppCliModel    *model = &invocation->model;
  AppModelResultFormat *result_format =
      parse_result_format (invocation, model->results != NULL ? model->results : "raw");

  if (result_format == NULL)
    return APP_CLI_USAGE;
  app_model_options_take_usual_result_format (options, result_format);
  for (guint i = 0; model->results_of != NULL && model->results_of[i] != NULL; i++)
    {
      const char      *equals = strchr (model->results_of[i], '=');
      g_autofree char *tool =
          equals != NULL ? g_strndup (model->results_of[i], (gsize)(equals - model->results_of[i]))
                         : NULL;

      if (tool == NULL || *tool == '\0')
        return app_cli_fail_usage (invocation, "%s",
                                   _ ("--results-of takes the name of a tool, an equals sign and a "
                                      "way to tell results."));
      result_format = parse_result_format (invocation, equals + 1);
      if (result_format == NULL)
        return APP_CLI_USAGE;
      app_model_options_take_result_format (options, tool, result_format);
    }
  return APP_CLI_DONE;
}

/* Tools */

AppCliStatus
app_cli_chat_options_read_overlay (const AppCliInvocation *invocation,
                                   const char             *file,
                                   AppModelOptions        *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  gsize length;

  g_autofree char *text = app_cli_input_read (file, MAX_OVERLAY, &length, &error);
  if (text != NULL)
    {
      bytes = g_bytes_new_take (g_steal_pointer (&text), length);
      document = mcp_json_document_parse (bytes, NULL, NULL, &error);
    }
  g_clear_pointer (&options->overlays, app_tool_overlays_unref);
  if (document != NULL)
    options->overlays = app_tool_overlays_new (mcp_json_document_get_root (document), &error);
  if (options->overlays != NULL)
    return APP_CLI_DONE;
  g_prefix_error (&error, "%s: ", file);
  return app_cli_fail_input (invocation, error, NULL, NULL);
}

static AppCliStatus
set_tools (const AppCliInvocation *invocation, AppModelOptions *options)
{
  const AppCliModel *model = &invocation->model;

  if (model->tool_order != NULL && !app_model_options_set_order (options, model->tool_order))
    return app_cli_fail_usage (invocation, "%s",
                               _ ("--tool-order takes sorted, server, shuffled or shuffled:SEED."));
  if (model->cache != NULL && !app_model_caching_from_text (model->cache, &options->caching))
    return app_cli_fail_usage (invocation, "%s", _ ("--cache takes read-only or all."));
  if (g_strcmp0 (model->object_tools, "always") == 0)
    options->object_tools = APP_MODEL_ALWAYS;
  else if (model->object_tools != NULL && !g_str_equal (model->object_tools, "needed"))
    return app_cli_fail_usage (invocation, "%s", _ ("--object-tools takes needed or always."));
  options->repairs = model->repair;
  return model->overlay != NULL
             ? app_cli_chat_options_read_overlay (invocation, model->overlay, options)
             : APP_CLI_DONE;
}

/* Names are read as they are written for a model, or for a server. */
static gboolean
is_named (AppModelTools *tools, McpJsonValue name)
{
  g_autofree char *text = mcp_json_value_dup_string (name, NULL);
  GListModel      *list = G_LIST_MODEL (app_model_tools_get_export (tools));

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppExportedTool) item = g_list_model_get_item (list, i);
      const AppModelTool *tool =
          app_model_tools_find (tools, app_exported_tool_get_model_name (item));
      const char      *key = mcp_definition_get_key (MCP_DEFINITION (tool->tool));
      g_autofree char *full = g_strconcat (tool->server, "__", key, NULL);

      if (g_str_equal (text, key) || g_str_equal (text, full))
        return TRUE;
    }
  return FALSE;
}

static void
note_strays (const AppCliInvocation *invocation, const AppModelTool *tool)
{
  g_autoptr (GPtrArray) strays = app_tool_overlay_list_strays (tool->overlay, tool->tool);
  g_autoptr (GPtrArray) odd = app_tool_overlay_list_odd_defaults (tool->overlay, tool->tool);

  for (guint i = 0; i < strays->len; i++)
    app_cli_note (invocation, _ ("⚠ --overlay: “%s” has no argument “%s”."),
                  mcp_definition_get_key (MCP_DEFINITION (tool->tool)),
                  (const char *)strays->pdata[i]);
  for (guint i = 0; i < odd->len; i++)
    app_cli_note (invocation,
                  _ ("⚠ --overlay: the default of “%s” of “%s” is none of its values."),
                  (const char *)odd->pdata[i],
                  mcp_definition_get_key (MCP_DEFINITION (tool->tool)));
}

void
app_cli_chat_options_check_overlay (const AppCliInvocation *invocation, AppModelConversation *bench)
{
  AppToolOverlays *overlays = app_model_conversation_get_options (bench)->overlays;
  g_autoptr (AppModelTools) tools = app_model_conversation_create_tools (bench);
  AppToolExport *sent = app_model_tools_get_export (tools);
  GPtrArray     *findings = app_tool_export_get_findings (sent);
  GListModel    *list = G_LIST_MODEL (sent);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    app_cli_warn ("⚠ %s", mcp_finding_get_text (findings->pdata[i]));
  if (overlays == NULL)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppExportedTool) item = g_list_model_get_item (list, i);
      const AppModelTool *tool =
          app_model_tools_find (tools, app_exported_tool_get_model_name (item));

      if (mcp_json_value_exists (tool->overlay))
        note_strays (invocation, tool);
    }
  for (McpJsonWalk each = mcp_json_walk (app_tool_overlays_get_value (overlays));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);

      if (!is_named (tools, each.name))
        app_cli_note (invocation, _ ("⚠ --overlay: there is no tool “%s”."), text);
    }
}

/* Money */

static AppCliStatus
set_max_cost (const AppCliInvocation *invocation,
              const AppCliProvider   *provider,
              AppModelOptions        *options)
{
  const AppCliModel *model = &invocation->model;
  char              *end = NULL;
  g_autoptr (GError) error = NULL;

  if (model->max_cost == NULL)
    return APP_CLI_DONE;
  options->max_cost = g_ascii_strtod (model->max_cost, &end);
  if (*model->max_cost == '\0' || *end != '\0' || !isfinite (options->max_cost) ||
      options->max_cost <= 0)
    return app_cli_fail_usage (invocation, "%s",
                               _ ("--max-cost takes an amount of money above 0, such as 0.50."));
  if (app_price_list_has (options->prices, provider->provider->id, provider->model))
    return APP_CLI_DONE;
  g_set_error (&error, APP_ERROR, APP_ERROR_NOT_FOUND,
               /* Translators: %s is the name of a model */
               _ ("--max-cost needs to know what “%s” costs, and there is no price of it."),
               provider->model);
  return app_cli_fail_input (invocation, error,
                             _ ("Write it into prices.yaml, or name a file with --prices."), NULL);
}

static AppCliStatus
set_prices (const AppCliInvocation *invocation,
            const AppCliProvider   *provider,
            AppModelOptions        *options)
{
  const char *file = invocation->model.prices;
  g_autoptr (GError) error = NULL;

  if (file != NULL && !g_file_test (file, G_FILE_TEST_EXISTS))
    g_set_error (&error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("There is no file “%s”."), file);
  else
    options->prices = app_price_list_read (file, &error);
  if (error != NULL)
    return app_cli_fail_input (invocation, error, NULL, NULL);
  return set_max_cost (invocation, provider, options);
}

AppCliStatus
app_cli_chat_options_set (const AppCliInvocation *invocation,
                          const AppCliProvider   *provider,
                          AppModelOptions        *options)
{
  const AppCliModel *model = &invocation->model;
  AppCliStatus       status = set_results (invocation, options);

  if (model->rounds > 0)
    options->rounds = (guint)model->rounds;
  options->max_tokens = model->max_tokens;
  options->with_instructions = model->instructions;
  set_choice (model, options);
  if (model->parameters != NULL)
    options->parameters = mcp_json_document_parse_text (model->parameters, -1, NULL);
  if (status == APP_CLI_DONE)
    status = set_tools (invocation, options);
  if (status == APP_CLI_DONE)
    status = set_prices (invocation, provider, options);
  return status;
}
