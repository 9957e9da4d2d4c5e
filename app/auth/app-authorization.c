/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-authorization.h"

#include <glib/gi18n-lib.h>

#include "app-auth-token-store.h"
#include "app-auth-settings.h"
#include "app-auth-sign-ins.h"
#include "app-connector.h"
#include "mcp-async.h"
#include "mcp-auth-grant.h"
#include "mcp-client.h"
#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppAuthorization
{
  GObject parent_instance;

  AppSession      *session; /* weak */
  StoreSignInList *list;
  /* How the server is reached; %NULL where one cannot sign in to it, or does not know yet */
  StoreProfile      *profile;
  char              *url;
  McpHttpOptions    *options;
  McpAuthSettings   *settings;
  AppAuthTokenStore *token_store;
  McpAuthAuthorizer *authorizer;

  McpAuthRecord *known;   /* (nullable): what is kept, until the authorizer has it */
  McpAuthFlow   *flow;    /* (nullable) */
  gboolean       keeping; /* the client that the flow has registered */
  GTask         *waiting; /* (nullable): for that: a run that has ended; its data is its result */
  char          *missing;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_CAN_SIGN_IN,
  PROP_CHALLENGE,
  PROP_MISSING,
  PROP_ISSUER,
  PROP_ACCOUNT,
  PROP_SCOPES,
  PROP_EXPIRES,
  PROP_FOREIGN,
  PROP_FLOW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ENUM_TYPE (AppAuthorizationState,
                    app_authorization_state,
                    G_DEFINE_ENUM_VALUE (APP_AUTHORIZATION_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (APP_AUTHORIZATION_NEEDED, "needed"),
                    G_DEFINE_ENUM_VALUE (APP_AUTHORIZATION_MISSING, "missing"),
                    G_DEFINE_ENUM_VALUE (APP_AUTHORIZATION_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (APP_AUTHORIZATION_SIGNED_IN, "signed-in"))

APP_DEFINE_SESSION_FEATURE (AppAuthorization, app_authorization)
MCP_DEFINE_INIT (AppAuthorization, app_authorization)

/* What is known */

McpAuthRecord *
app_authorization_get_record (AppAuthorization *self)
{
  McpAuthRecord *record = NULL;

  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), NULL);

  if (self->authorizer != NULL)
    record = mcp_auth_authorizer_get_record (self->authorizer);
  return record != NULL ? record : self->known;
}

static const McpAuthRecordParts *
get_parts (AppAuthorization *self)
{
  McpAuthRecord *record = app_authorization_get_record (self);

  return record != NULL ? mcp_auth_record_get (record) : NULL;
}

/* What the list says, which nobody has to ask a keyring for. */
static const StoreSignInParts *
get_entry (AppAuthorization *self)
{
  StoreSignIn *entry = NULL;

  if (self->token_store != NULL)
    entry = store_sign_in_list_find (
        self->list, app_auth_token_store_get_key (self->token_store),
        mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER));
  return entry != NULL ? store_sign_in_get (entry) : NULL;
}

/* @record: (nullable) */
static gboolean
holds_token (McpAuthRecord *record)
{
  const McpAuthRecordParts *parts = record != NULL ? mcp_auth_record_get (record) : NULL;

  return parts != NULL && (parts->access_token != NULL || parts->refresh_token != NULL);
}

gboolean
app_authorization_is_signed_in (AppAuthorization *self)
{
  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), FALSE);
  return holds_token (app_authorization_get_record (self));
}

static gboolean
has_token (AppAuthorization *self)
{
  McpAuthRecord          *record = app_authorization_get_record (self);
  const StoreSignInParts *entry = get_entry (self);

  if (record != NULL)
    return holds_token (record);
  return entry != NULL && entry->active;
}

AppAuthorizationState
app_authorization_get_state (AppAuthorization *self)
{
  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), APP_AUTHORIZATION_NONE);

  if (self->flow != NULL && mcp_auth_flow_is_running (self->flow))
    return APP_AUTHORIZATION_RUNNING;
  guint status = self->authorizer != NULL ? mcp_auth_authorizer_get_status (self->authorizer) : 0;
  if (status == 401)
    return APP_AUTHORIZATION_NEEDED;
  if (status == 403)
    return APP_AUTHORIZATION_MISSING;
  return has_token (self) ? APP_AUTHORIZATION_SIGNED_IN : APP_AUTHORIZATION_NONE;
}

