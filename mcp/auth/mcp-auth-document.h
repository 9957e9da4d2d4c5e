/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthDocument: the metadata of a protected resource (RFC 9728) or of an authorization server
 * (RFC 8414, OpenID Connect Discovery), read with every identifier as it was sent; and where such
 * documents are looked for. Immutable; reference counted.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

#define MCP_AUTH_DOCUMENT_MAX_BYTES (64u * 1024u)
#define MCP_AUTH_DOCUMENT_MAX_DEPTH 32u

typedef struct _McpAuthDocument McpAuthDocument;

/** A byte order mark is passed over. @url: that it came from
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_MESSAGE where it is no JSON
 * object, or too large or deep */
McpAuthDocument *mcp_auth_document_new (const char *url, GBytes *body, GError **error);
McpAuthDocument *mcp_auth_document_ref (McpAuthDocument *self);
void             mcp_auth_document_unref (McpAuthDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthDocument, mcp_auth_document_unref)

const char  *mcp_auth_document_get_url (McpAuthDocument *self);
McpJsonValue mcp_auth_document_get_root (McpAuthDocument *self);
/** Returns: (transfer none) (nullable): a member that is a text and not empty ("" and null count as
 * absent) */
const char *mcp_auth_document_get (McpAuthDocument *self, const char *name);
/** Returns: (transfer none): the texts of a member that is an array; never %NULL */
const char *const *mcp_auth_document_get_list (McpAuthDocument *self, const char *name);
/** Whether a member is an array at all: what is absent has the default of its RFC. */
gboolean mcp_auth_document_has_list (McpAuthDocument *self, const char *name);
gboolean mcp_auth_document_lists (McpAuthDocument *self, const char *name, const char *text);
/** Whether a member is true (or "true", which some send). */
gboolean mcp_auth_document_is (McpAuthDocument *self, const char *name);

/* Where they are looked for */

/** RFC 9728 §3.1, MCP 2025-11-25 "Protected Resource Metadata Discovery Requirements".
 * @url: of the MCP server
 * Returns: (transfer full): in order; empty where @url is no http or https URL */
GStrv mcp_auth_document_dup_resource_urls (const char *url);
/** RFC 8414 §3.1, OpenID Connect Discovery §4.1. The issuer's last "/" is dropped for this alone.
 * Returns: (transfer full) (nullable): in order; %NULL where @issuer is no http or https URL */
GStrv mcp_auth_document_dup_server_urls (const char *issuer);

/* What must fit */

typedef enum {
  MCP_AUTH_MATCH_SAME,   /* character by character */
  MCP_AUTH_MATCH_SLASH,  /* but for one "/" at the end */
  MCP_AUTH_MATCH_PREFIX, /* the same origin, and a path that the URL lies below: usable as is */
  MCP_AUTH_MATCH_NONE,
} McpAuthMatch;

/** How the "resource" of a document fits the URL of the MCP server. RFC 9728 §3.3 wants SAME; SLASH
 * and PREFIX are usable all the same, and are sent as the document has them. The same for issuers:
 * RFC 8414 §3.3: only SAME will do; PREFIX is the root's document where one of a tenant was asked
 * for. */
McpAuthMatch mcp_auth_document_match_resource (const char *resource, const char *url);
/** Returns: where both differ for the first time, in bytes; their length where they do not */
gsize mcp_auth_document_find_difference (const char *one, const char *other);
