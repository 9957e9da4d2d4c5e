/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server logs, as it comes. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include "app-cli-log.h"
#include "app-cli-print.h"
#include "app-server-logging.h"
#include "app-session.h"

typedef struct
{
  FILE   *stream;
  AppCli *cli;
} Printer;

static void
print_message (Printer *self, McpLogMessage *message)
{
  g_autoptr (GDateTime) time =
      g_date_time_new_from_unix_local (message->time / G_USEC_PER_SEC);
  g_autofree char *clock = g_date_time_format (time, "%H:%M:%S");
  g_autofree char *level = app_cli_line (message->level_name);
  g_autofree char *logger = app_cli_line (message->logger);
  McpJsonValue     data = message->data;
  g_autofree char *said = mcp_json_value_get_kind (data) == MCP_JSON_STRING
                              ? mcp_json_value_dup_string (data, NULL)
                              : mcp_json_value_print_compact (data);
  g_autofree char *line = app_cli_line (said);

  if (self->stream == stdout && self->cli->invocation->output.as_json)
    app_cli_print_value (self->cli->invocation, message->slot.value);
  else
    fprintf (self->stream, "%s %-9s %s%s%s\n", clock, level, logger, *logger != '\0' ? ": " : "",
             line);
}

static void
on_notification (McpClient *client, McpMessage *notification, Printer *self)
{
  g_autoptr (McpLogMessage) message = mcp_log_message_read (notification);

  if (message == NULL)
    return;
  print_message (self, message);
  if (self->stream == stdout)
    app_cli_flush (self->cli);
}

gboolean
app_cli_log_begin (AppCli *cli, FILE *stream, GError **error)
{
  const char *word = cli->invocation->request.level;
  McpLogLevel level = mcp_log_level_from_name (word != NULL ? word : "debug");
  McpClient  *client = app_cli_get_client (cli, error);

  if (client == NULL)
    return FALSE;
  AppServerLogging *logging = app_session_get_feature (cli->session, APP_TYPE_SERVER_LOGGING);
  if (!app_server_logging_is_offered (logging))
    {
      g_propagate_error (error, app_failure_new (APP_FAILURE_NOT_OFFERED, "%s",
                                                 _ ("The server does not support logging.")));
      return FALSE;
    }
  Printer *printer = g_new0 (Printer, 1);
  printer->stream = stream;
  printer->cli = cli;
  g_signal_connect_data (client, "notification", G_CALLBACK (on_notification), printer,
                         (GClosureNotify)(void (*) (void))g_free, 0);
  app_server_logging_ask_async (logging, level, app_cli_done, cli);
  return app_server_logging_ask_finish (app_cli_await (cli), error);
}

/* Seconds. What was logged before the response has been sent when that is here, but by another
 * connection. */
#define STREAM_LAG 0.2

void
app_cli_log_end (AppCli *cli)
{
  McpClient *client = app_session_get_client (cli->session);

  if (client != NULL && mcp_client_get_era (client) == MCP_ERA_LEGACY &&
      mcp_transport_responds_in_exchange (mcp_client_get_transport (client)))
    app_cli_watch (cli, STREAM_LAG, NULL);
}

AppCliStatus
app_cli_log (AppCli *cli, GError **error)
{
  if (!app_cli_log_begin (cli, stdout, error) ||
      !app_cli_watch (cli, cli->invocation->request.wait, error))
    return APP_CLI_UNREACHABLE;
  return APP_CLI_DONE;
}