static const char *
get_state_name (AppAuthorization *self)
{
  switch (app_authorization_get_state (self))
    {
    case APP_AUTHORIZATION_NEEDED:
      return C_ ("authorization", "not signed in");
    case APP_AUTHORIZATION_MISSING:
      return C_ ("authorization", "more access needed");
    case APP_AUTHORIZATION_RUNNING:
      return C_ ("authorization", "signing in");
    case APP_AUTHORIZATION_SIGNED_IN:
      return C_ ("authorization", "signed in");
    case APP_AUTHORIZATION_NONE:
    default:
      return C_ ("authorization", "no sign-in");
    }
}

gboolean
app_authorization_can_sign_in (AppAuthorization *self)
{
  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), FALSE);
  return self->authorizer != NULL;
}

static McpAuthChallenge *
get_challenge (AppAuthorization *self)
{
  return self->authorizer != NULL ? mcp_auth_authorizer_get_challenge (self->authorizer) : NULL;
}

static const char *
get_header (AppAuthorization *self)
{
  McpAuthChallenge *challenge = get_challenge (self);

  return challenge != NULL ? mcp_auth_challenge_get_header (challenge) : NULL;
}

const char *
app_authorization_get_missing (AppAuthorization *self)
{
  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), NULL);

  g_clear_pointer (&self->missing, g_free);
  McpAuthChallenge         *challenge = get_challenge (self);
  const McpAuthRecordParts *parts = get_parts (self);
  if (challenge != NULL)
    self->missing = mcp_auth_scopes_subtract (mcp_auth_challenge_get (challenge, "scope"),
                                              parts != NULL ? parts->scopes_granted : NULL);
  return self->missing;
}

static const char *
get_issuer (AppAuthorization *self)
{
  const McpAuthRecordParts *parts = get_parts (self);
  const StoreSignInParts   *entry = get_entry (self);

  if (parts != NULL)
    return parts->issuer;
  return entry != NULL ? entry->issuer : NULL;
}

static const char *
get_account (AppAuthorization *self)
{
  const StoreSignInParts *entry = get_entry (self);

  return entry != NULL && has_token (self) ? entry->account : NULL;
}

static const char *
get_scopes (AppAuthorization *self)
{
  const McpAuthRecordParts *parts = get_parts (self);
  const StoreSignInParts   *entry = get_entry (self);

  if (parts != NULL)
    return parts->scopes_granted;
  return entry != NULL ? entry->scopes : NULL;
}

static gint64
get_expires (AppAuthorization *self)
{
  const McpAuthRecordParts *parts = get_parts (self);
  const StoreSignInParts   *entry = get_entry (self);

  if (parts != NULL)
    return parts->life >= 0 && parts->access_token != NULL ? parts->obtained + parts->life : 0;
  return entry != NULL ? entry->expires : 0;
}

static const char *
get_foreign (AppAuthorization *self)
{
  return self->token_store != NULL ? app_auth_token_store_get_foreign (self->token_store) : NULL;
}

MCP_DEFINE_GETTER (McpAuthFlow *, AppAuthorization, app_authorization, flow)

gboolean
app_authorization_is_lasting (AppAuthorization *self)
{
  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), FALSE);
  return self->token_store != NULL && app_auth_token_store_is_lasting (self->token_store);
}

/* As text and as JSON */

static void
add_row (GStrvBuilder *into, const char *title, const char *text)
{
  if (text != NULL && *text != '\0')
    g_strv_builder_add_many (into, title, text, NULL);
}

GStrv
app_authorization_dup_rows (AppAuthorization *self)
{
  g_autoptr (GStrvBuilder) rows = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), NULL);

  add_row (rows, _ ("Authorization server"), get_issuer (self));
  if (app_authorization_is_signed_in (self))
    {
      g_autofree char *expires = app_auth_sign_ins_dup_time (get_expires (self));

      add_row (rows, _ ("Account"), get_account (self));
      add_row (rows, _ ("Scopes"), get_scopes (self));
      add_row (rows, _ ("Access token valid until"), expires);
    }
  /* Translators: what is kept of a sign-in belongs to another address of the server */
  add_row (rows, _ ("Not used, because it is for another server"), get_foreign (self));
  return g_strv_builder_end (rows);
}

