/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-authorizer.h"

#include "mcp-async.h"
#include "mcp-auth-address.h"
#include "mcp-auth-grant.h"
#include "mcp-auth-renewal.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <libsoup/soup.h>

/* One request widens its scopes this often by itself. */
#define MAX_STEP_UPS 2

/* Until a refresh is tried again that failed for another reason than the token. */
#define RETRY_SECONDS 30

typedef enum {
  TASK_LOAD,  /* what is kept is fetched, and refreshed where its time has come */
  TASK_RENEW, /* the token was refused: the refresh token, or what another program has done */
  TASK_GRANT, /* a flow: by a grant without a person, or with one */
} TaskKind;

struct _McpAuthAuthorizer
{
  GObject parent_instance;

  char              *url;
  McpHttpOptions    *options; /* (nullable) */
  McpAuthSettings   *settings;
  McpAuthTokenStore *token_store; /* (nullable) */

  gboolean       loaded;
  McpAuthRecord *record; /* (nullable) */
  char          *header; /* (nullable): its Authorization */
  McpAuthKey    *proof;  /* (nullable) */
  char          *nonce;  /* (nullable) */
  gint64         due;    /* when it is refreshed, in seconds since 1970 */
  gboolean       is_new; /* it was made in this run, and the server has not taken it yet */

  TaskKind      kind; /* of what runs */
  gboolean      busy;
  gboolean      locked;
  McpAuthFlow  *flow;    /* (nullable) */
  GCancellable *running; /* (nullable) */
  GPtrArray    *waiters; /* of GTask: all who wait for the end of what runs */

  guint             status; /* of the refusal that stands */
  McpAuthChallenge *challenge;
};

enum {
  OPEN_BROWSER,
  SIGNING_IN,
  REFUSED,
  SECRET,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum {
  PROP_0,
  PROP_SIGNED_IN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void mcp_auth_authorizer_iface_init (McpHttpAuthorizerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpAuthAuthorizer,
                               mcp_auth_authorizer,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_HTTP_AUTHORIZER,
                                                      mcp_auth_authorizer_iface_init))

static gboolean
is_signed_in (McpAuthAuthorizer *self)
{
  return self->header != NULL;
}

MCP_DEFINE_DISPOSE (McpAuthAuthorizer, mcp_auth_authorizer)
{
  g_clear_object (&self->token_store);
  g_clear_object (&self->flow);
  g_clear_object (&self->running);
}

MCP_DEFINE_FINALIZE (McpAuthAuthorizer, mcp_auth_authorizer)
{
  g_free (self->url);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  mcp_auth_settings_unref (self->settings);
  g_clear_pointer (&self->record, mcp_auth_record_unref);
  g_free (self->header);
  g_clear_pointer (&self->proof, mcp_auth_key_unref);
  g_free (self->nonce);
  g_clear_pointer (&self->challenge, mcp_auth_challenge_unref);
  g_ptr_array_unref (self->waiters);
}

MCP_DEFINE_CLASS (McpAuthAuthorizer, mcp_auth_authorizer)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SIGNED_IN] = { "signed-in", G_TYPE_BOOLEAN, G_CALLBACK (is_signed_in) },
  };

  object_class->dispose = mcp_auth_authorizer_dispose;
  object_class->finalize = mcp_auth_authorizer_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[OPEN_BROWSER] = mcp_signal_new (klass, "open-browser", 2, MCP_TYPE_AUTH_FLOW,
                                          G_TYPE_STRING);
  signals[SIGNING_IN] = mcp_signal_new (klass, "signing-in", 1, MCP_TYPE_AUTH_FLOW);
  signals[REFUSED] = mcp_signal_new (klass, "refused", 2, G_TYPE_UINT, G_TYPE_POINTER);
  signals[SECRET] = mcp_signal_new (klass, "secret", 1, G_TYPE_STRING);
}

static void
mcp_auth_authorizer_init (McpAuthAuthorizer *self)
{
  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  self->due = G_MAXINT64;
}

