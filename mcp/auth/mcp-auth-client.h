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

/** "dynamic". Not of ASK, which is no client. Returns: (transfer none) */
const char *mcp_auth_client_kind_get_name (McpAuthClientKind kind);

typedef struct _McpAuthClient McpAuthClient;

/** What a client is; all texts but @id are (nullable). */
typedef struct
{
  McpAuthClientKind kind;
  McpAuthMethod     method;
  const char       *id;
  const char       *secret;        /* a secret */
  const char       *redirect_uri;  /* that was registered; another one needs another client */
  gint64            secret_expiry; /* seconds since 1970; 0 where the secret does not expire */
  /* RFC 7592: where and by what it can be taken back, which nobody can who did not keep it */
  const char *configuration_url;
  const char *configuration_token; /* a secret */
} McpAuthClientParts;

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
/** The method that a registration asks for: as the settings say, else as the server lists.
 * @server: (nullable) */
McpAuthMethod mcp_auth_client_choose_method (McpAuthSettings *settings, McpAuthDocument *server);
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

/** Returns: (transfer none): as long as the client */
const McpAuthClientParts *mcp_auth_client_get (McpAuthClient *self);

/** For what keeps it: JSON of an object. Returns: (transfer full) */
char *mcp_auth_client_dup_json (McpAuthClient *self);
/** Returns: (transfer full) (nullable): %NULL where it is none */
McpAuthClient *mcp_auth_client_new_from_json (McpJsonValue json);
