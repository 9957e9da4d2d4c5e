/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One message, sent as it stands, and everything that comes back. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-arguments.h"
#include "app-cli-connection.h"
#include "app-cli-print.h"
#include "app-cli-watch.h"
#include "app-findings.h"
#include "app-session-private.h"
#include "mcp-error.h"

/* What nothing need answer may still be answered: an error, as a rule, and at once. */
#define WAIT_FOR_ANYTHING_SECONDS 1

typedef struct
{
  AppSession  *session;
  McpClient   *client;
  AppCliWatch *watch;
  guint64      sequence;
  gboolean     waits_on; /* for longer than the answer */
  gboolean     is_request;
  char        *method; /* (nullable): what was asked */
  gboolean     quiet;
  AppCliStatus status;
} Raw;

static gboolean
is_answer (Raw *self, McpTapEntry *entry)
{
  return entry->question == self->sequence && self->sequence != 0 && entry->message != NULL &&
         mcp_message_is_answer (entry->message);
}

/* What there is to say of the answer to a method that is none. */
static void
print_findings (Raw *self, GBytes *answer)
{
  g_autoptr (GPtrArray) findings =
      self->method != NULL ? app_findings_of_message (answer, self->method) : NULL;

  for (guint i = 0; findings != NULL && i < findings->len && !self->quiet; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);
      g_autofree char  *text = app_cli_line (mcp_finding_get_text (finding));

      if (g_str_equal (mcp_finding_get_code (finding), "method-not-mcp"))
        fprintf (stderr, "%s\n", text);
    }
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, Raw *self)
{
  McpRecordKind kind = entry->record->kind;
  gsize         length;
  const char   *text;

  if (entry->record->text == NULL ||
      (kind != MCP_RECORD_RECEIVED && kind != MCP_RECORD_MALFORMED) ||
      (entry->flags & MCP_TAP_BATCH_MEMBER) != 0)
    return;
  text = g_bytes_get_data (entry->record->text, &length);
  app_cli_print_bytes (text, length);
  app_cli_print ("\n");
  fflush (stdout);
  if (!is_answer (self, entry))
    return;
  print_findings (self, entry->record->text);
  self->status = mcp_message_get_kind (entry->message) == MCP_MESSAGE_ERROR ? APP_CLI_PROTOCOL
                                                                            : APP_CLI_DONE;
  if (!self->waits_on)
    app_cli_watch_end (self->watch, NULL);
}

/* Seconds; NaN for as long as it takes. */
static double
choose_wait (const AppCliInvocation *invocation, Raw *self)
{
  guint deadline;

  if (self->waits_on)
    return invocation->wait;
  if (!self->is_request)
    return WAIT_FOR_ANYTHING_SECONDS;
  if (!isnan (invocation->timeout))
    return invocation->timeout > 0 ? invocation->timeout : NAN;
  deadline = app_settings_get_request_timeout (app_session_get_settings (self->session));
  return deadline > 0 ? deadline / 1000.0 : NAN;
}

static void
begin (Raw *self, const AppCliInvocation *invocation, GBytes *text)
{
  g_autoptr (McpMessage) message = mcp_message_parse (text);

  self->is_request = mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST;
  self->waits_on = !isnan (invocation->wait);
  self->quiet = invocation->quiet;
  self->method = g_strdup (mcp_message_get_method (message));
  self->status = self->is_request ? APP_CLI_TIMEOUT : APP_CLI_DONE;
  self->sequence = mcp_client_send_text (self->client, text);
  if (self->sequence == 0)
    app_cli_watch_end (self->watch,
                       mcp_error_new (MCP_ERROR_NOT_CONNECTED, "%s", _ ("Not connected.")));
}

static AppCliStatus
run (const AppCliInvocation *invocation,
     AppCliConnection       *connection,
     AppSession             *session,
     GBytes                 *text)
{
  g_autoptr (AppCliWatch) watch = app_cli_watch_new (connection, session);
  g_autoptr (McpClient) client = g_object_ref (app_session_get_client (session));
  g_autoptr (GError) error = NULL;
  Raw      self = { session, client, watch, 0, FALSE, FALSE, NULL, FALSE, APP_CLI_DONE };
  gboolean ended;

  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), &self);
  begin (&self, invocation, text);
  ended = app_cli_watch_run (watch, choose_wait (invocation, &self), &error);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (client), &self);
  g_free (self.method);
  if (ended && self.status == APP_CLI_TIMEOUT && !self.waits_on)
    error = mcp_error_new (MCP_ERROR_TIMED_OUT, "%s", _ ("No answer came in time."));
  return error == NULL && ended ? self.status
                                : app_cli_connection_fail (connection, invocation, error);
}

/* Returns: (transfer full) (nullable): without the line end that shells and editors add */
static GBytes *
read_message (const AppCliInvocation *invocation, GError **error)
{
  g_autofree char *input = NULL;
  const char      *text = invocation->arguments[0];
  gsize            length;

  if (text == NULL || g_str_equal (text, "-"))
    {
      input = app_cli_read_standard_input (&length, error);
      if (input == NULL)
        return NULL;
      text = input;
    }
  else
    length = strlen (text);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
    length--;
  return g_bytes_new (text, length);
}

AppCliStatus
app_cli_raw (const AppCliInvocation *invocation)
{
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GError) error = NULL;
  AppSession *session;

  if (invocation->arguments[0] != NULL && invocation->arguments[1] != NULL)
    return app_cli_fail_usage (invocation, _ ("“raw” takes one message."));
  text = read_message (invocation, &error);
  if (text == NULL)
    return app_cli_fail (invocation, error);
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  return run (invocation, connection, session, text);
}
