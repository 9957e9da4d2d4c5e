/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-channel.h"

#include "mcp-auth-address.h"
#include "mcp-auth-document.h"
#include "mcp-error.h"
#include "mcp-object.h"

#include <libsoup/soup.h>

/* What the MCP server itself says to a first request may be larger than a document. */
#define MAX_TRY_BYTES (1024u * 1024u)

struct _McpAuthChannel
{
  GObject parent_instance;

  McpAuthPlace     place;  /* of the MCP server */
  char            *server; /* its URL */
  McpAuthSettings *settings;
  McpHttpFetch    *fetch;
};

MCP_DEFINE_OBJECT (McpAuthChannel, mcp_auth_channel)

MCP_DEFINE_FINALIZE (McpAuthChannel, mcp_auth_channel)
{
  g_free (self->server);
  g_clear_pointer (&self->settings, mcp_auth_settings_unref);
  g_clear_object (&self->fetch);
}

static gboolean
is_set (McpAuthChannel *self, McpAuthSetting setting)
{
  return self->settings != NULL && mcp_auth_settings_is (self->settings, setting);
}

/* Whether it is the MCP server's own origin, which a person chose. */
static gboolean
is_server (McpAuthChannel *self, GUri *uri)
{
  g_autofree char *text = g_uri_to_string (uri);

  return mcp_auth_address_is_same_origin (text, self->server);
}

static gboolean
allow_hop (GUri *from, GUri *to, gpointer user_data, GError **error)
{
  McpAuthChannel *self = user_data;
  /* A fragment is not sent (RFC 9110 §7.1). */
  g_autofree char *text = g_uri_to_string_partial (to, G_URI_HIDE_FRAGMENT);
  g_autoptr (GUri) checked = NULL;

  if (is_server (self, to))
    return TRUE;
  checked = mcp_auth_address_check (text, self->place, is_set (self, MCP_AUTH_ALLOW_PRIVATE),
                                    is_set (self, MCP_AUTH_ALLOW_HTTP), error);
  return checked != NULL;
}

static gboolean
allow_address (GInetAddress *address, GUri *to, gpointer user_data, GError **error)
{
  McpAuthChannel  *self = user_data;
  McpAuthPlace     place = mcp_auth_address_get_place (address);
  g_autofree char *text = NULL;
  GError          *problem;

  if (is_server (self, to) || is_set (self, MCP_AUTH_ALLOW_PRIVATE) ||
      place == MCP_AUTH_PLACE_PUBLIC || place <= self->place)
    return TRUE;
  text = g_inet_address_to_string (address);
  problem = mcp_error_new (MCP_ERROR_INVALID_TARGET,
                           "%s leads to %s, which is on a private network or this machine",
                           g_uri_get_host (to), text);
  mcp_error_get_details (problem)->kind = MCP_AUTH_ADDRESS_PRIVATE;
  g_propagate_error (error, problem);
  return FALSE;
}

McpAuthChannel *
mcp_auth_channel_new (const char *server, McpHttpOptions *options)
{
  McpAuthChannel *self = g_object_new (MCP_TYPE_AUTH_CHANNEL, NULL);
  g_autoptr (GUri) uri = g_uri_parse (server, SOUP_HTTP_URI_FLAGS, NULL);

  self->server = g_strdup (server);
  self->place = uri != NULL ? mcp_auth_uri_get_place (uri) : MCP_AUTH_PLACE_PUBLIC;
  self->fetch = mcp_http_fetch_new (options, allow_hop, allow_address, self);
  return self;
}

void
mcp_auth_channel_set_settings (McpAuthChannel *self, McpAuthSettings *settings)
{
  g_return_if_fail (MCP_IS_AUTH_CHANNEL (self));

  mcp_auth_settings_ref (settings);
  g_clear_pointer (&self->settings, mcp_auth_settings_unref);
  self->settings = settings;
}

/* What was sent has to live until the response is there, which is told with it. */
typedef struct
{
  McpHttpFetchRequest request;
  char               *url;
  char              **headers;
  char               *content_type;
} Sent;

static void
sent_free (gpointer data)
{
  Sent *sent = data;

  g_free (sent->url);
  g_strfreev (sent->headers);
  g_free (sent->content_type);
  g_clear_pointer (&sent->request.body, g_bytes_unref);
  g_free (sent);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Sent   *sent = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (McpHttpFetched) fetched =
      mcp_http_fetch_send_finish (MCP_HTTP_FETCH (source), result, &error);

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_return_pointer (task, mcp_auth_exchange_new (&sent->request, fetched, error),
                         g_object_unref);
  g_clear_error (&error);
}

static void
send_request (GTask                     *task,
              const McpHttpFetchRequest *request)
{
  McpAuthChannel *self = g_task_get_source_object (task);
  Sent           *sent = g_new0 (Sent, 1);

  sent->request = *request;
  sent->url = g_strdup (request->url);
  sent->headers = g_strdupv ((char **)request->headers);
  sent->content_type = g_strdup (request->content_type);
  sent->request.url = sent->url;
  sent->request.headers = (const char *const *)sent->headers;
  sent->request.content_type = sent->content_type;
  if (request->body != NULL)
    g_bytes_ref (request->body);
  g_task_set_task_data (task, sent, sent_free);
  mcp_http_fetch_send_async (self->fetch, &sent->request, g_task_get_cancellable (task), on_fetched,
                             g_object_ref (task));
}

void
mcp_auth_channel_send_async (McpAuthChannel     *self,
                             const char         *url,
                             const char *const  *headers,
                             const char         *content_type,
                             GBytes             *body,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  const McpHttpFetchRequest request = {
    .method = body != NULL ? SOUP_METHOD_POST : SOUP_METHOD_GET,
    .url = url,
    .headers = headers,
    .content_type = content_type,
    .body = body,
    .max_bytes = MCP_AUTH_DOCUMENT_MAX_BYTES,
    .deadline_ms = (body != NULL ? MCP_AUTH_TOKEN_SECONDS : MCP_AUTH_METADATA_SECONDS) * 1000,
    .max_redirects = body != NULL ? 0 : MCP_AUTH_MAX_REDIRECTS,
  };

  g_task_set_source_tag (task, mcp_auth_channel_send_async);
  g_task_set_check_cancellable (task, FALSE);
  send_request (task, &request);
}

MCP_DEFINE_FINISH_POINTER (mcp_auth_channel_send_finish, McpAuthChannel, McpAuthExchange)

void
mcp_auth_channel_try_async (McpAuthChannel     *self,
                            const char         *url,
                            const char *const  *headers,
                            GBytes             *body,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  const McpHttpFetchRequest request = {
    .method = SOUP_METHOD_POST,
    .url = url,
    .headers = headers,
    .content_type = "application/json",
    .body = body,
    .max_bytes = MAX_TRY_BYTES,
    .deadline_ms = MCP_AUTH_METADATA_SECONDS * 1000,
  };

  g_task_set_source_tag (task, mcp_auth_channel_try_async);
  g_task_set_check_cancellable (task, FALSE);
  send_request (task, &request);
}
