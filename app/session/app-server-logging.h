/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppServerLogging: from which severity on a session's server is asked to log, as its profile says.
 * A feature of the session.
 */

#pragma once

#include "app-session-feature.h"
#include "mcp-log-message.h"
#include "store-profile.h"

#define APP_TYPE_SERVER_LOGGING (app_server_logging_get_type ())
G_DECLARE_FINAL_TYPE (AppServerLogging, app_server_logging, APP, SERVER_LOGGING, GObject)

/** Whether the server said that it logs, now. */
gboolean app_server_logging_is_offered (AppServerLogging *self);
/** Kept with the profile; asked for at once. */
void app_server_logging_set_level (AppServerLogging *self, StoreLogLevel level);

/** Asks the server once for what is at least that severe, whatever the profile says; only where it
 * is offered. */
void     app_server_logging_ask_async (AppServerLogging   *self,
                                       McpLogLevel         level,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
gboolean app_server_logging_ask_finish (GAsyncResult *result, GError **error);
