/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The life of a session's connection: opening, losing, closing, and what passes meanwhile. */

#include "app-session-private.h"

#include <glib/gi18n-lib.h>

#include "app-call-private.h"
#include "app-connector.h"
#include "app-console-line.h"
#include "app-inbox.h"
#include "app-server-objects.h"
#include "app-task-list.h"
#include "mcp-error.h"

/* What a person can still scroll through. */
#define MAX_CONSOLE_LINES 5000
#define CONSOLE_DROP 500

static void
add_console_line (AppSession *self, const char *text, gint64 time, gboolean ours)
{
  g_autoptr (AppConsoleLine) line = app_console_line_new (text, time, ours);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->console)) >= MAX_CONSOLE_LINES)
    g_list_store_splice (self->console, 0, CONSOLE_DROP, NULL, 0);
  g_list_store_append (self->console, line);
}

static void
show_in_console (AppSession *self, McpRecord *record)
{
  g_autofree char *text = NULL;
  g_autofree char *masked = NULL;

  switch (record->kind)
    {
    case MCP_RECORD_STDERR:
      if (record->text == NULL)
        return;
      text = g_strndup (g_bytes_get_data (record->text, NULL), g_bytes_get_size (record->text));
      masked = app_redactor_redact_text (self->redactor, text);
      add_console_line (self, masked, record->time, FALSE);
      break;
    case MCP_RECORD_PROCESS_STARTED:
      /* Translators: %d is a process number */
      text = g_strdup_printf (_ ("process %d started"), record->pid);
      add_console_line (self, text, record->time, TRUE);
      break;
    case MCP_RECORD_PROCESS_EXITED:
      /* Translators: %d is an exit status, negative for a signal */
      text = g_strdup_printf (_ ("process ended (%d)"), record->status);
      add_console_line (self, text, record->time, TRUE);
      break;
    case MCP_RECORD_SENT:
    case MCP_RECORD_RECEIVED:
    case MCP_RECORD_MALFORMED:
    case MCP_RECORD_EXCHANGE_STARTED:
    case MCP_RECORD_EXCHANGE_HEADERS:
    case MCP_RECORD_EXCHANGE_ENDED:
    case MCP_RECORD_NOTE:
    default:
      break;
    }
}

static void
on_tap_entry (McpTap *tap, McpTapEntry *entry, AppSession *self)
{
  g_assert (APP_IS_SESSION (self));

  show_in_console (self, entry->record);
  /* What opens a session, in the one era or the other. */
  if (entry->latency >= 0 && (g_strcmp0 (entry->method, "initialize") == 0 ||
                              g_strcmp0 (entry->method, "server/discover") == 0))
    app_session_set_latency (self, entry->latency);
  if (self->log != NULL)
    app_log_add (self->log, self->connection, app_session_get_name (self), entry, self->redactor);
}

/* A question about a call is a question about the server that it would go to. */
static void
fail_waiting_calls (AppSession *self)
{
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->calls)); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (G_LIST_MODEL (self->calls), i);

      if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
        g_ptr_array_add (waiting, g_steal_pointer (&call));
    }
  for (guint i = 0; i < waiting->len; i++)
    app_call_lose (waiting->pdata[i]);
}

void
app_session_let_go_of_client (AppSession *self)
{
  g_clear_object (&self->opened_with);
  app_session_forget_icons (self);
  if (self->client == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->client, self);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (self->client), self);
  if (self->log != NULL)
    app_log_end_connection (self->log, self->connection);
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    mcp_definition_list_set_client (self->lists[i], NULL);
  g_clear_object (&self->client);
  /* What was agreed to was agreed to for the server that is gone. */
  g_hash_table_remove_all (self->approved);
  fail_waiting_calls (self);
}

static void
on_client_lost (McpClient *client, GError *error, AppSession *self)
{
  g_autoptr (McpClient) lost = g_object_ref (client);

  g_assert (APP_IS_SESSION (self));

  app_session_let_go_of_client (self);
  app_session_fail (self, APP_SESSION_LOST, error);
  app_session_notify_server (self);
  /* What is left of the connection goes too. */
  mcp_client_close_async (lost, NULL, NULL, NULL);
}

void
app_session_ignore_loss (AppSession *self)
{
  g_signal_handlers_disconnect_by_func (self->client, on_client_lost, self);
}

static void
on_list_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* The list keeps its error; the session shows it. */
  mcp_definition_list_load_finish (MCP_DEFINITION_LIST (source), result, NULL);
}

static void
load_lists (AppSession *self)
{
  gboolean same = app_session_take_target (self);

  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      /* What is shown of a server that came back stays until the new list is there. */
      if (!same || self->no_list || !app_session_offers (self, i))
        mcp_definition_list_clear (self->lists[i]);
      if (same && !self->no_list && !app_session_offers (self, i))
        app_session_take_list (self, i);
      mcp_definition_list_set_client (self->lists[i], self->client);
      if (!self->no_list && app_session_offers (self, i))
        mcp_definition_list_load_async (self->lists[i], NULL, on_list_loaded, NULL);
    }
}

