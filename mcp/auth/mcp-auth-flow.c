/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-flow-private.h"

#include "mcp-auth-flow.h"

#include "mcp-async.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

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

struct _McpAuthFlow
{
  GObject parent_instance;

  McpHttpOptions *options; /* (nullable) */
  GListStore     *steps;
  McpAuthStepKind next;
  McpAuthStepKind last; /* of this run */
  GTask          *task; /* (nullable): while it runs */
  McpAuthFlowRun  run;
};

G_DEFINE_FINAL_TYPE (McpAuthFlow, mcp_auth_flow, G_TYPE_OBJECT)

#define END MCP_AUTH_N_SETTINGS
#define GIVES(member, free_function)                                        \
  {                                                                         \
    G_STRUCT_OFFSET (McpAuthFlowRun, member), (GDestroyNotify)free_function \
  }

/* The steps of signing in. */
static const McpAuthStepRow rows[MCP_AUTH_N_STEPS] = {
  [MCP_AUTH_STEP_REQUEST] = { .name = "request",
                              .title = "First request",
                              .begin = mcp_auth_flow_begin_request,
                              .settings = { END },
                              .gives = { GIVES (challenge, mcp_auth_challenge_unref) } },
  [MCP_AUTH_STEP_CHALLENGE] = { .name = "challenge",
                                .title = "Challenge",
                                .begin = mcp_auth_flow_begin_challenge,
                                .settings = { END } },
  [MCP_AUTH_STEP_RESOURCE] = { .name = "resource",
                               .title = "Protected resource metadata",
                               .begin = mcp_auth_flow_begin_resource,
                               .settings = { MCP_AUTH_RESOURCE_METADATA_URL,
                                             MCP_AUTH_ACCEPT_RESOURCE,
                                             MCP_AUTH_ALLOW_PRIVATE, MCP_AUTH_ALLOW_HTTP, END },
                               .gives = { GIVES (resource_document, mcp_auth_document_unref) } },
  [MCP_AUTH_STEP_ISSUER] = { .name = "issuer",
                             .title = "Choice of authorization server",
                             .begin = mcp_auth_flow_begin_issuer,
                             .settings = { MCP_AUTH_ISSUER, END },
                             .gives = { GIVES (issuer, g_free) } },
  [MCP_AUTH_STEP_SERVER] = { .name = "server",
                             .title = "Authorization server metadata",
                             .begin = mcp_auth_flow_begin_server,
                             .settings = { MCP_AUTH_SERVER_METADATA_URL, MCP_AUTH_AUTHORIZATION_URL,
                                           MCP_AUTH_TOKEN_URL, MCP_AUTH_REGISTRATION_URL,
                                           MCP_AUTH_ACCEPT_ISSUER,
                                           MCP_AUTH_ASSUME_S256, END },
                             .gives = { GIVES (server_document, mcp_auth_document_unref) } },
  [MCP_AUTH_STEP_CLIENT] = { .name = "client",
                             .title = "Client identity",
                             .begin = mcp_auth_flow_begin_client,
                             .settings = { MCP_AUTH_CLIENT, MCP_AUTH_CLIENT_ID,
                                           MCP_AUTH_CLIENT_SECRET,
                                           MCP_AUTH_METADATA_URL, MCP_AUTH_METHOD,
                                           MCP_AUTH_PRIVATE_KEY,
                                           MCP_AUTH_ALGORITHM, END },
                             .gives = { GIVES (listener, g_object_unref),
                                        GIVES (client, mcp_auth_client_unref),
                                        GIVES (key, mcp_auth_key_unref) } },
  [MCP_AUTH_STEP_SCOPES] = { .name = "scopes",
                             .title = "Scopes and resource",
                             .begin = mcp_auth_flow_begin_scopes,
                             .settings = { MCP_AUTH_SCOPES, MCP_AUTH_OFFLINE, MCP_AUTH_RESOURCE,
                                           MCP_AUTH_DPOP, END },
                             .gives = { GIVES (scopes, g_free), GIVES (resource, g_free),
                                        GIVES (proof, mcp_auth_key_unref) } },
  [MCP_AUTH_STEP_AUTHORIZE] = { .name = "authorize",
                                .title = "Authorization request",
                                .begin = mcp_auth_flow_begin_authorize,
                                .without_browser = "This grant has no browser",
                                .settings = { MCP_AUTH_REDIRECT_HOST, MCP_AUTH_REDIRECT_PORT,
                                              MCP_AUTH_REDIRECT_PATH,
                                              MCP_AUTH_PROMPT, MCP_AUTH_LOGIN_HINT,
                                              MCP_AUTH_EXTRA, END },
                                .gives = { GIVES (state, mcp_auth_secret_free),
                                           GIVES (verifier, mcp_auth_secret_free),
                                           GIVES (browser_url, g_free) } },
  [MCP_AUTH_STEP_BROWSER] = { .name = "browser",
                              .title = "Browser",
                              .begin = mcp_auth_flow_begin_browser,
                              .without_browser = "",
                              .settings = { END },
                              .gives = { GIVES (callback, mcp_auth_callback_unref) } },
  [MCP_AUTH_STEP_CALLBACK] = { .name = "callback",
                               .title = "Callback",
                               .begin = mcp_auth_flow_begin_callback,
                               .without_browser = "",
                               .settings = { MCP_AUTH_SKIP_ISS, END } },
  [MCP_AUTH_STEP_TOKEN] = { .name = "token",
                            .title = "Token",
                            .begin = mcp_auth_flow_begin_token,
                            .settings = { MCP_AUTH_METHOD, MCP_AUTH_RESOURCE, END },
                            .gives = { GIVES (nonce, g_free), GIVES (record,
                                                                     mcp_auth_record_unref) } },
  [MCP_AUTH_STEP_USE] = { .name = "use",
                          .title = "Use",
                          .begin = mcp_auth_flow_begin_use,
                          .settings = { END } },
};

