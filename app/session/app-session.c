/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session.h"

#include <glib/gi18n-lib.h>

#include "app-call-walk.h"
#include "app-command-text.h"
#include "app-connector.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Results are objects of the workspace; this is only the way back to the last calls. */
#define MAX_CALLS 200

struct _AppSession
{
  GObject parent_instance;

  StoreProfile     *profile;
  AppSettings      *settings;
  StoreSecretVault *vault;
  StoreProfileList *book; /* (nullable) */
  AppRedactor      *redactor;
  GPtrArray        *features; /* of AppSessionFeature */
  GListStore       *calls;

  AppSessionState state;
  AppProblem     *problem;
  McpClient      *client;     /* (nullable) */
  GCancellable   *connecting; /* (nullable) */
  GCancellable   *outer;      /* (nullable): of whoever connects */
  gulong          outer_handler;
  GPtrArray      *leaving; /* of GTask: disconnects that wait for the end of connecting */
  gboolean        restarting;
  char           *shown; /* (nullable): the fingerprint of the command that was shown last */
};

enum {
  PROP_NAME = 1,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_PROBLEM,
  PROP_SERVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ENUM_TYPE (AppSessionState,
                    app_session_state,
                    G_DEFINE_ENUM_VALUE (APP_SESSION_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_UNCONFIRMED, "unconfirmed"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_CONNECTING, "connecting"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_DISCONNECTING, "disconnecting"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_LOST, "lost"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_AUTHORIZATION_REQUIRED,
                                         "authorization-required"),
                    G_DEFINE_ENUM_VALUE (APP_SESSION_RECONNECTING, "reconnecting"))

G_DEFINE_FINAL_TYPE (AppSession, app_session, G_TYPE_OBJECT)

static void
set_state (AppSession *self, AppSessionState state, const GError *error)
{
  /* What is shown may be the last thing that holds the session. */
  g_autoptr (AppSession) alive = g_object_ref (self);

  g_clear_object (&self->problem);
  if (error != NULL)
    self->problem = app_problem_new_redacted (error, self->redactor);
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE_NAME]);
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
    app_call_fail (waiting->pdata[i],
                   g_error_new_literal (APP_ERROR, APP_ERROR_NOT_CONNECTED,
                                        _ ("The server is no longer connected.")));
}

/* The connection is gone. @error: (nullable): why, unless the person wanted it so
 * Returns: whether a feature opens it again */
static gboolean
let_go_of_client (AppSession *self, const GError *error)
{
  g_autoptr (McpClient) client = g_steal_pointer (&self->client);
  gboolean again = FALSE;

  if (client != NULL)
    g_signal_handlers_disconnect_by_data (client, self);
  for (guint i = 0; i < self->features->len; i++)
    {
      AppSessionFeatureInterface *iface =
          APP_SESSION_FEATURE_GET_IFACE (self->features->pdata[i]);

      if (iface->closed != NULL)
        again |= iface->closed (self->features->pdata[i], self, client, error);
    }
  if (client != NULL)
    fail_waiting_calls (self);
  return again;
}

static void
notify_server (AppSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVER]);
}

/* The connection is lost or could not be opened: @otherwise, unless the error says more or there
 * will be another try. */
static void
fail (AppSession *self, AppSessionState otherwise, const GError *error)
{
  AppSessionState state = otherwise;

  if (let_go_of_client (self, error))
    state = APP_SESSION_RECONNECTING;
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED))
    state = APP_SESSION_AUTHORIZATION_REQUIRED;
  else if (g_error_matches (error, APP_ERROR, APP_ERROR_UNCONFIRMED))
    state = APP_SESSION_UNCONFIRMED;
  set_state (self, state, error);
}

static void
lose (AppSession *self, const GError *error)
{
  g_autoptr (McpClient) lost = g_object_ref (self->client);

  fail (self, APP_SESSION_LOST, error);
  notify_server (self);
  /* What is left of the connection goes too. */
  mcp_client_close_async (lost, NULL, NULL, NULL);
}