McpAuthAuthorizer *
mcp_auth_authorizer_new (const char        *url,
                         McpHttpOptions    *options,
                         McpAuthSettings   *settings,
                         McpAuthTokenStore *token_store)
{
  McpAuthAuthorizer *self = g_object_new (MCP_TYPE_AUTH_AUTHORIZER, NULL);

  self->url = g_strdup (url);
  self->options = options != NULL ? mcp_http_options_ref (options) : NULL;
  self->settings = mcp_auth_settings_ref (settings);
  self->token_store = token_store != NULL ? g_object_ref (token_store) : NULL;
  self->loaded = token_store == NULL;
  return self;
}

MCP_DEFINE_GETTER (McpAuthRecord *, McpAuthAuthorizer, mcp_auth_authorizer, record)
MCP_DEFINE_GETTER (McpAuthChallenge *, McpAuthAuthorizer, mcp_auth_authorizer, challenge)
MCP_DEFINE_GETTER (guint, McpAuthAuthorizer, mcp_auth_authorizer, status)

/* The record */

static void
tell_secret (McpAuthAuthorizer *self, const char *text)
{
  if (text != NULL && *text != '\0')
    g_signal_emit (self, signals[SECRET], 0, text);
}

static const McpAuthRecordParts *
get_parts (McpAuthAuthorizer *self)
{
  return self->record != NULL ? mcp_auth_record_get (self->record) : NULL;
}

static const char *
get_token (McpAuthRecord *record)
{
  return record != NULL ? mcp_auth_record_get (record)->access_token : NULL;
}

void
mcp_auth_authorizer_hide (McpAuthAuthorizer *self, McpAuthRecord *record)
{
  const McpAuthRecordParts *parts = mcp_auth_record_get (record);

  g_return_if_fail (MCP_IS_AUTH_AUTHORIZER (self));

  tell_secret (self, parts->access_token);
  tell_secret (self, parts->refresh_token);
  tell_secret (self, parts->id_token);
  tell_secret (self, parts->key);
  if (parts->client != NULL)
    {
      tell_secret (self, mcp_auth_client_get (parts->client)->secret);
      tell_secret (self, mcp_auth_client_get (parts->client)->configuration_token);
    }
}

/* @record: (nullable): one of another origin is none of ours (a profile's address was changed). */
static void
take_over (McpAuthAuthorizer *self, McpAuthRecord *record)
{
  if (record != NULL &&
      !mcp_auth_address_is_same_origin (mcp_auth_record_get (record)->server, self->url))
    record = NULL;
  if (record != NULL)
    mcp_auth_record_ref (record);
  g_clear_pointer (&self->record, mcp_auth_record_unref);
  g_clear_pointer (&self->header, g_free);
  g_clear_pointer (&self->proof, mcp_auth_key_unref);
  self->record = record;
  self->due = G_MAXINT64;
  const McpAuthRecordParts *parts = get_parts (self);
  if (parts != NULL)
    {
      mcp_auth_authorizer_hide (self, record);
      if (parts->access_token != NULL)
        self->header = g_strconcat (parts->scheme != NULL ? parts->scheme : "Bearer", " ",
                                    parts->access_token, NULL);
      if (parts->key != NULL)
        self->proof = mcp_auth_key_new (parts->key, MCP_AUTH_ES256, NULL);
      if (parts->refresh_token != NULL && parts->access_token != NULL)
        self->due = mcp_auth_record_get_refresh_time (record);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIGNED_IN]);
}

/* What waits for one thing */

static void
leave (GTask *task)
{
  McpAuthAuthorizer *self = g_task_get_source_object (task);

  g_ptr_array_remove_fast (self->waiters, task);
}

/* Who no longer waits: the others do. */
static void
on_waiter_cancelled (GCancellable *cancellable, GTask *task)
{
  g_autoptr (GTask) alive = g_object_ref (task);
  McpAuthAuthorizer *self = g_task_get_source_object (task);

  if (!g_ptr_array_find (self->waiters, task, NULL))
    return;
  leave (task);
  g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
  if (self->waiters->len == 0 && self->running != NULL)
    g_cancellable_cancel (self->running);
}

/* @task: (transfer full) */
static void
wait_with (McpAuthAuthorizer *self, GTask *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_ptr_array_add (self->waiters, task);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_waiter_cancelled), task, 0);
}

