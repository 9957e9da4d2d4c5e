/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthRecord: all that is kept of a sign-in at one server: by whom, for what, the client and the
 * tokens, so that a token can be refreshed without asking anybody for metadata again. A secret as a
 * whole. Immutable; reference counted.
 */

#pragma once

#include "mcp-auth-client.h"
#include "mcp-auth-jws.h"
#include "mcp-auth-token.h"

/** What a record is made of; all texts but @server, @issuer and @token_url are (nullable). */
typedef struct
{
  const char    *server; /* the URL of the MCP server: tokens go to its origin alone */
  const char    *issuer;
  const char    *token_url;
  const char    *revocation_url;
  const char    *introspection_url;
  const char    *resource;     /* as it was sent; %NULL where it was omitted */
  const char    *grant;        /* as MCP_AUTH_GRANT */
  const char    *scopes_asked; /* everything that was ever asked for */
  const char    *scopes_granted;
  const char    *access_token; /* a secret */
  const char    *refresh_token;
  const char    *id_token;
  const char    *scheme;   /* "Bearer" or "DPoP" */
  gint64         obtained; /* seconds since 1970 */
  gint64         life;     /* seconds; -1: unknown */
  McpAuthClient *client;   /* (nullable) */
  const char    *key;      /* the PEM of the proofs of possession; a secret */
} McpAuthRecordParts;

typedef struct _McpAuthRecord McpAuthRecord;

/** @parts: copied. Returns: (transfer full) */
McpAuthRecord *mcp_auth_record_new (const McpAuthRecordParts *parts);
/** With what a refresh sent: what it does not name stays, but for the life of the token, which is
 * unknown then. @obtained: seconds since 1970. Returns: (transfer full) */
McpAuthRecord *mcp_auth_record_new_refreshed (McpAuthRecord *old,
                                              McpAuthToken  *token,
                                              gint64         obtained);
/** Without tokens, scopes and key: the client and the server's addresses stay known.
 * Returns: (transfer full) */
McpAuthRecord *mcp_auth_record_new_signed_out (McpAuthRecord *old);
McpAuthRecord *mcp_auth_record_ref (McpAuthRecord *self);
void           mcp_auth_record_unref (McpAuthRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthRecord, mcp_auth_record_unref)

/** Returns: (transfer none): as long as the record */
const McpAuthRecordParts *mcp_auth_record_get (McpAuthRecord *self);
/** Returns: seconds since 1970; %G_MAXINT64 where it is unknown */
gint64 mcp_auth_record_get_refresh_time (McpAuthRecord *self);

/** Returns: (transfer full): JSON; a secret, to be freed by mcp_auth_secret_free() */
char *mcp_auth_record_dup_json (McpAuthRecord *self);
/** What another version wrote is read as far as it is understood; members that are unknown here are
 * dropped. Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_MESSAGE, which quotes
 * nothing of it: no JSON, or without server, issuer or token_url */
McpAuthRecord *mcp_auth_record_new_from_json (const char *json, GError **error);
