/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "conformance-authorization.h"

#include <libsoup/soup.h>

/* What the suite expects of a client that has a metadata document. */
#define METADATA_URL "https://conformance-test.local/client-metadata.json"

static void
on_led (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAuthFlow) flow = user_data;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  g_autoptr (GInputStream) body = soup_session_send_finish (SOUP_SESSION (source), result, NULL);
  const char *location = soup_message_headers_get_one (
      soup_message_get_response_headers (message), "Location");
  g_autoptr (GError) error = NULL;

  if (location == NULL || !mcp_auth_flow_paste (flow, location, &error))
    g_printerr ("The browser was led nowhere: %s\n", error != NULL ? error->message : "");
}

static void
on_open_browser (McpAuthAuthorizer *authorizer,
                 McpAuthFlow       *flow,
                 const char        *url,
                 gpointer           user_data)
{
  static SoupSession *browser = NULL;
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, url);

  if (browser == NULL)
    browser = soup_session_new ();
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_async (browser, message, G_PRIORITY_DEFAULT, NULL, on_led,
                           g_object_ref (flow));
}

static void
print_findings (McpAuthStep *step)
{
  GListModel *findings = mcp_auth_step_get_findings (step);

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      g_printerr ("%s: %s: %s\n", mcp_auth_step_get_name (step), mcp_auth_finding_get (finding)->id,
                  mcp_auth_finding_get_seen (finding));
    }
}

static void
on_running (McpAuthFlow *flow, GParamSpec *pspec, gpointer user_data)
{
  if (mcp_auth_flow_is_running (flow))
    return;
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    print_findings (mcp_auth_flow_get_step (flow, i));
}

static void
on_signing_in (McpAuthAuthorizer *authorizer, McpAuthFlow *flow, gpointer user_data)
{
  g_signal_connect (flow, "notify::running", G_CALLBACK (on_running), NULL);
}

static void
take (McpAuthSettings *settings, McpAuthSetting setting, McpJsonValue context, const char *name)
{
  g_autofree char *text = mcp_json_value_dup_member_string (context, name);

  if (text != NULL)
    mcp_auth_settings_set (settings, setting, text);
}

static gboolean
has (McpJsonValue context, const char *name)
{
  return mcp_json_value_exists (mcp_json_value_get_member (context, name));
}

/* The grant is a setting; a person would have made it. */
static const char *
choose_grant (const char *name, McpJsonValue context)
{
  if (has (context, "idp_id_token"))
    return "enterprise";
  if (has (context, "valid_jwt"))
    return "workload";
  return has (context, "private_key_pem") || g_str_has_prefix (name, "auth/client-credentials")
             ? "client-credentials"
             : "code";
}

McpAuthAuthorizer *
conformance_authorization_new (const char *name, const char *url, McpJsonValue context)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  McpAuthAuthorizer *authorizer;

  mcp_auth_settings_set (settings, MCP_AUTH_GRANT, choose_grant (name, context));
  mcp_auth_settings_set (settings, MCP_AUTH_METADATA_URL, METADATA_URL);
  take (settings, MCP_AUTH_CLIENT_ID, context, "client_id");
  take (settings, MCP_AUTH_CLIENT_SECRET, context, "client_secret");
  take (settings, MCP_AUTH_ISSUER, context, "issuer");
  take (settings, MCP_AUTH_PRIVATE_KEY, context, "private_key_pem");
  take (settings, MCP_AUTH_ALGORITHM, context, "signing_algorithm");
  take (settings, MCP_AUTH_IDP_CLIENT_ID, context, "idp_client_id");
  take (settings, MCP_AUTH_IDP_TOKEN, context, "idp_id_token");
  take (settings, MCP_AUTH_IDP_ISSUER, context, "idp_issuer");
  take (settings, MCP_AUTH_IDP_TOKEN_URL, context, "idp_token_endpoint");
  take (settings, MCP_AUTH_ASSERTION, context, "valid_jwt");
  authorizer = mcp_auth_authorizer_new (url, NULL, settings, NULL);
  g_signal_connect (authorizer, "open-browser", G_CALLBACK (on_open_browser), NULL);
  g_signal_connect (authorizer, "signing-in", G_CALLBACK (on_signing_in), NULL);
  return authorizer;
}
