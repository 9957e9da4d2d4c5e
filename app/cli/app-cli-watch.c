/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-watch.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app-cli-interrupt.h"
#include "mcp-error.h"

struct _AppCliWatch
{
  AppCliConnection *connection;
  AppSession       *session;
  GTask            *task; /* (nullable): until the end */
  GCancellable     *cancellable;
  gulong            on_signal;
  guint             timer;
};

void
app_cli_watch_end (AppCliWatch *self, GError *error)
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
on_time_up (gpointer user_data)
{
  AppCliWatch *self = user_data;

  self->timer = 0;
  app_cli_watch_end (self, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_state (AppCliWatch *self)
{
  AppProblem *problem = app_session_get_problem (self->session);

  if (app_session_get_state (self->session) == APP_SESSION_READY)
    return;
  app_cli_watch_end (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST, "%s",
                                          problem != NULL ? app_problem_get_what (problem)
                                                          : _ ("The connection is lost.")));
}

static void
on_cancelled (GCancellable *cancellable, AppCliWatch *self)
{
  app_cli_watch_end (self, mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("Interrupted.")));
}

AppCliWatch *
app_cli_watch_new (AppCliConnection *connection, AppSession *session)
{
  AppCliWatch *self = g_new0 (AppCliWatch, 1);

  self->connection = connection;
  self->session = g_object_ref (session);
  self->task = g_task_new (NULL, NULL, app_cli_connection_done, connection);
  self->cancellable = g_object_ref (app_cli_interrupt_get_cancellable ());
  self->on_signal =
      g_signal_connect (self->cancellable, "cancelled", G_CALLBACK (on_cancelled), self);
  g_signal_connect_swapped (session, "notify::state", G_CALLBACK (on_state), self);
  return self;
}

void
app_cli_watch_free (AppCliWatch *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_signal_handler_disconnect (self->cancellable, self->on_signal);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->task);
  g_object_unref (self->cancellable);
  g_object_unref (self->session);
  g_free (self);
}

gboolean
app_cli_watch_run (AppCliWatch *self, double seconds, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (self->task != NULL && !isnan (seconds))
    self->timer = g_timeout_add ((guint)(MAX (seconds, 0) * 1000), on_time_up, self);
  result = app_cli_connection_wait (self->connection);
  return result != NULL && g_task_propagate_boolean (G_TASK (result), error);
}
