/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server proposes for an argument of a prompt or a resource template. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-arguments.h"
#include "app-cli-connection.h"
#include "app-cli-print.h"
#include "app-session-private.h"
#include "mcp-client-completion.h"
#include "mcp-error.h"

static void
print_values (const AppCliInvocation *invocation, McpCompletion *completion)
{
  const char *const *values = mcp_completion_get_values (completion);

  if (invocation->json || invocation->compact)
    {
      app_cli_print_value (invocation, mcp_result_get_value (MCP_RESULT (completion)));
      return;
    }
  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autofree char *line = app_cli_line (values[i]);

      app_cli_print ("%s\n", line);
    }
  if (invocation->quiet || !mcp_completion_get_has_more (completion))
    return;
  if (mcp_completion_get_total (completion) >= 0)
    fprintf (stderr, _ ("There are %d in all.\n"), (int)mcp_completion_get_total (completion));
  else
    fprintf (stderr, "%s\n", _ ("There are more."));
}

static AppCliStatus
complete (const AppCliInvocation *invocation,
          AppCliConnection       *connection,
          AppSession             *session,
          GBytes                 *context)
{
  char     **words = invocation->arguments;
  McpClient *client = app_session_get_client (session);
  /* A prompt's name has no reason to look like an address. */
  McpCompletionTarget target = strstr (words[0], "://") != NULL || strchr (words[0], '{') != NULL
                                   ? MCP_COMPLETE_RESOURCE
                                   : MCP_COMPLETE_PROMPT;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpCompletion) completion = NULL;
  g_autoptr (GError) error = NULL;

  mcp_client_complete_async (client, target, words[0], words[1], words[2] != NULL ? words[2] : "",
                             context, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  if (result != NULL)
    completion = mcp_client_complete_finish (client, result, &error);
  if (completion != NULL && mcp_result_is_rpc_error (MCP_RESULT (completion)))
    {
      McpAnswer  *answer = mcp_result_get_answer (MCP_RESULT (completion));
      const char *text = mcp_message_get_error_message (mcp_answer_get_message (answer));

      error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE, _ ("The server refused: %s"),
                             text != NULL ? text : _ ("it gave no reason"));
    }
  if (completion == NULL || error != NULL)
    return app_cli_connection_fail (connection, invocation, error);
  print_values (invocation, completion);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_complete (const AppCliInvocation *invocation)
{
  char **words = invocation->arguments;
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *others = NULL;
  g_autoptr (GBytes) context = NULL;
  AppSession *session;

  if (g_strv_length (words) < 2 || g_strv_length (words) > 3)
    return app_cli_fail_usage (
        invocation, _ ("“complete” takes a prompt or a resource template, the name of one of its "
                       "arguments, and the beginning of its value."));
  if (!app_cli_arguments_build (invocation, MCP_JSON_NO_VALUE, TRUE, &others, &error))
    return app_cli_connection_fail (connection, invocation, error);
  if (others != NULL)
    context = g_bytes_new (others, strlen (others));
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  return complete (invocation, connection, session, context);
}
