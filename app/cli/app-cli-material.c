/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-material.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-model-material.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
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

/* @arguments: (nullable): JSON */
static gboolean
add (AppCli               *cli,
     AppModelConversation *bench,
     AppCallKind           kind,
     const char           *target,
     const char           *arguments,
     GError              **error)
{
  g_autoptr (AppCall) call = app_session_new_call (cli->session, kind, target, arguments);
  g_autoptr (GPtrArray) turns = NULL;

  app_call_run_async (call, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  if (app_call_run_finish (call, app_cli_await (cli), error))
    turns = app_model_material_read_call (call, error);
  for (guint i = 0; turns != NULL && i < turns->len; i++)
    app_model_conversation_add_turn (bench, mcp_model_turn_ref (turns->pdata[i]));
  return turns != NULL;
}

AppCliStatus
app_cli_material_add (AppCli *cli, AppModelConversation *bench, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;
  gboolean           added = TRUE;
  g_autofree char   *arguments = NULL;

  if (model->prompt == NULL && model->prompt_arg != NULL)
    return app_cli_fail_usage (cli->invocation, "%s", _ ("--prompt-arg needs a --prompt."));
  if (app_cli_material_is_given (cli->invocation) && cli->session == NULL)
    return app_cli_fail_usage (cli->invocation, "%s",
                               _ ("--prompt and --resource need a server: name one."));
  for (guint i = 0; added && model->resource != NULL && model->resource[i] != NULL; i++)
    added = add (cli, bench, APP_CALL_READ, model->resource[i], NULL, error);
  if (added && model->prompt != NULL)
    {
      arguments = dup_arguments (cli->invocation, error);
      added = arguments != NULL &&
              add (cli, bench, APP_CALL_PROMPT, model->prompt, arguments, error);
    }
  return added ? APP_CLI_DONE : APP_CLI_PROTOCOL;
}
