/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-renewal.h"

#include "mcp-object.h"
#include "mcp-auth-channel.h"
#include "mcp-auth-grant.h"
#include "mcp-auth-issue.h"
#include "mcp-auth-settings.h"
#include "mcp-error.h"

#include <libsoup/soup.h>

typedef struct
{
  McpAuthRecord  *record;
  McpAuthAction   action;
  McpAuthChannel *channel;
  McpAuthKey     *proof;  /* (nullable) */
  McpAuthKey     *key;    /* (nullable): of the client */
  gboolean        scoped; /* the scope was sent */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  mcp_auth_record_unref (job->record);
  g_object_unref (job->channel);
  g_clear_pointer (&job->proof, mcp_auth_key_unref);
  g_clear_pointer (&job->key, mcp_auth_key_unref);
  g_free (job);
}

void
mcp_auth_renewal_free (McpAuthRenewal *self)
{
  g_clear_pointer (&self->record, mcp_auth_record_unref);
  g_clear_object (&self->exchange);
  g_free (self->error);
  g_free (self);
}

McpAuthFinding *
mcp_auth_renewal_explain (McpAuthRenewal *self, McpAuthRecord *record)
{
  McpAuthClient *client = record != NULL ? mcp_auth_record_get (record)->client : NULL;
  const char    *id = "token-error";

  if (self->error == NULL)
    return NULL;
  if (g_str_equal (self->error, "invalid_grant"))
    id = "refresh-lost";
  else if (g_str_equal (self->error, "invalid_client") ||
           g_str_equal (self->error, "unauthorized_client"))
    id = client != NULL && mcp_auth_client_get (client)->kind == MCP_AUTH_CLIENT_DYNAMIC
             ? "client-purged"
             : "client-wrong";
  else if (g_str_equal (self->error, "invalid_target"))
    id = "resource-rejected";
  return mcp_auth_finding_new (id, "%s", self->error);
}

static void
return_renewal (GTask *task, McpAuthRenewal *renewal)
{
  g_task_return_pointer (task, renewal, (GDestroyNotify)mcp_auth_renewal_free);
}

/* Returns: (transfer full) (nullable): the request, and where it goes */
static McpAuthForm *
make_form (const McpAuthRecordParts *parts,
           McpAuthAction             action,
           const char              **url,
           GError                  **error)
{
  const char *token = parts->refresh_token != NULL ? parts->refresh_token : parts->access_token;
  const char *hint = parts->refresh_token != NULL ? "refresh_token" : "access_token";

  switch (action)
    {
    case MCP_AUTH_REVOKE:
      *url = parts->revocation_url;
      break;
    case MCP_AUTH_INTROSPECT:
      *url = parts->introspection_url;
      token = parts->access_token;
      hint = "access_token";
      break;
    case MCP_AUTH_REFRESH:
    default:
      *url = parts->token_url;
      token = parts->refresh_token;
      break;
    }
  if (*url != NULL && token != NULL)
    return action == MCP_AUTH_REFRESH
               ? mcp_auth_form_new_refresh (token, parts->resource)
               : mcp_auth_form_new_token (token, hint);
  g_propagate_error (error,
                     mcp_error_new (MCP_ERROR_NOT_OFFERED, "%s",
                                    token == NULL ? "There is no token for this."
                                                  : "The authorization server does not offer "
                                                    "this."));
  return NULL;
}

static McpAuthKey *
read_key (McpAuthSettings *settings)
{
  const char      *pem = mcp_auth_settings_get (settings, MCP_AUTH_PRIVATE_KEY);
  McpAuthAlgorithm algorithm = MCP_AUTH_ES256;

  mcp_auth_algorithm_parse (mcp_auth_settings_get (settings, MCP_AUTH_ALGORITHM), &algorithm);
  return pem != NULL ? mcp_auth_key_new (pem, algorithm, NULL) : NULL;
}

static gboolean
authenticate (Job *job, McpAuthForm *form, GError **error)
{
  const McpAuthRecordParts *parts = mcp_auth_record_get (job->record);

  return parts->client == NULL ||
         mcp_auth_form_authenticate (form, parts->client, job->key, parts->issuer, error);
}

/* Refreshing */

static void on_issued (GObject *source, GAsyncResult *result, gpointer user_data);

/* @form: (transfer full) */
static void
ask_for_token (GTask *task, McpAuthForm *form)
{
  Job *job = g_task_get_task_data (task);

  mcp_auth_issue_run_async (job->channel, mcp_auth_record_get (job->record)->token_url, form,
                            job->proof, NULL, g_task_get_cancellable (task), on_issued,
                            g_object_ref (task));
}

/* RFC 6749 §6: without a scope, that of the token is meant; some servers want to be told all the
 * same. Returns: whether it is tried again */
