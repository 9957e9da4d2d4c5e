/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "auth-fixture.h"
#include "ui-fixture.h"

#include <libsoup/soup.h>
#include <string.h>

struct _AuthFixture
{
  SoupServer         *server;
  SoupSession        *browser;
  AuthFixtureOddities oddities;
  char               *origin;
  char               *url;
  guint               n_tokens;
  guint               n_revoked;
};

static void
respond (SoupServerMessage *message, guint status, const char *type, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  if (text != NULL)
    soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, strlen (text));
}

static char *
dup_scopes (AuthFixture *self)
{
  GString *scopes = g_string_new ("files:read");

  for (guint i = 0; (self->oddities & AUTH_FIXTURE_LONG) != 0 && i < 250; i++)
    g_string_append_printf (scopes, " https://example.org/auth/a.very.long.scope.%u", i);
  return g_string_free (scopes, FALSE);
}

/* MCP */

static char *
dup_result (SoupServerMessage *message)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  const char      *id = strstr (body->data != NULL ? body->data : "", "\"id\":");
  int              number = id != NULL ? atoi (id + 5) : 0;

  if (strstr (body->data, "\"initialize\"") != NULL)
    return g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"protocolVersion\":"
                            "\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"auth\","
                            "\"version\":\"1\"}}}",
                            number);
  if (strstr (body->data, "\"tools/call\"") != NULL)
    return g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[{\"type\":"
                            "\"text\",\"text\":\"Written\"}]}}",
                            number);
  return g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"code\":-32601,"
                          "\"message\":\"no such method\"}}",
                          number);
}

static void
on_mcp (SoupServer        *server,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           data)
{
  AuthFixture        *self = data;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  const char         *authorization = soup_message_headers_get_one (
              soup_server_message_get_request_headers (message), "Authorization");
  g_autofree char *scopes = dup_scopes (self);
  g_autofree char *challenge = g_strdup_printf (
      "Bearer resource_metadata=\"%s/.well-known/oauth-protected-resource/mcp\", scope=\"%s\"",
      self->origin, scopes);
  g_autofree char *result = NULL;

  if (authorization == NULL || strstr (authorization, AUTH_FIXTURE_TOKEN) == NULL)
    {
      soup_message_headers_append (headers, "WWW-Authenticate", challenge);
      respond (message, 401, "application/json", "{\"error\":\"unauthorized\"}");
      return;
    }
  if (!g_str_equal (soup_server_message_get_method (message), "POST"))
    {
      respond (message, 405, NULL, NULL);
      return;
    }
  if (strstr (soup_server_message_get_request_body (message)->data, "\"id\":") == NULL)
    {
      respond (message, 202, NULL, NULL);
      return;
    }
  if ((self->oddities & AUTH_FIXTURE_STEP_UP) != 0 && self->n_tokens < 2 &&
      strstr (soup_server_message_get_request_body (message)->data, "\"tools/call\"") != NULL)
    {
      soup_message_headers_append (headers, "WWW-Authenticate",
                                   "Bearer error=\"insufficient_scope\", scope=\"files:write\"");
      respond (message, 403, "application/json", "{\"error\":\"insufficient_scope\"}");
      return;
    }
  result = dup_result (message);
  respond (message, 200, "application/json", result);
}

/* The documents */

static void
on_document (SoupServer        *server,
             SoupServerMessage *message,
             const char        *path,
             GHashTable        *query,
             gpointer           data)
{
  AuthFixture     *self = data;
  g_autofree char *text = NULL;

  if ((self->oddities & AUTH_FIXTURE_HTML) != 0)
    {
      respond (message, 200, "text/html", "<!DOCTYPE html><b>KEY & co</b>");
      return;
    }
  if (g_str_equal (path, "/.well-known/oauth-protected-resource/mcp"))
    text = g_strdup_printf ("{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"],"
                            "\"scopes_supported\":[\"files:read\",\"files:write\"]}",
                            self->url, self->origin);
  else if (g_str_equal (path, "/.well-known/oauth-authorization-server"))
    text = g_strdup_printf (
        "{\"issuer\":\"%s%s\",\"authorization_endpoint\":\"%s/authorize\",\"token_endpoint\":"
        "\"%s/token\",\"registration_endpoint\":\"%s/register\",\"revocation_endpoint\":"
        "\"%s/revoke\",\"response_types_supported\":[\"code\"],\"grant_types_supported\":"
        "[\"authorization_code\",\"refresh_token\"],\"code_challenge_methods_supported\":"
        "[\"S256\"],\"token_endpoint_auth_methods_supported\":[\"none\"]}",
        self->origin, (self->oddities & AUTH_FIXTURE_ISSUER_SLASH) != 0 ? "/" : "", self->origin,
        self->origin, self->origin, self->origin);
  if (text != NULL)
    respond (message, 200, "application/json", text);
  else
    respond (message, 404, NULL, NULL);
}

