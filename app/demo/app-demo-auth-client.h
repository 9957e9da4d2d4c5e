/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuthClient: one client that an authorization server of the demo knows, however it came to
 * know it. Source: RFC 6749 §2, RFC 7591, RFC 8252 §7.3.
 */

#pragma once

#include "app-demo-auth-issuer.h"
#include "mcp-json-writer.h"

G_BEGIN_DECLS

typedef struct
{
  char           *id;
  char           *secret;    /* (nullable) */
  char          **redirects; /* (nullable): any address of this machine */
  guint           methods;   /* of AppDemoAuthMethod: how it may prove who it is */
  AppDemoAuthKey *key;       /* (nullable): its public key */
  gboolean        refreshes; /* it said that it uses refresh tokens */
  gboolean        lasting;   /* it is never purged */
} AppDemoAuthClient;

void app_demo_auth_client_free (AppDemoAuthClient *self);
/** Adds a client to those of @issuer. @metadata: as in a registration; what it has not, it has not
 * Returns: (transfer none) */
AppDemoAuthClient *
app_demo_auth_client_add (AppDemoAuthIssuer *issuer, const char *id, McpJsonValue metadata);
/** Adds the client that is registered beforehand, where there is one.
 * Returns: %FALSE with @error set where its key cannot be read */
gboolean app_demo_auth_client_add_static (AppDemoAuthIssuer *issuer, GError **error);
/** Returns: whether a person may be sent to @redirect for this client */
gboolean app_demo_auth_client_has_redirect (const AppDemoAuthClient  *self,
                                            const AppDemoAuthOptions *options,
                                            const char               *redirect);
/** Returns: whether @redirect is a plain address of this machine; by name too where @named */
gboolean app_demo_auth_client_is_loopback (const char *redirect, gboolean named);
/** Returns: whether @id is the address of a document. @id: (nullable) */
gboolean app_demo_auth_client_is_address (const char *id);
typedef void (*AppDemoAuthFetched) (AppDemoAuthIssuer *issuer, gpointer user_data);
/** Fetches the document at @id, and adds the client that it describes, if it does. */
void app_demo_auth_client_fetch (AppDemoAuthIssuer *issuer,
                                 const char        *id,
                                 AppDemoAuthFetched fetched,
                                 gpointer           user_data);
/** Finds out who sends a form. Where that fails, it is answered.
 * Returns: (transfer none) (nullable) */
AppDemoAuthClient *app_demo_auth_client_authenticate (AppDemoAuthIssuer *issuer,
                                                      SoupServerMessage *message,
                                                      GHashTable        *parameters);

G_END_DECLS
