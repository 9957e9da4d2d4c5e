/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-icon-fetcher.h"

#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-uri.h"

#include <libsoup/soup.h>

#define PIECE_BYTES (64u * 1024u)

struct _McpIconFetcher
{
  GObject parent_instance;

  GUri        *server; /* (nullable) */
  SoupSession *session;
  gboolean     other_hosts;
  GHashTable  *known; /* address → Outcome */
};

G_DEFINE_FINAL_TYPE (McpIconFetcher, mcp_icon_fetcher, G_TYPE_OBJECT)

typedef struct
{
  GBytes *bytes; /* one of both */
  GError *error;
} Outcome;

static void
outcome_free (Outcome *outcome)
{
  g_clear_pointer (&outcome->bytes, g_bytes_unref);
  g_clear_error (&outcome->error);
  g_free (outcome);
}

typedef struct
{
  char         *src;
  GUri         *uri; /* of the current hop */
  guint         redirects;
  GByteArray   *body;
  SoupMessage  *message;
  GInputStream *stream;
  GCancellable *cancellable; /* the deadline's too */
  gulong        outer_handler;
  GCancellable *outer; /* (nullable) */
  GSource      *deadline;
  gboolean      timed_out;
} Fetch;

static void
fetch_free (Fetch *fetch)
{
  if (fetch->deadline != NULL)
    g_source_destroy (fetch->deadline);
  g_clear_pointer (&fetch->deadline, g_source_unref);
  if (fetch->outer != NULL)
    g_cancellable_disconnect (fetch->outer, fetch->outer_handler);
  g_clear_object (&fetch->outer);
  g_clear_object (&fetch->cancellable);
  g_clear_object (&fetch->message);
  g_clear_object (&fetch->stream);
  g_clear_pointer (&fetch->uri, g_uri_unref);
  g_byte_array_unref (fetch->body);
  g_free (fetch->src);
  g_free (fetch);
}

static void send_hop (GTask *task);

static void
mcp_icon_fetcher_finalize (GObject *object)
{
  McpIconFetcher *self = MCP_ICON_FETCHER (object);

  g_clear_pointer (&self->server, g_uri_unref);
  g_clear_object (&self->session);
  g_hash_table_unref (self->known);
  G_OBJECT_CLASS (mcp_icon_fetcher_parent_class)->finalize (object);
}

static void
mcp_icon_fetcher_class_init (McpIconFetcherClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_icon_fetcher_finalize;
}

static void
mcp_icon_fetcher_init (McpIconFetcher *self)
{
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify)outcome_free);
  self->session = soup_session_new_with_options ("max-conns", MCP_ICON_FETCHER_CONNECTIONS,
                                                 "max-conns-per-host",
                                                 MCP_ICON_FETCHER_CONNECTIONS, "timeout", 0u, NULL);
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_AUTH_MANAGER);
}

McpIconFetcher *
mcp_icon_fetcher_new (const char *server)
{
  McpIconFetcher *self = g_object_new (MCP_TYPE_ICON_FETCHER, NULL);

  if (server != NULL)
    {
      g_autofree char *authorization = NULL; /* icons are asked for without it */
      self->server = mcp_http_address_parse (server, &authorization, NULL);
    }
  /* What is on this machine is never asked through a proxy. */
  if (self->server != NULL && mcp_uri_is_loopback (self->server))
    soup_session_set_proxy_resolver (self->session, NULL);
  return self;
}

void
mcp_icon_fetcher_set_other_hosts (McpIconFetcher *self, gboolean other_hosts)
{
  g_return_if_fail (MCP_IS_ICON_FETCHER (self));

  if (self->other_hosts != other_hosts)
    g_hash_table_remove_all (self->known);
  self->other_hosts = other_hosts;
}

/* @bytes, @error: (transfer full): one of both */
static void
finish (GTask *task, GBytes *bytes, GError *error)
{
  McpIconFetcher *self = g_task_get_source_object (task);
  Fetch          *fetch = g_task_get_task_data (task);

  if (error != NULL && fetch->timed_out)
    {
      g_error_free (error);
      error = mcp_error_new (MCP_ERROR_TIMED_OUT, "The icon did not come within %d seconds.",
                             MCP_ICON_FETCHER_DEADLINE_MS / 1000);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_error_free (error);
      g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled."));
      return;
    }

  if (g_hash_table_size (self->known) >= MCP_ICON_FETCHER_MAX_REMEMBERED)
    g_hash_table_remove_all (self->known);
  Outcome *outcome = g_new0 (Outcome, 1);
  outcome->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  outcome->error = error != NULL ? g_error_copy (error) : NULL;
  g_hash_table_replace (self->known, g_strdup (fetch->src), outcome);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, bytes, (GDestroyNotify)g_bytes_unref);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch *fetch = g_task_get_task_data (task);
  g_autoptr (GBytes) piece = NULL;
  GError *error = NULL;

  piece = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);
  if (piece == NULL)
    {
      finish (task, NULL, error);
      return;
    }
  if (g_bytes_get_size (piece) > 0)
    g_byte_array_append (fetch->body, g_bytes_get_data (piece, NULL),
                         (guint)g_bytes_get_size (piece));
  if (g_bytes_get_size (piece) > 0 && fetch->body->len <= MCP_ICON_MAX_BYTES)
    {
      g_input_stream_read_bytes_async (fetch->stream, PIECE_BYTES, G_PRIORITY_LOW,
                                       fetch->cancellable, on_read, g_object_ref (task));
      return;
    }

  GBytes *bytes = g_bytes_new (fetch->body->data, fetch->body->len);
  if (!mcp_icon_check_bytes (bytes, &error))
    g_clear_pointer (&bytes, g_bytes_unref);
  finish (task, bytes, error);
}

