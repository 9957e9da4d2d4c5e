/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The rules of MCP 2026-07-28 that hold for every request: what its _meta must hold, what every
 * result carries, and which HTTP status an error has. Source: MCP 2026-07-28, basic/index,
 * basic/transports and schema.
 */

#pragma once

#include "app-demo-request.h"

#define APP_DEMO_MODERN_VERSION "2026-07-28"
/** What an error's data says of the revisions that there are. */
#define APP_DEMO_MODERN_SUPPORTED "[\"" APP_DEMO_MODERN_VERSION "\"]"

/** Whether @message says that it is of this era: by its _meta, or by a method that only this era
 * has. */
gboolean app_demo_modern_claims (McpJsonValue message);
/** Checks what every request must hold, and refuses one that does not. Returns: whether it may go
 * on */
gboolean app_demo_modern_admit (AppDemoRequest *request);
/** Answers that the client did not declare what the request needs.
 * @capabilities: JSON text, an object of capabilities */
void app_demo_modern_refuse_capability (AppDemoRequest *request, const char *capabilities);
/** Whether the request asked for log messages of this level. */
gboolean app_demo_modern_wants_log (AppDemoRequest *request, const char *level);
/** Returns: the HTTP status of an error with @code */
guint app_demo_modern_get_status (int code);

/** Completes a result with what every result of this era has.
 * @answer: a whole answer; an error stays as it is
 * @result_type: (nullable): %NULL is "complete"
 * @meta: (nullable): JSON text, members of _meta
 * Returns: (transfer full) */
GBytes *app_demo_modern_frame (AppDemoRequest *request,
                               GBytes         *answer,
                               const char     *result_type,
                               const char     *meta);
