/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The registration endpoint, RFC 7591. */

#include "app-demo-auth-client.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"
#include "app-demo-auth-text.h"

#include <string.h>

#define MAX_REDIRECTS 20

/* Returns: (transfer none) (nullable): why a person may not be sent there */
static const char *
find_fault (const AppDemoAuthOptions *options, const char *redirect, const char *application_type)
{
  gboolean loopback = app_demo_auth_client_is_loopback (redirect, TRUE);

  if (!loopback && !g_str_has_prefix (redirect, "https://"))
    return "A redirect URI is of this machine or https";
  if (strchr (redirect, '#') != NULL)
    return "A redirect URI has no fragment";
  if (loopback && app_demo_auth_has (options, "dcr-web-only"))
    return "A redirect URI must be https";
  if (loopback && app_demo_auth_has (options, "dcr-web-default") &&
      g_strcmp0 (application_type, "native") != 0)
    return "Web clients may not use addresses of this machine";
  if (loopback && app_demo_auth_has (options, "dcr-localhost-only") &&
      app_demo_auth_client_is_loopback (redirect, FALSE))
    return "A redirect URI has a name, not an IP address";
  return NULL;
}

static gboolean
check_redirects (AppDemoAuthIssuer *self, SoupServerMessage *message, McpJsonValue metadata)
{
  McpJsonValue     redirects = mcp_json_value_get_member (metadata, "redirect_uris");
  g_autofree char *type = mcp_json_value_dup_member_string (metadata, "application_type");
  guint            n = mcp_json_value_get_n_items (redirects);

  if (mcp_json_value_get_kind (redirects) != MCP_JSON_ARRAY || n == 0 || n > MAX_REDIRECTS)
    {
      app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_redirect_uri",
                                    "redirect_uris must be an array of a few");
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *redirect =
          mcp_json_value_dup_string (mcp_json_value_get_item (redirects, i), NULL);
      const char *fault = redirect != NULL ? find_fault (self->options, redirect, type)
                                           : "A redirect URI is a string";

      if (fault != NULL)
        {
          app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_redirect_uri",
                                        fault);
          return FALSE;
        }
    }
  return TRUE;
}

/* Without a word about it the method is client_secret_basic (RFC 7591 §2). */
static gboolean
check_method (AppDemoAuthIssuer *self, SoupServerMessage *message, McpJsonValue metadata)
{
  g_autofree char *name = mcp_json_value_dup_member_string (metadata, "token_endpoint_auth_method");

  for (guint method = APP_DEMO_AUTH_METHOD_NONE; method <= APP_DEMO_AUTH_METHOD_KEY; method <<= 1)
    if ((self->options->methods & method) != 0 &&
        g_str_equal (name != NULL ? name : "client_secret_basic",
                     app_demo_auth_method_get_name (method)))
      return TRUE;
  app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_client_metadata",
                                "That authentication method is not supported");
  return FALSE;
}

static char *
describe (AppDemoAuthIssuer *self, const AppDemoAuthClient *client, McpJsonValue metadata)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  static const char *const own[] = { "client_id", "client_secret", "client_secret_expires_at",
                                     "client_id_issued_at", "token_endpoint_auth_method", NULL };
  static const char *const variables[] = { NULL };
  g_autofree char         *document = NULL;
  McpJsonValue             name, value;
  McpJsonIter              iter;

  mcp_json_writer_add (writer, "{'client_id': %s, 'client_id_issued_at': %x, 'client_secret': ?%s",
                       client->id, g_get_real_time () / G_USEC_PER_SEC, client->secret);
  if (client->secret != NULL)
    mcp_json_writer_member_int64 (writer, "client_secret_expires_at", 0);
  mcp_json_writer_member_string (writer, "token_endpoint_auth_method",
                                 app_demo_auth_method_get_name (client->methods));
  mcp_json_iter_init (&iter, metadata);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);

      if (g_strv_contains (own, text))
        continue;
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  mcp_json_writer_end_object (writer);
  document = mcp_json_writer_finish_text (writer);
  return app_demo_auth_quirks_edit (self->options, APP_DEMO_AUTH_REGISTRATION, document, variables);
}

void
app_demo_auth_register (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  g_autofree char *body = app_demo_auth_message_dup_body (message);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char   *id = NULL;
  AppDemoAuthClient *client;
  McpJsonValue       metadata;

  if (app_demo_auth_has (self->options, "register-html"))
    {
      app_demo_auth_message_show (message, SOUP_STATUS_FORBIDDEN, "Attention required",
                                  "Something in front of this server took you for a robot.", NULL);
      return;
    }
  if ((self->options->clients & APP_DEMO_AUTH_CLIENTS_DCR) == 0 ||
      app_demo_auth_has (self->options, "no-registration"))
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  document = body != NULL ? mcp_json_document_parse_text (body, -1, NULL) : NULL;
  metadata = document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE;
  if (mcp_json_value_get_kind (metadata) != MCP_JSON_OBJECT)
    {
      app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_client_metadata",
                                    "The body must be a JSON object");
      return;
    }
  if (!check_redirects (self, message, metadata) || !check_method (self, message, metadata))
    return;

  id = app_demo_auth_random ();
  client = app_demo_auth_client_add (self, id, metadata);
  app_demo_auth_message_reply (message,
                               app_demo_auth_has (self->options, "dcr-200") ? SOUP_STATUS_OK
                                                                            : SOUP_STATUS_CREATED,
                               describe (self, client, metadata));
}
