/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-words.h"

#include <glib/gi18n-lib.h>

/* The whole */

/* @expires: seconds since 1970; 0: unknown. Returns: (transfer full) (nullable) */
static char *
dup_expiry (gint64 expires)
{
  gint64 seconds = expires - g_get_real_time () / G_USEC_PER_SEC;
  gint64 minutes = (seconds + 59) / 60;

  if (expires == 0)
    return NULL;
  if (seconds <= 0)
    return g_strdup (_ ("expired"));
  if (minutes < 120)
    return g_strdup_printf (_ ("expires in %d min"), (int)minutes);
  if (minutes < 48 * 60)
    return g_strdup_printf (_ ("expires in %d h"), (int)(minutes / 60));
  return g_strdup_printf (_ ("expires in %d days"), (int)(minutes / 60 / 24));
}

char *
app_auth_words_dup_summary (AppAuthorization *authorization)
{
  AppAuthorizationState state = app_authorization_get_state (authorization);
  g_autofree char      *scopes = NULL;
  g_autofree char      *missing = NULL;
  gint64                expires;

  g_object_get (authorization, "scopes", &scopes, "missing", &missing, "expires", &expires, NULL);
  if (state == APP_AUTHORIZATION_MISSING)
    return missing != NULL
               /* Translators: %s is what a token has to allow, such as "files:write" */
               ? g_strdup_printf (_ ("Additional permission required: %s"), missing)
               : g_strdup (_ ("Additional permission required"));
  if (state != APP_AUTHORIZATION_SIGNED_IN)
    return NULL;
  g_autofree char *expiry = dup_expiry (expires);
  if (scopes == NULL || *scopes == '\0')
    return expiry != NULL ? g_strjoin (" · ", _ ("Signed in"), expiry, NULL)
                          : g_strdup (_ ("Signed in"));
  return g_strjoin (" · ", _ ("Signed in"), scopes, expiry, NULL);
}

/* Steps */

const char *
app_auth_words_get_state (McpAuthStepState state)
{
  static const char *const words[] = {
    [MCP_AUTH_STEP_PENDING] = NULL,
    [MCP_AUTH_STEP_RUNNING] = N_ ("Running"),
    [MCP_AUTH_STEP_WAITING] = N_ ("Waiting for you"),
    [MCP_AUTH_STEP_DONE] = N_ ("Done"),
    [MCP_AUTH_STEP_SKIPPED] = N_ ("Skipped"),
    [MCP_AUTH_STEP_FAILED] = N_ ("Failed"),
  };

  g_return_val_if_fail (state < G_N_ELEMENTS (words), "");
  return words[state] != NULL ? _ (words[state]) : "";
}

const char *
app_auth_words_get_purpose (McpAuthStepKind kind)
{
  static const char *const purposes[MCP_AUTH_N_STEPS] = {
    [MCP_AUTH_STEP_REQUEST] =
        N_ ("Asks without a token. The server’s refusal begins the sign-in."),
    [MCP_AUTH_STEP_CHALLENGE] = N_ ("Reads the challenge: the metadata address and the required "
                                    "scopes."),
    [MCP_AUTH_STEP_RESOURCE] =
        N_ ("Fetches the resource metadata: the server’s own address and the "
            "authorization servers that it trusts."),
    [MCP_AUTH_STEP_ISSUER] = N_ ("Chooses one of the authorization servers."),
    [MCP_AUTH_STEP_SERVER] = N_ ("Fetches the authorization server’s metadata: its endpoints "
                                 "and what it supports."),
    [MCP_AUTH_STEP_CLIENT] = N_ ("Determines the client: registered beforehand, a metadata "
                                 "document, or dynamic registration."),
    [MCP_AUTH_STEP_SCOPES] = N_ ("Determines scopes and resource."),
    [MCP_AUTH_STEP_AUTHORIZE] =
        N_ ("Builds the sign-in address and listens for the redirect."),
    [MCP_AUTH_STEP_BROWSER] =
        N_ ("You sign in and decide in your browser. Spyglass never sees your "
            "password."),
    [MCP_AUTH_STEP_CALLBACK] = N_ ("Validates the callback: that it belongs to this sign-in and "
                                   "comes from the right authorization server."),
    [MCP_AUTH_STEP_TOKEN] =
        N_ ("Exchanges the code for a token and compares the granted scopes with "
            "the requested ones."),
    [MCP_AUTH_STEP_USE] = N_ ("Repeats the request with the token."),
  };

  g_return_val_if_fail (kind < MCP_AUTH_N_STEPS, "");
  return _ (purposes[kind]);
}

