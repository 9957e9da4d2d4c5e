/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-issuer.h"

#include "app-demo-auth-client.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"
#include "app-demo-auth-text.h"
#include "app-demo-listener.h"

#include <string.h>

#define OAUTH_DOCUMENT "/.well-known/oauth-authorization-server"
#define OPENID_DOCUMENT "/.well-known/openid-configuration"
/* A process sees no more JWTs than this. */
#define MAX_SEEN 1000000
/* Seconds by which a clock is wrong. */
#define CLOCK_SHIFT 3600

typedef struct
{
  const char       *path;   /* behind the issuer's own */
  const char       *method; /* of HTTP */
  AppDemoAuthHandle handle;
  gboolean          json; /* the body is JSON and no form */
} Endpoint;

static const Endpoint endpoints[] = {
  { "/authorize", "GET", app_demo_auth_authorize },
  { "/decide", "POST", app_demo_auth_decide },
  { "/token", "POST", app_demo_auth_token },
  { "/register", "POST", app_demo_auth_register, TRUE },
  { "/revoke", "POST", app_demo_auth_revoke },
  { "/introspect", "POST", app_demo_auth_introspect },
  { "/jwks", "GET", app_demo_auth_keys },
};

static const Endpoint description = { "", "GET", app_demo_auth_describe };

typedef struct
{
  AppDemoAuthIssuer *issuer;
  const Endpoint    *endpoint;
  char              *path;
} Place;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->path);
  g_free (place);
}

static gboolean
is_form (SoupServerMessage *message)
{
  const char *type = soup_message_headers_get_content_type (
      soup_server_message_get_request_headers (message), NULL);

  return g_strcmp0 (type, "application/x-www-form-urlencoded") == 0;
}

static void
set_clock (AppDemoAuthIssuer *self, SoupServerMessage *message)
{
  gint64 shift = app_demo_auth_issuer_get_clock_shift (self);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) shown = g_date_time_add_seconds (now, shift);
  g_autofree char *text = soup_date_time_to_string (shown, SOUP_DATE_HTTP);

  if (shift != 0)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), "Date", text);
}

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  Place           *place = user_data;
  gboolean         posts = g_str_equal (place->endpoint->method, "POST");
  g_autofree char *body = NULL;
  g_autofree char *repeated = NULL;
  g_autoptr (GHashTable) parameters = NULL;

  /* libsoup hands over what only begins with the path. */
  if (strcmp (path, place->path) != 0)
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  if (strcmp (soup_server_message_get_method (message), place->endpoint->method) != 0)
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                    place->endpoint->method);
      app_demo_auth_message_refuse (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "invalid_request",
                                    "This endpoint has another method");
      return;
    }
  if (posts && !place->endpoint->json)
    {
      body = app_demo_auth_message_dup_body (message);
      if (body == NULL || !is_form (message))
        {
          app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_request",
                                        "The body must be a form");
          return;
        }
    }
  parameters = app_demo_auth_parameters (
      posts ? body : g_uri_get_query (soup_server_message_get_uri (message)), &repeated);
  if (repeated != NULL)
    app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_request",
                                  "A parameter comes more than once");
  else
    place->endpoint->handle (place->issuer, message, parameters);
  set_clock (place->issuer, message);
}

static void
serve (AppDemoAuthIssuer *self, const Endpoint *endpoint, const char *before, const char *behind)
{
  Place *place = g_new0 (Place, 1);

  place->issuer = self;
  place->endpoint = endpoint;
  place->path = g_strconcat (before, self->path, endpoint->path, behind, NULL);
  soup_server_add_handler (self->soup, place->path, handle, place, place_free);
}

static void
serve_documents (AppDemoAuthIssuer *self)
{
  guint documents = self->options->documents;

  if ((documents & APP_DEMO_AUTH_DOCUMENT_OAUTH) != 0)
    serve (self, &description, OAUTH_DOCUMENT, "");
  if ((documents & APP_DEMO_AUTH_DOCUMENT_OPENID) != 0)
    serve (self, &description, OPENID_DOCUMENT, "");
  if ((documents & APP_DEMO_AUTH_DOCUMENT_APPENDED) != 0 && self->path[0] != '\0')
    serve (self, &description, "", OPENID_DOCUMENT);
}

