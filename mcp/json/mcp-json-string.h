/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The content of strings as it is meant, private to mcp/json. The reader has checked it: escapes
 * are whole and the rest is UTF-8.
 */

#pragma once

#include "mcp-json-index.h"

/** Returns: the code point at @p, which moves behind it. A surrogate that is alone comes as it is,
 * from U+D800 to U+DFFF. */
gunichar mcp_json_string_next (const char **p, const char *end);

/** Compares two strings code point by code point; @a and @b must be strings. */
int mcp_json_string_compare (McpJsonValue a, McpJsonValue b);

/** Returns: whether the string @self is @text of @length bytes, a lone surrogate being U+FFFD */
gboolean mcp_json_string_equals (McpJsonValue self, const char *text, gsize length);
