/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthCallback: what the browser brings back from the authorization server, and whether it is
 * ours. Immutable; reference counted.
 *
 * Sources: RFC 6749 §4.1.2, RFC 9207 §2.4, MCP 2026-07-28 "Authorization Response Validation"
 */

#pragma once

#include <gio/gio.h>

/* A longer query is refused before it is read. */
#define MCP_AUTH_CALLBACK_MAX_BYTES (16u * 1024u)

typedef struct _McpAuthCallback McpAuthCallback;

/** @query: what stands behind "?", not decoded; @text of the other: what a person pasted: a whole
 * address, or a query with or without the "?".
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_MESSAGE: a parameter of
 * RFC 6749 or 9207 twice, too long, no UTF-8, neither code nor error in it */
McpAuthCallback *mcp_auth_callback_new (const char *query, GError **error);
McpAuthCallback *mcp_auth_callback_new_pasted (const char *text, GError **error);
McpAuthCallback *mcp_auth_callback_ref (McpAuthCallback *self);
void             mcp_auth_callback_unref (McpAuthCallback *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthCallback, mcp_auth_callback_unref)

/** @name: "code", "state", "iss", "error", "error_description", "error_uri"
 * Returns: (transfer none) (nullable): decoded; error_description is cut at 2000 characters */
const char *mcp_auth_callback_get (McpAuthCallback *self, const char *name);

/** Whether the state is ours, compared in constant time. */
gboolean mcp_auth_callback_has_state (McpAuthCallback *self, const char *state);

typedef enum {
  MCP_AUTH_ISS_ABSENT,     /* nor advertised: go on */
  MCP_AUTH_ISS_SAME,       /* go on */
  MCP_AUTH_ISS_MISSING,    /* advertised: stop */
  MCP_AUTH_ISS_OTHER,      /* stop, whether advertised or not */
  MCP_AUTH_ISS_NORMALIZED, /* of those: the same but for "/", case or a default port */
} McpAuthIss;

/** Code point by code point with the issuer of the metadata document. @advertised:
 * authorization_response_iss_parameter_supported */
McpAuthIss mcp_auth_callback_check_iss (McpAuthCallback *self,
                                        const char      *issuer,
                                        gboolean         advertised);
