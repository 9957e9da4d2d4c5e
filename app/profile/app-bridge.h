/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBridge: between two descriptors, where an application speaks with a program that it started,
 * and a server that is reached by another transport: messages go to and fro as they are, byte for
 * byte. Nothing of what they say is ours but what the transport has to know: the revision that was
 * agreed on, and that the session stands. A request that gets no answer gets an error. Main thread
 * only.
 */

#pragma once

#include "app-preparation.h"
#include "app-settings.h"
#include "mcp-transport.h"

typedef struct _AppBridge AppBridge;

/** Each is called with @user_data. */
typedef struct
{
  /* Before a transport is opened: it may need credentials. */
  void (*sign) (AppPreparation *preparation, McpTransport *transport, gpointer user_data);
  /* Something was not passed on. */
  void (*note) (const char *text, gpointer user_data);
  gpointer user_data;
} AppBridgeEvents;

/** @events: copied. @cancellable: held: ends what is under way. Returns: (transfer full) */
AppBridge *app_bridge_new (AppPreparation        *preparation,
                           AppSettings           *settings,
                           const AppBridgeEvents *events,
                           GCancellable          *cancellable);
/** Opens the transport; app_bridge_start() takes the result. Returns: %FALSE with MCP_ERROR where
 * there is none: @callback is not called then */
gboolean app_bridge_open (AppBridge          *self,
                          GAsyncReadyCallback callback,
                          gpointer            user_data,
                          GError            **error);
/** @input, @output: descriptors, which do not wait from now on; not held. Returns: %FALSE with
 * MCP_ERROR where it could not connect */
gboolean
app_bridge_start (AppBridge *self, GAsyncResult *result, int input, int output, GError **error);
/** Whether the main loop has something to do for it: not where @input has ended and all is
 * answered, or a while after it ended, or where the connection is lost. */
gboolean app_bridge_is_busy (AppBridge *self);
/** Closes the transport of one that was started. */
void app_bridge_close (AppBridge *self, GAsyncReadyCallback callback, gpointer user_data);
/** Whether something is still on its way to the server. */
gboolean app_bridge_is_sending (AppBridge *self);
/** Frees it. @self: (transfer full), closed or never started. Returns: %FALSE with MCP_ERROR where
 * the connection was lost */
gboolean app_bridge_end (AppBridge *self, GError **error);
