/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a call, and its result, is called on screen: the tool and its arguments in one line. A
 * function without state.
 */

#pragma once

#include "mcp-json-value.h"

/** @target: the name of a tool or prompt, or a URI. @arguments: none where there is no object
 * Returns: (transfer full): "make_table · rows 400, header yes" */
char *app_call_title_dup (const char *target, McpJsonValue arguments);
