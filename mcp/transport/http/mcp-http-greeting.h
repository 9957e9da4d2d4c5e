/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a server says before it is asked. One that speaks HTTP says nothing; those of SSH, mail and
 * databases greet, and wait for an answer in their own words.
 */

#pragma once

#include <gio/gio.h>

/** Connects to the host of @uri, a plain one, and listens for a moment. */
void mcp_http_greeting_read_async (GUri               *uri,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** Returns: (transfer full) (nullable): UTF-8; %NULL where it says nothing */
char *mcp_http_greeting_read_finish (GAsyncResult *result);
/** Returns: (transfer full): CONNECTION_FAILED, since what is at @uri said @greeting */
GError *mcp_http_greeting_explain (const char *greeting, GUri *uri);
