/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What an HTTP request must pass before the protocol sees it: that it comes from this machine and
 * not from a web page (Host and Origin), that it may come in (Authorization), and that it is of the
 * right form. Source: MCP 2025-11-25, basic/transports, security warning.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-options.h"

G_BEGIN_DECLS

/** Answers a request that must not go on.
 * @url: of the endpoint. Returns: whether the request may go on */
gboolean app_demo_http_checks_pass (const AppDemoOptions *options,
                                    const char           *url,
                                    SoupServerMessage    *message);
/** Answers with @status and a JSON-RPC error that belongs to no request. */
void
app_demo_http_checks_refuse (SoupServerMessage *message, guint status, int code, const char *text);
/** Answers with @status and an error of the request with @id, JSON text. */
void app_demo_http_checks_refuse_request (
    SoupServerMessage *message, guint status, const char *id, int code, const char *text);

G_END_DECLS
