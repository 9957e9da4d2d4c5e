/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Assertions of others in place of a person's leave: the ID-JAG of an identity provider and the JWT
 * of a platform. Source: RFC 7523 §3, RFC 8693; MCP extensions SEP-990 and SEP-1933.
 */

#pragma once

#include "app-demo-auth-client.h"

G_BEGIN_DECLS

#define APP_DEMO_AUTH_ID_TOKEN "urn:ietf:params:oauth:token-type:id_token"
#define APP_DEMO_AUTH_ID_JAG "urn:ietf:params:oauth:token-type:id-jag"
#define APP_DEMO_AUTH_REFRESH_TOKEN "urn:ietf:params:oauth:token-type:refresh_token"

/** Returns: (transfer full): who the person is, to @client */
char *app_demo_auth_assertion_write_id_token (AppDemoAuthIssuer       *provider,
                                              const AppDemoAuthTicket *code);
/** Returns: (transfer full): that the person lets the client of @issuer use @resource */
char *app_demo_auth_assertion_write_id_jag (AppDemoAuthIssuer *provider,
                                            AppDemoAuthIssuer *issuer,
                                            const char        *resource,
                                            const char        *scope);
/** Returns: whether @text is an ID token that @provider gave @client */
gboolean app_demo_auth_assertion_is_id_token (AppDemoAuthIssuer *provider,
                                              const char        *client,
                                              const char        *text);
/** Checks an assertion that @issuer was shown by @client. @scope: (out) (transfer full) (nullable)
 * @resource: (out) (transfer full) (nullable): what the assertion says of both
 * Returns: (transfer none) (nullable): what is wrong with it */
const char *app_demo_auth_assertion_check (AppDemoAuthIssuer       *issuer,
                                           const AppDemoAuthClient *client,
                                           const char              *text,
                                           char                   **scope,
                                           char                   **resource);

G_END_DECLS
