/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * JavaScript literals as JSON: names without quotes, strings in single quotes, commas behind the
 * last item, comments. Documentation often shows schemas so. A function without state.
 */

#pragma once

#include <glib.h>

/** Lines stay where they are; numbers and words are left as they are, for the reader of JSON to
 * refuse. @length: bytes, or -1
 * Returns: (transfer full) (nullable): JSON text; %NULL where @text is JSON, or no such literal */
char *app_json_literal_dup_json (const char *text, gssize length);
