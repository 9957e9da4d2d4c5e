/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-issue.h"

#include "mcp-object.h"
#include "mcp-source.h"

#include <libsoup/soup.h>
#include <stdlib.h>

/* RFC 6585 §4, which libsoup has no name for */
#define TOO_MANY_REQUESTS 429

typedef struct
{
  McpAuthChannel *channel;
  char           *url;
  McpAuthForm    *form;
  McpAuthKey     *proof; /* (nullable) */
  McpAuthIssue   *issue;
  gboolean        had_nonce;
  gboolean        waited;
  GSource        *pause; /* (nullable) */
} Round;

static void send_form (GTask *task);

void
mcp_auth_issue_free (McpAuthIssue *self)
{
  g_ptr_array_unref (self->exchanges);
  g_clear_pointer (&self->token, mcp_auth_token_unref);
  g_clear_error (&self->problem);
  g_free (self->nonce);
  g_free (self);
}

static void
round_free (gpointer data)
{
  Round *round = data;

  mcp_source_clear (&round->pause);
  g_object_unref (round->channel);
  g_free (round->url);
  mcp_auth_form_free (round->form);
  g_clear_pointer (&round->proof, mcp_auth_key_unref);
  g_clear_pointer (&round->issue, mcp_auth_issue_free);
  g_free (round);
}

/* Seconds that the server asks for; 0 where it asks for none, or for more than it gets. */
static guint
get_wait (McpAuthExchange *exchange)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);
  guint           status = mcp_auth_exchange_get_status (exchange);

  if (status != TOO_MANY_REQUESTS && status != SOUP_STATUS_SERVICE_UNAVAILABLE)
    return 0;
  const char *text = mcp_http_fetched_get_header (response, "Retry-After");
  int         seconds = text != NULL ? atoi (text) : 0;
  return seconds > 0 && seconds <= MCP_AUTH_MAX_WAIT_SECONDS ? (guint)seconds : 0;
}

static gboolean
on_pause_ended (gpointer data)
{
  GTask *task = data;
  Round *round = g_task_get_task_data (task);

  g_clear_pointer (&round->pause, g_source_unref);
  send_form (task);
  return G_SOURCE_REMOVE;
}

/* Whether the same is asked again. */
static gboolean
ask_again (GTask *task, McpAuthExchange *exchange)
{
  Round      *round = g_task_get_task_data (task);
  const char *error = round->issue->token != NULL ? mcp_auth_token_get_error (round->issue->token)
                                                  : NULL;
  guint       wait = get_wait (exchange);

  if (round->proof != NULL && !round->had_nonce && g_strcmp0 (error, "use_dpop_nonce") == 0 &&
      round->issue->nonce != NULL)
    {
      round->had_nonce = TRUE;
      send_form (task);
      return TRUE;
    }
  if (wait == 0 || round->waited)
    return FALSE;
  round->waited = TRUE;
  round->pause = g_timeout_source_new_seconds (wait);
  if (g_task_get_cancellable (task) != NULL)
    {
      g_autoptr (GSource) cancelled = g_cancellable_source_new (g_task_get_cancellable (task));

      g_source_set_dummy_callback (cancelled);
      g_source_add_child_source (round->pause, cancelled);
    }
  g_source_set_callback (round->pause, on_pause_ended, g_object_ref (task), g_object_unref);
  g_source_attach (round->pause, g_main_context_get_thread_default ());
  return TRUE;
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Round        *round = g_task_get_task_data (task);
  McpAuthIssue *issue = round->issue;
  GError       *error = NULL;
  const char   *nonce;

  McpAuthExchange *exchange = mcp_auth_channel_send_finish (round->channel, result, &error);
  if (exchange == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_ptr_array_add (issue->exchanges, exchange);
  g_clear_pointer (&issue->token, mcp_auth_token_unref);
  g_clear_error (&issue->problem);
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);
  if (response == NULL)
    issue->problem = g_error_copy (mcp_auth_exchange_get_error (exchange));
  else
    {
      nonce = mcp_http_fetched_get_header (response, "DPoP-Nonce");
      if (nonce != NULL)
        {
          g_free (issue->nonce);
          issue->nonce = g_strdup (nonce);
        }
      issue->token = mcp_auth_token_new (mcp_http_fetched_get_status (response),
                                         mcp_http_fetched_get_content_type (response),
                                         mcp_http_fetched_get_body (response), &issue->problem);
    }
  if (!ask_again (task, exchange))
    g_task_return_pointer (task, g_steal_pointer (&round->issue),
                           (GDestroyNotify)mcp_auth_issue_free);
}

static void
send_form (GTask *task)
{
  Round *round = g_task_get_task_data (task);
  g_autoptr (GBytes) body = mcp_auth_form_encode (round->form);
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();
  g_autofree char *proof = NULL;
  g_autofree char *line = NULL;
  GError          *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  g_ptr_array_add (headers, (gpointer) "Accept: application/json");
  for (guint i = 0; i < round->form->headers->len; i++)
    g_ptr_array_add (headers, round->form->headers->pdata[i]);
  if (round->proof != NULL)
    {
      proof = mcp_auth_key_sign_proof (round->proof, SOUP_METHOD_POST, round->url, NULL,
                                       round->issue->nonce, &error);
      if (proof == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      line = g_strconcat ("DPoP: ", proof, NULL);
      g_ptr_array_add (headers, line);
    }
  g_ptr_array_add (headers, NULL);
  mcp_auth_channel_send_async (round->channel, round->url,
                               (const char *const *)headers->pdata,
                               "application/x-www-form-urlencoded", body,
                               g_task_get_cancellable (task), on_sent, g_object_ref (task));
}

void
mcp_auth_issue_run_async (McpAuthChannel     *channel,
                          const char         *url,
                          McpAuthForm        *form,
                          McpAuthKey         *proof,
                          const char         *nonce,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Round *round = g_new0 (Round, 1);

  g_task_set_source_tag (task, mcp_auth_issue_run_async);
  round->channel = g_object_ref (channel);
  round->url = g_strdup (url);
  round->form = form;
  round->proof = proof != NULL ? mcp_auth_key_ref (proof) : NULL;
  round->issue = g_new0 (McpAuthIssue, 1);
  round->issue->exchanges = g_ptr_array_new_with_free_func (g_object_unref);
  round->issue->nonce = g_strdup (nonce);
  g_task_set_task_data (task, round, round_free);
  send_form (task);
}

MCP_DEFINE_FINISH_ALONE (mcp_auth_issue_run_finish, McpAuthIssue)
