/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What may be asked about a token, and that it be forgotten: RFC 7662, RFC 7009, RFC 7517 §5. */

#include "app-demo-auth-client.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"

#include <string.h>

static AppDemoAuthTicket *
find (AppDemoAuthIssuer *self, const char *text)
{
  AppDemoAuthTicket *token = app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_ACCESS, text);

  return token != NULL ? token
                       : app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_REFRESH, text);
}

void
app_demo_auth_revoke (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  AppDemoAuthClient *client = app_demo_auth_client_authenticate (self, message, parameters);
  const char        *text = g_hash_table_lookup (parameters, "token");
  AppDemoAuthTicket *token = find (self, text);

  if (client == NULL)
    return;
  if (text == NULL)
    {
      app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_request",
                                    "token is missing");
      return;
    }
  if (token != NULL && strcmp (token->client, client->id) != 0)
    {
      app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "unauthorized_client",
                                    "The token is another client's");
      return;
    }
  /* With a refresh token goes all that came of it (RFC 7009 §2.1). */
  if (token != NULL && token->kind == APP_DEMO_AUTH_REFRESH)
    app_demo_auth_tickets_revoke_family (self->tickets, token->family);
  else if (token != NULL)
    token->spent = TRUE;
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
}

void
app_demo_auth_introspect (AppDemoAuthIssuer *self,
                          SoupServerMessage *message,
                          GHashTable        *parameters)
{
  AppDemoAuthClient *client = app_demo_auth_client_authenticate (self, message, parameters);
  AppDemoAuthTicket *token = find (self, g_hash_table_lookup (parameters, "token"));
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (client == NULL)
    return;
  if (token == NULL || !app_demo_auth_tickets_is_good (self->tickets, token))
    {
      app_demo_auth_message_reply (message, SOUP_STATUS_OK, g_strdup ("{\"active\":false}"));
      return;
    }
  mcp_json_writer_add (writer,
                       "{'active': true, 'scope': %s, 'client_id': %s, 'token_type': %s, "
                       "'exp': %x, 'iat': %x, 'sub': %s, 'aud': %s, 'iss': %s",
                       token->scope, token->client, token->key != NULL ? "DPoP" : "Bearer",
                       token->expires, token->issued, APP_DEMO_AUTH_SUBJECT, token->audience,
                       self->name);
  if (token->key != NULL)
    mcp_json_writer_add (writer, "'cnf': {'jkt': %s}", token->key);
  mcp_json_writer_end_object (writer);
  app_demo_auth_message_reply (message, SOUP_STATUS_OK, mcp_json_writer_finish_text (writer));
}

void
app_demo_auth_keys (AppDemoAuthIssuer *self,
                    SoupServerMessage *message,
                    GHashTable        *parameters)
{
  g_autofree char *jwk = app_demo_auth_key_write_jwk (self->key);
  g_autofree char *kid = app_demo_auth_key_make_thumbprint (self->key);
  g_autoptr (McpJsonDocument) parsed = mcp_json_document_parse_text (jwk, -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_writer_add (writer, "{'keys': [{'kid': %s, 'alg': 'ES256', 'use': 'sig'", kid);
  mcp_json_iter_init (&iter, mcp_json_document_get_root (parsed));
  while (mcp_json_iter_next (&iter, &name, &value))
    mcp_json_writer_add (writer, "%v: %v", name, value);
  mcp_json_writer_add (writer, "}]}");
  app_demo_auth_message_reply (message, SOUP_STATUS_OK, mcp_json_writer_finish_text (writer));
}