char *
app_authorization_dup_json (AppAuthorization *self)
{
  g_return_val_if_fail (APP_IS_AUTHORIZATION (self) && self->session != NULL, NULL);

  gboolean signed_in = app_authorization_is_signed_in (self);
  return mcp_json_build (
      "{'server': %s, 'url': ?%s, 'signedIn': %b, 'issuer': ?%s, 'account': ?%s, "
      "'scopes': ?%s, 'expires': ?%x, 'lasting': ?%b, 'otherServer': ?%s}",
      app_session_get_name (self->session),
      store_profile_get_endpoint (app_session_get_profile (self->session))->url, signed_in,
      get_issuer (self), get_account (self), get_scopes (self),
      signed_in && get_expires (self) > 0 ? get_expires (self) : (gint64)-1,
      signed_in && app_authorization_is_lasting (self), get_foreign (self));
}

/* Most of it changes together. */
static void
notify (AppAuthorization *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Secrets */

static void
on_secret (McpAuthAuthorizer *authorizer, const char *text, AppAuthorization *self)
{
  if (self->session != NULL)
    app_redactor_add_secret (app_session_get_redactor (self->session), text);
}

static void
hide_settings (AppAuthorization *self)
{
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (mcp_auth_setting_get_info (i)->is_secret &&
        mcp_auth_settings_get (self->settings, i) != NULL)
      on_secret (NULL, mcp_auth_settings_get (self->settings, i), self);
}

/* The flow */

static void on_ran (GObject *source, GAsyncResult *result, gpointer user_data);

static void
on_client_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppAuthorization) self = user_data;
  GTask *task = g_steal_pointer (&self->waiting);
  g_autoptr (GError) error = NULL;

  if (!mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (source), result, &error))
    g_info ("The registered client could not be kept: %s", error->message);
  self->keeping = FALSE;
  if (task != NULL)
    on_ran (g_task_get_source_object (g_task_get_task_data (task)), g_task_get_task_data (task),
            task);
}

/* Keeps the client before the person signs in, so that an attempt that is given up and begun again
 * registers no second one. A sign-in that is in use is not given up for it. */
static void
keep_client (AppAuthorization *self)
{
  if (self->token_store == NULL || self->keeping || has_token (self) ||
      g_strcmp0 (mcp_auth_flow_get_url (self->flow), self->url) != 0)
    return;
  g_autoptr (McpAuthRecord) registered = mcp_auth_flow_dup_registered (self->flow);
  if (registered == NULL ||
      (self->known != NULL &&
       mcp_auth_record_get (self->known)->client == mcp_auth_record_get (registered)->client))
    return;
  g_clear_pointer (&self->known, mcp_auth_record_unref);
  self->known = mcp_auth_record_ref (registered);
  self->keeping = TRUE;
  mcp_auth_token_store_save_async (MCP_AUTH_TOKEN_STORE (self->token_store), registered, NULL,
                                   on_client_kept, g_object_ref (self));
}

/* @flow: (nullable) */
static void
set_flow (AppAuthorization *self, McpAuthFlow *flow)
{
  if (self->flow == flow)
    return;
  if (self->flow != NULL)
    g_signal_handlers_disconnect_by_data (self->flow, self);
  g_set_object (&self->flow, flow);
  if (flow != NULL)
    {
      g_signal_connect_swapped (flow, "notify::running", G_CALLBACK (notify), self);
      g_signal_connect_swapped (flow, "changed", G_CALLBACK (keep_client), self);
    }
  notify (self);
}

void
app_authorization_end_flow (AppAuthorization *self)
{
  g_return_if_fail (APP_IS_AUTHORIZATION (self));

  if (self->flow != NULL && !mcp_auth_flow_is_running (self->flow))
    set_flow (self, NULL);
}

static void
on_signing_in (McpAuthAuthorizer *authorizer, McpAuthFlow *flow, AppAuthorization *self)
{
  set_flow (self, flow);
}

/* What the profile says */

static void
forget_server (AppAuthorization *self)
{
  /* What a flow of it still obtains stays secret. */
  if (self->authorizer != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->authorizer, notify, self);
      g_signal_handlers_disconnect_by_func (self->authorizer, on_signing_in, self);
    }
  g_clear_pointer (&self->known, mcp_auth_record_unref);
  g_clear_object (&self->authorizer);
  g_clear_object (&self->token_store);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->settings, mcp_auth_settings_unref);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  g_clear_pointer (&self->url, g_free);
}

