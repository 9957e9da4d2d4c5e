/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoLines: one JSON-RPC message a line, as it comes from a pipe or a socket in pieces of any
 * size. A plain struct. Source: MCP 2025-11-25, basic/transports, "stdio".
 */

#pragma once

#include "app-demo-session.h"

G_BEGIN_DECLS

typedef struct
{
  GByteArray *pending; /* what was read and has no end of line yet */
  gsize       scanned; /* how much of it has been searched for one */
} AppDemoLines;

void app_demo_lines_init (AppDemoLines *self);
void app_demo_lines_clear (AppDemoLines *self);
/** Hands every whole line to @session; answers go by @channel. */
void app_demo_lines_receive (AppDemoLines   *self,
                             GBytes         *bytes,
                             AppDemoSession *session,
                             AppDemoChannel *channel);

G_END_DECLS