/* Whoever disconnected meanwhile has waited for this. */
static void
end_connecting (AppSession *self)
{
  g_autoptr (GPtrArray) leaving = g_steal_pointer (&self->leaving);

  self->leaving = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < leaving->len; i++)
    g_task_return_boolean (leaving->pdata[i], TRUE);
}

static void
forget_cancellable (AppSession *self)
{
  if (self->outer != NULL && self->outer_handler != 0)
    g_signal_handler_disconnect (self->outer, self->outer_handler);
  self->outer_handler = 0;
  g_clear_object (&self->outer);
  g_clear_object (&self->connecting);
}

/* @error: (transfer full) */
static void
return_failure (GTask *task, GError *error)
{
  AppSession *self = g_task_get_source_object (task);
  gboolean    cancelled = g_cancellable_is_cancelled (self->connecting) ||
                       g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED) ||
                       g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  app_session_let_go_of_client (self);
  forget_cancellable (self);
  if (cancelled)
    {
      app_reconnector_stop (app_session_get_reconnector (self));
      app_session_set_state (self, APP_SESSION_IDLE, NULL);
    }
  else
    app_session_fail (self, APP_SESSION_FAILED, error);
  g_task_return_error (task, error);
  end_connecting (self);
}

static void
on_unwanted_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  return_failure (task, mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("Connecting was cancelled.")));
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSession *self = g_task_get_source_object (task);
  McpClient  *client = MCP_CLIENT (source);
  GError     *error = NULL;

  if (!mcp_client_open_finish (client, result, &error))
    {
      return_failure (task, error);
      return;
    }
  /* Between its being open and our hearing of it. */
  if (mcp_client_get_state (client) == MCP_CLIENT_LOST)
    {
      return_failure (task, g_error_copy (mcp_client_get_error (client)));
      return;
    }
  if (g_cancellable_is_cancelled (self->connecting))
    {
      mcp_client_close_async (client, NULL, on_unwanted_closed, g_steal_pointer (&task));
      return;
    }
  forget_cancellable (self);
  self->known_era = mcp_client_get_era (client);
  g_signal_connect (client, "lost", G_CALLBACK (on_client_lost), self);
  app_reconnector_opened (app_session_get_reconnector (self));
  app_session_set_state (self, APP_SESSION_READY, NULL);
  app_session_notify_server (self);
  app_session_apply_log_level (self);
  /* Whoever was told may have disconnected already. */
  if (self->client == client && self->state == APP_SESSION_READY)
    {
      app_session_ask_for_log (self);
      load_lists (self);
    }
  g_task_return_boolean (task, TRUE);
}

void
app_session_set_inbox (AppSession *self, AppInbox *inbox)
{
  g_set_object (&self->inbox, inbox);
}

AppTaskList *
app_session_get_tasks (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (self->tasks == NULL)
    self->tasks = app_task_list_new (self);
  return self->tasks;
}

AppInbox *
app_session_get_inbox (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return self->inbox;
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSession *self = g_task_get_source_object (task);
  GError     *error = NULL;
  McpClient  *client = app_connector_prepare_finish (result, &error);

  if (client == NULL)
    {
      return_failure (task, error);
      return;
    }
  self->connection = app_log_next_connection (self->log);
  app_server_objects_begin_connection (app_server_objects_get (self));
  self->client = client;
  app_session_note_opened (self);
  mcp_client_set_known_era (client, self->known_era);
  app_session_subscribe (self, client);
  if (self->inbox != NULL)
    app_inbox_serve (self->inbox, self, client);
  app_task_list_serve (app_session_get_tasks (self), client);
  g_signal_connect (mcp_client_get_tap (self->client), "entry", G_CALLBACK (on_tap_entry), self);
  mcp_client_open_async (self->client, self->connecting, on_opened, g_object_ref (task));
}

static void
on_cancelled (GCancellable *outer, GCancellable *inner)
{
  g_cancellable_cancel (inner);
}

void
app_session_connect_async (AppSession         *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, app_session_connect_async);
  if (self->connecting != NULL || self->client != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING,
                               _ ("The session is open or busy already."));
      return;
    }
  if (store_profile_needs_confirmation (self->profile))
    {
      error = g_error_new (APP_ERROR, APP_ERROR_UNCONFIRMED,
                           _ ("This command came from elsewhere and was never confirmed."));
      app_session_set_state (self, APP_SESSION_UNCONFIRMED, error);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  app_reconnector_begin (app_session_get_reconnector (self));
  self->connecting = g_cancellable_new ();
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                                   g_object_ref (self->connecting), g_object_unref);
    }
  app_session_set_state (self, APP_SESSION_CONNECTING, NULL);
  app_connector_prepare_async (self->profile, self->vault, self->settings, self->redactor,
                               self->connecting, on_prepared, g_steal_pointer (&task));
}