static void on_ended (McpAuthFlow *self, GError *error);

/* What was found belongs to the step that found it: that step and all later ones forget theirs. */
static void
forget (McpAuthFlow *self, McpAuthStepKind kind)
{
  for (; kind < MCP_AUTH_N_STEPS; kind++)
    for (const McpAuthStepGiven *each = rows[kind].gives; each->free != NULL; each++)
      {
        gpointer *place = G_STRUCT_MEMBER_P (&self->run, each->offset);

        g_clear_pointer (place, each->free);
      }
}

MCP_DEFINE_DISPOSE (McpAuthFlow, mcp_auth_flow)
{
  forget (self, MCP_AUTH_STEP_REQUEST);
  g_clear_object (&self->run.channel);
}

MCP_DEFINE_FINALIZE (McpAuthFlow, mcp_auth_flow)
{
  g_free (self->run.url);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  mcp_auth_settings_unref (self->run.settings);
  g_clear_pointer (&self->run.known, mcp_auth_record_unref);
  g_free (self->run.refusal_header);
  g_object_unref (self->steps);
  g_clear_object (&self->run.cancellable);
}

MCP_DEFINE_CLASS (McpAuthFlow, mcp_auth_flow)
{
  const McpProperty table[N_PROPS] = {
    [PROP_RUNNING] = { "running", G_TYPE_BOOLEAN, G_CALLBACK (mcp_auth_flow_is_running) },
  };

  object_class->dispose = mcp_auth_flow_dispose;
  object_class->finalize = mcp_auth_flow_finalize;
  mcp_property_install (object_class, table, properties, N_PROPS);
  signals[OPEN_BROWSER] = mcp_signal_new (klass, "open-browser", 1, G_TYPE_STRING);
  signals[SECRET] = mcp_signal_new (klass, "secret", 1, G_TYPE_STRING);
  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
}