/* Findings */

const char *
app_auth_words_get_severity (McpAuthSeverity severity)
{
  static const char *const words[] = {
    [MCP_AUTH_SEVERITY_BREAKS] = N_ ("Blocking"),
    [MCP_AUTH_SEVERITY_FORBIDDEN] = N_ ("Works, violates the specification"),
    [MCP_AUTH_SEVERITY_LUCK] = N_ ("Works by chance"),
    [MCP_AUTH_SEVERITY_NOTE] = N_ ("Note"),
  };

  g_return_val_if_fail (severity < G_N_ELEMENTS (words), "");
  return _ (words[severity]);
}

const char *
app_auth_words_get_fault (McpAuthFault fault)
{
  static const char *const faults[] = {
    [MCP_AUTH_FAULT_SERVER] = N_ ("Server"),
    [MCP_AUTH_FAULT_AUTHORIZATION_SERVER] = N_ ("Authorization server"),
    [MCP_AUTH_FAULT_CLIENT] = N_ ("Spyglass"),
    [MCP_AUTH_FAULT_NETWORK] = N_ ("Network or a proxy"),
    [MCP_AUTH_FAULT_PERSON] = N_ ("Settings or a decision"),
    [MCP_AUTH_FAULT_NOBODY] = N_ ("No problem found"),
  };

  g_return_val_if_fail (fault < G_N_ELEMENTS (faults), "");
  return _ (faults[fault]);
}

/* Settings */

static const char *const grants[] = { "", "client-credentials", "enterprise", "workload", NULL };
static const char *const grant_labels[] = { N_ ("Sign in with a browser"),
                                            N_ ("Client credentials"), N_ ("Enterprise-managed"),
                                            N_ ("Workload identity"), NULL };
static const char *const clients[] = { "", "registered", "document", "dynamic", NULL };
static const char *const client_labels[] = { N_ ("Automatic"), N_ ("Registered beforehand"),
                                             N_ ("Metadata document"), N_ ("Dynamic registration"),
                                             NULL };
/* RFC 6749 and 7523 spell them so. */
static const char *const methods[] = { "", "none", "client_secret_basic", "client_secret_post",
                                       "private_key_jwt", NULL };
static const char *const method_labels[] = { N_ ("Automatic"), "none", "client_secret_basic",
                                             "client_secret_post", "private_key_jwt", NULL };
static const char *const algorithms[] = { "", "RS256", "EdDSA", NULL };
static const char *const algorithm_labels[] = { "ES256", "RS256", "EdDSA", NULL };
static const char *const offlines[] = { "", "no", NULL };
static const char *const offline_labels[] = { N_ ("If the server lists it"), N_ ("Never"),
                                              NULL };
static const char *const proofs[] = { "", "yes", "no", NULL };
static const char *const proof_labels[] = { N_ ("Automatic"), N_ ("Always"), N_ ("Never"), NULL };
static const char *const hosts[] = { "", "localhost", NULL };
static const char *const host_labels[] = { "127.0.0.1", "localhost", NULL };

