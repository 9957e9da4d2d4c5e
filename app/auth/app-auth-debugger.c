/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-debugger.h"

#include "app-auth-settings.h"
#include "app-auth-text.h"
#include "app-authorization.h"
#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <glib/gi18n-lib.h>

struct _AppAuthDebugger
{
  GObject parent_instance;

  AppSession      *session;     /* (nullable): weak */
  McpAuthFlow     *flow;        /* (nullable) */
  McpAuthSettings *settings;    /* (nullable): what was set here; for the next flow too */
  AppRedactor     *redactor;    /* (nullable): of the session */
  GCancellable    *cancellable; /* (nullable): while something of ours runs */
  gboolean         remember;
  gint64           deadline; /* µs, monotonic; of waiting for the browser */
  guint            ticker;   /* source: while it is waited for */
  char            *browser_error;
  AppProblem      *problem;
};

enum {
  PROP_0,
  PROP_STEPS,
  PROP_RUNNING,
  PROP_NEXT,
  PROP_ISSUER,
  PROP_BROWSER_URL,
  PROP_BROWSER_ERROR,
  PROP_SECONDS_LEFT,
  PROP_PROBLEM,
  PROP_SIGNED_IN,
  PROP_REMEMBER,
  N_PROPS
};

enum {
  OPEN_BROWSER,
  SETTINGS_CHANGED,
  TOLD,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

APP_DEFINE_SESSION_FEATURE (AppAuthDebugger, app_auth_debugger)
MCP_DEFINE_INIT (AppAuthDebugger, app_auth_debugger)

/* Returns: (transfer none) (nullable) */
static AppAuthorization *
get_authorization (AppAuthDebugger *self)
{
  return self->session != NULL ? app_session_get_feature (self->session, APP_TYPE_AUTHORIZATION)
                               : NULL;
}

static void
notify (AppAuthDebugger *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* What is shown */

static GListModel *
get_steps (AppAuthDebugger *self)
{
  return self->flow != NULL ? mcp_auth_flow_get_steps (self->flow) : NULL;
}

static gboolean
is_running (AppAuthDebugger *self)
{
  return self->cancellable != NULL ||
         (self->flow != NULL && mcp_auth_flow_is_running (self->flow));
}

static guint
get_next (AppAuthDebugger *self)
{
  return self->flow != NULL ? mcp_auth_flow_get_next (self->flow) : MCP_AUTH_STEP_REQUEST;
}

/* Of what runs; else of the tokens. Returns: (transfer none) (nullable) */
static const char *
get_issuer (AppAuthDebugger *self)
{
  AppAuthorization *authorization = get_authorization (self);
  McpAuthRecord    *record =
      authorization != NULL ? app_authorization_get_record (authorization) : NULL;
  const char *found = self->flow != NULL ? mcp_auth_flow_get_issuer (self->flow) : NULL;

  return found == NULL && record != NULL ? mcp_auth_record_get (record)->issuer : found;
}

static const char *
get_browser_url (AppAuthDebugger *self)
{
  return self->flow != NULL ? mcp_auth_flow_get_browser_url (self->flow) : NULL;
}

static guint
get_seconds_left (AppAuthDebugger *self)
{
  gint64 left = self->deadline - g_get_monotonic_time ();

  return left > 0 ? (guint)((left + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC) : 0;
}

static gboolean
is_signed_in (AppAuthDebugger *self)
{
  AppAuthorization *authorization = get_authorization (self);

  return authorization != NULL && app_authorization_is_signed_in (authorization);
}

/* @error: (nullable) */
static void
set_problem (AppAuthDebugger *self, const GError *error)
{
  g_autoptr (AppProblem) problem =
      error != NULL && self->redactor != NULL ? app_problem_new_redacted (error, self->redactor)
                                              : NULL;

  if (g_set_object (&self->problem, problem))
    notify (self, PROP_PROBLEM);
}

/* The flow */

static gboolean
on_tick (gpointer data)
{
  notify (data, PROP_SECONDS_LEFT);
  return G_SOURCE_CONTINUE;
}

static void
on_changed (AppAuthDebugger *self)
{
  gboolean waiting = get_browser_url (self) != NULL;

  if (waiting && self->ticker == 0)
    {
      self->deadline =
          g_get_monotonic_time () + (gint64)MCP_AUTH_BROWSER_SECONDS * G_USEC_PER_SEC;
      self->ticker = g_timeout_add_seconds (1, on_tick, self);
      notify (self, PROP_SECONDS_LEFT);
    }
  else if (!waiting)
    {
      g_clear_handle_id (&self->ticker, g_source_remove);
      g_clear_pointer (&self->browser_error, g_free);
      notify (self, PROP_BROWSER_ERROR);
    }
  notify (self, PROP_ISSUER);
  notify (self, PROP_BROWSER_URL);
  notify (self, PROP_NEXT);
}

static void
on_flow_running (AppAuthDebugger *self)
{
  notify (self, PROP_RUNNING);
}

static void
on_flow_browser (AppAuthDebugger *self, const char *url)
{
  gboolean opened = FALSE;

  g_signal_emit (self, signals[OPEN_BROWSER], 0, url, &opened);
}

/* Another one takes the place of the old one: also where somebody else began it. */
static void
follow_flow (AppAuthDebugger *self)
{
  AppAuthorization *authorization = get_authorization (self);
  McpAuthFlow      *flow = NULL;

  if (authorization != NULL)
    flow = app_authorization_get_flow (authorization);
  /* What was done can be looked at when it is over. */
  if (flow == NULL || flow == self->flow)
    return;
  if (self->flow != NULL)
    g_signal_handlers_disconnect_by_data (self->flow, self);
  g_set_object (&self->flow, flow);
  mcp_signal_connect (flow, "changed", on_changed, self);
  mcp_signal_connect (flow, "notify::running", on_flow_running, self);
  mcp_signal_connect (flow, "open-browser", on_flow_browser, self);
  notify (self, PROP_STEPS);
  notify (self, PROP_RUNNING);
  on_changed (self);
  g_signal_emit (self, signals[SETTINGS_CHANGED], 0);
}

static void
on_record (AppAuthDebugger *self)
{
  notify (self, PROP_SIGNED_IN);
}

/* Running */

/* A flow is only made, to be looked at. */
#define NO_STEP MCP_AUTH_N_STEPS

/* @cancellable: (nullable) */
static void
set_busy (AppAuthDebugger *self, GCancellable *cancellable)
{
  if (g_set_object (&self->cancellable, cancellable))
    notify (self, PROP_RUNNING);
}

/* Returns: (transfer full) (nullable): %NULL where it has ended, as it cannot begin */
static GTask *
begin (AppAuthDebugger    *self,
       gpointer            tag,
       GCancellable       *cancellable,
       GAsyncReadyCallback callback,
       gpointer            user_data)
{
  g_autoptr (GTask) task = mcp_async_begin (self, tag, cancellable, callback, user_data);
  g_autoptr (GCancellable) own = g_cancellable_new ();

  if (get_authorization (self) == NULL || is_running (self))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, "Something runs already");
      return NULL;
    }
  set_problem (self, NULL);
  set_busy (self, cancellable != NULL ? cancellable : own);
  return g_steal_pointer (&task);
}

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* @error: (nullable): why it failed. @text, @document: (nullable): what is said of it */
static void
end (AppAuthDebugger *self, const GError *error, const char *text, const char *document)
{
  set_busy (self, NULL);
  set_problem (self, is_cancelled (error) ? NULL : error);
  notify (self, PROP_SIGNED_IN);
  if (error == NULL && text != NULL)
    g_signal_emit (self, signals[TOLD], 0, text, document);
}

static void
on_run (GObject *object, GAsyncResult *result, gpointer data)
{
  AppAuthorization *authorization = APP_AUTHORIZATION (object);
  g_autoptr (GTask) task = data;
  AppAuthDebugger *self = g_task_get_source_object (task);
  GError          *error = NULL;
  const char      *text = app_authorization_is_lasting (authorization)
                              ? _ ("Signed in")
                              : _ ("Signed in until you quit: there is no keyring");

  app_authorization_run_finish (authorization, result, &error);
  end (self, error, get_next (self) > MCP_AUTH_STEP_TOKEN && is_signed_in (self) ? text : NULL,
       NULL);
  mcp_async_return (task, error);
}

/* @task: (transfer full) */
static void
run (AppAuthDebugger *self, GTask *task)
{
  McpAuthStepKind last = GPOINTER_TO_UINT (g_task_get_task_data (task));

  if (last != NO_STEP)
    {
      app_authorization_run_async (get_authorization (self), last, self->cancellable, on_run, task);
      return;
    }
  end (self, NULL, NULL, NULL);
  mcp_async_return (task, NULL);
  g_object_unref (task);
}

static void
on_prepared (GObject *object, GAsyncResult *result, gpointer data)
{
  AppAuthorization *authorization = APP_AUTHORIZATION (object);
  g_autoptr (GTask) task = data;
  AppAuthDebugger *self = g_task_get_source_object (task);
  GError          *error = NULL;

  if (!app_authorization_prepare_finish (authorization, result, &error))
    {
      end (self, error, NULL, NULL);
      mcp_async_return (task, error);
      return;
    }
  if (app_authorization_get_flow (authorization) == NULL)
    app_authorization_begin_flow (authorization, self->settings);
  follow_flow (self);
  if (get_authorization (self) == NULL || app_authorization_get_flow (authorization) == NULL)
    {
      error = mcp_error_new (MCP_ERROR_NOT_OFFERED, "%s",
                             _ ("The server’s settings changed while it was prepared."));
      end (self, error, NULL, NULL);
      mcp_async_return (task, error);
      return;
    }
  run (self, g_steal_pointer (&task));
}

void
app_auth_debugger_run_async (AppAuthDebugger    *self,
                             McpAuthStepKind     last,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  AppAuthorization *authorization = get_authorization (self);

  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  GTask *task = begin (self, app_auth_debugger_run_async, cancellable, callback, user_data);
  if (task == NULL)
    return;
  g_task_set_task_data (task, GUINT_TO_POINTER (last), NULL);
  /* A flow that is not the session's any more was ended there: it can be looked at, not run. */
  if (self->flow == NULL || app_authorization_get_flow (authorization) != self->flow)
    app_authorization_prepare_async (authorization, self->cancellable, on_prepared, task);
  else
    run (self, task);
}

MCP_DEFINE_FINISH (app_auth_debugger_finish, AppAuthDebugger)

void
app_auth_debugger_begin_async (AppAuthDebugger    *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  app_auth_debugger_run_async (self, NO_STEP, cancellable, callback, user_data);
}

void
app_auth_debugger_begin (AppAuthDebugger *self)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  follow_flow (self);
  if (self->flow == NULL)
    app_auth_debugger_begin_async (self, NULL, NULL, NULL);
}

