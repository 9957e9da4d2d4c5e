/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A template that makes a text of a value: a heading, counts, the first few of a list. Pure
 * functions; bounded in what is written and in what it costs.
 *
 *   {{path}}            what the path leads to (see StorePath): strings as text, all else as JSON,
 *                       nothing where it leads nowhere
 *   {{path | length}}   members, items or characters
 *   {{path | json}}     JSON, a string as well
 *   {{path | first 5}}  the first items of a list, or characters of a string
 *   {{#path}} … {{/}}   for each item of a list, or once where there is a value that is not empty;
 *                       paths in it begin at the item, which is {{.}}; takes "| first 5" as well
 *   {{^path}} … {{/}}   where there is none
 *
 * Anything else stands for itself.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

/* Sections inside each other. */
#define APP_MODEL_TEMPLATE_DEPTH 16u
/* Places of a template that are filled; lists in lists make many of them. */
#define APP_MODEL_TEMPLATE_STEPS 200000u

/** Whether it can be understood: APP_ERROR_INVALID_INPUT, in words */
gboolean app_model_template_check (const char *template, GError **error);
/** @template: that was checked. @max_bytes: about where the text ends. Returns: (transfer full) */
char *app_model_template_expand (const char *template, McpJsonValue value, gsize max_bytes);