static gboolean
has_authorization (AppPreparation *preparation)
{
  const char *const *headers = app_preparation_get_headers (preparation);

  for (guint i = 0; headers[i] != NULL; i++)
    if (g_ascii_strncasecmp (headers[i], "authorization:", strlen ("authorization:")) == 0)
      return TRUE;
  return FALSE;
}

/* A local socket belongs to the person already. */
static gboolean
is_fit (AppPreparation *preparation)
{
  StoreProfile *profile = app_preparation_get_profile (preparation);

  switch (store_profile_get_endpoint (profile)->transport)
    {
    case STORE_TRANSPORT_HTTP:
    case STORE_TRANSPORT_SSE:
    case STORE_TRANSPORT_AUTO:
      return app_preparation_get_url (preparation) != NULL && !has_authorization (preparation);
    default:
      return FALSE;
    }
}

static gboolean
has_same_network (StoreProfile *one, StoreProfile *other)
{
  const StoreNetwork *a = store_profile_get_network (one);
  const StoreNetwork *b = store_profile_get_network (other);

  return g_strcmp0 (a->proxy, b->proxy) == 0 && g_strcmp0 (a->ca_file, b->ca_file) == 0 &&
         g_strcmp0 (a->accept_certificate, b->accept_certificate) == 0 &&
         g_strcmp0 (a->client_certificate, b->client_certificate) == 0 &&
         g_strcmp0 (a->client_key, b->client_key) == 0;
}

/* The tokens stay what they are while the server and the settings do. */
static void
take_preparation (AppAuthorization *self, AppPreparation *preparation)
{
  StoreProfile *profile = app_preparation_get_profile (preparation);
  const char   *url = app_preparation_get_url (preparation);
  g_autoptr (McpAuthSettings) settings = NULL;

  if (!is_fit (preparation))
    {
      forget_server (self);
      notify (self);
      return;
    }
  settings = app_auth_settings_new (profile, app_preparation_get_secrets (preparation));
  if (self->authorizer != NULL && g_str_equal (self->url, url) &&
      app_auth_settings_equal (self->settings, settings) &&
      has_same_network (self->profile, profile))
    return;
  forget_server (self);
  self->profile = g_object_ref (profile);
  self->url = g_strdup (url);
  self->options = mcp_http_options_ref (app_preparation_get_options (preparation));
  self->settings = g_steal_pointer (&settings);
  hide_settings (self);
  self->token_store =
      app_auth_token_store_new (app_session_get_vault (self->session), self->list, profile, url);
  app_auth_token_store_set_issuer (self->token_store,
                                   mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER));
  self->authorizer = mcp_auth_authorizer_new (url, self->options, self->settings,
                                              MCP_AUTH_TOKEN_STORE (self->token_store));
  g_signal_connect_object (self->authorizer, "secret", G_CALLBACK (on_secret), self, 0);
  g_signal_connect_swapped (self->authorizer, "refused", G_CALLBACK (notify), self);
  g_signal_connect (self->authorizer, "signing-in", G_CALLBACK (on_signing_in), self);
  g_signal_connect_swapped (self->authorizer, "notify::signed-in", G_CALLBACK (notify), self);
  notify (self);
}

/* As a feature */

static void
app_authorization_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_AUTHORIZATION (feature)->session, session);
}

void
app_authorization_give_credentials (AppAuthorization *self,
                                    AppPreparation   *preparation,
                                    McpTransport     *transport)
{
  g_return_if_fail (APP_IS_AUTHORIZATION (self));

  take_preparation (self, preparation);
  if (self->authorizer != NULL && MCP_IS_HTTP_CONNECTION (transport))
    mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (transport),
                                        MCP_HTTP_AUTHORIZER (self->authorizer));
}

static void
app_authorization_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppAuthorization *self = APP_AUTHORIZATION (feature);
  AppPreparation   *preparation = app_connector_get_preparation (client);

  if (preparation == NULL)
    return;
  app_authorization_give_credentials (self, preparation, mcp_client_get_transport (client));
  if (mcp_client_get_sse_transport (client) != NULL)
    app_authorization_give_credentials (self, preparation, mcp_client_get_sse_transport (client));
}

static void
app_authorization_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_authorization_attach;
  iface->opening = app_authorization_opening;
}