void
app_auth_debugger_run (AppAuthDebugger *self)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  app_auth_debugger_run_async (self, MCP_AUTH_STEP_USE, NULL, NULL, NULL);
}

void
app_auth_debugger_step (AppAuthDebugger *self)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  if (get_next (self) < MCP_AUTH_N_STEPS)
    app_auth_debugger_run_async (self, get_next (self), NULL, NULL, NULL);
}

void
app_auth_debugger_restart (AppAuthDebugger *self, McpAuthStepKind kind)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  if (self->flow == NULL || is_running (self))
    return;
  mcp_auth_flow_restart (self->flow, kind);
  set_problem (self, NULL);
}

void
app_auth_debugger_cancel (AppAuthDebugger *self)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  g_cancellable_cancel (self->cancellable);
}

/* The browser */

gboolean
app_auth_debugger_paste (AppAuthDebugger *self, const char *text, GError **error)
{
  g_return_val_if_fail (APP_IS_AUTH_DEBUGGER (self), FALSE);

  if (self->flow == NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED,
                           _ ("No response from a browser is waited for."));
      return FALSE;
    }
  return mcp_auth_flow_paste (self->flow, text, error);
}

void
app_auth_debugger_set_browser_error (AppAuthDebugger *self, const GError *error)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  g_free (self->browser_error);
  self->browser_error =
      error != NULL && get_browser_url (self) != NULL
          ? g_strdup (_ ("No browser could be opened. Copy the link and open it yourself."))
          : NULL;
  notify (self, PROP_BROWSER_ERROR);
}

