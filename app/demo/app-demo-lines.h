/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoLines: a client that speaks in lines, one JSON-RPC message each, over standard input and
 * output or over a socket. Writing happens in a thread of its own, so that a client that does not
 * read cannot stop us from reading. Source: MCP 2025-11-25, basic/transports, "stdio".
 */

#pragma once

#include "app-demo-session.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_LINES (app_demo_lines_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoLines, app_demo_lines, APP, DEMO_LINES, AppDemoChannel)

/** Called when the input ends. */
typedef void (*AppDemoLinesEnded) (AppDemoLines *self, gpointer user_data);

/** Lets a client enter, and reads what it sends.
 * @connection: (nullable): %NULL for standard input and output
 * @clients: its place among others */
AppDemoLines *app_demo_lines_new (AppDemoServer     *server,
                                  GSocketConnection *connection,
                                  GPtrArray         *clients,
                                  AppDemoLinesEnded  ended,
                                  gpointer           user_data);
/** Waits until all that was sent is written; what is sent then is lost. */
void app_demo_lines_flush (AppDemoLines *self);

G_END_DECLS
