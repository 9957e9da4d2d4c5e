/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What all transports over HTTP begin with: a server of libsoup that listens on the loopback
 * interface or on a unix socket, with TLS where that was asked for; and what a request must pass
 * before the protocol sees it: that it comes from this machine and not from a web page (Host and
 * Origin), and that it may come in (Authorization). Source: MCP 2025-11-25, basic/transports,
 * security warning.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-options.h"

G_BEGIN_DECLS

/** @port: 0 for any free one
 * @path: (nullable): of a unix socket to listen on instead
 * @origin: (out): scheme, host and port; for a unix socket http+unix:PATH
 * Returns: (transfer full) (nullable): %NULL with @error set where that fails */
SoupServer *app_demo_listener_new (
    const AppDemoOptions *options, int port, const char *path, char **origin, GError **error);

/* Notices that a client closed its connection while nothing was written to it: libsoup 3.2 does not
 * look at a connection whose response is paused. */

typedef void (*AppDemoHangup) (gpointer user_data);

/** Calls @function once when the client of @message is gone; not at all where that cannot be told.
 * Returns: (transfer full) (nullable): destroy it when the message is over */
GSource *
app_demo_hangup_watch (SoupServerMessage *message, AppDemoHangup function, gpointer user_data);

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