gboolean
app_session_connect_finish (AppSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSession *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  /* Nothing is left of the connection, however it ended. */
  mcp_client_close_finish (MCP_CLIENT (source), result, &error);
  if (self->client == MCP_CLIENT (source))
    {
      app_session_let_go_of_client (self);
      app_session_set_state (self, APP_SESSION_IDLE, NULL);
      app_session_notify_server (self);
    }
  g_task_return_boolean (task, TRUE);
}

void
app_session_disconnect_async (AppSession         *self,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_disconnect_async);
  app_reconnector_stop (app_session_get_reconnector (self));
  self->restarting = FALSE;
  if (self->connecting != NULL)
    {
      /* It ends when nothing is left of what was begun. */
      g_ptr_array_add (self->leaving, g_steal_pointer (&task));
      app_session_set_state (self, APP_SESSION_DISCONNECTING, NULL);
      g_cancellable_cancel (self->connecting);
      return;
    }
  if (self->client == NULL)
    {
      app_session_set_state (self, APP_SESSION_IDLE, NULL);
      g_task_return_boolean (task, TRUE);
      return;
    }
  app_session_ignore_loss (self);
  app_session_set_state (self, APP_SESSION_DISCONNECTING, NULL);
  mcp_client_close_async (self->client, cancellable, on_closed, g_steal_pointer (&task));
}

gboolean
app_session_disconnect_finish (AppSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
app_session_confirm (AppSession *self)
{
  g_autoptr (StoreProfile) changed = NULL;
  g_autofree char *fingerprint = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  /* The file may have been changed since it was shown: then it is shown again. */
  fingerprint = store_profile_dup_fingerprint (self->profile);
  if (self->shown != NULL && !g_str_equal (self->shown, fingerprint))
    {
      g_clear_pointer (&self->shown, g_free);
      app_session_set_state (self, APP_SESSION_UNCONFIRMED, NULL);
      return;
    }
  changed = store_profile_copy (self->profile);
  store_profile_confirm (changed);
  app_session_keep_profile (self, changed);
  if (self->state == APP_SESSION_UNCONFIRMED)
    app_session_set_state (self, APP_SESSION_IDLE, NULL);
}

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_definition_list_load_finish (MCP_DEFINITION_LIST (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
app_session_refresh_async (AppSession         *self,
                           AppListKind         kind,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_refresh_async);
  if (app_session_get_client (self) == NULL)
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                             _ ("The server is not connected."));
  else
    {
      /* Whoever asks wants to see it anew, whatever the server lets be used again. */
      mcp_client_forget_cached (self->client,
                                mcp_definition_kind_get_list_method (
                                    mcp_definition_list_get_kind (self->lists[kind])));
      mcp_definition_list_load_async (self->lists[kind], cancellable, on_refreshed,
                                      g_steal_pointer (&task));
    }
}

gboolean
app_session_refresh_finish (AppSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_ponged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSession *self = g_task_get_source_object (task);
  GError     *error = NULL;
  gint64      latency = mcp_client_ping_finish (MCP_CLIENT (source), result, &error);

  if (latency < 0)
    {
      app_session_take_error (self, error);
      g_task_return_error (task, error);
      return;
    }
  app_session_set_latency (self, latency);
  app_session_notify_server (self);
  g_task_return_int (task, latency);
}

void
app_session_ping_async (AppSession         *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_ping_async);
  if (app_session_get_client (self) == NULL)
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                             _ ("The server is not connected."));
  else
    mcp_client_ping_async (self->client, cancellable, on_ponged, g_steal_pointer (&task));
}

gboolean
app_session_ping_finish (AppSession   *self,
                         GAsyncResult *result,
                         double       *milliseconds,
                         GError      **error)
{
  gssize latency;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  latency = g_task_propagate_int (G_TASK (result), error);
  if (latency >= 0 && milliseconds != NULL)
    *milliseconds = latency / 1000.0;
  return latency >= 0;
}

void
app_session_take_error (AppSession *self, const GError *error)
{
  g_autoptr (McpClient) client = NULL;

  if (self->client == NULL || self->state != APP_SESSION_READY)
    return;
  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED) &&
      !g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED))
    return;
  client = g_object_ref (self->client);
  app_session_let_go_of_client (self);
  app_session_fail (self, APP_SESSION_LOST, error);
  app_session_notify_server (self);
  mcp_client_close_async (client, NULL, NULL, NULL);
}

AppLogEntry *
app_session_send_text (AppSession *self, GBytes *text)
{
  AppLogEntry *entry;
  guint64      before = app_log_get_sequence (self->log);

  if (app_session_get_client (self) == NULL || mcp_client_send_text (self->client, text) == 0)
    return NULL;
  /* The tap tells the log before anything else happens to it. */
  entry = app_log_find (self->log, before + 1);
  return entry != NULL ? g_object_ref (entry) : NULL;
}
