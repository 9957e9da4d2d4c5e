/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-flow-private.h"

#include "mcp-async.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-source.h"

/* How long the browser may take to fetch its last page. */
#define LAST_PAGE_MS 1000

enum {
  OPEN_BROWSER,
  SECRET,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum {
  PROP_0,
  PROP_RUNNING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpAuthFlow, mcp_auth_flow, G_TYPE_OBJECT)

static void continue_run (McpAuthFlow *self);
static void begin_browser (McpAuthFlow *self);

/* What was found belongs to the step that found it: that step and all later ones forget theirs. */
static void
forget (McpAuthFlow *self, McpAuthStepKind kind)
{
  McpAuthFlowFound *found = &self->found;

  if (kind <= MCP_AUTH_STEP_CHALLENGE)
    g_clear_pointer (&found->challenge, mcp_auth_challenge_unref);
  if (kind <= MCP_AUTH_STEP_REQUEST)
    found->status = 0;
  if (kind <= MCP_AUTH_STEP_RESOURCE)
    {
      g_clear_pointer (&found->resource_document, mcp_auth_document_unref);
      found->is_legacy = FALSE;
    }
  if (kind <= MCP_AUTH_STEP_ISSUER)
    g_clear_pointer (&found->issuer, g_free);
  if (kind <= MCP_AUTH_STEP_SERVER)
    g_clear_pointer (&found->server_document, mcp_auth_document_unref);
  if (kind <= MCP_AUTH_STEP_CLIENT)
    {
      g_clear_object (&found->listener);
      g_clear_pointer (&found->client, mcp_auth_client_unref);
      g_clear_pointer (&found->key, mcp_auth_key_unref);
    }
  if (kind <= MCP_AUTH_STEP_SCOPES)
    {
      g_clear_pointer (&found->scopes, g_free);
      g_clear_pointer (&found->resource, g_free);
      g_clear_pointer (&found->proof, mcp_auth_key_unref);
    }
  if (kind <= MCP_AUTH_STEP_AUTHORIZE)
    {
      g_clear_pointer (&found->state, mcp_auth_secret_free);
      g_clear_pointer (&found->verifier, mcp_auth_secret_free);
      g_clear_pointer (&found->browser_url, g_free);
    }
  if (kind <= MCP_AUTH_STEP_BROWSER)
    g_clear_pointer (&found->callback, mcp_auth_callback_unref);
  if (kind <= MCP_AUTH_STEP_TOKEN)
    {
      g_clear_pointer (&found->nonce, g_free);
      g_clear_pointer (&found->record, mcp_auth_record_unref);
    }
}

static void
mcp_auth_flow_dispose (GObject *object)
{
  McpAuthFlow *self = MCP_AUTH_FLOW (object);

  mcp_source_clear (&self->patience);
  forget (self, MCP_AUTH_STEP_REQUEST);
  g_clear_object (&self->channel);
  G_OBJECT_CLASS (mcp_auth_flow_parent_class)->dispose (object);
}

static void
mcp_auth_flow_finalize (GObject *object)
{
  McpAuthFlow *self = MCP_AUTH_FLOW (object);

  g_free (self->url);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  mcp_auth_settings_unref (self->settings);
  g_clear_pointer (&self->known, mcp_auth_record_unref);
  g_free (self->refusal_header);
  g_object_unref (self->steps);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (mcp_auth_flow_parent_class)->finalize (object);
}

static void
mcp_auth_flow_class_init (McpAuthFlowClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_RUNNING] = { "running", G_TYPE_BOOLEAN, G_CALLBACK (mcp_auth_flow_is_running) },
  };

  object_class->dispose = mcp_auth_flow_dispose;
  object_class->finalize = mcp_auth_flow_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[OPEN_BROWSER] = mcp_signal_new (klass, "open-browser", 1, G_TYPE_STRING);
  signals[SECRET] = mcp_signal_new (klass, "secret", 1, G_TYPE_STRING);
  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
}

static void
mcp_auth_flow_init (McpAuthFlow *self)
{
  self->steps = g_list_store_new (MCP_TYPE_AUTH_STEP);
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      g_autoptr (McpAuthStep) step = mcp_auth_step_new (i);

      g_list_store_append (self->steps, step);
    }
}

McpAuthFlow *
mcp_auth_flow_new (const char *url, McpHttpOptions *options, McpAuthSettings *settings)
{
  McpAuthFlow *self = g_object_new (MCP_TYPE_AUTH_FLOW, NULL);

  self->url = g_strdup (url);
  self->options = options != NULL ? mcp_http_options_ref (options) : NULL;
  self->settings = mcp_auth_settings_ref (settings);
  self->channel = mcp_auth_channel_new (url, options);
  mcp_auth_channel_set_settings (self->channel, settings);
  return self;
}

