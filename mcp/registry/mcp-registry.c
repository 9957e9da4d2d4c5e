/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-registry.h"

#include "mcp-error.h"
#include "mcp-uri.h"

#include <libsoup/soup.h>
#include <string.h>

#define PIECE_BYTES (64u * 1024u)
#define MAX_DEPTH 100u
#define MAX_CURSOR 4096u
#define OFFICIAL_META "io.modelcontextprotocol.registry/official"

/* Pages */

struct _McpRegistryPage
{
  McpJsonDocument *document;
  GPtrArray       *items;
  char            *cursor; /* (nullable) */
};

static void
item_free (gpointer data)
{
  McpRegistryItem *item = data;

  g_free (item->status);
  g_free (item->published_at);
  g_free (item);
}

static void
page_clear (McpRegistryPage *self)
{
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_ptr_array_unref (self->items);
  g_free (self->cursor);
}

void
mcp_registry_page_unref (McpRegistryPage *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)page_clear);
}

GPtrArray *
mcp_registry_page_get_items (McpRegistryPage *self)
{
  return self->items;
}

const char *
mcp_registry_page_get_cursor (McpRegistryPage *self)
{
  return self->cursor;
}

/* A server with what the registry says of it around it, or bare. */
static void
add_item (McpRegistryPage *self, McpJsonValue value)
{
  McpJsonValue     server = mcp_json_value_get_member (value, "server");
  McpJsonValue     meta, latest;
  McpRegistryItem *item;

  if (mcp_json_value_get_kind (server) != MCP_JSON_OBJECT)
    server = value;
  if (mcp_json_value_get_kind (mcp_json_value_get_member (server, "name")) != MCP_JSON_STRING)
    return;
  meta = mcp_json_value_get_member (mcp_json_value_get_member (value, "_meta"), OFFICIAL_META);
  latest = mcp_json_value_get_member (meta, "isLatest");
  item = g_new0 (McpRegistryItem, 1);
  item->server = server;
  item->status = mcp_json_value_dup_member_string (meta, "status");
  if (item->status == NULL)
    item->status = mcp_json_value_dup_member_string (server, "status");
  if (item->status == NULL)
    item->status = g_strdup ("active");
  item->is_latest = mcp_json_value_get_boolean (latest, TRUE);
  item->published_at = mcp_json_value_dup_member_string (meta, "publishedAt");
  g_ptr_array_add (self->items, item);
}

static McpRegistryPage *
page_new (GBytes *bytes, gboolean is_list, GError **error)
{
  static const McpJsonLimits limits = { MCP_REGISTRY_MAX_BYTES, MAX_DEPTH };
  g_autoptr (McpRegistryPage) self = g_atomic_rc_box_new0 (McpRegistryPage);
  g_autoptr (GError) problem = NULL;
  McpJsonValue root, servers, each, metadata;
  McpJsonIter  iter;

  self->items = g_ptr_array_new_with_free_func (item_free);
  self->document = mcp_json_document_parse (bytes, &limits, NULL, &problem);
  if (self->document == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The registry did not answer with JSON: %s.",
                                               problem->message));
      return NULL;
    }
  root = mcp_json_document_get_root (self->document);
  servers = is_list ? mcp_json_value_get_member (root, "servers") : MCP_JSON_NO_VALUE;
  if (is_list && mcp_json_value_get_kind (servers) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, servers);
      while (self->items->len < MCP_REGISTRY_MAX_ITEMS && mcp_json_iter_next (&iter, NULL, &each))
        add_item (self, each);
      metadata = mcp_json_value_get_member (root, "metadata");
      self->cursor = mcp_json_value_dup_member_string (metadata, "nextCursor");
      if (self->cursor == NULL)
        self->cursor = mcp_json_value_dup_member_string (metadata, "next_cursor");
      if (self->cursor != NULL && (*self->cursor == '\0' || strlen (self->cursor) > MAX_CURSOR))
        g_clear_pointer (&self->cursor, g_free);
      return g_steal_pointer (&self);
    }
  if (!is_list)
    add_item (self, root);
  if (self->items->len > 0)
    return g_steal_pointer (&self);
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                           "The registry's answer is no %s.",
                                           is_list ? "list of servers" : "server"));
  return NULL;
}

/* Asking */

struct _McpRegistry
{
  GObject parent_instance;

  char        *base;
  SoupSession *session;
};

G_DEFINE_FINAL_TYPE (McpRegistry, mcp_registry, G_TYPE_OBJECT)

typedef struct
{
  gboolean      is_list;
  GUri         *uri; /* of the current hop */
  guint         redirects;
  GByteArray   *body;
  SoupMessage  *message;
  GInputStream *stream;
  GCancellable *cancellable; /* the deadline's too */
  GCancellable *outer;       /* (nullable) */
  gulong        outer_handler;
  GSource      *deadline;
  gboolean      timed_out;
} Fetch;