/* Without a connection */

static void
on_known (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthorization *self = g_task_get_source_object (task);
  GError           *error = NULL;
  McpAuthRecord    *record =
      mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&self->known, mcp_auth_record_unref);
  /* The session may have taken another profile in the meantime, which this does not belong to. */
  if (self->authorizer == NULL)
    g_clear_pointer (&record, mcp_auth_record_unref);
  self->known = record;
  if (record != NULL)
    mcp_auth_authorizer_hide (self->authorizer, record);
  notify (self);
  g_task_return_boolean (task, TRUE);
}

/* Why nobody can sign in with this profile. Returns: (transfer full) */
static GError *
explain_unfit (AppPreparation *preparation)
{
  if (!has_authorization (preparation))
    return mcp_error_new (MCP_ERROR_NOT_OFFERED, "%s",
                          _ ("Signing in needs an http or https URL."));
  g_autoptr (McpAuthFinding) finding = mcp_auth_finding_new ("own-authorization", "Authorization");
  return mcp_error_new (MCP_ERROR_NOT_OFFERED, "%s (%s). %s.",
                        mcp_auth_finding_get (finding)->title, mcp_auth_finding_get (finding)->rule,
                        mcp_auth_finding_get (finding)->remedy);
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthorization *self = g_task_get_source_object (task);
  GError           *error = NULL;
  g_autoptr (AppPreparation) preparation = app_preparation_run_finish (result, &error);

  if (preparation == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  take_preparation (self, preparation);
  if (self->authorizer != NULL)
    mcp_auth_token_store_load_async (MCP_AUTH_TOKEN_STORE (self->token_store),
                                     g_task_get_cancellable (task), on_known, g_object_ref (task));
  else
    g_task_return_error (task, explain_unfit (preparation));
}

void
app_authorization_prepare_async (AppAuthorization   *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (APP_IS_AUTHORIZATION (self));
  g_return_if_fail (self->session != NULL);

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_authorization_prepare_async);
  app_preparation_run_async (app_session_get_profile (self->session),
                             app_session_get_vault (self->session),
                             app_session_get_redactor (self->session), cancellable, on_prepared,
                             task);
}

MCP_DEFINE_FINISH (app_authorization_prepare_finish, AppAuthorization)

/* Signing in */

McpAuthFlow *
app_authorization_begin_flow (AppAuthorization *self, McpAuthSettings *settings)
{
  g_autoptr (McpAuthFlow) flow = NULL;

  g_return_val_if_fail (APP_IS_AUTHORIZATION (self), NULL);

  if (self->authorizer == NULL)
    return NULL;
  if (self->flow != NULL && mcp_auth_flow_is_running (self->flow))
    return self->flow;
  flow = mcp_auth_authorizer_new_flow (self->authorizer);
  mcp_auth_flow_set_known (flow, app_authorization_get_record (self));
  if (settings != NULL)
    mcp_auth_flow_set_settings (flow, settings);
  set_flow (self, flow);
  return flow;
}

/* A session that was refused is opened again; one that is ready goes on. */
static void
wake_session (AppAuthorization *self)
{
  if (self->session != NULL &&
      app_session_get_state (self->session) == APP_SESSION_AUTHORIZATION_REQUIRED)
    app_session_restart (self->session);
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthorization *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  /* It holds for this run all the same: see app_authorization_is_lasting(). */
  if (!mcp_auth_authorizer_adopt_finish (MCP_AUTH_AUTHORIZER (source), result, &error))
    g_info ("The sign-in could not be kept: %s", error->message);
  notify (self);
  wake_session (self);
  g_task_return_boolean (task, TRUE);
}