/* Acts */

/* Of the server, which neither did it nor failed. Returns: (transfer full) */
static GError *
refuse (AppAuthDebugger *self, McpAuthRenewal *renewal, const char *document)
{
  AppAuthorization *authorization = get_authorization (self);
  /* Translators: %s is an error of OAuth, such as invalid_grant */
  g_autofree char *text = g_strdup_printf (_ ("Refused: %s"), renewal->error);
  g_autoptr (McpAuthFinding) finding = mcp_auth_renewal_explain (
      renewal, authorization != NULL ? app_authorization_get_record (authorization) : NULL);
  GError *error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED,
                                 /* Translators: %s is an error's name */
                                 _ ("The authorization server refused: %s"), renewal->error);

  mcp_auth_finding_explain (finding, error);
  end (self, NULL, text, document);
  return error;
}

static void
on_renewed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppAuthDebugger *self = g_task_get_source_object (task);
  AppAuthAct       act = GPOINTER_TO_UINT (g_task_get_task_data (task));
  GError          *error = NULL;
  g_autoptr (McpAuthRenewal) renewal =
      app_authorization_renew_finish (APP_AUTHORIZATION (object), result, &error);
  g_autofree char *document = NULL;

  if (renewal != NULL && renewal->exchange != NULL &&
      (renewal->error != NULL || act == APP_AUTH_INTROSPECT))
    document = app_auth_text_dup_response (self->redactor, renewal->exchange);
  if (renewal != NULL && renewal->error != NULL)
    error = refuse (self, renewal, document);
  else
    end (self, error,
         act == APP_AUTH_REFRESH  ? _ ("Token refreshed")
         : act == APP_AUTH_REVOKE ? _ ("Token revoked")
                                  : _ ("What the Token Is Worth"),
         document);
  mcp_async_return (task, error);
}