static void
on_secret (McpAuthFlow *self, const char *text)
{
  g_signal_emit (self, signals[SECRET], 0, text);
}

static void
on_state (McpAuthStep *step, GParamSpec *pspec, McpAuthFlow *self)
{
  g_autofree char *url = g_strdup (self->run.browser_url);

  if (mcp_auth_step_get_state (step) != MCP_AUTH_STEP_WAITING)
    return;
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[OPEN_BROWSER], 0, url);
}

static void
mcp_auth_flow_init (McpAuthFlow *self)
{
  self->steps = g_list_store_new (MCP_TYPE_AUTH_STEP);
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      g_autoptr (McpAuthStep) step = mcp_auth_step_new (i, &rows[i]);

      g_list_store_append (self->steps, step);
      mcp_signal_connect (step, "ended", on_ended, self);
      mcp_signal_connect (step, "secret", on_secret, self);
      g_signal_connect_object (step, "notify::state", G_CALLBACK (on_state), self, 0);
    }
}

McpAuthFlow *
mcp_auth_flow_new (const char *url, McpHttpOptions *options, McpAuthSettings *settings)
{
  McpAuthFlow *self = g_object_new (MCP_TYPE_AUTH_FLOW, NULL);

  self->run.url = g_strdup (url);
  self->options = options != NULL ? mcp_http_options_ref (options) : NULL;
  self->run.settings = mcp_auth_settings_ref (settings);
  self->run.channel = mcp_auth_channel_new (url, options);
  mcp_auth_channel_set_settings (self->run.channel, settings);
  return self;
}

void
mcp_auth_flow_set_refusal (McpAuthFlow *self, guint status, const char *header)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  self->run.refusal = status;
  g_free (self->run.refusal_header);
  self->run.refusal_header = g_strdup (header);
}

void
mcp_auth_flow_set_known (McpAuthFlow *self, McpAuthRecord *known)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  g_clear_pointer (&self->run.known, mcp_auth_record_unref);
  self->run.known = known != NULL ? mcp_auth_record_ref (known) : NULL;
}

void
mcp_auth_flow_set_settings (McpAuthFlow *self, McpAuthSettings *settings)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  mcp_auth_settings_ref (settings);
  mcp_auth_settings_unref (self->run.settings);
  self->run.settings = settings;
  mcp_auth_channel_set_settings (self->run.channel, settings);
}

McpAuthSettings *
mcp_auth_flow_get_settings (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->run.settings;
}

const char *
mcp_auth_flow_get_url (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->run.url;
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
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  g_autoptr (McpAuthStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), kind);
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
  return self->task != NULL && self->next == MCP_AUTH_STEP_BROWSER ? self->run.browser_url : NULL;
}

const char *
mcp_auth_flow_get_issuer (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->run.issuer;
}

McpAuthRecord *
mcp_auth_flow_dup_registered (McpAuthFlow *self)
{
  McpAuthFlowRun  *run = &self->run;
  g_autofree char *token_url = NULL;

  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);

  if (run->client == NULL || mcp_auth_client_get (run->client)->kind != MCP_AUTH_CLIENT_DYNAMIC ||
      mcp_auth_flow_is_client_known (run))
    return NULL;
  token_url = mcp_auth_flow_dup_endpoint (run, "token_endpoint", MCP_AUTH_TOKEN_URL);
  return mcp_auth_record_new (&(const McpAuthRecordParts){ .server = run->url,
                                                           .issuer = run->issuer,
                                                           .token_url = token_url,
                                                           .life = -1,
                                                           .client = run->client });
}

McpAuthRecord *
mcp_auth_flow_get_record (McpAuthFlow *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), NULL);
  return self->run.record;
}

/* Running */

