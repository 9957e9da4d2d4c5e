/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-assertion.h"

#include "app-demo-auth-text.h"

#define ID_JAG_TYPE "oauth-id-jag+jwt"
/* Seconds. */
#define ID_TOKEN_LIFE 3600
#define ID_JAG_LIFE 300
#define WORKLOAD_LIFE 3600

char *
app_demo_auth_assertion_write_id_token (AppDemoAuthIssuer *provider, const AppDemoAuthTicket *code)
{
  gint64           now = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *claims = mcp_json_build (
      "{'iss': %s, 'sub': %s, 'aud': %s, 'iat': %x, 'exp': %x, 'nonce': ?%s}", provider->name,
      APP_DEMO_AUTH_SUBJECT, code->client, now, now + ID_TOKEN_LIFE, code->nonce);

  return app_demo_auth_key_sign (provider->key, "JWT", claims);
}

char *
app_demo_auth_assertion_write_id_jag (AppDemoAuthIssuer *provider,
                                      AppDemoAuthIssuer *issuer,
                                      const char        *resource,
                                      const char        *scope)
{
  gint64           now = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *id = app_demo_auth_random ();
  g_autofree char *claims = mcp_json_build (
      "{'iss': %s, 'sub': %s, 'aud': %s, 'resource': %s, 'client_id': %s, 'jti': %s, 'iat': %x, "
      "'exp': %x, 'scope': ?%s}",
      provider->name, APP_DEMO_AUTH_SUBJECT, issuer->name, resource,
      issuer->options->registered.id, id, now, now + ID_JAG_LIFE, scope);

  return app_demo_auth_key_sign (provider->key, ID_JAG_TYPE, claims);
}

gboolean
app_demo_auth_assertion_is_id_token (AppDemoAuthIssuer *provider,
                                     const char        *client,
                                     const char        *text)
{
  g_autoptr (AppDemoAuthJwt) jwt = app_demo_auth_jwt_read (text);

  return jwt != NULL && app_demo_auth_jwt_is_signed_by (jwt, provider->key) &&
         app_demo_auth_jwt_has (jwt, "iss", provider->name) &&
         app_demo_auth_jwt_has (jwt, "aud", client) &&
         app_demo_auth_jwt_find_time_fault (jwt, ID_TOKEN_LIFE) == NULL;
}

static const char *
check_id_jag (AppDemoAuthIssuer       *issuer,
              const AppDemoAuthClient *client,
              const AppDemoAuthJwt    *jwt)
{
  McpJsonValue type = mcp_json_value_get_member (app_demo_auth_jwt_get_header (jwt), "typ");

  if (client->methods == APP_DEMO_AUTH_METHOD_NONE)
    return "The client must prove who it is";
  if (!mcp_json_value_string_equals (type, ID_JAG_TYPE))
    return "The assertion's typ is not " ID_JAG_TYPE;
  if (!app_demo_auth_jwt_has (jwt, "iss", issuer->provider->name))
    return "The assertion's iss is not the identity provider";
  if (!app_demo_auth_jwt_has (jwt, "client_id", client->id))
    return "The assertion was made for another client";
  if (!app_demo_auth_jwt_has (jwt, "aud", issuer->name))
    return "The assertion's aud is not the issuer";
  return app_demo_auth_jwt_find_time_fault (jwt, ID_JAG_LIFE);
}

static const char *
check_workload (AppDemoAuthIssuer *issuer, const AppDemoAuthJwt *jwt)
{
  g_autofree char *endpoint = g_strconcat (issuer->name, "/token", NULL);

  if (!app_demo_auth_jwt_has (jwt, "aud", issuer->name) &&
      !app_demo_auth_jwt_has (jwt, "aud", endpoint))
    return "The assertion's aud is neither the issuer nor its token endpoint";
  return app_demo_auth_jwt_find_time_fault (jwt, WORKLOAD_LIFE);
}

const char *
app_demo_auth_assertion_check (AppDemoAuthIssuer       *issuer,
                               const AppDemoAuthClient *client,
                               const char              *text,
                               char                   **scope,
                               char                   **resource)
{
  g_autoptr (AppDemoAuthJwt) jwt = app_demo_auth_jwt_read (text);
  const char *fault = "The assertion is no JWT of one that this server trusts";

  *scope = *resource = NULL;
  if (jwt == NULL)
    return fault;
  if (issuer->provider != NULL && app_demo_auth_jwt_is_signed_by (jwt, issuer->provider->key))
    fault = check_id_jag (issuer, client, jwt);
  else if (issuer->workload != NULL && app_demo_auth_jwt_is_signed_by (jwt, issuer->workload))
    fault = check_workload (issuer, jwt);
  if (fault == NULL && !app_demo_auth_issuer_see (issuer, jwt))
    fault = "The assertion has no jti, or came before";
  if (fault == NULL)
    {
      McpJsonValue claims = app_demo_auth_jwt_get_claims (jwt);

      *scope = mcp_json_value_dup_member_string (claims, "scope");
      *resource = mcp_json_value_dup_member_string (claims, "resource");
    }
  return fault;
}