static void
on_profile_changed (StoreProfile *profile, GParamSpec *pspec, AppSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

MCP_DEFINE_DISPOSE (AppSession, app_session)
{
  g_cancellable_cancel (self->connecting);
  if (self->profile != NULL)
    g_signal_handlers_disconnect_by_data (self->profile, self);
  let_go_of_client (self, NULL);
  g_ptr_array_set_size (self->features, 0);
  g_clear_object (&self->connecting);
  g_clear_object (&self->problem);
  g_clear_object (&self->calls);
  g_clear_object (&self->redactor);
  g_clear_object (&self->book);
  g_clear_object (&self->vault);
  g_clear_object (&self->settings);
  g_clear_object (&self->profile);
}

MCP_DEFINE_FINALIZE (AppSession, app_session)
{
  g_ptr_array_unref (self->features);
  g_ptr_array_unref (self->leaving);
  g_free (self->shown);
}

MCP_DEFINE_CLASS (AppSession, app_session)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_NAME] = { "name", G_TYPE_STRING, G_CALLBACK (app_session_get_name) },
    [PROP_STATE] = { "state", APP_TYPE_SESSION_STATE,
                     .offset = G_STRUCT_OFFSET (AppSession, state) },
    [PROP_STATE_NAME] = { "state-name", G_TYPE_STRING, G_CALLBACK (app_session_get_state_name) },
    [PROP_PROBLEM] = { "problem", APP_TYPE_PROBLEM,
                       .offset = G_STRUCT_OFFSET (AppSession, problem) },
    [PROP_SERVER] = { "server", MCP_TYPE_SERVER_INFO, G_CALLBACK (app_session_get_server) },
  };

  object_class->dispose = app_session_dispose;
  object_class->finalize = app_session_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_session_init (AppSession *self)
{
  self->redactor = app_redactor_new ();
  self->calls = g_list_store_new (APP_TYPE_CALL);
  self->features = g_ptr_array_new_with_free_func (g_object_unref);
  self->leaving = g_ptr_array_new_with_free_func (g_object_unref);
}

AppSession *
app_session_new (StoreProfile     *profile,
                 AppSettings      *settings,
                 StoreSecretVault *vault,
                 StoreProfileList *book)
{
  AppSession *self = g_object_new (APP_TYPE_SESSION, NULL);

  self->profile = g_object_ref (profile);
  self->settings = g_object_ref (settings);
  self->vault = g_object_ref (vault);
  self->book = book != NULL ? g_object_ref (book) : NULL;
  g_signal_connect (profile, "notify::name", G_CALLBACK (on_profile_changed), self);
  return self;
}

void
app_session_add_feature (AppSession *self, AppSessionFeature *feature)
{
  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (APP_IS_SESSION_FEATURE (feature));

  g_ptr_array_add (self->features, g_object_ref (feature));
  AppSessionFeatureInterface *iface = APP_SESSION_FEATURE_GET_IFACE (feature);
  if (iface->attach != NULL)
    iface->attach (feature, self);
}

gpointer
app_session_get_feature (AppSession *self, GType type)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  for (guint i = 0; i < self->features->len; i++)
    if (G_TYPE_CHECK_INSTANCE_TYPE (self->features->pdata[i], type))
      return self->features->pdata[i];
  return NULL;
}

MCP_DEFINE_GETTER (GPtrArray *, AppSession, app_session, features)
MCP_DEFINE_GETTER (StoreProfile *, AppSession, app_session, profile)

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  /* What the file does not take holds for this run; the book's own state tells of a broken file. */
  if (!store_profile_list_replace_finish (STORE_PROFILE_LIST (source), result, &error))
    g_info ("The server's profile could not be kept: %s", error->message);
}

void
app_session_keep_profile (AppSession *self, StoreProfile *changed)
{
  g_return_if_fail (APP_IS_SESSION (self));

  if (self->book != NULL &&
      store_profile_list_find (self->book, store_profile_get_id (self->profile)) == self->profile)
    store_profile_list_replace_async (self->book, changed, NULL, on_kept, NULL);
  /* Holds at once, whatever becomes of the file. */
  store_profile_assign (self->profile, changed);
}

MCP_DEFINE_GETTER (StoreProfileList *, AppSession, app_session, book)

const char *
app_session_get_name (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return store_profile_get_name (self->profile);
}

MCP_DEFINE_GETTER (AppSettings *, AppSession, app_session, settings)
MCP_DEFINE_GETTER (StoreSecretVault *, AppSession, app_session, vault)
MCP_DEFINE_GETTER (AppRedactor *, AppSession, app_session, redactor)
MCP_DEFINE_GETTER (AppSessionState, AppSession, app_session, state)