/* @again: whether what was refused is sent again */
static void
end_work (McpAuthAuthorizer *self, gboolean again)
{
  g_autoptr (McpAuthAuthorizer) alive = g_object_ref (self);
  g_autoptr (GPtrArray) waiters = g_steal_pointer (&self->waiters);

  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  if (self->locked)
    mcp_auth_token_store_unlock (self->token_store);
  self->locked = FALSE;
  self->busy = FALSE;
  g_clear_object (&self->flow);
  g_clear_object (&self->running);
  for (guint i = 0; i < waiters->len; i++)
    g_task_return_boolean (waiters->pdata[i], again);
}

/* Saving */

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthAuthorizer) self = user_data;
  g_autoptr (GError) error = NULL;

  /* It holds for this run all the same. */
  if (!mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (source), result, &error))
    g_info ("A sign-in could not be kept: %s", error->message);
  end_work (self, self->header != NULL);
}

/* Keeps what is taken over, before it is used, and ends. */
static void
save_and_end (McpAuthAuthorizer *self)
{
  if (self->token_store != NULL)
    mcp_auth_token_store_save_async (self->token_store, self->record, NULL, on_saved,
                                     g_object_ref (self));
  else
    end_work (self, self->header != NULL);
}

/* Flows */

static void
on_flow_secret (McpAuthFlow *flow, const char *text, McpAuthAuthorizer *self)
{
  tell_secret (self, text);
}

McpAuthFlow *
mcp_auth_authorizer_new_flow (McpAuthAuthorizer *self)
{
  const char *header;

  g_return_val_if_fail (MCP_IS_AUTH_AUTHORIZER (self), NULL);

  McpAuthFlow *flow = mcp_auth_flow_new (self->url, self->options, self->settings);
  g_signal_connect_object (flow, "secret", G_CALLBACK (on_flow_secret), self, 0);
  mcp_auth_flow_set_known (flow, self->record);
  if (self->status != 0)
    {
      header = self->challenge != NULL ? mcp_auth_challenge_get_header (self->challenge) : NULL;
      mcp_auth_flow_set_refusal (flow, self->status, header);
    }
  return flow;
}

static void
on_open_browser (McpAuthFlow *flow, const char *url, McpAuthAuthorizer *self)
{
  g_signal_emit (self, signals[OPEN_BROWSER], 0, flow, url);
}

static void
on_flow_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthAuthorizer) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!mcp_auth_flow_run_finish (MCP_AUTH_FLOW (source), result, &error))
    {
      g_info ("Signing in to %s failed: %s", self->url, error->message);
      end_work (self, FALSE);
      return;
    }
  take_over (self, mcp_auth_flow_get_record (MCP_AUTH_FLOW (source)));
  self->is_new = TRUE;
  save_and_end (self);
}

static gboolean
is_interactive (McpAuthAuthorizer *self)
{
  return g_signal_has_handler_pending (self, signals[OPEN_BROWSER], 0, FALSE);
}

static gboolean
has_person (McpAuthAuthorizer *self)
{
  return mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_BY_CODE;
}

static void
run_flow (McpAuthAuthorizer *self)
{
  self->kind = TASK_GRANT;
  self->flow = mcp_auth_authorizer_new_flow (self);
  g_signal_connect_object (self->flow, "open-browser", G_CALLBACK (on_open_browser), self, 0);
  g_signal_emit (self, signals[SIGNING_IN], 0, self->flow);
  mcp_auth_flow_run_async (self->flow, MCP_AUTH_STEP_TOKEN, self->running, on_flow_ended,
                           g_object_ref (self));
}

/* What is left where no refresh token helps: a flow, if none needs a person who is not there. */
static void
grant_or_end (McpAuthAuthorizer *self)
{
  if (self->kind != TASK_LOAD && (!has_person (self) || is_interactive (self)) && self->status != 0)
    run_flow (self);
  else
    end_work (self, FALSE);
}

/* Refreshing */

/* RFC 6749 §5.2: what says that the grant, or the client, is worth nothing any more; and what
 * GitHub and Slack say in its place. */
