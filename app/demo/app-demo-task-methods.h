/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The methods of tasks in both eras, and the rules by which a call becomes one. Source: MCP
 * 2025-11-25, basic/utilities/tasks; the extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "app-demo-registry.h"

G_BEGIN_DECLS

void app_demo_task_methods_get (AppDemoRequest *request, McpJsonValue params);
void app_demo_task_methods_list (AppDemoRequest *request, McpJsonValue params);
void app_demo_task_methods_result (AppDemoRequest *request, McpJsonValue params);
void app_demo_task_methods_cancel (AppDemoRequest *request, McpJsonValue params);
void app_demo_task_methods_update (AppDemoRequest *request, McpJsonValue params);

/** Makes a call a task, or refuses it, where tool and client are of that kind. Returns: whether the
 * request is dealt with */
gboolean app_demo_task_methods_take_call (AppDemoRequest    *request,
                                          const AppDemoItem *item,
                                          McpJsonValue       params);

G_END_DECLS