static void
fetch_free (gpointer data)
{
  Fetch *fetch = data;

  g_source_destroy (fetch->deadline);
  g_source_unref (fetch->deadline);
  if (fetch->outer != NULL)
    g_cancellable_disconnect (fetch->outer, fetch->outer_handler);
  g_clear_object (&fetch->outer);
  g_clear_object (&fetch->cancellable);
  g_clear_object (&fetch->message);
  g_clear_object (&fetch->stream);
  g_clear_pointer (&fetch->uri, g_uri_unref);
  g_byte_array_unref (fetch->body);
  g_free (fetch);
}

static void send_hop (GTask *task);

static void
mcp_registry_finalize (GObject *object)
{
  McpRegistry *self = MCP_REGISTRY (object);

  g_free (self->base);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mcp_registry_parent_class)->finalize (object);
}

static void
mcp_registry_class_init (McpRegistryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_registry_finalize;
}

static void
mcp_registry_init (McpRegistry *self)
{
  self->session = soup_session_new_with_options ("timeout", 0u, NULL);
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_AUTH_MANAGER);
}

/* Nobody on the way may say which programs a person is offered to run. */
static gboolean
is_trusted (GUri *uri)
{
  return g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         (g_str_equal (g_uri_get_scheme (uri), "https") ||
          (g_str_equal (g_uri_get_scheme (uri), "http") && mcp_uri_is_loopback (uri)));
}

McpRegistry *
mcp_registry_new (const char *base, GError **error)
{
  McpRegistry *self;
  g_autoptr (GUri) uri = NULL;

  if (base == NULL)
    base = MCP_REGISTRY_OFFICIAL;
  uri = g_uri_parse (base, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri == NULL || !is_trusted (uri) || g_uri_get_query (uri) != NULL ||
      g_uri_get_fragment (uri) != NULL || g_uri_get_userinfo (uri) != NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "“%s” is no address of a registry: it has to begin "
                                               "with https://, and to end with the host or a "
                                               "path.",
                                               base));
      return NULL;
    }
  self = g_object_new (MCP_TYPE_REGISTRY, NULL);
  self->base = g_strdup (base);
  while (g_str_has_suffix (self->base, "/"))
    self->base[strlen (self->base) - 1] = '\0';
  /* What is on this machine is never asked through a proxy. */
  if (mcp_uri_is_loopback (uri))
    soup_session_set_proxy_resolver (self->session, NULL);
  return self;
}

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Fetch      *fetch = g_task_get_task_data (task);
  const char *host = g_uri_get_host (fetch->uri);
  GError     *told = NULL;

  if (fetch->timed_out)
    told = mcp_error_new (MCP_ERROR_TIMED_OUT, "The registry at %s did not answer within %u "
                                               "seconds.",
                          host, MCP_REGISTRY_DEADLINE_MS / 1000);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    told = mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled.");
  else if (error->domain != MCP_ERROR)
    told = mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "The registry at %s cannot be reached: %s.",
                          host, error->message);
  if (told != NULL)
    g_error_free (error);
  g_task_return_error (task, told != NULL ? told : error);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch *fetch = g_task_get_task_data (task);
  g_autoptr (GBytes) piece = NULL;
  g_autoptr (GBytes) bytes = NULL;
  McpRegistryPage *page;
  GError          *error = NULL;

  piece = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);
  if (piece == NULL)
    {
      fail (task, error);
      return;
    }
  if (g_bytes_get_size (piece) > 0)
    {
      if (fetch->body->len + g_bytes_get_size (piece) > MCP_REGISTRY_MAX_BYTES)
        {
          fail (task, mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                                     "The registry's answer is larger than %u MiB.",
                                     MCP_REGISTRY_MAX_BYTES / 1024 / 1024));
          return;
        }
      g_byte_array_append (fetch->body, g_bytes_get_data (piece, NULL),
                           (guint)g_bytes_get_size (piece));
      g_input_stream_read_bytes_async (fetch->stream, PIECE_BYTES, G_PRIORITY_DEFAULT,
                                       fetch->cancellable, on_read, g_object_ref (task));
      return;
    }
  bytes = g_bytes_new (fetch->body->data, fetch->body->len);
  page = page_new (bytes, fetch->is_list, &error);
  if (page != NULL)
    g_task_return_pointer (task, page, (GDestroyNotify)mcp_registry_page_unref);
  else
    fail (task, error);
}