AppDemoAuthIssuer *
app_demo_auth_issuer_new (const AppDemoOptions      *options,
                          const AppDemoAuthResource *resource,
                          const char                *role,
                          SoupServer                *soup,
                          const char                *origin,
                          GError                   **error)
{
  AppDemoAuthIssuer *self = g_new0 (AppDemoAuthIssuer, 1);
  const char        *path = options->auth->issuer_path;
  gboolean           first = g_str_equal (role, "issuer");

  self->options = options->auth;
  self->resource = resource;
  self->role = role;
  self->path = g_strdup (path != NULL && strcmp (path, "/") != 0 ? path : "");
  self->clients = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify)app_demo_auth_client_free);
  self->tickets = app_demo_auth_tickets_new ();
  self->key = app_demo_auth_key_generate ();
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->origin = g_strdup (origin);
  self->soup = soup != NULL ? g_object_ref (soup)
                            : app_demo_listener_new (options, first ? options->auth->port : 0, NULL,
                                                     &self->origin, error);
  if (options->auth->dpop_nonce)
    self->nonce = app_demo_auth_random ();
  if (options->auth->workload_key != NULL)
    self->workload = app_demo_auth_key_read_file (options->auth->workload_key, error);
  if (self->soup == NULL || (options->auth->workload_key != NULL && self->workload == NULL) ||
      !app_demo_auth_client_add_static (self, error))
    {
      app_demo_auth_issuer_free (self);
      return NULL;
    }
  self->name = g_strconcat (self->origin, self->path, NULL);
  if (soup == NULL)
    app_demo_auth_message_log (self->options, self->soup, role);
  for (guint i = 0; i < G_N_ELEMENTS (endpoints); i++)
    serve (self, &endpoints[i], "", "");
  if (!app_demo_auth_has (self->options, "no-documents"))
    serve_documents (self);
  return self;
}

void
app_demo_auth_issuer_free (AppDemoAuthIssuer *self)
{
  if (self->soup != NULL)
    soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  g_hash_table_unref (self->clients);
  app_demo_auth_tickets_free (self->tickets);
  app_demo_auth_key_free (self->key);
  g_hash_table_unref (self->seen);
  g_clear_pointer (&self->workload, app_demo_auth_key_free);
  g_free (self->nonce);
  g_free (self->origin);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

static gboolean
is_provider (AppDemoAuthIssuer *self)
{
  return g_str_equal (self->role, "idp");
}

gint64
app_demo_auth_issuer_get_clock_shift (AppDemoAuthIssuer *self)
{
  if (app_demo_auth_has (self->options, "clock-ahead"))
    return CLOCK_SHIFT;
  return app_demo_auth_has (self->options, "clock-behind") ? -CLOCK_SHIFT : 0;
}

gboolean
app_demo_auth_issuer_see (AppDemoAuthIssuer *self, const AppDemoAuthJwt *jwt)
{
  g_autofree char *id = mcp_json_value_dup_member_string (app_demo_auth_jwt_get_claims (jwt),
                                                          "jti");

  if (id == NULL || g_hash_table_size (self->seen) >= MAX_SEEN)
    return FALSE;
  return g_hash_table_add (self->seen, g_steal_pointer (&id));
}

gboolean
app_demo_auth_issuer_takes_resource (AppDemoAuthIssuer *self, const char *resource)
{
  /* Before 2025-06-18 there was no such parameter. */
  if (resource == NULL)
    return is_provider (self) || app_demo_auth_has (self->options, "rejects-resource") ||
           app_demo_auth_has (self->options, "no-prm") ||
           app_demo_auth_has (self->options, "no-documents");
  return strcmp (resource, self->resource->url) == 0 ||
         g_strcmp0 (resource, self->resource->published) == 0;
}

char *
app_demo_auth_issuer_dup_scopes (AppDemoAuthIssuer *self)
{
  g_autoptr (GString) scopes = g_string_new (self->options->scopes);

  if (is_provider (self))
    return g_strdup ("openid offline_access");

  for (guint i = 0; i < self->options->steps->len; i++)
    {
      const AppDemoAuthStep *step = g_ptr_array_index (self->options->steps, i);

      if (!app_demo_auth_words_contain (scopes->str, step->scope))
        g_string_append_printf (scopes, " %s", step->scope);
    }
  if (self->options->challenge_scope != NULL)
    {
      g_auto (GStrv) words = g_strsplit (self->options->challenge_scope, " ", -1);

      for (guint i = 0; words[i] != NULL; i++)
        if (!app_demo_auth_words_contain (scopes->str, words[i]))
          g_string_append_printf (scopes, " %s", words[i]);
    }
  if (self->options->offline)
    g_string_append (scopes, " offline_access");
  return g_string_free (g_steal_pointer (&scopes), FALSE);
}

char *
app_demo_auth_issuer_grant_scope (AppDemoAuthIssuer *self, const char *scope)
{
  g_autofree char *scopes = app_demo_auth_issuer_dup_scopes (self);
  g_auto (GStrv) words = g_strsplit (scope != NULL ? scope : "", " ", -1);

  if (scope == NULL || scope[0] == '\0')
    return g_strdup (is_provider (self) ? "openid" : self->options->scopes);
  for (guint i = 0; words[i] != NULL; i++)
    if (!app_demo_auth_words_contain (scopes, words[i]))
      return NULL;
  if (app_demo_auth_has (self->options, "step-up-shrinks"))
    return g_strdup (words[g_strv_length (words) - 1]);
  return g_strdup (scope);
}