void
mcp_auth_flow_set_refusal (McpAuthFlow *self, guint status, const char *header)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  self->refusal = status;
  g_free (self->refusal_header);
  self->refusal_header = g_strdup (header);
}

void
mcp_auth_flow_set_known (McpAuthFlow *self, McpAuthRecord *known)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  g_clear_pointer (&self->known, mcp_auth_record_unref);
  self->known = known != NULL ? mcp_auth_record_ref (known) : NULL;
}

void
mcp_auth_flow_set_settings (McpAuthFlow *self, McpAuthSettings *settings)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  mcp_auth_settings_ref (settings);
  mcp_auth_settings_unref (self->settings);
  self->settings = settings;
  mcp_auth_channel_set_settings (self->channel, settings);
}

McpAuthSettings *
mcp_auth_flow_get_settings (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->settings;
}

const char *
mcp_auth_flow_get_url (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->url;
}

GListModel *
mcp_auth_flow_get_steps (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return G_LIST_MODEL (self->steps);
}

McpAuthStep *
mcp_auth_flow_get_step (McpAuthFlow *self, McpAuthStepKind kind)
{
  g_autoptr (McpAuthStep) step = NULL;

  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  step = g_list_model_get_item (G_LIST_MODEL (self->steps), kind);
  return step; /* the list holds it */
}

McpAuthStepKind
mcp_auth_flow_get_next (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), MCP_AUTH_N_STEPS);
  return self->next;
}

gboolean
mcp_auth_flow_is_running (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), FALSE);
  return self->task != NULL;
}

const char *
mcp_auth_flow_get_browser_url (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->task != NULL && self->next == MCP_AUTH_STEP_BROWSER ? self->found.browser_url : NULL;
}

static const char *
get_redirect_uri (McpAuthFlow *self)
{
  return self->found.listener != NULL ? mcp_auth_listener_get_uri (self->found.listener) : NULL;
}

const char *
mcp_auth_flow_get_issuer (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->found.issuer;
}

McpAuthRecord *
mcp_auth_flow_get_record (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->found.record;
}

/* For the steps */

McpAuthGrantKind
mcp_auth_flow_get_grant (McpAuthFlow *self)
{
  static const char *const names[] = {
    [MCP_AUTH_BY_CREDENTIALS] = "client-credentials",
    [MCP_AUTH_BY_ENTERPRISE] = "enterprise",
    [MCP_AUTH_BY_WORKLOAD] = "workload",
  };
  const char *grant = mcp_auth_settings_get (self->settings, MCP_AUTH_GRANT);

  for (guint i = MCP_AUTH_BY_CREDENTIALS; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (grant, names[i]) == 0)
      return i;
  return MCP_AUTH_BY_CODE;
}

McpAuthStep *
mcp_auth_flow_get_current (McpAuthFlow *self)
{
  return mcp_auth_flow_get_step (self, self->next);
}

void
mcp_auth_flow_tell_secret (McpAuthFlow *self, const char *text)
{
  if (text != NULL && *text != '\0')
    g_signal_emit (self, signals[SECRET], 0, text);
}

/* @error: (nullable) (transfer full) */
static void
end_run (McpAuthFlow *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  mcp_source_clear (&self->patience);
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  g_signal_emit (self, signals[CHANGED], 0);
  mcp_async_return (task, error);
}

void
mcp_auth_flow_end_step (McpAuthFlow *self, McpAuthStepState state, char *summary)
{
  mcp_auth_step_set (mcp_auth_flow_get_current (self), state, summary);
  self->next++;
  g_signal_emit (self, signals[CHANGED], 0);
  continue_run (self);
}

void
mcp_auth_flow_fail_step (McpAuthFlow *self, GError *error)
{
  mcp_auth_step_set (mcp_auth_flow_get_current (self), MCP_AUTH_STEP_FAILED,
                     g_utf8_make_valid (error->message, -1));
  end_run (self, error);
}

/* Running */

static void
begin_step (McpAuthFlow *self)
{
  switch (self->next)
    {
    case MCP_AUTH_STEP_REQUEST:
      mcp_auth_flow_begin_request (self, FALSE);
      break;
    case MCP_AUTH_STEP_CHALLENGE:
      mcp_auth_flow_begin_challenge (self);
      break;
    case MCP_AUTH_STEP_RESOURCE:
      mcp_auth_flow_begin_resource (self);
      break;
    case MCP_AUTH_STEP_ISSUER:
      mcp_auth_flow_begin_issuer (self);
      break;
    case MCP_AUTH_STEP_SERVER:
      mcp_auth_flow_begin_server (self);
      break;
    case MCP_AUTH_STEP_CLIENT:
      mcp_auth_flow_begin_client (self);
      break;
    case MCP_AUTH_STEP_SCOPES:
      mcp_auth_flow_begin_scopes (self);
      break;
    case MCP_AUTH_STEP_AUTHORIZE:
      mcp_auth_flow_begin_authorize (self);
      break;
    case MCP_AUTH_STEP_BROWSER:
      begin_browser (self);
      break;
    case MCP_AUTH_STEP_CALLBACK:
      mcp_auth_flow_begin_callback (self);
      break;
    case MCP_AUTH_STEP_TOKEN:
      mcp_auth_flow_begin_token (self);
      break;
    case MCP_AUTH_STEP_USE:
      mcp_auth_flow_begin_request (self, TRUE);
      break;
    case MCP_AUTH_N_STEPS:
    default:
      g_assert_not_reached ();
    }
}