static gboolean
is_void (const char *oauth_error)
{
  static const char *const others[] = { "bad_refresh_token", "invalid_refresh_token",
                                        "token_revoked", "token_expired", NULL };

  return g_str_equal (oauth_error, "invalid_grant") ||
         g_str_equal (oauth_error, "invalid_client") ||
         g_str_equal (oauth_error, "unauthorized_client") ||
         g_strv_contains (others, oauth_error);
}

static void
on_renewed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthAuthorizer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRenewal) renewal = mcp_auth_renewal_run_finish (result, &error);

  if (renewal == NULL || (renewal->record == NULL && !is_void (renewal->error)))
    {
      /* Nobody said that the token is worth nothing: it is kept, and may be tried again later. */
      g_info ("The token of %s could not be refreshed: %s", self->url,
              renewal != NULL ? renewal->error : error->message);
      self->due = g_get_real_time () / G_USEC_PER_SEC + RETRY_SECONDS;
      if (self->kind == TASK_LOAD)
        end_work (self, TRUE);
      else
        grant_or_end (self);
      return;
    }
  if (renewal->record != NULL)
    {
      take_over (self, renewal->record);
      self->is_new = TRUE;
      save_and_end (self);
      return;
    }
  g_info ("The token of %s is refused: %s", self->url, renewal->error);
  g_autoptr (McpAuthRecord) left = mcp_auth_record_new_signed_out (self->record);
  /* RFC 6749 §5.2: a client that is no longer known is of no use either, unless a person gave
   * it. */
  if (g_str_equal (renewal->error, "invalid_client") ||
      g_str_equal (renewal->error, "unauthorized_client"))
    g_clear_pointer (&left, mcp_auth_record_unref);
  take_over (self, left);
  if (self->kind == TASK_LOAD || (has_person (self) && !is_interactive (self)))
    save_and_end (self);
  else
    grant_or_end (self);
}

static void
refresh (McpAuthAuthorizer *self)
{
  const McpAuthRecordParts *parts = get_parts (self);

  if (parts == NULL || parts->refresh_token == NULL)
    grant_or_end (self);
  else
    mcp_auth_renewal_run_async (self->record, MCP_AUTH_REFRESH, self->settings, self->options,
                                self->running, on_renewed, g_object_ref (self));
}

/* Another program may have done it meanwhile: then its token is the one. */
static void
on_loaded_again (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthAuthorizer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRecord) kept =
      mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);

  if (kept != NULL && get_token (kept) != NULL &&
      g_strcmp0 (get_token (kept), get_token (self->record)) != 0)
    {
      take_over (self, kept);
      if (self->header != NULL && self->due > g_get_real_time () / G_USEC_PER_SEC)
        {
          end_work (self, TRUE);
          return;
        }
    }
  refresh (self);
}

static void
on_locked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthAuthorizer) self = user_data;
  g_autoptr (GError) error = NULL;

  self->locked = mcp_auth_token_store_lock_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);
  if (!self->locked)
    {
      g_info ("The sign-in of %s is held by another program: %s", self->url, error->message);
      /* Else every request would wait for it. */
      if (self->due != G_MAXINT64)
        self->due = g_get_real_time () / G_USEC_PER_SEC + RETRY_SECONDS;
      end_work (self, FALSE);
      return;
    }
  mcp_auth_token_store_load_async (self->token_store, self->running, on_loaded_again,
                                   g_object_ref (self));
}

/* One at a time, in whichever program. */
static void
renew (McpAuthAuthorizer *self)
{
  const McpAuthRecordParts *parts = get_parts (self);

  if (parts == NULL || parts->refresh_token == NULL)
    grant_or_end (self);
  else if (self->token_store != NULL)
    mcp_auth_token_store_lock_async (self->token_store, self->running, on_locked,
                                     g_object_ref (self));
  else
    refresh (self);
}

/* Before a request */