static void
on_signed_out (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  app_authorization_sign_out_finish (APP_AUTHORIZATION (object), result, &error);
  end (g_task_get_source_object (task), error, _ ("Signed out"), NULL);
  mcp_async_return (task, error);
}

gboolean
app_auth_debugger_can_act (AppAuthDebugger *self, AppAuthAct act)
{
  g_return_val_if_fail (APP_IS_AUTH_DEBUGGER (self), FALSE);

  AppAuthorization *authorization = get_authorization (self);
  if (authorization == NULL || is_running (self))
    return FALSE;
  if (act == APP_AUTH_STEP_UP)
    return app_authorization_get_missing (authorization) != NULL;
  McpAuthRecord            *record = app_authorization_get_record (authorization);
  const McpAuthRecordParts *parts = record != NULL ? mcp_auth_record_get (record) : NULL;
  if (parts == NULL)
    return FALSE;
  switch (act)
    {
    case APP_AUTH_REFRESH:
      return parts->refresh_token != NULL;
    case APP_AUTH_REVOKE:
      return parts->revocation_url != NULL && parts->access_token != NULL;
    case APP_AUTH_INTROSPECT:
      return parts->introspection_url != NULL && parts->access_token != NULL;
    default:
      return TRUE;
    }
}

void
app_auth_debugger_act_async (AppAuthDebugger    *self,
                             AppAuthAct          act,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  static const McpAuthAction actions[] = {
    [APP_AUTH_REFRESH] = MCP_AUTH_REFRESH,
    [APP_AUTH_REVOKE] = MCP_AUTH_REVOKE,
    [APP_AUTH_INTROSPECT] = MCP_AUTH_INTROSPECT,
  };
  AppAuthorization *authorization = get_authorization (self);

  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  if (act == APP_AUTH_STEP_UP)
    {
      if (authorization != NULL && !is_running (self))
        app_authorization_end_flow (authorization);
      app_auth_debugger_run_async (self, MCP_AUTH_STEP_USE, cancellable, callback, user_data);
      return;
    }
  GTask *task = begin (self, app_auth_debugger_act_async, cancellable, callback, user_data);
  if (task == NULL)
    return;
  g_task_set_task_data (task, GUINT_TO_POINTER (act), NULL);
  if (act == APP_AUTH_FORGET)
    app_authorization_sign_out_async (authorization, self->cancellable, on_signed_out, task);
  else
    app_authorization_renew_async (authorization, actions[act], self->cancellable, on_renewed,
                                   task);
}

void
app_auth_debugger_act (AppAuthDebugger *self, AppAuthAct act)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  if (app_auth_debugger_can_act (self, act))
    app_auth_debugger_act_async (self, act, NULL, NULL, NULL);
}

