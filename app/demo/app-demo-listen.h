/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * subscriptions/listen: one long request by whose stream a client learns what changes, and only
 * what it asked for. Source: MCP 2026-07-28, basic/utilities/subscriptions.
 */

#pragma once

#include "app-demo-request.h"

void app_demo_listen_handle (AppDemoRequest *request, McpJsonValue params);

/** Tells everybody who listens for it. @method: a notification about a list
 * @params: (nullable): JSON text, an object */
void app_demo_listen_broadcast (AppDemoServer *server, const char *method, const char *params);
/** Tells everybody who listens for updates of @uri. */
void app_demo_listen_resource_updated (AppDemoServer *server, const char *uri);
/** Tells everybody who listens for the task. @params: JSON text of the task, an object */
void app_demo_listen_task_changed (AppDemoServer *server, const char *task_id, const char *params);
/** Answers every request that listens: the server goes. */
void app_demo_listen_end_all (AppDemoServer *server);
