/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpTrust: which certificates we believe at one server, and who we are there.
 *
 * Judges the certificate of the connection before each request, not only at the handshake: TLS
 * sessions are resumed across the whole process, and a resumed one is not judged by GIO again, so
 * that what was accepted for one server's sake would be accepted for another's.
 */

#pragma once

#include "mcp-http-options.h"

#include <libsoup/soup.h>

typedef struct _McpHttpTrust McpHttpTrust;

/** Reads the files that @options name.
 * @options: (nullable)
 * Returns: (transfer full) (nullable): %NULL with INVALID_TARGET */
McpHttpTrust *mcp_http_trust_new (McpHttpOptions *options, GError **error);
void          mcp_http_trust_unref (McpHttpTrust *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpTrust, mcp_http_trust_unref)

/** To be asked for only where there is TLS, which it loads: that takes 20 ms and 6 MB.
 * Returns: (transfer none): of those whose word counts */
GTlsDatabase *mcp_http_trust_get_authorities (McpHttpTrust *self);

/** Watches over a message that was not sent yet, and lends it our certificate.
 * @cancellable: what it is sent with; cancelled when the server is not to be trusted */
void mcp_http_trust_watch (McpHttpTrust *self, SoupMessage *message, GCancellable *cancellable);

/** Judges a certificate outside of a message. @faults: (out): what is wrong with it
 * Returns: whether it is good for this host, or the one that is accepted */
gboolean mcp_http_trust_believes (McpHttpTrust         *self,
                                  GTlsCertificate      *certificate,
                                  GUri                 *uri,
                                  GTlsCertificateFlags *faults);
/** Returns: (transfer none) (nullable): the certificate by which we prove who we are */
GTlsCertificate *mcp_http_trust_get_own (McpHttpTrust *self);

/** Returns: (transfer full): MCP_ERROR_CERTIFICATE_REFUSED, with the certificate as evidence
 * @certificate: (nullable)
 * @place: the server, for a person */
GError *mcp_http_trust_explain_certificate (GTlsCertificate     *certificate,
                                            GTlsCertificateFlags faults,
                                            const char          *place);
/** Returns: (transfer full) (nullable): why the message failed, if that was for the server's
 * certificate: MCP_ERROR_CERTIFICATE_REFUSED, with the certificate as evidence
 * @place: the server, for a person */
GError *mcp_http_trust_explain (SoupMessage *message, const char *place);
