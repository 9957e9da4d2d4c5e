/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestCertificates: a certificate authority, made by openssl in a folder of its own, and servers
 * and transports that use it: ca, good (127.0.0.1 and localhost), other (other.example), old
 * (expired), self (signed by itself), client. Each is NAME.pem and NAME.key.
 */

#pragma once

#include "mcp-http-options.h"
#include "test-http-server.h"

/** Makes the certificates when it is first called; they are removed when the program ends.
 * Returns: whether there are certificates; else the test is marked as skipped */
gboolean test_certificates_can_run (void);

/** Returns: (transfer full): the path of a file */
char *test_certificates_get_path (const char *file);
/** Returns: (transfer full): with its key */
GTlsCertificate *test_certificates_load (const char *name);
/** Returns: (transfer full) */
char *test_certificates_get_fingerprint (const char *name);
/** Returns: (transfer full): one that shows this certificate */
TestHttpServer *test_certificates_new_server (const char *name);
/** Returns: (transfer full): that trust the authority */
McpHttpOptions *test_certificates_new_options (void);

/** Sends one request.
 * @options: (transfer full) (nullable)
 * Returns: (transfer full) (nullable): why it failed */
GError *test_http_ask (const char *url, McpHttpOptions *options);
void    test_http_expect_success (const char *url, McpHttpOptions *options);
/** @part: of the message */
void test_http_expect (const char     *url,
                       McpHttpOptions *options,
                       McpError        code,
                       const char     *part);