static void
on_ran (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthorization *self = g_task_get_source_object (task);
  McpAuthFlow      *flow = MCP_AUTH_FLOW (source);
  McpAuthRecord    *record = mcp_auth_flow_get_record (flow);
  GError           *error = NULL;

  if (self->keeping)
    {
      g_task_set_task_data (task, g_object_ref (result), g_object_unref);
      self->waiting = g_steal_pointer (&task);
      return;
    }
  notify (self);
  if (!mcp_auth_flow_run_finish (flow, result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (record == NULL || self->authorizer == NULL || record == app_authorization_get_record (self))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_clear_pointer (&self->known, mcp_auth_record_unref);
  mcp_auth_authorizer_adopt_async (self->authorizer, record, NULL, on_kept,
                                   g_steal_pointer (&task));
}

void
app_authorization_run_async (AppAuthorization   *self,
                             McpAuthStepKind     last,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (APP_IS_AUTHORIZATION (self));
  g_return_if_fail (self->flow != NULL);

  GTask *task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, app_authorization_run_async);
  mcp_auth_flow_run_async (self->flow, last, cancellable, on_ran, task);
}

MCP_DEFINE_FINISH (app_authorization_run_finish, AppAuthorization)

/* What is done with the tokens: under the lock, with what is kept then */

typedef struct
{
  AppAuthTokenStore *token_store;
  McpAuthAuthorizer *authorizer;
  McpAuthAction      action;
  gboolean           forget;
  McpAuthRecord     *record;  /* (nullable) */
  McpAuthRenewal    *renewal; /* (nullable) */
  GError            *problem; /* (nullable) */
} Work;

static void
work_free (Work *work)
{
  g_clear_object (&work->token_store);
  g_clear_object (&work->authorizer);
  g_clear_pointer (&work->record, mcp_auth_record_unref);
  g_clear_pointer (&work->renewal, mcp_auth_renewal_free);
  g_clear_error (&work->problem);
  g_free (work);
}

/* @task: (transfer full) */
static void
end_work (GTask *task)
{
  g_autoptr (GTask) owned = task;
  AppAuthorization *self = g_task_get_source_object (task);
  Work             *work = g_task_get_task_data (task);

  mcp_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (work->token_store));
  notify (self);
  if (work->problem != NULL)
    g_task_return_error (task, g_steal_pointer (&work->problem));
  else if (work->forget)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_pointer (task, g_steal_pointer (&work->renewal),
                           (GDestroyNotify)mcp_auth_renewal_free);
}

static void
on_adopted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Work  *work = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  /* What cannot be kept holds for this run; what cannot be deleted is left behind. */
  if (!mcp_auth_authorizer_adopt_finish (MCP_AUTH_AUTHORIZER (source), result, &error))
    {
      g_info ("The sign-in could not be kept: %s", error->message);
      if (work->forget)
        work->problem = g_steal_pointer (&error);
    }
  end_work (task);
}

/* @task: (transfer full) */
static void
keep_outcome (GTask *task)
{
  AppAuthorization *self = g_task_get_source_object (task);
  Work             *work = g_task_get_task_data (task);
  McpAuthRecord    *record = work->renewal != NULL ? work->renewal->record : NULL;

  if (!work->forget && record == NULL)
    {
      end_work (task);
      return;
    }
  g_clear_pointer (&self->known, mcp_auth_record_unref);
  mcp_auth_authorizer_adopt_async (work->authorizer, work->forget ? NULL : record, NULL,
                                   on_adopted, task);
}

static void
on_renewed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Work  *work = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  work->renewal = mcp_auth_renewal_run_finish (result, &error);
  /* Signing out ends here, whatever the server makes of it. */
  if (error != NULL && work->forget)
    g_info ("The tokens could not be revoked: %s", error->message);
  else if (error != NULL)
    work->problem = g_steal_pointer (&error);
  keep_outcome (task);
}

static gboolean
can_revoke (McpAuthRecord *record)
{
  return holds_token (record) && mcp_auth_record_get (record)->revocation_url != NULL;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask            *task = user_data;
  AppAuthorization *self = g_task_get_source_object (task);
  Work             *work = g_task_get_task_data (task);

  work->record =
      mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (source), result, &work->problem);
  if (work->record != NULL)
    mcp_auth_authorizer_hide (work->authorizer, work->record);
  if (work->problem == NULL && !work->forget && !holds_token (work->record))
    work->problem = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED, "%s",
                                   _ ("Nobody is signed in to this server."));
  if (work->problem != NULL)
    end_work (task);
  else if (work->forget && !can_revoke (work->record))
    keep_outcome (task);
  else
    mcp_auth_renewal_run_async (work->record, work->action, self->settings, self->options,
                                g_task_get_cancellable (task), on_renewed, task);
}

