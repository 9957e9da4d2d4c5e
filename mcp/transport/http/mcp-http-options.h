/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpOptions: how one server is reached over HTTP beside its address: the proxy, whose
 * certificates are trusted, how we prove who we are, through which socket. A value: set it up, hand
 * it to a transport before that is opened, and leave it alone from then on.
 *
 * The files are read when the connection is opened; what is wrong with them is told then
 * (MCP_ERROR_INVALID_TARGET).
 */

#pragma once

#include "mcp-error.h"

#define MCP_TYPE_HTTP_OPTIONS (mcp_http_options_get_type ())
GType mcp_http_options_get_type (void);

typedef struct _McpHttpOptions McpHttpOptions;

/** Returns: (transfer full): the system's proxy and authorities, nothing of ours */
McpHttpOptions *mcp_http_options_new (void);
McpHttpOptions *mcp_http_options_ref (McpHttpOptions *self);
void            mcp_http_options_unref (McpHttpOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpOptions, mcp_http_options_unref)

/**
 * @proxy: (nullable): http://[USER:PASSWORD@]HOST[:PORT], socks5://… in the same form (also socks4,
 * socks4a, socks), "none" for a direct connection, or %NULL or "system" for what the system says,
 * which never concerns loopback addresses
 * Returns: %FALSE, with nothing changed, when it is none of these: INVALID_TARGET
 */
gboolean    mcp_http_options_set_proxy (McpHttpOptions *self, const char *proxy, GError **error);
const char *mcp_http_options_get_proxy (McpHttpOptions *self);

/** The only authorities whose certificates are trusted, instead of the system's.
 * @path: (nullable): PEM, one or more certificates */
void        mcp_http_options_set_ca_file (McpHttpOptions *self, const char *path);
const char *mcp_http_options_get_ca_file (McpHttpOptions *self);

/**
 * Accepts one certificate, whatever is wrong with it: self-signed, expired, of another host. Every
 * other certificate is judged as ever, so a server that shows another one is not trusted blindly.
 * @fingerprint: (nullable): its SHA-256 in hexadecimal digits of either case, with or without
 * colons, and with or without "sha256:" before them
 * Returns: %FALSE, with nothing changed, when it is no fingerprint: INVALID_TARGET
 */
gboolean mcp_http_options_set_accepted_certificate (McpHttpOptions *self,
                                                    const char     *fingerprint,
                                                    GError        **error);
/** Returns: (transfer none) (nullable): in the form of mcp_http_certificate_dup_fingerprint() */
const char *mcp_http_options_get_accepted_certificate (McpHttpOptions *self);

/** Who we are for servers that ask for a certificate.
 * @certificate: (nullable): path of a PEM file; may hold the key as well
 * @key: (nullable): path of a PEM file with the key, not encrypted; %NULL when @certificate has it
 */
void        mcp_http_options_set_client_certificate (McpHttpOptions *self,
                                                     const char     *certificate,
                                                     const char     *key);
const char *mcp_http_options_get_client_certificate (McpHttpOptions *self);
const char *mcp_http_options_get_client_key (McpHttpOptions *self);

/** Speaks HTTP through this unix socket; the URL's host goes into the Host header only, and no
 * proxy is used.
 * @path: (nullable): absolute */
void        mcp_http_options_set_socket_path (McpHttpOptions *self, const char *path);
const char *mcp_http_options_get_socket_path (McpHttpOptions *self);

/** Returns: (transfer full): the SHA-256 of the certificate's DER form, "AB:CD:…" */
char *mcp_http_certificate_dup_fingerprint (GTlsCertificate *certificate);

/** Returns: (transfer full): whose a certificate is, from whom, for when: lines for a person */
char *mcp_http_certificate_describe (GTlsCertificate *certificate);
