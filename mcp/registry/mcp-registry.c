/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-registry.h"

#include "mcp-error.h"
#include "mcp-http-fetch.h"
#include "mcp-object.h"
#include "mcp-uri.h"

#include <libsoup/soup.h>
#include <string.h>

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

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, McpRegistryPage, mcp_registry_page, items)
MCP_DEFINE_PLAIN_GETTER (const char *, McpRegistryPage, mcp_registry_page, cursor)

/* A server with what the registry says of it around it, or bare. */
static void
add_item (McpRegistryPage *self, McpJsonValue value)
{
  McpJsonValue server = mcp_json_value_get_member (value, "server");
  McpJsonValue meta, latest;

  if (mcp_json_value_get_kind (server) != MCP_JSON_OBJECT)
    server = value;
  if (mcp_json_value_get_kind (mcp_json_value_get_member (server, "name")) != MCP_JSON_STRING)
    return;
  meta = mcp_json_value_get_member (mcp_json_value_get_member (value, "_meta"), OFFICIAL_META);
  latest = mcp_json_value_get_member (meta, "isLatest");
  McpRegistryItem *item = g_new0 (McpRegistryItem, 1);
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
  McpJsonValue root, servers, metadata;

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
      for (McpJsonWalk each = mcp_json_walk (servers);
           self->items->len < MCP_REGISTRY_MAX_ITEMS && mcp_json_walk_next (&each);)
        add_item (self, each.value);
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

  char         *base;
  McpHttpFetch *fetch;
};

G_DEFINE_FINAL_TYPE (McpRegistry, mcp_registry, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (McpRegistry, mcp_registry)

MCP_DEFINE_FINALIZE (McpRegistry, mcp_registry)
{
  g_free (self->base);
  g_clear_object (&self->fetch);
}

/* Nobody on the way may say which programs a person is offered to run. */
static gboolean
is_trusted (GUri *uri)
{
  return g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         (g_str_equal (g_uri_get_scheme (uri), "https") ||
          (g_str_equal (g_uri_get_scheme (uri), "http") && mcp_uri_is_loopback (uri)));
}

static gboolean
allow_hop (GUri *from, GUri *to, gpointer user_data, GError **error)
{
  if (from == NULL || (is_trusted (to) && mcp_uri_is_loopback (to) == mcp_uri_is_loopback (from)))
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_REDIRECTED, "Not followed"));
  return FALSE;
}

static void
mcp_registry_init (McpRegistry *self)
{
  self->fetch = mcp_http_fetch_new (NULL, allow_hop, NULL, NULL);
}

McpRegistry *
mcp_registry_new (const char *base, GError **error)
{
  if (base == NULL)
    base = MCP_REGISTRY_OFFICIAL;
  g_autoptr (GUri) uri = g_uri_parse (base, SOUP_HTTP_URI_FLAGS, NULL);
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
  McpRegistry *self = g_object_new (MCP_TYPE_REGISTRY, NULL);
  self->base = g_strdup (base);
  while (g_str_has_suffix (self->base, "/"))
    self->base[strlen (self->base) - 1] = '\0';
  return self;
}

/* In this room's words. Returns: (transfer full) */
static GError *
explain (const char *host, const GError *error)
{
  if (error->domain != MCP_ERROR)
    return g_error_copy (error);
  switch (error->code)
    {
    case MCP_ERROR_TIMED_OUT:
      return mcp_error_new (MCP_ERROR_TIMED_OUT, "The registry at %s did not answer within %u "
                                                 "seconds.",
                            host, MCP_REGISTRY_DEADLINE_MS / 1000);
    case MCP_ERROR_CANCELLED:
      return mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled.");
    case MCP_ERROR_REDIRECTED:
      return mcp_error_new (MCP_ERROR_REDIRECTED,
                            "The registry leads to an address that is not followed.");
    case MCP_ERROR_MESSAGE_TOO_LARGE:
      return mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                            "The registry's answer is larger than %u MiB.",
                            MCP_REGISTRY_MAX_BYTES / 1024 / 1024);
    default:
      return mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "The registry at %s cannot be reached: %s",
                            host, error->message);
    }
}

static GError *
new_status_error (McpHttpFetched *fetched)
{
  guint status = mcp_http_fetched_get_status (fetched);
  g_autoptr (GUri) uri =
      g_uri_parse (mcp_http_fetched_get_url (fetched), SOUP_HTTP_URI_FLAGS, NULL);
  const char *host = g_uri_get_host (uri);
  GError     *error;

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
on_fetched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GUri    *uri = g_task_get_task_data (task);
  gboolean is_list = g_task_get_source_tag (task) == mcp_registry_list_async;
  g_autoptr (GError) problem = NULL;
  g_autoptr (McpHttpFetched) fetched =
      mcp_http_fetch_send_finish (MCP_HTTP_FETCH (source), result, &problem);
  guint            status = fetched != NULL ? mcp_http_fetched_get_status (fetched) : 0;
  McpRegistryPage *page = NULL;
  GError          *error = NULL;

  if (fetched == NULL)
    error = explain (g_uri_get_host (uri), problem);
  else if (SOUP_STATUS_IS_REDIRECTION (status))
    error = mcp_error_new (MCP_ERROR_REDIRECTED,
                           "The registry leads to an address that is not followed.");
  else if (status != SOUP_STATUS_OK)
    error = new_status_error (fetched);
  else
    page = page_new (mcp_http_fetched_get_body (fetched), is_list, &error);

  if (page != NULL)
    g_task_return_pointer (task, page, (GDestroyNotify)mcp_registry_page_unref);
  else
    g_task_return_error (task, error);
}

/* @address: of our own making */
static void
start (GTask *task, const char *address)
{
  static const char *const  headers[] = { "Accept: application/json", NULL };
  McpRegistry              *self = g_task_get_source_object (task);
  const McpHttpFetchRequest request = {
    .method = SOUP_METHOD_GET,
    .url = address,
    .headers = headers,
    .max_bytes = MCP_REGISTRY_MAX_BYTES,
    .deadline_ms = MCP_REGISTRY_DEADLINE_MS,
    .max_redirects = MCP_REGISTRY_MAX_REDIRECTS,
  };

  /* What is cancelled says so in this floor's own words. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL),
                        (GDestroyNotify)g_uri_unref);
  mcp_http_fetch_send_async (self->fetch, &request, g_task_get_cancellable (task), on_fetched,
                             g_object_ref (task));
}

void
mcp_registry_list_async (McpRegistry        *self,
                         const char         *search,
                         const char         *cursor,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_return_if_fail (MCP_IS_REGISTRY (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_registry_list_async);
  g_autoptr (GString) address = g_string_new (NULL);
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
  start (task, address->str);
}

MCP_DEFINE_FINISH_POINTER (mcp_registry_list_finish, McpRegistry, McpRegistryPage)

void
mcp_registry_get_async (McpRegistry        *self,
                        const char         *name,
                        const char         *version,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_return_if_fail (MCP_IS_REGISTRY (self));
  g_return_if_fail (name != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_registry_get_async);
  g_autoptr (GString) address = g_string_new (self->base);
  g_string_append (address, "/v0.1/servers/");
  g_string_append_uri_escaped (address, name, NULL, FALSE);
  g_string_append (address, "/versions/");
  g_string_append_uri_escaped (address, version != NULL ? version : "latest", NULL, FALSE);
  start (task, address->str);
}

MCP_DEFINE_FINISH_POINTER (mcp_registry_get_finish, McpRegistry, McpRegistryPage)