static void
on_locked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpAuthTokenStore *token_store = MCP_AUTH_TOKEN_STORE (source);
  GError            *error = NULL;

  if (mcp_auth_token_store_lock_finish (token_store, result, &error))
    mcp_auth_token_store_load_async (token_store, g_task_get_cancellable (task), on_loaded,
                                     g_object_ref (task));
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full) */
static void
begin_work (AppAuthorization *self, GTask *task, McpAuthAction action, gboolean forget)
{
  Work *work = g_new0 (Work, 1);

  work->action = action;
  work->forget = forget;
  g_task_set_task_data (task, work, (GDestroyNotify)work_free);
  if (self->token_store != NULL)
    {
      work->token_store = g_object_ref (self->token_store);
      work->authorizer = g_object_ref (self->authorizer);
      mcp_auth_token_store_lock_async (MCP_AUTH_TOKEN_STORE (self->token_store),
                                       g_task_get_cancellable (task), on_locked, task);
      return;
    }
  g_task_return_error (task, mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED, "%s",
                                            _ ("Nobody is signed in to this server.")));
  g_object_unref (task);
}

void
app_authorization_renew_async (AppAuthorization   *self,
                               McpAuthAction       action,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  GTask *task;

  g_return_if_fail (APP_IS_AUTHORIZATION (self));

  task = mcp_async_begin (self, app_authorization_renew_async, cancellable, callback, user_data);
  begin_work (self, task, action, FALSE);
}

MCP_DEFINE_FINISH_POINTER (app_authorization_renew_finish, AppAuthorization, McpAuthRenewal)

void
app_authorization_sign_out_async (AppAuthorization   *self,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  GTask *task;

  g_return_if_fail (APP_IS_AUTHORIZATION (self));

  task = mcp_async_begin (self, app_authorization_sign_out_async, cancellable, callback, user_data);
  begin_work (self, task, MCP_AUTH_REVOKE, TRUE);
}

gboolean
app_authorization_sign_out_finish (AppAuthorization *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  gboolean done = g_task_propagate_boolean (G_TASK (result), error);
  /* What the server makes of it is seen at once. */
  if (done && self->session != NULL && app_session_get_client (self->session) != NULL)
    app_session_restart (self->session);
  return done;
}

/* The object */

AppAuthorization *
app_authorization_new (StoreSignInList *list)
{
  AppAuthorization *self = g_object_new (APP_TYPE_AUTHORIZATION, NULL);

  self->list = g_object_ref (list);
  mcp_signal_connect (list, "items-changed", notify, self);
  return self;
}

MCP_DEFINE_DISPOSE (AppAuthorization, app_authorization)
{
  if (self->flow != NULL)
    g_signal_handlers_disconnect_by_data (self->flow, self);
  g_clear_object (&self->flow);
  forget_server (self);
  g_clear_object (&self->list);
  g_clear_weak_pointer (&self->session);
}

MCP_DEFINE_FINALIZE (AppAuthorization, app_authorization)
{
  g_free (self->missing);
}

MCP_DEFINE_CLASS (AppAuthorization, app_authorization)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", APP_TYPE_AUTHORIZATION_STATE,
                     G_CALLBACK (app_authorization_get_state) },
    [PROP_STATE_NAME] = { "state-name", G_TYPE_STRING,
                          G_CALLBACK (get_state_name) },
    [PROP_CAN_SIGN_IN] = { "can-sign-in", G_TYPE_BOOLEAN,
                           G_CALLBACK (app_authorization_can_sign_in) },
    [PROP_CHALLENGE] = { "challenge", G_TYPE_STRING, G_CALLBACK (get_header) },
    [PROP_MISSING] = { "missing", G_TYPE_STRING, G_CALLBACK (app_authorization_get_missing) },
    [PROP_ISSUER] = { "issuer", G_TYPE_STRING, G_CALLBACK (get_issuer) },
    [PROP_ACCOUNT] = { "account", G_TYPE_STRING, G_CALLBACK (get_account) },
    [PROP_SCOPES] = { "scopes", G_TYPE_STRING, G_CALLBACK (get_scopes) },
    [PROP_EXPIRES] = { "expires", G_TYPE_INT64, G_CALLBACK (get_expires) },
    [PROP_FOREIGN] = { "foreign", G_TYPE_STRING, G_CALLBACK (get_foreign) },
    [PROP_FLOW] = { "flow", MCP_TYPE_AUTH_FLOW,
                    .offset = G_STRUCT_OFFSET (AppAuthorization, flow) },
  };

  object_class->dispose = app_authorization_dispose;
  object_class->finalize = app_authorization_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}