static gboolean
mcp_auth_authorizer_is_ready (McpHttpAuthorizer *authorizer)
{
  McpAuthAuthorizer *self = MCP_AUTH_AUTHORIZER (authorizer);

  if (!self->loaded)
    return !mcp_auth_token_store_is_known (self->token_store);
  return self->due == G_MAXINT64 || g_get_real_time () / G_USEC_PER_SEC < self->due;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthAuthorizer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRecord) kept =
      mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);

  if (error != NULL)
    g_info ("The sign-in of %s cannot be read: %s", self->url, error->message);
  self->loaded = TRUE;
  take_over (self, kept);
  if (self->due <= g_get_real_time () / G_USEC_PER_SEC)
    renew (self);
  else
    end_work (self, TRUE);
}

static void
begin_work (McpAuthAuthorizer *self, TaskKind kind)
{
  self->busy = TRUE;
  self->kind = kind;
  self->running = g_cancellable_new ();
  if (!self->loaded && self->token_store != NULL)
    mcp_auth_token_store_load_async (self->token_store, self->running, on_loaded,
                                     g_object_ref (self));
  else if (kind == TASK_GRANT)
    grant_or_end (self);
  else
    renew (self);
}

static void
mcp_auth_authorizer_prepare_async (McpHttpAuthorizer  *authorizer,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  McpAuthAuthorizer *self = MCP_AUTH_AUTHORIZER (authorizer);
  GTask             *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_auth_authorizer_prepare_async);
  g_task_set_check_cancellable (task, FALSE);
  wait_with (self, task);
  if (!self->busy)
    begin_work (self, TASK_LOAD);
}

/* Whatever came of it, the request can be sent. */
static gboolean
mcp_auth_authorizer_prepare_finish (McpHttpAuthorizer *authorizer,
                                    GAsyncResult      *result,
                                    GError           **error)
{
  GError *problem = NULL;

  g_task_propagate_boolean (G_TASK (result), &problem);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}

static void
mcp_auth_authorizer_sign (McpHttpAuthorizer  *authorizer,
                          const char         *method,
                          GUri               *uri,
                          SoupMessageHeaders *headers)
{
  McpAuthAuthorizer *self = MCP_AUTH_AUTHORIZER (authorizer);
  g_autofree char   *proof = NULL;

  if (self->header == NULL)
    return;
  soup_message_headers_replace (headers, "Authorization", self->header);
  if (self->proof == NULL)
    return;
  g_autofree char *url = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
  proof = mcp_auth_key_sign_proof (self->proof, method, url, get_token (self->record), self->nonce,
                                   NULL);
  if (proof != NULL)
    soup_message_headers_replace (headers, "DPoP", proof);
}

/* After a refusal */

/* Returns: whether it is a new one */
static gboolean
take_nonce (McpAuthAuthorizer *self, SoupMessageHeaders *headers)
{
  const char *nonce = soup_message_headers_get_one (headers, "DPoP-Nonce");

  if (nonce == NULL || g_strcmp0 (nonce, self->nonce) == 0)
    return FALSE;
  g_free (self->nonce);
  self->nonce = g_strdup (nonce);
  return TRUE;
}

/* What was asked for and granted is demanded all the same: to ask again leads nowhere. */
static gboolean
is_loop (McpAuthAuthorizer *self)
{
  const McpAuthRecordParts *parts = get_parts (self);
  const char               *scopes = mcp_auth_challenge_get (self->challenge, "scope");

  if (parts == NULL || !self->is_new)
    return FALSE;
  g_autofree char *missing = mcp_auth_scopes_subtract (scopes, parts->scopes_asked);
  return missing == NULL;
}

static void
take_refusal (McpAuthAuthorizer *self, guint attempt, const char *sent, GTask *task)
{
  g_autoptr (GTask) owned = task;
  gboolean can_grant = !has_person (self) || is_interactive (self);

  if (self->status == SOUP_STATUS_FORBIDDEN)
    {
      /* A grant without a person has all that it can have. */
      if (!is_interactive (self) || !has_person (self) || attempt > MAX_STEP_UPS || is_loop (self))
        {
          g_task_return_boolean (task, FALSE);
          return;
        }
      wait_with (self, g_steal_pointer (&owned));
      if (!self->busy)
        begin_work (self, TASK_GRANT);
      return;
    }
  /* Somebody else was quicker: what is here now was not refused. */
  if (self->header != NULL && g_strcmp0 (sent, self->header) != 0)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  /* A new token that is refused at once is refused for its audience, not for its age. */
  if (self->header != NULL && self->is_new)
    {
      g_task_return_boolean (task, FALSE);
      return;
    }
  if (self->busy || !self->loaded || get_parts (self) != NULL || can_grant)
    {
      wait_with (self, g_steal_pointer (&owned));
      if (!self->busy)
        begin_work (self, TASK_RENEW);
      return;
    }
  g_task_return_boolean (task, FALSE);
}