static void
on_endpoint (SoupServer        *server,
             SoupServerMessage *message,
             const char        *path,
             GHashTable        *query,
             gpointer           data)
{
  AuthFixture *self = data;

  if (g_str_equal (path, "/register"))
    respond (message, 201, "application/json",
             "{\"client_id\":\"client-1\",\"token_endpoint_auth_method\":\"none\"}");
  else if (g_str_equal (path, "/token"))
    {
      g_autofree char *token = g_strdup_printf (
          "{\"access_token\":\"" AUTH_FIXTURE_TOKEN "%s\",\"refresh_token\":"
          "\"" AUTH_FIXTURE_REFRESH "\",\"token_type\":\"Bearer\",\"expires_in\":3600,"
          "\"scope\":\"files:read%s\"}",
          self->n_tokens > 0 ? "-2" : "", self->n_tokens > 0 ? " files:write" : "");

      self->n_tokens++;
      respond (message, 200, "application/json", token);
    }
  else
    {
      self->n_revoked++;
      respond (message, 200, NULL, NULL);
    }
}

AuthFixture *
auth_fixture_new (AuthFixtureOddities oddities)
{
  AuthFixture *self = g_new0 (AuthFixture, 1);
  g_autoptr (GError) error = NULL;
  GSList *uris;

  self->oddities = oddities;
  self->server = soup_server_new (NULL, NULL);
  self->browser = soup_session_new ();
  soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->server);
  self->origin = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  self->url = g_strconcat (self->origin, "/mcp", NULL);
  g_slist_free_full (uris, (GDestroyNotify)g_uri_unref);
  soup_server_add_handler (self->server, "/mcp", on_mcp, self, NULL);
  soup_server_add_handler (self->server, "/.well-known", on_document, self, NULL);
  soup_server_add_handler (self->server, "/register", on_endpoint, self, NULL);
  soup_server_add_handler (self->server, "/token", on_endpoint, self, NULL);
  soup_server_add_handler (self->server, "/revoke", on_endpoint, self, NULL);
  return self;
}

void
auth_fixture_free (AuthFixture *self)
{
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_object_unref (self->browser);
  g_free (self->origin);
  g_free (self->url);
  g_free (self);
}

const char *
auth_fixture_get_url (AuthFixture *self)
{
  return self->url;
}

guint
auth_fixture_get_n_tokens (AuthFixture *self)
{
  return self->n_tokens;
}

guint
auth_fixture_get_n_revoked (AuthFixture *self)
{
  return self->n_revoked;
}

AppSession *
auth_fixture_add (AuthFixture *self, AppWorkspace *workspace)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("files");

  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", self->url, "reconnect",
                STORE_RECONNECT_NEVER, NULL);
  return ui_fixture_add (workspace, profile);
}

/* The browser */

char *
auth_fixture_dup_callback (AuthFixture *self, const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GHashTable) query = NULL;
  g_autofree char *state = NULL;
  g_autofree char *code = g_uri_escape_string (AUTH_FIXTURE_CODE, NULL, FALSE);

  g_assert_nonnull (uri);
  query = soup_form_decode (g_uri_get_query (uri));
  state = g_uri_escape_string (g_hash_table_lookup (query, "state"), NULL, FALSE);
  g_assert_cmpstr (g_hash_table_lookup (query, "code_challenge_method"), ==, "S256");
  if ((self->oddities & AUTH_FIXTURE_DENIES) != 0)
    return g_strdup_printf ("%s?error=access_denied&state=%s",
                            (char *)g_hash_table_lookup (query, "redirect_uri"), state);
  return g_strdup_printf ("%s?code=%s&state=%s",
                          (char *)g_hash_table_lookup (query, "redirect_uri"), code, state);
}

static gboolean
on_open_browser (AppAuthDebugger *debugger, const char *url, AuthFixture *self)
{
  g_autofree char *callback = auth_fixture_dup_callback (self, url);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", callback);

  app_auth_debugger_set_browser_error (debugger, NULL);
  soup_session_send_and_read_async (self->browser, message, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  return TRUE;
}

void
auth_fixture_be_browser (AuthFixture *self, AppSession *session)
{
  g_signal_connect (app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER), "open-browser",
                    G_CALLBACK (on_open_browser), self);
}
