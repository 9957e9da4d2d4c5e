/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The document in which an authorization server says what it is, RFC 8414. */

#include "app-demo-auth-issuer.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"

#include <string.h>

static void
write_address (AppDemoAuthIssuer *self, McpJsonWriter *writer, const char *member, const char *path)
{
  g_autofree char *address = g_strconcat (self->name, path, NULL);

  mcp_json_writer_member_string (writer, member, address);
}

static void
write_words (McpJsonWriter *writer, const char *member, const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", -1);

  mcp_json_writer_add (writer, "%s: [", member);
  for (guint i = 0; parts[i] != NULL; i++)
    mcp_json_writer_string (writer, parts[i]);
  mcp_json_writer_end_array (writer);
}

static char *
write_methods (AppDemoAuthIssuer *self)
{
  GString *names = g_string_new (NULL);

  for (guint method = APP_DEMO_AUTH_METHOD_NONE; method <= APP_DEMO_AUTH_METHOD_KEY; method <<= 1)
    if ((self->options->methods & method) != 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                              app_demo_auth_method_get_name (method));
  return g_string_free (names, FALSE);
}

static void
write_document (AppDemoAuthIssuer *self, McpJsonWriter *writer, gboolean openid)
{
  const AppDemoAuthOptions *options = self->options;
  g_autofree char          *scopes = app_demo_auth_issuer_dup_scopes (self);
  g_autofree char          *methods = write_methods (self);
  gboolean                  signs = (options->methods & APP_DEMO_AUTH_METHOD_KEY) != 0;

  mcp_json_writer_add (writer, "{'issuer': %s", self->name);
  write_address (self, writer, "authorization_endpoint", "/authorize");
  write_address (self, writer, "token_endpoint", "/token");
  if ((options->clients & APP_DEMO_AUTH_CLIENTS_DCR) != 0)
    write_address (self, writer, "registration_endpoint", "/register");
  write_address (self, writer, "revocation_endpoint", "/revoke");
  write_address (self, writer, "introspection_endpoint", "/introspect");
  write_address (self, writer, "jwks_uri", "/jwks");
  write_words (writer, "scopes_supported", scopes);
  write_words (writer, "response_types_supported", "code");
  write_words (writer, "response_modes_supported", "query");
  write_words (writer, "grant_types_supported",
               options->refresh ? "authorization_code client_credentials refresh_token"
                                : "authorization_code client_credentials");
  write_words (writer, "token_endpoint_auth_methods_supported", methods);
  if (signs)
    write_words (writer, "token_endpoint_auth_signing_alg_values_supported",
                 "ES256 RS256 EdDSA");
  write_words (writer, "code_challenge_methods_supported", "S256");
  mcp_json_writer_add (writer, "'authorization_response_iss_parameter_supported': true");
  mcp_json_writer_member_boolean (writer, "client_id_metadata_document_supported",
                                  (options->clients & APP_DEMO_AUTH_CLIENTS_CIMD) != 0);
  if (openid)
    {
      write_words (writer, "subject_types_supported", "public");
      write_words (writer, "id_token_signing_alg_values_supported", "ES256");
    }
  mcp_json_writer_end_object (writer);
}

void
app_demo_auth_describe (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  const char      *path = g_uri_get_path (soup_server_message_get_uri (message));
  const char      *variables[] = { "@origin@", self->origin, "@issuer@", self->name, NULL };
  g_autofree char *document = NULL;

  write_document (self, writer, strstr (path, "openid") != NULL);
  document = mcp_json_writer_finish_text (writer);
  app_demo_auth_message_reply (message, SOUP_STATUS_OK,
                               app_demo_auth_quirks_edit (self->options,
                                                          APP_DEMO_AUTH_SERVER_METADATA, document,
                                                          variables));
}