static const char *
name_reconnecting (AppSession *self)
{
  for (guint i = 0; i < self->features->len; i++)
    {
      AppSessionFeatureInterface *iface =
          APP_SESSION_FEATURE_GET_IFACE (self->features->pdata[i]);
      const char *name = iface->name_state != NULL
                             ? iface->name_state (self->features->pdata[i], self)
                             : NULL;

      if (name != NULL)
        return name;
    }
  return C_ ("session", "reconnecting");
}

const char *
app_session_get_state_name (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  switch (self->state)
    {
    case APP_SESSION_UNCONFIRMED:
      return C_ ("session", "not confirmed");
    case APP_SESSION_CONNECTING:
      return C_ ("session", "connecting");
    case APP_SESSION_READY:
      return C_ ("session", "connected");
    case APP_SESSION_DISCONNECTING:
      return C_ ("session", "disconnecting");
    case APP_SESSION_FAILED:
      return C_ ("session", "failed");
    case APP_SESSION_LOST:
      return C_ ("session", "connection lost");
    case APP_SESSION_AUTHORIZATION_REQUIRED:
      return C_ ("session", "authorization required");
    case APP_SESSION_RECONNECTING:
      return name_reconnecting (self);
    case APP_SESSION_IDLE:
    default:
      return C_ ("session", "not connected");
    }
}

MCP_DEFINE_GETTER (AppProblem *, AppSession, app_session, problem)

McpClient *
app_session_get_client (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return self->state == APP_SESSION_READY ? self->client : NULL;
}

McpServerInfo *
app_session_get_server (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return self->client != NULL ? mcp_client_get_server_info (self->client) : NULL;
}

GError *
app_session_make_error (AppSession *self)
{
  const GError *reason = NULL;

  if (self != NULL && self->problem != NULL)
    reason = app_problem_get_error (self->problem);
  return reason != NULL ? g_error_copy (reason)
                        : g_error_new_literal (APP_ERROR, APP_ERROR_NOT_CONNECTED,
                                               _ ("The server is not connected."));
}

GListModel *
app_session_get_calls (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return G_LIST_MODEL (self->calls);
}

/* One that is under way, or waits for an answer of the person's, is not forgotten: it has to end
 * with its connection. */
static void
forget_oldest_call (AppSession *self)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->calls)); i > MAX_CALLS; i--)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (G_LIST_MODEL (self->calls), i - 1);

      if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL || app_call_is_running (call))
        continue;
      g_list_store_remove (self->calls, i - 1);
      return;
    }
}

AppCall *
app_session_new_call (AppSession *self,
                      AppCallKind kind,
                      const char *target,
                      const char *arguments)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (target != NULL, NULL);

  AppCall *call = app_call_new (self, kind, target, arguments);
  g_list_store_insert (self->calls, 0, call);
  forget_oldest_call (self);
  return call;
}

void
app_session_report_error (AppSession *self, const GError *error)
{
  g_return_if_fail (APP_IS_SESSION (self));

  /* What one may not do is no reason to lose what one may. */
  if (app_session_get_client (self) != NULL &&
      g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED) &&
      mcp_error_get_details (error)->http_status != 403)
    lose (self, error);
}

/* Connecting */

