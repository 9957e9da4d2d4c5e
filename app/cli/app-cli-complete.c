/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server proposes for an argument of a prompt or a resource template. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-cli-arguments.h"
#include "app-cli-print.h"
#include "app-completer.h"

static void
print_values (const AppCliInvocation *invocation, McpResult *completion)
{
  const char *const *values = (const char *const *)completion->values;

  if (invocation->output.as_json)
    {
      app_cli_print_value (invocation, completion->slot.value);
      return;
    }
  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autofree char *line = app_cli_line (values[i]);

      app_cli_print ("%s\n", line);
    }
  if (!completion->has_more)
    return;
  if (completion->total >= 0)
    app_cli_note (invocation, _ ("%d values in total.\n"),
                  (int)completion->total);
  else
    app_cli_note (invocation, "%s", _ ("More values are available."));
}

AppCliStatus
app_cli_complete (AppCli *cli, GError **error)
{
  char           **words = cli->invocation->arguments;
  g_autofree char *others = NULL;

  if (!app_cli_arguments_build (cli->invocation, MCP_JSON_NO_VALUE, TRUE, &others, error))
    return APP_CLI_REFUSED;
  /* What is wrong with the command line is said before a server is started. */
  if (!app_cli_connect (cli, error))
    return APP_CLI_PROTOCOL;
  McpClient *client = app_cli_get_client (cli, error);
  if (client == NULL)
    return APP_CLI_UNREACHABLE;
  app_completions_ask_async (client, words[0], words[1], words[2] != NULL ? words[2] : "", others,
                             app_cli_done, cli);
  g_autoptr (McpResult) completion = app_completions_ask_finish (app_cli_await (cli), error);
  if (completion == NULL)
    return APP_CLI_PROTOCOL;
  print_values (cli->invocation, completion);
  for (guint i = 0; completion->findings != NULL && i < completion->findings->len; i++)
    if (mcp_result_failed_by (completion->findings->pdata[i]))
      {
        g_propagate_error (error, app_failure_new (
                                      APP_FAILURE_INVALID_MESSAGE, "%s",
                                      mcp_finding_get_text (completion->findings->pdata[i])));
        return APP_CLI_PROTOCOL;
      }
  return APP_CLI_DONE;
}