static void
continue_run (McpAuthFlow *self)
{
  if (self->next > self->last || self->next == MCP_AUTH_N_STEPS)
    {
      end_run (self, NULL);
      return;
    }
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      mcp_auth_flow_fail_step (self, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
      return;
    }
  mcp_auth_step_set (mcp_auth_flow_get_current (self), MCP_AUTH_STEP_RUNNING, NULL);
  begin_step (self);
}

static void
on_outer_cancelled (GCancellable *outer, GCancellable *inner)
{
  g_cancellable_cancel (inner);
}

void
mcp_auth_flow_run_async (McpAuthFlow        *self,
                         McpAuthStepKind     last,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, mcp_auth_flow_run_async);
  if (self->task != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, "The flow runs already");
      return;
    }
  /* A step that failed is tried again. */
  if (self->next < MCP_AUTH_N_STEPS &&
      mcp_auth_step_get_state (mcp_auth_flow_get_current (self)) == MCP_AUTH_STEP_FAILED)
    mcp_auth_flow_restart (self, self->next);
  self->task = g_steal_pointer (&task);
  self->last = last;
  self->cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_outer_cancelled),
                             self->cancellable, 0);
  if (g_cancellable_is_cancelled (cancellable))
    g_cancellable_cancel (self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  continue_run (self);
}

MCP_DEFINE_FINISH (mcp_auth_flow_run_finish, McpAuthFlow)

static void
take_back (McpAuthFlow *self, McpAuthStepKind kind)
{
  for (guint i = kind; i < MCP_AUTH_N_STEPS; i++)
    mcp_auth_step_reset (mcp_auth_flow_get_step (self, i));
  forget (self, kind);
  self->next = kind;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
mcp_auth_flow_register_again (McpAuthFlow *self, McpAuthFinding *finding)
{
  mcp_auth_flow_set_known (self, NULL);
  take_back (self, MCP_AUTH_STEP_CLIENT);
  mcp_auth_step_add_finding (mcp_auth_flow_get_current (self), finding);
  continue_run (self);
}

void
mcp_auth_flow_restart (McpAuthFlow *self, McpAuthStepKind kind)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));
  g_return_if_fail (self->task == NULL);

  /* What leads to a browser is made again for each visit: the state is used once, and the listener
   * that waits for it closes with it. */
  if (kind > MCP_AUTH_STEP_AUTHORIZE && kind <= MCP_AUTH_STEP_TOKEN &&
      mcp_auth_flow_get_grant (self) == MCP_AUTH_BY_CODE)
    kind = MCP_AUTH_STEP_AUTHORIZE;
  take_back (self, MIN (kind, self->next));
}

/* The browser */

/* Where the client or its address is wrong, the page says so and nothing comes back (RFC 6749
 * §4.1.2.1): which it may be is known by what the client is. */
static void
note_no_callback (McpAuthFlow *self, gboolean cancelled)
{
  McpAuthStep *step = mcp_auth_flow_get_current (self);
  const char  *id = mcp_auth_client_get_id (self->found.client);

  if (cancelled)
    mcp_auth_step_add_finding (
        step, mcp_auth_finding_new ("no-callback", "nothing came back to %s until it was cancelled",
                                    get_redirect_uri (self)));
  else
    mcp_auth_step_add_finding (
        step, mcp_auth_finding_new ("no-callback", "nothing came back to %s within %u seconds",
                                    get_redirect_uri (self),
                                    MCP_AUTH_BROWSER_SECONDS));
  if (mcp_auth_client_get_kind (self->found.client) == MCP_AUTH_CLIENT_DOCUMENT)
    mcp_auth_step_add_finding (
        step, mcp_auth_finding_new ("document-refused",
                                    "nothing came back for %s, as where a page says that the "
                                    "client is unknown",
                                    id));
  else if (mcp_auth_flow_is_client_known (self))
    mcp_auth_step_add_finding (
        step, mcp_auth_finding_new ("client-purged",
                                    "nothing came back for %s, which was registered in an earlier "
                                    "sign-in; if the page says that it is unknown, forget that "
                                    "sign-in",
                                    id));
}

