/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-words.h"

#include <glib/gi18n-lib.h>

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
        N_ ("Asks the server for something without a token. Everything begins "
            "with its refusal."),
    [MCP_AUTH_STEP_CHALLENGE] = N_ ("Reads what the refusal says: where the metadata is, and which "
                                    "scopes are wanted."),
    [MCP_AUTH_STEP_RESOURCE] =
        N_ ("Looks for the document in which the server names itself and the "
            "authorization servers that it trusts."),
    [MCP_AUTH_STEP_ISSUER] = N_ ("Chooses one of these authorization servers."),
    [MCP_AUTH_STEP_SERVER] = N_ ("Looks for the document in which the authorization server names "
                                 "its addresses and what it supports."),
    [MCP_AUTH_STEP_CLIENT] = N_ ("Decides who Spyglass is there: a registered client, a metadata "
                                 "document, or a registration of its own."),
    [MCP_AUTH_STEP_SCOPES] = N_ ("Decides what is asked for, and for which resource."),
    [MCP_AUTH_STEP_AUTHORIZE] =
        N_ ("Builds the address that the browser opens, and listens for its "
            "return."),
    [MCP_AUTH_STEP_BROWSER] =
        N_ ("You sign in and decide, in your browser. Spyglass never sees your "
            "password."),
    [MCP_AUTH_STEP_CALLBACK] = N_ ("Checks that what the browser brought back is ours, and comes "
                                   "from the right authorization server."),
    [MCP_AUTH_STEP_TOKEN] =
        N_ ("Exchanges the code for a token, and compares what was granted with "
            "what was asked for."),
    [MCP_AUTH_STEP_USE] = N_ ("Asks once more, with the token."),
  };

  g_return_val_if_fail (kind < MCP_AUTH_N_STEPS, "");
  return _ (purposes[kind]);
}

/* Findings */

const char *
app_auth_words_get_severity (McpAuthSeverity severity)
{
  static const char *const words[] = {
    [MCP_AUTH_SEVERITY_BREAKS] = N_ ("It cannot go on"),
    [MCP_AUTH_SEVERITY_FORBIDDEN] = N_ ("Works, against the specification"),
    [MCP_AUTH_SEVERITY_LUCK] = N_ ("Works by luck"),
    [MCP_AUTH_SEVERITY_NOTE] = N_ ("Note"),
  };

  g_return_val_if_fail (severity < G_N_ELEMENTS (words), "");
  return _ (words[severity]);
}

const char *
app_auth_words_get_fault (McpAuthFault fault)
{
  static const char *const faults[] = {
    [MCP_AUTH_FAULT_SERVER] = N_ ("The server"),
    [MCP_AUTH_FAULT_AUTHORIZATION_SERVER] = N_ ("The authorization server"),
    [MCP_AUTH_FAULT_CLIENT] = N_ ("Spyglass"),
    [MCP_AUTH_FAULT_NETWORK] = N_ ("The network, or a proxy on the way"),
    [MCP_AUTH_FAULT_PERSON] = N_ ("The settings, or a decision"),
    [MCP_AUTH_FAULT_NOBODY] = N_ ("Nobody’s fault"),
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
static const char *const offline_labels[] = { N_ ("Where the server lists it"), N_ ("Never"),
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
  [MCP_AUTH_EXTRA] = { N_ ("More parameters (a=b&c=d)") },
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
  [MCP_AUTH_ACCEPT_RESOURCE] = { N_ ("Accept another resource"),
                                 N_ ("Though it is not this server’s address"),
                                 .is_switch = TRUE },
  [MCP_AUTH_ACCEPT_ISSUER] = { N_ ("Accept another issuer"),
                               N_ ("Though the document is not of the issuer asked for"),
                               .is_switch = TRUE },
  [MCP_AUTH_ASSUME_S256] = { N_ ("Assume PKCE with S256"), N_ ("Though it is not advertised"),
                             .is_switch = TRUE },
  [MCP_AUTH_SKIP_ISS] = { N_ ("Skip the issuer check"),
                          N_ ("The callback may come from another authorization server"),
                          .is_switch = TRUE },
  [MCP_AUTH_ALLOW_PRIVATE] = { N_ ("Allow private addresses"),
                               N_ ("A public server may name addresses of your own network"),
                               .is_switch = TRUE },
  [MCP_AUTH_ALLOW_HTTP] = { N_ ("Allow plain HTTP"),
                            N_ ("Codes and tokens can be read on the way"), .is_switch = TRUE },
};
AppAuthSettingWords
app_auth_words_get_setting (McpAuthSetting setting)
{
  AppAuthSettingWords look;

  g_return_val_if_fail (setting < MCP_AUTH_N_SETTINGS, setting_words[0]);
  look = setting_words[setting];
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