static void
mcp_auth_authorizer_refused_async (McpHttpAuthorizer  *authorizer,
                                   guint               attempt,
                                   guint               status,
                                   SoupMessageHeaders *headers,
                                   const char         *sent,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  McpAuthAuthorizer *self = MCP_AUTH_AUTHORIZER (authorizer);
  GTask             *task = g_task_new (self, cancellable, callback, user_data);
  McpAuthChallenge  *challenge =
      mcp_auth_challenge_new (soup_message_headers_get_list (headers, "WWW-Authenticate"));
  gboolean has_nonce = take_nonce (self, headers);

  g_task_set_source_tag (task, mcp_auth_authorizer_refused_async);
  g_task_set_check_cancellable (task, FALSE);
  if (has_nonce && self->proof != NULL &&
      g_strcmp0 (mcp_auth_challenge_get (challenge, "error"), "use_dpop_nonce") == 0)
    {
      mcp_auth_challenge_unref (challenge);
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }
  g_clear_pointer (&self->challenge, mcp_auth_challenge_unref);
  self->challenge = challenge;
  self->status = status;
  take_refusal (self, attempt, sent, task);
}

static gboolean
mcp_auth_authorizer_refused_finish (McpHttpAuthorizer *authorizer,
                                    GAsyncResult      *result,
                                    GError           **error)
{
  McpAuthAuthorizer *self = MCP_AUTH_AUTHORIZER (authorizer);
  GError            *problem = NULL;
  gboolean           again = g_task_propagate_boolean (G_TASK (result), &problem);

  if (problem != NULL)
    g_propagate_error (error, problem);
  else if (!again)
    g_signal_emit (self, signals[REFUSED], 0, self->status, self->challenge);
  return again;
}

static void
mcp_auth_authorizer_answered (McpHttpAuthorizer  *authorizer,
                              guint               status,
                              SoupMessageHeaders *headers)
{
  McpAuthAuthorizer *self = MCP_AUTH_AUTHORIZER (authorizer);

  if (self->proof != NULL)
    take_nonce (self, headers);
  if (!SOUP_STATUS_IS_SUCCESSFUL (status) || self->header == NULL)
    return;
  self->is_new = FALSE;
  if (self->status != SOUP_STATUS_FORBIDDEN)
    self->status = 0;
}

static void
mcp_auth_authorizer_iface_init (McpHttpAuthorizerInterface *iface)
{
  iface->is_ready = mcp_auth_authorizer_is_ready;
  iface->prepare_async = mcp_auth_authorizer_prepare_async;
  iface->prepare_finish = mcp_auth_authorizer_prepare_finish;
  iface->sign = mcp_auth_authorizer_sign;
  iface->refused_async = mcp_auth_authorizer_refused_async;
  iface->refused_finish = mcp_auth_authorizer_refused_finish;
  iface->answered = mcp_auth_authorizer_answered;
}

/* From outside */

static void
on_adopted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);
  mcp_async_return (task, error);
}

void
mcp_auth_authorizer_adopt_async (McpAuthAuthorizer  *self,
                                 McpAuthRecord      *record,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (MCP_IS_AUTH_AUTHORIZER (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_auth_authorizer_adopt_async);
  self->loaded = TRUE;
  take_over (self, record);
  self->is_new = record != NULL;
  self->status = 0;
  if (self->token_store != NULL)
    mcp_auth_token_store_save_async (self->token_store, record, cancellable, on_adopted,
                                     g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

MCP_DEFINE_FINISH (mcp_auth_authorizer_adopt_finish, McpAuthAuthorizer)