/* Settings */

static McpAuthSettings *
get_settings (AppAuthDebugger *self)
{
  return self->flow != NULL ? mcp_auth_flow_get_settings (self->flow) : self->settings;
}

const char *
app_auth_debugger_get_setting (AppAuthDebugger *self, McpAuthSetting setting)
{
  g_return_val_if_fail (APP_IS_AUTH_DEBUGGER (self), NULL);

  McpAuthSettings *settings = get_settings (self);
  const char      *value = settings != NULL ? mcp_auth_settings_get (settings, setting) : NULL;
  return value != NULL && mcp_auth_setting_get_info (setting)->is_secret ? APP_REDACTOR_MASK
                                                                         : value;
}

static void
keep_settings (AppAuthDebugger *self)
{
  if (self->session == NULL || self->settings == NULL)
    return;
  g_autoptr (StoreProfile) changed = store_profile_copy (app_session_get_profile (self->session));
  app_auth_settings_apply (self->settings, changed);
  if (!store_profile_equal (changed, app_session_get_profile (self->session)))
    app_session_keep_profile (self->session, changed);
}

/* What was done with the old value is taken back: from the first step that reads it. */
static void
restart_for (AppAuthDebugger *self, McpAuthSetting setting)
{
  for (McpAuthStepKind kind = 0; kind < get_next (self); kind++)
    {
      const McpAuthSetting *read =
          mcp_auth_step_get_settings (mcp_auth_flow_get_step (self->flow, kind));

      for (guint i = 0; read[i] != MCP_AUTH_N_SETTINGS; i++)
        if (read[i] == setting)
          {
            app_auth_debugger_restart (self, kind);
            return;
          }
    }
}

void
app_auth_debugger_set_setting (AppAuthDebugger *self, McpAuthSetting setting, const char *value)
{
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (self));

  McpAuthSettings *old = get_settings (self);
  if (old != NULL && g_strcmp0 (mcp_auth_settings_get (old, setting), value) == 0)
    return;
  McpAuthSettings *changed = old != NULL ? mcp_auth_settings_copy (old) : mcp_auth_settings_new ();
  mcp_auth_settings_set (changed, setting, value);
  if (value != NULL && mcp_auth_setting_get_info (setting)->is_secret && self->redactor != NULL)
    app_redactor_add_secret (self->redactor, value);
  g_clear_pointer (&self->settings, mcp_auth_settings_unref);
  self->settings = changed;
  if (self->flow != NULL)
    {
      mcp_auth_flow_set_settings (self->flow, changed);
      restart_for (self, setting);
    }
  if (self->remember)
    keep_settings (self);
  g_signal_emit (self, signals[SETTINGS_CHANGED], 0);
}

static void
set_remember (AppAuthDebugger *self, gboolean remember)
{
  if (self->remember == remember)
    return;
  self->remember = remember;
  if (remember)
    keep_settings (self);
  notify (self, PROP_REMEMBER);
}

/* Texts */

MCP_DEFINE_GETTER (AppRedactor *, AppAuthDebugger, app_auth_debugger, redactor)

char *
app_auth_debugger_dup_report (AppAuthDebugger *self, McpAuthStep *step)
{
  g_return_val_if_fail (APP_IS_AUTH_DEBUGGER (self), g_strdup (""));

  if (self->flow == NULL)
    return g_strdup ("");
  return app_auth_text_dup_report (self->redactor, mcp_auth_flow_get_url (self->flow),
                                   get_steps (self), step);
}

GStrv
app_auth_debugger_dup_trouble (AppAuthDebugger *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const McpErrorDetails *details =
      self->problem != NULL ? mcp_error_get_details (app_problem_get_error (self->problem)) : NULL;

  g_return_val_if_fail (APP_IS_AUTH_DEBUGGER (self), NULL);

  for (guint i = 0; self->flow != NULL && i < MCP_AUTH_N_STEPS; i++)
    {
      McpAuthStep *step = mcp_auth_flow_get_step (self->flow, i);

      if (mcp_auth_step_get_state (step) == MCP_AUTH_STEP_FAILED)
        app_auth_text_add_findings (builder, self->redactor, step,
                                    details != NULL ? details->kind : NULL);
    }
  return g_strv_builder_end (builder);
}