static gboolean
follow (GTask *task)
{
  Fetch      *fetch = g_task_get_task_data (task);
  const char *location = soup_message_headers_get_one (
      soup_message_get_response_headers (fetch->message), "Location");
  g_autoptr (GUri) next =
      location != NULL ? g_uri_parse_relative (fetch->uri, location, SOUP_HTTP_URI_FLAGS, NULL)
                       : NULL;

  if (next == NULL || !is_trusted (next) ||
      mcp_uri_is_loopback (next) != mcp_uri_is_loopback (fetch->uri) ||
      fetch->redirects++ >= MCP_REGISTRY_MAX_REDIRECTS)
    return FALSE;
  g_uri_unref (fetch->uri);
  fetch->uri = g_steal_pointer (&next);
  send_hop (task);
  return TRUE;
}

static GError *
new_status_error (guint status, const char *host)
{
  GError *error;

  if (status == SOUP_STATUS_NOT_FOUND)
    error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "The registry at %s has no such server.", host);
  else if (status >= 500)
    error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "The registry at %s failed (HTTP %u): try again "
                                                  "later.",
                           host, status);
  else
    error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "The registry at %s refused the question (HTTP "
                                                  "%u).",
                           host, status);
  mcp_error_get_details (error)->http_status = status;
  return error;
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
      fail (task, error);
      return;
    }
  status = soup_message_get_status (fetch->message);
  if (SOUP_STATUS_IS_REDIRECTION (status))
    {
      if (!follow (task))
        fail (task, mcp_error_new (MCP_ERROR_REDIRECTED,
                                   "The registry leads to an address that is not followed."));
    }
  else if (status != SOUP_STATUS_OK)
    fail (task, new_status_error (status, g_uri_get_host (fetch->uri)));
  else
    g_input_stream_read_bytes_async (fetch->stream, PIECE_BYTES, G_PRIORITY_DEFAULT,
                                     fetch->cancellable, on_read, g_object_ref (task));
}

static void
send_hop (GTask *task)
{
  McpRegistry *self = g_task_get_source_object (task);
  Fetch       *fetch = g_task_get_task_data (task);

  g_clear_object (&fetch->message);
  fetch->message = soup_message_new_from_uri (SOUP_METHOD_GET, fetch->uri);
  soup_message_add_flags (fetch->message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_append (soup_message_get_request_headers (fetch->message), "Accept",
                               "application/json");
  soup_session_send_async (self->session, fetch->message, G_PRIORITY_DEFAULT, fetch->cancellable,
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

/* @address: of our own making */
static void
start (GTask *task, const char *address, gboolean is_list, GCancellable *cancellable)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  /* What is cancelled says so in this floor's own words. */
  g_task_set_check_cancellable (task, FALSE);
  fetch->is_list = is_list;
  fetch->uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  fetch->body = g_byte_array_new ();
  fetch->cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    {
      fetch->outer = g_object_ref (cancellable);
      fetch->outer_handler = g_cancellable_connect (cancellable, G_CALLBACK (on_outer_cancelled),
                                                    g_object_ref (fetch->cancellable),
                                                    g_object_unref);
    }
  fetch->deadline = g_timeout_source_new (MCP_REGISTRY_DEADLINE_MS);
  g_source_set_callback (fetch->deadline, on_deadline, fetch, NULL);
  g_source_attach (fetch->deadline, g_main_context_get_thread_default ());
  g_task_set_task_data (task, fetch, fetch_free);
  send_hop (task);
}

void
mcp_registry_list_async (McpRegistry        *self,
                         const char         *search,
                         const char         *cursor,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GString) address = NULL;

  g_return_if_fail (MCP_IS_REGISTRY (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_registry_list_async);
  address = g_string_new (NULL);
  g_string_printf (address, "%s/v0.1/servers?version=latest&limit=%u", self->base,
                   MCP_REGISTRY_PAGE);
  if (search != NULL && *search != '\0')
    {
      g_string_append (address, "&search=");
      g_string_append_uri_escaped (address, search, NULL, FALSE);
    }
  if (cursor != NULL && *cursor != '\0')
    {
      g_string_append (address, "&cursor=");
      g_string_append_uri_escaped (address, cursor, NULL, FALSE);
    }
  start (task, address->str, TRUE, cancellable);
}

McpRegistryPage *
mcp_registry_list_finish (McpRegistry *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
mcp_registry_get_async (McpRegistry        *self,
                        const char         *name,
                        const char         *version,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GString) address = NULL;

  g_return_if_fail (MCP_IS_REGISTRY (self));
  g_return_if_fail (name != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_registry_get_async);
  address = g_string_new (self->base);
  g_string_append (address, "/v0.1/servers/");
  g_string_append_uri_escaped (address, name, NULL, FALSE);
  g_string_append (address, "/versions/");
  g_string_append_uri_escaped (address, version != NULL ? version : "latest", NULL, FALSE);
  start (task, address->str, FALSE, cancellable);
}

McpRegistryPage *
mcp_registry_get_finish (McpRegistry *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
