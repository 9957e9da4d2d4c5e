/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The documents that say who gives out authorizations. Source: RFC 9728 (protected resource), RFC
 * 8414 (authorization server); MCP 2025-11-25, "Authorization". */

#include "app-doctor-private.h"

#include "app-advice.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-uri.h"
#include "mcp-json-document.h"
#include "mcp-json-value.h"

/* Of the resource, then of who gives out authorizations. */
#define MAX_DOCUMENTS 8

typedef struct
{
  AppDoctor *doctor;
  GQueue     urls; /* of char *: still to be fetched */
  char      *url;  /* that is being fetched */
  gboolean   of_server;
  guint      n_asked;
  gboolean   found;
  GString   *lines;
} Search;

static void
search_free (Search *self)
{
  g_object_unref (self->doctor);
  g_queue_clear_full (&self->urls, g_free);
  g_free (self->url);
  g_string_free (self->lines, TRUE);
  g_free (self);
}

/* "https://host:port" */
static char *
dup_origin (GUri *uri)
{
  return g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                     g_uri_get_port (uri), "", NULL, NULL);
}

/* The well-known place with the path behind it, then without. */
static void
push_places (Search *self, GUri *uri, const char *name)
{
  g_autofree char *origin = dup_origin (uri);
  const char      *path = g_uri_get_path (uri);

  if (*path != '\0' && !g_str_equal (path, "/"))
    g_queue_push_tail (&self->urls, g_strconcat (origin, "/.well-known/", name, path, NULL));
  g_queue_push_tail (&self->urls, g_strconcat (origin, "/.well-known/", name, NULL));
}

/* resource_metadata="…" of a challenge (RFC 9728 §5.1). Returns: (nullable) */
static char *
find_metadata_url (const char *challenge)
{
  const char *at = challenge != NULL ? strstr (challenge, "resource_metadata=\"") : NULL;
  const char *end;

  if (at == NULL)
    return NULL;
  at += strlen ("resource_metadata=\"");
  end = strchr (at, '"');
  return end != NULL ? g_strndup (at, end - at) : NULL;
}

static void fetch_next (Search *self);

static void
end_search (Search *self)
{
  AppDoctor *doctor = self->doctor;
  gboolean   wanted = (doctor->http.post != NULL && doctor->http.post->status == 401) ||
                    (doctor->http.get != NULL && doctor->http.get->status == 401);
  g_autofree char *found = NULL;

  if (doctor->http.issuer != NULL)
    found = g_strdup_printf (_ ("The authorization server is %s."), doctor->http.issuer);
  else if (self->found)
    found = g_strdup (_ ("Metadata without an authorization server."));
  else
    found = g_strdup (wanted ? _ ("None, though the server requires authentication.")
                             : _ ("None, and none needed."));
  app_doctor_end_step (doctor,
                       wanted && doctor->http.issuer == NULL ? APP_DOCTOR_WARNED
                                                             : APP_DOCTOR_PASSED,
                       found, self->lines->str,
                       wanted && doctor->http.issuer == NULL
                           ? app_advice_pick (
                                 _ ("Ask the server's author how to get a token, and add it in "
                                    "the server settings."),
                                 _ ("Ask the server's author how to get a token, and give it with "
                                    "--bearer."))
                           : NULL);
  search_free (self);
}

static void
read_resource (Search *self, McpJsonValue root)
{
  McpJsonValue     servers = mcp_json_value_get_member (root, "authorization_servers");
  g_autofree char *issuer = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autofree char *authorization = NULL;

  if (mcp_json_value_get_kind (servers) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (servers) > 0)
    issuer = mcp_json_value_dup_string (mcp_json_value_get_item (servers, 0), NULL);
  uri = issuer != NULL ? mcp_http_address_parse (issuer, &authorization, NULL) : NULL;
  g_queue_clear_full (&self->urls, g_free);
  if (uri == NULL)
    return;
  self->doctor->http.issuer = g_steal_pointer (&issuer);
  self->of_server = TRUE;
  push_places (self, uri, "oauth-authorization-server");
  push_places (self, uri, "openid-configuration");
}

static void
read_document (Search *self, McpHttpProbeResponse *reply)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (reply->body, -1, NULL);
  McpJsonValue root;

  if (reply->status != 200 || document == NULL)
    return;
  root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    return;
  self->found = TRUE;
  if (self->of_server)
    g_queue_clear_full (&self->urls, g_free);
  else
    read_resource (self, root);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Search *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpHttpProbeResponse) reply = mcp_http_probe_run_finish (result, &error);

  if (reply != NULL)
    g_string_append_printf (self->lines, "%s%s → %u %s", self->lines->len > 0 ? "\n" : "",
                            self->url, reply->status,
                            reply->content_type != NULL ? reply->content_type : "");
  else
    g_string_append_printf (self->lines, "%s%s → %s", self->lines->len > 0 ? "\n" : "", self->url,
                            error->message);
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      app_doctor_fail_step (self->doctor, error);
      search_free (self);
      return;
    }
  if (reply != NULL)
    read_document (self, reply);
  fetch_next (self);
}

/* Nothing of ours goes along: these are public documents, perhaps of somebody else. */
static void
fetch_next (Search *self)
{
  static const char *const headers[] = { "Accept: application/json", NULL };
  AppDoctor               *doctor = self->doctor;
  McpHttpOptions          *own = app_preparation_get_options (doctor->preparation);
  g_autoptr (McpHttpOptions) plain = mcp_http_options_new ();
  g_autoptr (GUri) uri = NULL;
  g_autofree char    *authorization = NULL;
  McpHttpProbeRequest query = { "GET", NULL, own, headers, NULL };

  do
    {
      g_free (self->url);
      self->url = g_queue_pop_head (&self->urls);
      if (self->url == NULL || self->n_asked++ >= MAX_DOCUMENTS)
        {
          end_search (self);
          return;
        }
      uri = mcp_http_address_parse (self->url, &authorization, NULL);
    }
  while (uri == NULL);
  if (!mcp_uri_is_same_origin (uri, doctor->uri))
    {
      mcp_http_options_set_proxy (plain, mcp_http_options_get_proxy (own), NULL);
      mcp_http_options_set_ca_file (plain, mcp_http_options_get_ca_file (own));
      query.options = plain;
    }
  query.uri = uri;
  mcp_http_probe_run_async (&query, doctor->cancellable, on_fetched, self);
}

void
app_doctor_read_metadata (AppDoctor *self)
{
  Search *search = g_new0 (Search, 1);
  char   *named = NULL;

  search->doctor = g_object_ref (self);
  search->lines = g_string_new (NULL);
  g_queue_init (&search->urls);
  if (self->http.post != NULL)
    named = find_metadata_url (self->http.post->challenge);
  if (named == NULL && self->http.get != NULL)
    named = find_metadata_url (self->http.get->challenge);
  if (named != NULL)
    g_queue_push_tail (&search->urls, named);
  push_places (search, self->uri, "oauth-protected-resource");
  fetch_next (search);
}
