/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server proposes for an argument of a prompt or a resource template. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-arguments.h"
#include "app-cli-print.h"
#include "app-session-private.h"
#include "mcp-client-completion.h"
#include "mcp-error.h"

static void
print_values (const AppCliInvocation *invocation, McpCompletion *completion)
{
  const char *const *values = mcp_completion_get_values (completion);

  if (invocation->as_json)
    {
      app_cli_print_value (invocation, mcp_result_get_value (MCP_RESULT (completion)));
      return;
    }
  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autofree char *line = app_cli_line (values[i]);

      app_cli_print ("%s\n", line);
    }
  if (!mcp_completion_get_has_more (completion))
    return;
  if (mcp_completion_get_total (completion) >= 0)
    app_cli_note (invocation, _ ("There are %d in all.\n"),
                  (int)mcp_completion_get_total (completion));
  else
    app_cli_note (invocation, "%s", _ ("There are more."));
}

AppCliStatus
app_cli_complete (AppCli *cli, GError **error)
{
  char     **words = cli->invocation->arguments;
  McpClient *client = app_session_get_client (cli->session);
  /* A prompt's name has no reason to look like an address. */
  McpCompletionTarget target = strstr (words[0], "://") != NULL || strchr (words[0], '{') != NULL
                                   ? MCP_COMPLETE_RESOURCE
                                   : MCP_COMPLETE_PROMPT;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpCompletion) completion = NULL;
  g_autofree char *others = NULL;
  g_autoptr (GBytes) context = NULL;

  if (!app_cli_arguments_build (cli->invocation, MCP_JSON_NO_VALUE, TRUE, &others, error))
    return APP_CLI_REFUSED;
  if (others != NULL)
    context = g_bytes_new (others, strlen (others));
  mcp_client_complete_async (client, target, words[0], words[1], words[2] != NULL ? words[2] : "",
                             context, NULL, app_cli_done, cli);
  result = app_cli_wait (cli);
  if (result != NULL)
    completion = mcp_client_complete_finish (client, result, error);
  if (completion == NULL)
    return APP_CLI_PROTOCOL;
  if (mcp_result_is_rpc_error (MCP_RESULT (completion)))
    {
      McpAnswer  *answer = mcp_result_get_answer (MCP_RESULT (completion));
      const char *text = mcp_message_get_error_message (mcp_answer_get_message (answer));

      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               _ ("The server refused: %s"),
                                               text != NULL ? text : _ ("it gave no reason")));
      return APP_CLI_PROTOCOL;
    }
  print_values (cli->invocation, completion);
  return APP_CLI_DONE;
}
