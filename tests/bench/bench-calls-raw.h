/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The raw client: as little as a program can do to have its calls answered. It writes requests that
 * were made before, and reads until it has seen as many answers end; it parses nothing.
 */

#pragma once

#include <glib.h>

/** Sends @count calls over pipes, @window of them in flight. Returns: seconds; negative on failure */
double bench_calls_raw_stdio (int in, int out, guint count, guint window);

/** The same over HTTP, with @window connections that stay open.
 * @session: (nullable): the value of Mcp-Session-Id */
double bench_calls_raw_http (guint16     port,
                             const char *path,
                             const char *session,
                             guint       count,
                             guint       window);

/** Opens a session by hand. Returns: (transfer full) (nullable): its id */
char    *bench_calls_raw_open_http (guint16 port, const char *path);
gboolean bench_calls_raw_open_stdio (int in, int out);