McpAuthFinding *
app_auth_debugger_dup_finding (AppAuthDebugger *self)
{
  g_return_val_if_fail (APP_IS_AUTH_DEBUGGER (self), NULL);

  if (self->problem == NULL || self->flow == NULL || get_next (self) >= MCP_AUTH_N_STEPS)
    return NULL;
  McpAuthStep *step = mcp_auth_flow_get_step (self->flow, get_next (self));
  GListModel  *findings = mcp_auth_step_get_findings (step);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      if (mcp_auth_finding_get (finding)->severity == MCP_AUTH_SEVERITY_BREAKS)
        return g_steal_pointer (&finding);
    }
  return NULL;
}

gboolean
app_auth_debugger_may_retry (McpAuthFinding *finding)
{
  static const char *const passing[] = { "access-denied", "authorize-error", "metadata-failed",
                                         "metadata-slow", "no-callback", "refresh-lost",
                                         "token-expired-code", "token-no-oauth", "unreachable",
                                         NULL };

  return finding == NULL || g_strv_contains (passing, mcp_auth_finding_get (finding)->id);
}

/* The object */

/* Behind AppAuthorization in the table of the workspace. */
static void
app_auth_debugger_attach (AppSessionFeature *feature, AppSession *session)
{
  AppAuthDebugger  *self = APP_AUTH_DEBUGGER (feature);
  AppAuthorization *authorization = app_session_get_feature (session, APP_TYPE_AUTHORIZATION);

  g_set_weak_pointer (&self->session, session);
  self->redactor = g_object_ref (app_session_get_redactor (session));
  if (authorization == NULL)
    return;
  mcp_signal_connect (authorization, "notify::flow", follow_flow, self);
  mcp_signal_connect (authorization, "notify::state", on_record, self);
}

static void
app_auth_debugger_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_auth_debugger_attach;
}

MCP_DEFINE_DISPOSE (AppAuthDebugger, app_auth_debugger)
{
  g_clear_handle_id (&self->ticker, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->flow);
  g_clear_object (&self->problem);
  g_clear_object (&self->redactor);
  g_clear_weak_pointer (&self->session);
}

MCP_DEFINE_FINALIZE (AppAuthDebugger, app_auth_debugger)
{
  g_free (self->browser_error);
  g_clear_pointer (&self->settings, mcp_auth_settings_unref);
}

MCP_DEFINE_CLASS (AppAuthDebugger, app_auth_debugger)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STEPS] = { "steps", G_TYPE_LIST_MODEL, G_CALLBACK (get_steps) },
    [PROP_RUNNING] = { "running", G_TYPE_BOOLEAN, G_CALLBACK (is_running) },
    [PROP_NEXT] = { "next", G_TYPE_UINT, G_CALLBACK (get_next) },
    [PROP_ISSUER] = { "issuer", G_TYPE_STRING, G_CALLBACK (get_issuer) },
    [PROP_BROWSER_URL] = { "browser-url", G_TYPE_STRING, G_CALLBACK (get_browser_url) },
    [PROP_BROWSER_ERROR] = { "browser-error", G_TYPE_STRING,
                             .offset = G_STRUCT_OFFSET (AppAuthDebugger, browser_error) },
    [PROP_SECONDS_LEFT] = { "seconds-left", G_TYPE_UINT, G_CALLBACK (get_seconds_left) },
    [PROP_PROBLEM] = { "problem", APP_TYPE_PROBLEM,
                       .offset = G_STRUCT_OFFSET (AppAuthDebugger, problem) },
    [PROP_SIGNED_IN] = { "signed-in", G_TYPE_BOOLEAN, G_CALLBACK (is_signed_in) },
    [PROP_REMEMBER] = { "remember", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppAuthDebugger, remember),
                        .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_remember) },
  };

  object_class->dispose = app_auth_debugger_dispose;
  object_class->finalize = app_auth_debugger_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[OPEN_BROWSER] =
      g_signal_new ("open-browser", APP_TYPE_AUTH_DEBUGGER, G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
                    G_TYPE_STRING);
  signals[SETTINGS_CHANGED] = mcp_signal_new (klass, "settings-changed", 0);
  signals[TOLD] = mcp_signal_new (klass, "told", 2, G_TYPE_STRING, G_TYPE_STRING);
}