static const AppAuthSettingWords setting_words[MCP_AUTH_N_SETTINGS] = {
  [MCP_AUTH_GRANT] = { N_ ("Grant"), NULL, grants, grant_labels },
  [MCP_AUTH_CLIENT] = { N_ ("Client identity"), NULL, clients, client_labels },
  [MCP_AUTH_CLIENT_ID] = { N_ ("Client ID") },
  [MCP_AUTH_CLIENT_SECRET] = { N_ ("Client secret") },
  [MCP_AUTH_METADATA_URL] = { N_ ("Metadata document URL") },
  [MCP_AUTH_METHOD] = { N_ ("Client authentication"), NULL, methods, method_labels },
  [MCP_AUTH_PRIVATE_KEY] = { N_ ("Private key (PEM)") },
  [MCP_AUTH_ALGORITHM] = { N_ ("Signature algorithm"), NULL, algorithms, algorithm_labels },
  [MCP_AUTH_ISSUER] = { N_ ("Issuer") },
  [MCP_AUTH_SCOPES] = { N_ ("Scopes, separated by spaces") },
  [MCP_AUTH_OFFLINE] = { N_ ("Ask for offline_access"), NULL, offlines, offline_labels },
  [MCP_AUTH_PROMPT] = { N_ ("prompt") },
  [MCP_AUTH_LOGIN_HINT] = { N_ ("login_hint") },
  [MCP_AUTH_EXTRA] = { N_ ("Additional parameters (a=b&c=d)") },
  [MCP_AUTH_DPOP] = { N_ ("Proof of possession (DPoP)"), NULL, proofs, proof_labels },
  [MCP_AUTH_REDIRECT_HOST] = { N_ ("Redirect host"), NULL, hosts, host_labels },
  [MCP_AUTH_REDIRECT_PORT] = { N_ ("Redirect port") },
  [MCP_AUTH_REDIRECT_PATH] = { N_ ("Redirect path") },
  [MCP_AUTH_IDP_ISSUER] = { N_ ("Identity provider’s issuer") },
  [MCP_AUTH_IDP_TOKEN_URL] = { N_ ("Identity provider’s token endpoint") },
  [MCP_AUTH_IDP_CLIENT_ID] = { N_ ("Client ID at the identity provider") },
  [MCP_AUTH_IDP_CLIENT_SECRET] = { N_ ("Client secret at the identity provider") },
  [MCP_AUTH_IDP_TOKEN] = { N_ ("ID token") },
  [MCP_AUTH_ASSERTION] = { N_ ("Assertion") },
  [MCP_AUTH_RESOURCE] = { N_ ("Resource") },
  [MCP_AUTH_RESOURCE_METADATA_URL] = { N_ ("Resource metadata URL") },
  [MCP_AUTH_SERVER_METADATA_URL] = { N_ ("Server metadata URL") },
  [MCP_AUTH_AUTHORIZATION_URL] = { N_ ("Authorization endpoint") },
  [MCP_AUTH_TOKEN_URL] = { N_ ("Token endpoint") },
  [MCP_AUTH_REGISTRATION_URL] = { N_ ("Registration endpoint") },
  [MCP_AUTH_ACCEPT_RESOURCE] = { N_ ("Accept resource mismatch"),
                                 N_ ("The metadata names another resource than this server’s URL"),
                                 .is_switch = TRUE },
  [MCP_AUTH_ACCEPT_ISSUER] = { N_ ("Accept issuer mismatch"),
                               N_ ("The document names an issuer other than the requested one"),
                               .is_switch = TRUE },
  [MCP_AUTH_ASSUME_S256] = { N_ ("Assume PKCE with S256"),
                             N_ ("The authorization server does not advertise it"),
                             .is_switch = TRUE },
  [MCP_AUTH_SKIP_ISS] = { N_ ("Skip the issuer check"),
                          N_ ("The callback may come from another authorization server"),
                          .is_switch = TRUE },
  [MCP_AUTH_ALLOW_PRIVATE] = { N_ ("Allow private addresses"),
                               N_ ("A public server may point into your own network"),
                               .is_switch = TRUE },
  [MCP_AUTH_ALLOW_HTTP] = { N_ ("Allow plain HTTP"), N_ ("Codes and tokens can be intercepted"),
                            .is_switch = TRUE },
};
AppAuthSettingWords
app_auth_words_get_setting (McpAuthSetting setting)
{
  g_return_val_if_fail (setting < MCP_AUTH_N_SETTINGS, setting_words[0]);
  AppAuthSettingWords look = setting_words[setting];
  look.title = _ (look.title);
  if (look.subtitle != NULL)
    look.subtitle = _ (look.subtitle);
  return look;
}

const char *
app_auth_words_get_label (McpAuthSetting setting, guint position)
{
  g_return_val_if_fail (setting < MCP_AUTH_N_SETTINGS, "");
  g_return_val_if_fail (setting_words[setting].labels != NULL, "");

  return _ (setting_words[setting].labels[position]);
}
