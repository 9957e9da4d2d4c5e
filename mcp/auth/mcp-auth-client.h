/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthClient: who we are for one authorization server: how we became known to it, under which
 * ID, and how we prove that it is us. Belongs to one issuer and is never shown to another.
 * Immutable; reference counted.
 *
 * Sources: RFC 7591, OpenID Connect Registration §2, draft-ietf-oauth-client-id-metadata-document,
 * MCP 2026-07-28 "Client Registration"
 */

#pragma once

#include "mcp-auth-document.h"
#include "mcp-auth-settings.h"

G_BEGIN_DECLS

typedef enum {
  MCP_AUTH_CLIENT_REGISTERED, /* beforehand, by a person */
  MCP_AUTH_CLIENT_DOCUMENT,   /* its ID is the address of its metadata */
  MCP_AUTH_CLIENT_DYNAMIC,    /* RFC 7591 */
  MCP_AUTH_CLIENT_ASK,        /* none of these can be had: a person must enter an ID */
} McpAuthClientKind;

typedef enum {
  MCP_AUTH_METHOD_NONE,
  MCP_AUTH_METHOD_BASIC, /* client_secret_basic */
  MCP_AUTH_METHOD_POST,  /* client_secret_post */
  MCP_AUTH_METHOD_JWT,   /* private_key_jwt */
} McpAuthMethod;

/** Returns: (transfer none): "client_secret_basic" */
const char *mcp_auth_method_get_name (McpAuthMethod method);

typedef struct _McpAuthClient McpAuthClient;

McpAuthClient *mcp_auth_client_ref (McpAuthClient *self);
void           mcp_auth_client_unref (McpAuthClient *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthClient, mcp_auth_client_unref)

/** Which of the four, by the settings and by what the server offers: pre-registered, document,
 * dynamic, ask. Only a person at a browser can consent to a client that is registered dynamically.
 * @reason: (out) (transfer none): why, as a sentence without a full stop
 * @server: (nullable): %NULL in the fallback of 2025-03-26, which registers dynamically */
McpAuthClientKind mcp_auth_client_choose (McpAuthSettings *settings,
                                          McpAuthDocument *server,
                                          const char     **reason);

/** REGISTERED and DOCUMENT. Its method is that of the settings ("basic" and "post" are known too).
 * With none there it is private_key_jwt where there is a private key and @server lists it or there
 * is no secret; else, with a secret, what @server lists of basic and post.
 * @server: (nullable). Returns: (transfer full) */
McpAuthClient *mcp_auth_client_new_from_settings (McpAuthSettings  *settings,
                                                  McpAuthClientKind kind,
                                                  McpAuthDocument  *server);
/** The JSON of a registration request. @server: (nullable). @scopes: (nullable): separated by
 * spaces.
 * @dpop: whether tokens are to be bound to a key. Returns: (transfer full) */
char *mcp_auth_client_dup_registration (McpAuthSettings *settings,
                                        McpAuthDocument *server,
                                        const char      *redirect_uri,
                                        const char      *scopes,
                                        gboolean         dpop);
/** @body: of a response of a successful status. null, "" and absent are the same; the method is the
 * one sent back where @server lists it or nothing, and what it takes was sent too.
 * @server: (nullable)
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_MESSAGE: no client_id in it */
McpAuthClient *mcp_auth_client_new_registered (GBytes          *body,
                                               McpAuthDocument *server,
                                               const char      *redirect_uri,
                                               GError         **error);

McpAuthClientKind mcp_auth_client_get_kind (McpAuthClient *self);
const char       *mcp_auth_client_get_id (McpAuthClient *self);
/** Returns: (transfer none) (nullable): a secret */
const char   *mcp_auth_client_get_secret (McpAuthClient *self);
McpAuthMethod mcp_auth_client_get_method (McpAuthClient *self);
/** Returns: (transfer none) (nullable): what was registered; another one needs another client */
const char *mcp_auth_client_get_redirect_uri (McpAuthClient *self);
/** Returns: seconds since 1970; 0 where the secret does not expire */
gint64 mcp_auth_client_get_secret_expiry (McpAuthClient *self);
/** Returns: (transfer none) (nullable): RFC 7592: what allows to take it back: a secret */
const char *mcp_auth_client_get_configuration_token (McpAuthClient *self);

/** For what keeps it: JSON of an object. Returns: (transfer full) */
char *mcp_auth_client_dup_json (McpAuthClient *self);
/** Returns: (transfer full) (nullable): %NULL where it is none */
McpAuthClient *mcp_auth_client_new_from_json (McpJsonValue json);

G_END_DECLS
