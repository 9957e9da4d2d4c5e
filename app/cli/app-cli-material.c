/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-material.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-model-material.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

gboolean
app_cli_material_is_given (const AppCliInvocation *invocation)
{
  return invocation->model.prompt != NULL || invocation->model.resource != NULL;
}

/* The arguments of a prompt are strings, whatever they look like.
 * Returns: (transfer full) (nullable): %NULL with @error */
static char *
dup_arguments (const AppCliInvocation *invocation, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  char **arguments = invocation->model.prompt_arg;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    {
      const char      *split = strchr (arguments[i], '=');
      g_autofree char *name = NULL;

      if (split == NULL || split == arguments[i])
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: %s is what was typed */
                       _ ("--prompt-arg “%s” is not of the form KEY=VALUE."), arguments[i]);
          return NULL;
        }
      name = g_strndup (arguments[i], (gsize)(split - arguments[i]));
      mcp_json_writer_member_string (writer, name, split + 1);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full) (nullable): %NULL with @error, or where a signal came */
static McpResult *
fetch (AppCli *cli, AppCallKind kind, const char *target, const char *arguments, GError **error)
{
  g_autoptr (AppCall) call = app_session_new_call (cli->session, kind, target, arguments);
  g_autofree char *message = NULL;

  app_call_run_async (call, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  if (!app_call_run_finish (call, app_cli_await (cli), error))
    return NULL;
  if (mcp_json_value_exists (app_call_get_result (call)))
    return mcp_result_new_for_value (kind == APP_CALL_PROMPT ? MCP_RESULT_PROMPT
                                                             : MCP_RESULT_RESOURCE,
                                     app_call_get_result (call));
  message = mcp_json_value_dup_member_string (app_call_get_error (call), "message");
  g_propagate_error (error, mcp_error_new (MCP_ERROR_RESPONSE, "%s: %s", target,
                                           message != NULL ? message : ""));
  return NULL;
}

static gboolean
add_prompt (AppCli *cli, AppModelConversation *bench, GError **error)
{
  g_autofree char *arguments = dup_arguments (cli->invocation, error);
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GPtrArray) turns = NULL;

  if (arguments != NULL)
    result = fetch (cli, APP_CALL_PROMPT, cli->invocation->model.prompt, arguments, error);
  if (result == NULL)
    return FALSE;
  turns = app_model_material_read_prompt (result, NULL);
  for (guint i = 0; i < turns->len; i++)
    app_model_conversation_add_turn (bench, mcp_model_turn_ref (turns->pdata[i]));
  return TRUE;
}

AppCliStatus
app_cli_material_add (AppCli *cli, AppModelConversation *bench, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;

  if (model->prompt == NULL && model->prompt_arg != NULL)
    return app_cli_fail_usage (cli->invocation, "%s", _ ("--prompt-arg needs a --prompt."));
  if (app_cli_material_is_given (cli->invocation) && cli->session == NULL)
    return app_cli_fail_usage (cli->invocation, "%s",
                               _ ("--prompt and --resource need a server: name one."));
  for (guint i = 0; model->resource != NULL && model->resource[i] != NULL; i++)
    {
      const char *uri = model->resource[i];
      g_autoptr (McpResult) result = fetch (cli, APP_CALL_READ, uri, NULL, error);

      if (result == NULL)
        return APP_CLI_PROTOCOL;
      app_model_conversation_add_turn (bench, app_model_material_read_resource (result, uri, NULL));
    }
  return model->prompt == NULL || add_prompt (cli, bench, error) ? APP_CLI_DONE
                                                                 : APP_CLI_PROTOCOL;
}
