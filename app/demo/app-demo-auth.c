/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth.h"

#include "app-demo-auth-issuer.h"
#include "app-demo-listener.h"

#include <string.h>

#define WELL_KNOWN "/.well-known/oauth-protected-resource"
#define SCHEME "Bearer "

struct _AppDemoAuth
{
  AppDemoAuthIssuer *issuer;
  char              *origin;
  char              *url;  /* of the endpoint */
  char              *path; /* of the metadata */
};

/* The metadata of the resource, RFC 9728 §2 */
static void
handle_metadata (SoupServer        *soup,
                 SoupServerMessage *message,
                 const char        *path,
                 GHashTable        *query,
                 gpointer           user_data)
{
  AppDemoAuth *self = user_data;

  if (strcmp (path, self->path) != 0)
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  app_demo_auth_issuer_reply (
      message, SOUP_STATUS_OK,
      mcp_json_build ("{'resource': %s, 'authorization_servers': [%s], 'scopes_supported': [%s], "
                      "'bearer_methods_supported': ['header'], 'resource_name': 'Spyglass demo'}",
                      self->url, self->origin, APP_DEMO_AUTH_SCOPE));
}

AppDemoAuth *
app_demo_auth_new (SoupServer *soup, const char *origin, const char *url)
{
  AppDemoAuth *self = g_new0 (AppDemoAuth, 1);

  self->issuer = app_demo_auth_issuer_new (soup, origin, url);
  self->origin = g_strdup (origin);
  self->url = g_strdup (url);
  self->path = g_strconcat (WELL_KNOWN, url + strlen (origin), NULL);
  soup_server_add_handler (soup, WELL_KNOWN, handle_metadata, self, NULL);
  g_printerr ("Authorization server at %s\n", origin);
  return self;
}

void
app_demo_auth_free (AppDemoAuth *self)
{
  app_demo_auth_issuer_free (self->issuer);
  g_free (self->origin);
  g_free (self->url);
  g_free (self->path);
  g_free (self);
}

gboolean
app_demo_auth_admit (AppDemoAuth *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char         *header = soup_message_headers_get_one (headers, "Authorization");
  g_autoptr (GString) challenge = g_string_new (SCHEME "realm=\"spyglass-demo\"");

  if (header != NULL && g_ascii_strncasecmp (header, SCHEME, strlen (SCHEME)) == 0 &&
      app_demo_auth_issuer_knows_token (self->issuer, header + strlen (SCHEME)))
    return TRUE;

  if (header != NULL)
    g_string_append (challenge, ", error=\"invalid_token\", "
                                "error_description=\"The token is unknown or expired\"");
  g_string_append_printf (challenge, ", resource_metadata=\"%s%s\"", self->origin, self->path);
  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "WWW-Authenticate", challenge->str);
  app_demo_http_checks_refuse (message, SOUP_STATUS_UNAUTHORIZED, -32001, "Unauthorized");
  return FALSE;
}