static void
on_client_lost (McpClient *client, GError *error, AppSession *self)
{
  lose (self, error);
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

  forget_cancellable (self);
  if (cancelled)
    {
      let_go_of_client (self, NULL);
      set_state (self, APP_SESSION_IDLE, NULL);
    }
  else
    fail (self, APP_SESSION_FAILED, error);
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

/* A server's refusal of “initialize” does not say where it was found. */
static void
name_address (AppSession *self, GError *error)
{
  McpErrorDetails *details = mcp_error_get_details (error);

  if (details != NULL && details->url == NULL && details->http_status != 0)
    details->url = g_strdup (store_profile_get_endpoint (self->profile)->url);
}

static void
tell_opened (AppSession *self, McpClient *client)
{
  for (guint i = 0; i < self->features->len; i++)
    {
      AppSessionFeatureInterface *iface =
          APP_SESSION_FEATURE_GET_IFACE (self->features->pdata[i]);

      /* Whoever was told may have disconnected already. */
      if (iface->opened != NULL && app_session_get_client (self) == client)
        iface->opened (self->features->pdata[i], self, client);
    }
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
      name_address (self, error);
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
  g_signal_connect (client, "lost", G_CALLBACK (on_client_lost), self);
  set_state (self, APP_SESSION_READY, NULL);
  notify_server (self);
  tell_opened (self, client);
  g_task_return_boolean (task, TRUE);
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
  self->client = client;
  for (guint i = 0; i < self->features->len; i++)
    {
      AppSessionFeatureInterface *iface =
          APP_SESSION_FEATURE_GET_IFACE (self->features->pdata[i]);

      if (iface->opening != NULL)
        iface->opening (self->features->pdata[i], self, client);
    }
  mcp_client_open_async (client, self->connecting, on_opened, g_object_ref (task));
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
  g_autoptr (GError) error = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, app_session_connect_async);
  if (self->connecting != NULL || self->client != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING,
                               _ ("The session is open or busy already."));
      return;
    }
  if (!app_command_text_check_confirmed (self->profile, &error))
    {
      set_state (self, APP_SESSION_UNCONFIRMED, error);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  self->connecting = g_cancellable_new ();
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                                   g_object_ref (self->connecting), g_object_unref);
    }
  set_state (self, APP_SESSION_CONNECTING, NULL);
  app_connector_prepare_async (self->profile, self->vault, self->settings, self->redactor,
                               self->connecting, on_prepared, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (app_session_connect_finish, AppSession)

/* Disconnecting */

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppSession *self = g_task_get_source_object (task);

  /* Nothing is left of the connection, however it ended. */
  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  if (self->client == MCP_CLIENT (source))
    {
      let_go_of_client (self, NULL);
      set_state (self, APP_SESSION_IDLE, NULL);
      notify_server (self);
    }
  g_task_return_boolean (task, TRUE);
}

void
app_session_disconnect_async (AppSession         *self,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (APP_IS_SESSION (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_disconnect_async);
  self->restarting = FALSE;
  if (self->connecting != NULL)
    {
      /* It ends when nothing is left of what was begun. */
      g_ptr_array_add (self->leaving, g_steal_pointer (&task));
      set_state (self, APP_SESSION_DISCONNECTING, NULL);
      g_cancellable_cancel (self->connecting);
      return;
    }
  if (self->client == NULL)
    {
      set_state (self, APP_SESSION_IDLE, NULL);
      g_task_return_boolean (task, TRUE);
      return;
    }
  /* What is about to be closed is not lost. */
  g_signal_handlers_disconnect_by_func (self->client, on_client_lost, self);
  set_state (self, APP_SESSION_DISCONNECTING, NULL);
  mcp_client_close_async (self->client, cancellable, on_closed, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (app_session_disconnect_finish, AppSession)

static void
on_restarted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* The state says what came of it. */
  app_session_connect_finish (APP_SESSION (source), result, NULL);
}

static void
on_closed_to_restart (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSession) self = user_data;

  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  if (!self->restarting)
    return;
  self->restarting = FALSE;
  let_go_of_client (self, NULL);
  app_session_connect_async (self, NULL, on_restarted, NULL);
}

void
app_session_restart (AppSession *self)
{
  g_return_if_fail (APP_IS_SESSION (self));

  if (self->connecting != NULL || self->restarting)
    return;
  if (self->client == NULL)
    {
      app_session_connect_async (self, NULL, on_restarted, NULL);
      return;
    }
  if (self->state != APP_SESSION_READY)
    return;
  self->restarting = TRUE;
  g_signal_handlers_disconnect_by_func (self->client, on_client_lost, self);
  set_state (self, APP_SESSION_CONNECTING, NULL);
  mcp_client_close_async (self->client, NULL, on_closed_to_restart, g_object_ref (self));
}

/* Confirming */

char *
app_session_dup_command_text (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  g_free (self->shown);
  self->shown = store_profile_dup_fingerprint (self->profile);
  return app_command_text_for_profile (self->profile);
}

void
app_session_confirm (AppSession *self)
{
  g_return_if_fail (APP_IS_SESSION (self));

  /* The file may have been changed since it was shown: then it is shown again. */
  g_autofree char *fingerprint = store_profile_dup_fingerprint (self->profile);
  if (self->shown != NULL && !g_str_equal (self->shown, fingerprint))
    {
      g_clear_pointer (&self->shown, g_free);
      set_state (self, APP_SESSION_UNCONFIRMED, NULL);
      return;
    }
  g_autoptr (StoreProfile) changed = store_profile_copy (self->profile);
  store_profile_confirm (changed);
  app_session_keep_profile (self, changed);
  if (self->state == APP_SESSION_UNCONFIRMED)
    set_state (self, APP_SESSION_IDLE, NULL);
}
