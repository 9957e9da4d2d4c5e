/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One message, sent as it stands, and everything that comes back. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-arguments.h"
#include "app-cli-connection.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-session-private.h"
#include "mcp-error.h"

/* What nothing need answer may still be answered: an error, as a rule, and at once. */
#define WAIT_FOR_ANYTHING_MS 1000

typedef struct
{
  AppSession  *session;
  McpClient   *client;
  GTask       *task; /* (nullable): until the end */
  guint64      sequence;
  gboolean     waits_on; /* for longer than the answer */
  gboolean     is_request;
  guint        timer;
  AppCliStatus status;
} Raw;

static void
finish (Raw *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_clear_handle_id (&self->timer, g_source_remove);
  if (task == NULL)
    g_clear_error (&error);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static gboolean
is_answer (Raw *self, McpTapEntry *entry)
{
  return entry->question == self->sequence && self->sequence != 0 && entry->message != NULL &&
         mcp_message_is_answer (entry->message);
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
  self->status = mcp_message_get_kind (entry->message) == MCP_MESSAGE_ERROR ? APP_CLI_PROTOCOL
                                                                            : APP_CLI_DONE;
  if (!self->waits_on)
    finish (self, NULL);
}

static gboolean
on_timeout (gpointer user_data)
{
  Raw    *self = user_data;
  GError *error = NULL;

  self->timer = 0;
  if (self->is_request && self->status == APP_CLI_TIMEOUT && !self->waits_on)
    error = mcp_error_new (MCP_ERROR_TIMED_OUT, "%s", _ ("No answer came in time."));
  finish (self, error);
  return G_SOURCE_REMOVE;
}

static void
on_lost (Raw *self)
{
  AppProblem *problem = app_session_get_problem (self->session);

  if (app_session_get_state (self->session) == APP_SESSION_READY)
    return;
  finish (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST, "%s",
                               problem != NULL ? app_problem_get_what (problem)
                                               : _ ("The connection is lost.")));
}

static void
on_cancelled (GCancellable *cancellable, Raw *self)
{
  finish (self, mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("Interrupted.")));
}

static guint
choose_wait (const AppCliInvocation *invocation, Raw *self)
{
  if (self->waits_on)
    return (guint)(invocation->wait * 1000);
  if (!self->is_request)
    return WAIT_FOR_ANYTHING_MS;
  if (!isnan (invocation->timeout))
    return (guint)(invocation->timeout * 1000);
  return app_settings_get_request_timeout (app_session_get_settings (self->session));
}

static void
begin (Raw *self, const AppCliInvocation *invocation, GBytes *text)
{
  g_autoptr (McpMessage) message = mcp_message_parse (text);
  guint wait;

  self->is_request = mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST;
  self->waits_on = !isnan (invocation->wait);
  self->status = self->is_request ? APP_CLI_TIMEOUT : APP_CLI_DONE;
  wait = choose_wait (invocation, self);
  self->sequence = mcp_client_send_text (self->client, text);
  if (self->sequence == 0)
    finish (self, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "%s", _ ("Not connected.")));
  else if (wait > 0 || self->waits_on)
    self->timer = g_timeout_add (wait, on_timeout, self);
}

static AppCliStatus
run (const AppCliInvocation *invocation,
     AppCliConnection       *connection,
     AppSession             *session,
     GBytes                 *text)
{
  Raw           self = { 0 };
  GCancellable *cancellable = app_cli_interrupt_get_cancellable ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gulong on_signal;

  self.session = session;
  self.client = g_object_ref (app_session_get_client (session));
  self.task = g_task_new (NULL, NULL, app_cli_connection_done, connection);
  g_signal_connect (mcp_client_get_tap (self.client), "entry", G_CALLBACK (on_entry), &self);
  g_signal_connect_swapped (session, "notify::state", G_CALLBACK (on_lost), &self);
  on_signal = g_signal_connect (cancellable, "cancelled", G_CALLBACK (on_cancelled), &self);
  begin (&self, invocation, text);
  result = app_cli_connection_wait (connection);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (self.client), &self);
  g_signal_handlers_disconnect_by_data (session, &self);
  g_signal_handler_disconnect (cancellable, on_signal);
  g_clear_handle_id (&self.timer, g_source_remove);
  g_clear_object (&self.task);
  g_clear_object (&self.client);
  if (result == NULL || !g_task_propagate_boolean (G_TASK (result), &error))
    return app_cli_connection_fail (connection, invocation, error);
  return self.status;
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
