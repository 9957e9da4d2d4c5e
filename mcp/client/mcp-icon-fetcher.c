/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-icon-fetcher.h"

#include "mcp-auth-address.h"
#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-http-fetch.h"
#include "mcp-object.h"
#include "mcp-uri.h"

#include <libsoup/soup.h>

struct _McpIconFetcher
{
  GObject parent_instance;

  GUri         *server; /* (nullable) */
  McpHttpFetch *fetch;
  gboolean      other_hosts;
  GHashTable   *known;   /* address → Outcome */
  guint         running; /* requests */
  GQueue        waiting; /* of GTask: for one of those to end */
};

G_DEFINE_FINAL_TYPE (McpIconFetcher, mcp_icon_fetcher, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (McpIconFetcher, mcp_icon_fetcher)

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
  char  *src;
  gint64 deadline; /* µs, monotonic */
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_free (wanted->src);
  g_free (wanted);
}

MCP_DEFINE_FINALIZE (McpIconFetcher, mcp_icon_fetcher)
{
  g_clear_pointer (&self->server, g_uri_unref);
  g_clear_object (&self->fetch);
  g_hash_table_unref (self->known);
}

static gboolean
allow_hop (GUri *from, GUri *to, gpointer user_data, GError **error)
{
  if (from == NULL || mcp_uri_is_same_origin (from, to))
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_REDIRECTED,
                                           "The icon's address leads to another host, which is "
                                           "not followed."));
  return FALSE;
}

/* An icon lies where the server does or further out; a server without an address is a program on
 * this machine. */
static gboolean
allow_place (McpIconFetcher *self, GUri *to, McpAuthPlace place, GError **error)
{
  McpAuthPlace own = MCP_AUTH_PLACE_LOOPBACK;

  if (self->server != NULL && !mcp_uri_is_same_origin (self->server, to))
    own = mcp_auth_uri_get_place (self->server);
  if (place <= own)
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                           "The icon's address leads to a private network or to "
                                           "this machine."));
  return FALSE;
}

/* A name may lead anywhere. */
static gboolean
allow_address (GInetAddress *address, GUri *to, gpointer user_data, GError **error)
{
  return allow_place (user_data, to, mcp_auth_address_get_place (address), error);
}

static void
mcp_icon_fetcher_init (McpIconFetcher *self)
{
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify)outcome_free);
  self->fetch = mcp_http_fetch_new (NULL, allow_hop, allow_address, self);
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

static void
remember (McpIconFetcher *self, const char *src, GBytes *bytes, const GError *error)
{
  Outcome *outcome = g_new0 (Outcome, 1);

  if (g_hash_table_size (self->known) >= MCP_ICON_FETCHER_MAX_REMEMBERED)
    g_hash_table_remove_all (self->known);
  outcome->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  outcome->error = error != NULL ? g_error_copy (error) : NULL;
  g_hash_table_replace (self->known, g_strdup (src), outcome);
}

/* In this room's words. Returns: (transfer full) */
static GError *
explain (const GError *error)
{
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    return mcp_error_new (MCP_ERROR_TIMED_OUT, "The icon did not come within %d seconds.",
                          MCP_ICON_FETCHER_DEADLINE_MS / 1000);
  return g_error_copy (error);
}

static void start_waiting (McpIconFetcher *self);

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpIconFetcher *self = g_task_get_source_object (task);
  Wanted         *wanted = g_task_get_task_data (task);
  g_autoptr (GError) problem = NULL;
  g_autoptr (McpHttpFetched) fetched =
      mcp_http_fetch_send_finish (MCP_HTTP_FETCH (source), result, &problem);
  guint   status = fetched != NULL ? mcp_http_fetched_get_status (fetched) : 0;
  GBytes *bytes = fetched != NULL ? mcp_http_fetched_get_body (fetched) : NULL;
  GError *error = NULL;

  if (fetched == NULL)
    error = explain (problem);
  else if (SOUP_STATUS_IS_REDIRECTION (status))
    error = mcp_error_new (MCP_ERROR_REDIRECTED, "The icon's address leads nowhere.");
  else if (status != SOUP_STATUS_OK)
    error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "The icon's address answered %u.", status);
  else
    mcp_icon_check_bytes (bytes, &error);

  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    remember (self, wanted->src, error == NULL ? bytes : NULL, error);
  self->running--;
  start_waiting (self);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_bytes_ref (bytes), (GDestroyNotify)g_bytes_unref);
}

/* @task: (transfer full) */
static void
send_request (McpIconFetcher *self, GTask *task)
{
  static const char *const  headers[] = { "Accept: image/png, image/jpeg, image/webp, "
                                           "image/svg+xml",
                                          NULL };
  Wanted                   *wanted = g_task_get_task_data (task);
  gint64                    left = (wanted->deadline - g_get_monotonic_time ()) / 1000;
  const McpHttpFetchRequest request = {
    .method = SOUP_METHOD_GET,
    .url = wanted->src,
    .headers = headers,
    .max_bytes = MCP_ICON_MAX_BYTES,
    .deadline_ms = (guint)MAX (left, 1),
    .max_redirects = MCP_ICON_FETCHER_MAX_REDIRECTS,
  };

  self->running++;
  mcp_http_fetch_send_async (self->fetch, &request, g_task_get_cancellable (task), on_fetched,
                             task);
}

static void
start_waiting (McpIconFetcher *self)
{
  while (self->running < MCP_ICON_FETCHER_CONNECTIONS && !g_queue_is_empty (&self->waiting))
    send_request (self, g_queue_pop_head (&self->waiting));
}

/* Whether the rules let us ask for it. */
static gboolean
check (McpIconFetcher *self, const char *src, GError **error)
{
  if (!mcp_icon_check_address (src, self->server, error))
    return FALSE;
  g_autoptr (GUri) uri = g_uri_parse (src, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri != NULL &&
      (self->other_hosts ||
       (self->server != NULL && mcp_uri_is_same_origin (uri, self->server))))
    return allow_place (self, uri, mcp_auth_uri_get_place (uri), error);
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
  const char *src;
  GError     *error = NULL;
  Wanted     *wanted;

  g_return_if_fail (MCP_IS_ICON_FETCHER (self));
  g_return_if_fail (icon != NULL);

  src = icon->src;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
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
  else if (!check (self, src, &error))
    {
      g_task_return_error (task, error);
    }
  else
    {
      wanted = g_new0 (Wanted, 1);
      wanted->src = g_strdup (src);
      wanted->deadline =
          g_get_monotonic_time () + MCP_ICON_FETCHER_DEADLINE_MS * G_GINT64_CONSTANT (1000);
      g_task_set_task_data (task, wanted, wanted_free);
      g_task_set_check_cancellable (task, FALSE);
      g_queue_push_tail (&self->waiting, g_steal_pointer (&task));
      start_waiting (self);
    }
}

MCP_DEFINE_FINISH_POINTER (mcp_icon_fetcher_fetch_finish, McpIconFetcher, GBytes)