/* @error: (nullable) (transfer full) */
static void
end_run (McpAuthFlow *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_clear_object (&self->run.cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  g_signal_emit (self, signals[CHANGED], 0);
  mcp_async_return (task, error);
}

static void
take_back (McpAuthFlow *self, McpAuthStepKind kind)
{
  for (guint i = kind; i < MCP_AUTH_N_STEPS; i++)
    mcp_auth_step_reset (mcp_auth_flow_get_step (self, i));
  forget (self, kind);
  self->next = kind;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
continue_run (McpAuthFlow *self)
{
  const McpAuthStepRow *row = &rows[self->next];

  if (self->next > self->last || self->next == MCP_AUTH_N_STEPS)
    {
      end_run (self, NULL);
      return;
    }
  McpAuthStep *step = mcp_auth_flow_get_step (self, self->next);
  self->run.step = step;
  if (g_cancellable_is_cancelled (self->run.cancellable))
    {
      mcp_auth_step_fail (step, MCP_ERROR_CANCELLED, "Cancelled");
      return;
    }
  mcp_auth_step_set (step, MCP_AUTH_STEP_RUNNING, NULL);
  if (row->without_browser == NULL ||
      mcp_auth_settings_get_grant (self->run.settings) == MCP_AUTH_BY_CODE)
    row->begin (&self->run);
  else
    mcp_auth_step_end (step, MCP_AUTH_STEP_SKIPPED,
                       row->without_browser[0] != '\0' ? g_strdup (row->without_browser) : NULL);
}

/* A client that the authorization server forgot becomes known to it again, once. */
static void
begin_again (McpAuthFlow *self)
{
  mcp_auth_flow_set_known (self, NULL);
  take_back (self, MCP_AUTH_STEP_CLIENT);
  mcp_auth_step_add_finding (mcp_auth_flow_get_step (self, self->next),
                             g_steal_pointer (&self->run.purged));
  continue_run (self);
}

/* @error: (nullable) (transfer full) */
static void
on_ended (McpAuthFlow *self, GError *error)
{
  if (error != NULL)
    end_run (self, error);
  else if (self->run.purged != NULL)
    begin_again (self);
  else
    {
      self->next++;
      g_signal_emit (self, signals[CHANGED], 0);
      continue_run (self);
    }
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
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, mcp_auth_flow_run_async);
  if (self->task != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, "The flow runs already");
      return;
    }
  /* A step that failed is tried again. */
  if (self->next < MCP_AUTH_N_STEPS &&
      mcp_auth_step_get_state (mcp_auth_flow_get_step (self, self->next)) == MCP_AUTH_STEP_FAILED)
    mcp_auth_flow_restart (self, self->next);
  self->task = g_steal_pointer (&task);
  self->last = last;
  self->run.cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_outer_cancelled),
                             self->run.cancellable, 0);
  if (g_cancellable_is_cancelled (cancellable))
    g_cancellable_cancel (self->run.cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  continue_run (self);
}

MCP_DEFINE_FINISH (mcp_auth_flow_run_finish, McpAuthFlow)

void
mcp_auth_flow_restart (McpAuthFlow *self, McpAuthStepKind kind)
{
  g_return_if_fail (MCP_IS_AUTH_FLOW (self));
  g_return_if_fail (self->task == NULL);

  /* What leads to a browser is made again for each visit: the state is used once, and the listener
   * that waits for it closes with it. */
  if (kind > MCP_AUTH_STEP_AUTHORIZE && kind <= MCP_AUTH_STEP_TOKEN &&
      mcp_auth_settings_get_grant (self->run.settings) == MCP_AUTH_BY_CODE)
    kind = MCP_AUTH_STEP_AUTHORIZE;
  take_back (self, MIN (kind, self->next));
}

gboolean
mcp_auth_flow_paste (McpAuthFlow *self, const char *text, GError **error)
{
  g_return_val_if_fail (MCP_IS_AUTH_FLOW (self), FALSE);
  return mcp_auth_flow_take_pasted (&self->run, text, error);
}