static gboolean
try_with_scope (GTask *task, const char *refusal)
{
  Job                      *job = g_task_get_task_data (task);
  const McpAuthRecordParts *parts = mcp_auth_record_get (job->record);
  const char               *scope =
      parts->scopes_granted != NULL ? parts->scopes_granted : parts->scopes_asked;
  const char *url;

  if (job->scoped || scope == NULL || *scope == '\0' ||
      (!g_str_equal (refusal, "invalid_scope") && !g_str_equal (refusal, "invalid_request")))
    return FALSE;
  job->scoped = TRUE;
  g_autoptr (McpAuthForm) form = make_form (parts, MCP_AUTH_REFRESH, &url, NULL);
  if (form == NULL)
    return FALSE;
  mcp_auth_form_add (form, "scope", scope);
  if (!authenticate (job, form, NULL))
    return FALSE;
  ask_for_token (task, g_steal_pointer (&form));
  return TRUE;
}

static void
on_issued (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Job    *job = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (McpAuthIssue) issue = mcp_auth_issue_run_finish (result, &error);

  if (issue == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (issue->token == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&issue->problem));
      return;
    }
  if (mcp_auth_token_get_error (issue->token) != NULL &&
      try_with_scope (task, mcp_auth_token_get_error (issue->token)))
    return;
  McpAuthRenewal *renewal = g_new0 (McpAuthRenewal, 1);
  renewal->exchange = g_object_ref (issue->exchanges->pdata[issue->exchanges->len - 1]);
  renewal->error = g_strdup (mcp_auth_token_get_error (issue->token));
  if (renewal->error == NULL)
    renewal->record = mcp_auth_record_new_refreshed (job->record, issue->token,
                                                     g_get_real_time () / G_USEC_PER_SEC);
  return_renewal (task, renewal);
}

/* Revoking, introspecting */

static void
on_told (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Job             *job = g_task_get_task_data (task);
  GError          *error = NULL;
  McpAuthExchange *exchange =
      mcp_auth_channel_send_finish (MCP_AUTH_CHANNEL (source), result, &error);

  if (exchange == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  guint status = mcp_auth_exchange_get_status (exchange);
  if (!SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

      g_task_return_error (task, mcp_error_new (MCP_ERROR_HTTP_STATUS,
                                                "The authorization server did not do it: %s",
                                                outcome));
      g_object_unref (exchange);
      return;
    }
  McpAuthRenewal *renewal = g_new0 (McpAuthRenewal, 1);
  renewal->exchange = exchange;
  if (job->action == MCP_AUTH_REVOKE)
    renewal->record = mcp_auth_record_new_signed_out (job->record);
  return_renewal (task, renewal);
}

/* @form: (transfer full) */
static void
tell (GTask *task, const char *url, McpAuthForm *form)
{
  Job *job = g_task_get_task_data (task);
  g_autoptr (McpAuthForm) owned = form;
  g_autoptr (GBytes) body = mcp_auth_form_encode (form);
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();

  g_ptr_array_add (headers, (gpointer) "Accept: application/json");
  for (guint i = 0; i < form->headers->len; i++)
    g_ptr_array_add (headers, form->headers->pdata[i]);
  g_ptr_array_add (headers, NULL);
  mcp_auth_channel_send_async (job->channel, url, (const char *const *)headers->pdata,
                               "application/x-www-form-urlencoded", body,
                               g_task_get_cancellable (task), on_told, g_object_ref (task));
}

void
mcp_auth_renewal_run_async (McpAuthRecord      *record,
                            McpAuthAction       action,
                            McpAuthSettings    *settings,
                            McpHttpOptions     *options,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  const McpAuthRecordParts *parts = mcp_auth_record_get (record);
  const char               *url = NULL;
  GError                   *error = NULL;
  Job                      *job = g_new0 (Job, 1);

  g_task_set_source_tag (task, mcp_auth_renewal_run_async);
  job->record = mcp_auth_record_ref (record);
  job->action = action;
  job->channel = mcp_auth_channel_new (parts->server, options);
  mcp_auth_channel_set_settings (job->channel, settings);
  if (parts->key != NULL)
    job->proof = mcp_auth_key_new (parts->key, MCP_AUTH_ES256, NULL);
  g_task_set_task_data (task, job, job_free);
  job->key = read_key (settings);
  g_autoptr (McpAuthForm) form = make_form (parts, action, &url, &error);
  if (form == NULL || !authenticate (job, form, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (action == MCP_AUTH_REFRESH)
    ask_for_token (task, g_steal_pointer (&form));
  else
    tell (task, url, g_steal_pointer (&form));
}

MCP_DEFINE_FINISH_ALONE (mcp_auth_renewal_run_finish, McpAuthRenewal)