/* Cancelling ends the waiting too. */
static gboolean
on_impatient (gpointer data)
{
  McpAuthFlow *self = data;

  g_clear_pointer (&self->patience, g_source_unref);
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      if (self->found.callback == NULL)
        note_no_callback (self, TRUE);
      mcp_auth_flow_fail_step (self, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
      return G_SOURCE_REMOVE;
    }
  note_no_callback (self, FALSE);
  mcp_auth_flow_fail_step (self, mcp_error_new (MCP_ERROR_TIMED_OUT,
                                                "The browser did not come back within %u minutes.",
                                                MCP_AUTH_BROWSER_SECONDS / 60));
  return G_SOURCE_REMOVE;
}

/* Returns: whether it was waited for */
static gboolean
take_callback (McpAuthFlow *self, McpAuthCallback *callback, GError **error)
{
  McpAuthStep *step = mcp_auth_flow_get_current (self);

  if (self->task == NULL || self->next != MCP_AUTH_STEP_BROWSER || self->found.callback != NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                               "No response from a browser is waited for."));
      return FALSE;
    }
  if (!mcp_auth_callback_has_state (callback, self->found.state))
    {
      mcp_auth_step_add_finding (step, mcp_auth_finding_new (
                                           "state-mismatch", "%s",
                                           mcp_auth_callback_get (callback, "state") != NULL
                                               ? "its state is not the one that was sent"
                                               : "it has no state"));
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "This address belongs to another sign-in."));
      return FALSE;
    }
  self->found.callback = mcp_auth_callback_ref (callback);
  return TRUE;
}

/* Behind whoever brought it: the page is sent first. */
static gboolean
on_called_back (gpointer data)
{
  McpAuthFlow *self = data;

  if (self->task == NULL || self->next != MCP_AUTH_STEP_BROWSER || self->found.callback == NULL)
    return G_SOURCE_REMOVE;
  mcp_source_clear (&self->patience);
  mcp_auth_flow_end_step (self, MCP_AUTH_STEP_DONE, g_strdup ("The browser came back"));
  return G_SOURCE_REMOVE;
}

static void
go_on_soon (McpAuthFlow *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, on_called_back, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

/* The browser is led to a last page: it would find nobody if what waits for it ended before. */
static void
go_on_later (McpAuthFlow *self)
{
  g_autoptr (GSource) source = g_timeout_source_new (LAST_PAGE_MS);

  g_source_set_callback (source, on_called_back, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static gboolean
on_listener_called (McpAuthListener *listener, const char *query, McpAuthFlow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthCallback) callback = mcp_auth_callback_new (query, &error);

  if (callback == NULL && self->task != NULL && self->next == MCP_AUTH_STEP_BROWSER)
    mcp_auth_step_add_finding (
        mcp_auth_flow_get_current (self),
        mcp_auth_finding_new ("callback-malformed", "%s", error->message));
  if (callback == NULL || !take_callback (self, callback, NULL))
    return FALSE;
  go_on_later (self);
  return TRUE;
}

gboolean
mcp_auth_flow_paste (McpAuthFlow *self, const char *text, GError **error)
{
  g_autoptr (McpAuthCallback) callback = NULL;

  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), FALSE);

  callback = mcp_auth_callback_new_pasted (text, error);
  if (callback == NULL || !take_callback (self, callback, error))
    return FALSE;
  go_on_soon (self);
  return TRUE;
}

static void
begin_browser (McpAuthFlow *self)
{
  McpAuthStep *step = mcp_auth_flow_get_current (self);
  g_autoptr (GSource) cancelled = NULL;
  g_autofree char *url = g_strdup (self->found.browser_url);

  if (mcp_auth_flow_get_grant (self) != MCP_AUTH_BY_CODE)
    {
      mcp_auth_flow_end_step (self, MCP_AUTH_STEP_SKIPPED, NULL);
      return;
    }
  g_signal_handlers_disconnect_by_data (self->found.listener, self);
  g_signal_connect_object (self->found.listener, "called", G_CALLBACK (on_listener_called), self,
                           0);
  g_signal_connect_object (self->found.listener, "left", G_CALLBACK (go_on_soon), self,
                           G_CONNECT_SWAPPED);
  cancelled = g_cancellable_source_new (self->cancellable);
  g_source_set_dummy_callback (cancelled);
  self->patience = g_timeout_source_new_seconds (MCP_AUTH_BROWSER_SECONDS);
  g_source_set_callback (self->patience, on_impatient, self, NULL);
  g_source_add_child_source (self->patience, cancelled);
  g_source_attach (self->patience, g_main_context_get_thread_default ());
  mcp_auth_step_add_fact (step, "Comes back to", get_redirect_uri (self), NULL);
  mcp_auth_step_set (step, MCP_AUTH_STEP_WAITING, g_strdup ("Waiting for the browser"));
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[OPEN_BROWSER], 0, url);
}
