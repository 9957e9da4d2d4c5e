/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call that the server goes on with as a task: it runs until the task is finished, whatever
 * happens to the connection meanwhile. */

#include "app-call-private.h"

#include <glib/gi18n-lib.h>

#include "app-session-private.h"
#include "app-task-list.h"
#include "app-task-private.h"
#include "mcp-client.h"
#include "mcp-error.h"

static void
leave_task (AppCall *self)
{
  g_signal_handlers_disconnect_by_data (self->followed, self);
}

static void
on_progress (AppCall *self)
{
  const char      *message = NULL;
  g_autofree char *told = NULL;

  g_object_get (self->followed, "progress", &self->progress, "progress-total",
                &self->progress_total, "progress-message", &told, NULL);
  message = told != NULL ? told : mcp_task_get_message (self->followed);
  g_free (self->progress_message);
  self->progress_message = g_strdup (message);
  g_object_notify (G_OBJECT (self), "progress");
  g_object_notify (G_OBJECT (self), "progress-total");
  g_object_notify (G_OBJECT (self), "progress-message");
}

static void
take_end (AppCall *self)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  McpTask     *task = self->followed;
  McpJsonValue error = mcp_task_get_rpc_error (task);
  McpResult   *result = mcp_task_get_result (task);
  gboolean     cancelled = mcp_task_get_status (task) == MCP_TASK_CANCELLED;

  if (result != NULL)
    {
      {
        g_clear_pointer (&self->answer, mcp_result_unref);
        self->answer = mcp_result_ref (result);
      }
      self->result_size = mcp_json_value_get_length (self->answer->slot.value);
      g_object_notify (G_OBJECT (self), "result-size");
      app_call_take_result (self, session);
    }
  else if (mcp_json_value_exists (error))
    {
      app_call_explain_refusal (self, session, error);
      app_call_finish (self, APP_CALL_FAILED, NULL);
    }
  else if (cancelled)
    app_call_finish (self, APP_CALL_CANCELLED,
                     mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("The task was cancelled.")));
  else
    app_call_finish (self, APP_CALL_FAILED,
                     mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s",
                                    mcp_task_get_message (task) != NULL
                                        ? mcp_task_get_message (task)
                                        : _ ("The task ended without a result.")));
}

static void
on_finished (AppCall *self)
{
  g_autoptr (AppCall) alive = g_object_ref (self);

  if (!mcp_task_is_finished (self->followed) || !app_call_is_running (self))
    return;
  leave_task (self);
  take_end (self);
}

static void
on_given_up (AppCall *self)
{
  g_autoptr (AppCall) alive = g_object_ref (self);
  const GError *error = mcp_task_get_error (self->followed);

  if (error == NULL || !app_call_is_running (self) || mcp_task_is_finished (self->followed))
    return;
  /* With another connection it is asked for again. */
  if (!app_task_is_final (error))
    return;
  leave_task (self);
  app_call_finish (self, APP_CALL_FAILED, g_error_copy (error));
}

void
app_call_follow_task (AppCall *self, McpTask *task)
{
  g_return_if_fail (self->followed == NULL);

  self->followed = g_object_ref (task);
  g_signal_connect_object (task, "notify::finished", G_CALLBACK (on_finished), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (task, "notify::error", G_CALLBACK (on_given_up), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (task, "notify::progress", G_CALLBACK (on_progress), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (task, "notify::message", G_CALLBACK (on_progress), self,
                           G_CONNECT_SWAPPED);
  app_call_start_clock (self);
  app_call_set_state (self, APP_CALL_RUNNING);
  on_progress (self);
  on_finished (self);
  on_given_up (self);
}

AppCall *
app_call_new_for_task (GObject *session, McpTask *task)
{
  const char *tool = mcp_task_get_tool_name (task);
  AppCall    *self =
      app_call_new (session, APP_CALL_TOOL, tool != NULL ? tool : mcp_task_get_id (task), NULL);

  app_call_follow_task (self, task);
  return self;
}

gboolean
app_call_become_task (AppCall *self, AppSession *session, McpResult *result)
{
  g_autofree char *id = NULL;
  McpTask         *task;

  if (session == NULL || !mcp_result_is_task (result))
    return FALSE;
  id = mcp_json_value_dup_text (result->task_id);
  task = id != NULL ? app_task_list_adopt (app_session_get_tasks (session), id, self) : NULL;
  if (task == NULL)
    return FALSE;
  g_clear_pointer (&self->answer, mcp_result_unref);
  app_call_follow_task (self, task);
  return TRUE;
}

static void
on_cancelled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCall) self = user_data;
  g_autoptr (GError) error = NULL;

  if (mcp_task_cancel_finish (MCP_TASK (source), result, &error) ||
      self->state != APP_CALL_CANCELLING)
    return;
  /* It goes on, and what it says now is why. */
  g_free (self->progress_message);
  self->progress_message = g_strdup (error->message);
  g_object_notify (G_OBJECT (self), "progress-message");
  app_call_set_state (self, APP_CALL_RUNNING);
}

void
app_call_cancel_task (AppCall *self)
{
  app_call_set_state (self, APP_CALL_CANCELLING);
  mcp_task_cancel_async (self->followed, NULL, on_cancelled, g_object_ref (self));
}

void
app_call_abandon_task (AppCall *self)
{
  g_autoptr (AppCall) alive = g_object_ref (self);

  if (self->followed == NULL || !app_call_is_running (self))
    return;
  leave_task (self);
  app_call_finish (self, APP_CALL_FAILED,
                   g_error_new_literal (APP_ERROR, APP_ERROR_NOT_CONNECTED,
                                        _ ("The server is not connected any more.")));
}

void
app_call_set_as_task (AppCall *self, gboolean as_task)
{
  g_return_if_fail (APP_IS_CALL (self));
  self->as_task = as_task;
}

void
app_call_set_task_ttl (AppCall *self, gint64 ttl_ms)
{
  g_return_if_fail (APP_IS_CALL (self));
  self->task_ttl_ms = ttl_ms;
}

gboolean
app_call_is_task (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), FALSE);
  return self->followed != NULL;
}