/* Returns: whether the next hop is under way; else @error says why not */
static gboolean
follow (GTask *task, GError **error)
{
  Fetch      *fetch = g_task_get_task_data (task);
  const char *location = soup_message_headers_get_one (
      soup_message_get_response_headers (fetch->message), "Location");
  g_autoptr (GUri) next = NULL;

  if (location != NULL)
    next = g_uri_parse_relative (fetch->uri, location, SOUP_HTTP_URI_FLAGS, NULL);

  if (next == NULL || g_uri_get_host (next) == NULL ||
      !mcp_uri_is_same_origin (fetch->uri, next))
    g_propagate_error (error, mcp_error_new (MCP_ERROR_REDIRECTED,
                                             "The icon's address leads to another host, which "
                                             "is not followed."));
  else if (fetch->redirects++ >= MCP_ICON_FETCHER_MAX_REDIRECTS)
    g_propagate_error (error, mcp_error_new (MCP_ERROR_REDIRECTED,
                                             "The icon's address leads on and on."));
  else
    {
      g_uri_unref (fetch->uri);
      fetch->uri = g_steal_pointer (&next);
      send_hop (task);
      return TRUE;
    }
  return FALSE;
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch  *fetch = g_task_get_task_data (task);
  GError *error = NULL;
  guint   status;

  g_clear_object (&fetch->stream);
  fetch->stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);
  if (fetch->stream == NULL)
    {
      finish (task, NULL, error);
      return;
    }
  status = soup_message_get_status (fetch->message);
  if (SOUP_STATUS_IS_REDIRECTION (status))
    {
      if (!follow (task, &error))
        finish (task, NULL, error);
      return;
    }
  if (status != SOUP_STATUS_OK)
    {
      finish (task, NULL,
              mcp_error_new (MCP_ERROR_HTTP_STATUS, "The icon's address answered %u.", status));
      return;
    }
  g_input_stream_read_bytes_async (fetch->stream, PIECE_BYTES, G_PRIORITY_LOW, fetch->cancellable,
                                   on_read, g_object_ref (task));
}

static void
send_hop (GTask *task)
{
  McpIconFetcher *self = g_task_get_source_object (task);
  Fetch          *fetch = g_task_get_task_data (task);

  g_clear_object (&fetch->message);
  fetch->message = soup_message_new_from_uri (SOUP_METHOD_GET, fetch->uri);
  soup_message_add_flags (fetch->message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_append (soup_message_get_request_headers (fetch->message), "Accept",
                               "image/png, image/jpeg, image/webp, image/svg+xml");
  soup_session_send_async (self->session, fetch->message, G_PRIORITY_LOW, fetch->cancellable,
                           on_answered, g_object_ref (task));
}

static gboolean
on_deadline (gpointer user_data)
{
  Fetch *fetch = user_data;

  fetch->timed_out = TRUE;
  g_cancellable_cancel (fetch->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_outer_cancelled (GCancellable *outer, GCancellable *inner)
{
  g_cancellable_cancel (inner);
}

static Fetch *
fetch_new (const char *src, GCancellable *cancellable)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->src = g_strdup (src);
  fetch->body = g_byte_array_new ();
  fetch->cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    {
      fetch->outer = g_object_ref (cancellable);
      fetch->outer_handler = g_cancellable_connect (cancellable, G_CALLBACK (on_outer_cancelled),
                                                    g_object_ref (fetch->cancellable),
                                                    g_object_unref);
    }
  fetch->deadline = g_timeout_source_new (MCP_ICON_FETCHER_DEADLINE_MS);
  g_source_set_callback (fetch->deadline, on_deadline, fetch, NULL);
  g_source_attach (fetch->deadline, g_main_context_get_thread_default ());
  return fetch;
}

/* Whether the rules let us ask for it. */
static gboolean
check (McpIconFetcher *self, const char *src, GUri **uri, GError **error)
{
  if (!mcp_icon_check_address (src, self->server, error))
    return FALSE;
  *uri = g_uri_parse (src, SOUP_HTTP_URI_FLAGS, NULL);
  if (*uri != NULL &&
      (self->other_hosts ||
       (self->server != NULL && mcp_uri_is_same_origin (*uri, self->server))))
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                           "The icon is on another host than the server, and was "
                                           "not asked for."));
  return FALSE;
}

void
mcp_icon_fetcher_fetch_async (McpIconFetcher     *self,
                              McpIcon            *icon,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  const char *src;
  GError     *error = NULL;
  GUri       *uri = NULL;

  g_return_if_fail (MCP_IS_ICON_FETCHER (self));
  g_return_if_fail (icon != NULL);

  src = icon->src;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_icon_fetcher_fetch_async);
  if (mcp_icon_is_inline (icon))
    {
      GBytes *bytes = mcp_icon_decode (icon, &error);
      if (bytes != NULL)
        g_task_return_pointer (task, bytes, (GDestroyNotify)g_bytes_unref);
      else
        g_task_return_error (task, error);
      return;
    }

  Outcome *outcome = g_hash_table_lookup (self->known, src);
  if (outcome != NULL && outcome->bytes != NULL)
    g_task_return_pointer (task, g_bytes_ref (outcome->bytes), (GDestroyNotify)g_bytes_unref);
  else if (outcome != NULL)
    g_task_return_error (task, g_error_copy (outcome->error));
  else if (!check (self, src, &uri, &error))
    {
      g_clear_pointer (&uri, g_uri_unref);
      g_task_return_error (task, error);
    }
  else
    {
      Fetch *fetch = fetch_new (src, cancellable);
      fetch->uri = uri;
      g_task_set_task_data (task, fetch, (GDestroyNotify)fetch_free);
      send_hop (task);
    }
}

GBytes *
mcp_icon_fetcher_fetch_finish (McpIconFetcher *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
