/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Which addresses authorization may ask: https, or http on this machine; no user information, no
 * fragment; nothing on a private network that a server on the public one names.
 *
 * Sources: RFC 9728 §7.7, RFC 8252 §7.3, MCP 2026-07-28 "Security Considerations"; the networks are
 * those of RFC 6890 and RFC 6598.
 */

#pragma once

#include <gio/gio.h>

/** Where an address lies, from the outside to the inside. An IPv4 address in IPv6 clothes
 * (::ffff:10.0.0.1, 64:ff9b::10.0.0.1, 2002:a00:1::) is the IPv4 one. */
typedef enum {
  MCP_AUTH_PLACE_PUBLIC,
  MCP_AUTH_PLACE_PRIVATE, /* 10/8, 172.16/12, 192.168/16, 100.64/10, 169.254/16, fc00::/7,
                           * fe80::/10, unspecified, multicast, documentation and the like */
  MCP_AUTH_PLACE_LOOPBACK,
} McpAuthPlace;

McpAuthPlace mcp_auth_address_get_place (GInetAddress *address);
/** What the host of @uri says by itself: an IP literal, also in the old spellings that resolvers
 * understand (127.1, 0x7f000001), "localhost" and its subdomains; a name is public until it is
 * looked up. */
McpAuthPlace mcp_auth_uri_get_place (GUri *uri);

/**
 * Whether an address that a document or a header names may be asked or opened.
 * @url: as it was received
 * @beside: the place of who named it (the MCP server): what lies there may name what lies there or
 * further out; a public one names nothing private unless @allow_private
 * @allow_http: also where it is not this machine
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_TARGET, which says why, shows
 * the origin of @url at most, and is of the kind below where @url lies on a private network or this
 * machine
 */
GUri *mcp_auth_address_check (const char  *url,
                              McpAuthPlace beside,
                              gboolean     allow_private,
                              gboolean     allow_http,
                              GError     **error);

#define MCP_AUTH_ADDRESS_PRIVATE "private"

/** RFC 6454, without a path: "https://host:8443"; the port only where it was written.
 * Returns: (transfer full) (nullable): %NULL where @url is no http or https URL */
char *mcp_auth_address_dup_origin (const char *url);
/** Whether both are URLs of one scheme, host and port (the default one counts as written). */
gboolean mcp_auth_address_is_same_origin (const char *one, const char *other);
/** Where the path of @url begins, as it was received: at its "/", else at its "?", "#" or end.
 * Returns: (transfer none) (nullable): within @url; %NULL where that is no http or https URL */
const char *mcp_auth_address_find_path (const char *url);
