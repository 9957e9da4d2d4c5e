/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What all transports over HTTP begin with: a server of libsoup that listens on the loopback
 * interface or on a unix socket, with TLS where that was asked for.
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

G_END_DECLS
