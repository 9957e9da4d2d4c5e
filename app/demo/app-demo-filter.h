/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The part of jq's language that the demo's object store understands: ".", members (.name,
 * ."a name", .["a name"]), items (.[0], .[-1]), all of them (.[]), "length", "keys", "type", and
 * "|" between them. Source: jq 1.7 manual, "Basic filters".
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  APP_DEMO_FILTER_INVALID, /* the filter itself */
  APP_DEMO_FILTER_FAILED,  /* it does not fit the value */
} AppDemoFilterError;

#define APP_DEMO_FILTER_ERROR (app_demo_filter_error_quark ())
GQuark app_demo_filter_error_quark (void);

/** Returns: (transfer full) (nullable): an array of what @filter finds in @value */
McpJsonDocument *app_demo_filter_run (McpJsonValue value, const char *filter, GError **error);
