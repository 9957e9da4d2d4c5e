/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoStdio: the stdio transport of the demo server: one JSON-RPC message a line on standard
 * input and output, nothing else on standard output. Writing happens in a thread of its own, so
 * that a client that does not read cannot stop us from reading. Source: MCP 2025-11-25,
 * basic/transports.
 */

#pragma once

#include "app-demo-server.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_STDIO (app_demo_stdio_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoStdio, app_demo_stdio, APP, DEMO_STDIO, GObject)

AppDemoStdio *app_demo_stdio_new (AppDemoServer *server);
/** Serves until standard input ends. Everything that was answered is written when this returns. */
void app_demo_stdio_run (AppDemoStdio *self);

G_END_DECLS
