/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The demo's object store: values that tools left behind, by ids that count from obj_001 and are
 * not used twice, as long as the process lives. Modelled on deepset-mcp-server's memory backend.
 */

#pragma once

#include "app-demo-request.h"

G_BEGIN_DECLS

/** Stores @value and answers @request with its preview. @value: (transfer full) */
void app_demo_objects_answer (AppDemoRequest *request, McpJsonWriter *value);

/* The tools that make objects */
void app_demo_pipelines_list (AppDemoRequest *request, McpJsonValue arguments);
void app_demo_pipelines_get (AppDemoRequest *request, McpJsonValue arguments);
void app_demo_pipelines_get_logs (AppDemoRequest *request, McpJsonValue arguments);
void app_demo_pipelines_search (AppDemoRequest *request, McpJsonValue arguments);
/** @configuration: what the argument held or referred to */
void app_demo_pipelines_validate (AppDemoRequest *request, McpJsonValue configuration);

G_END_DECLS
