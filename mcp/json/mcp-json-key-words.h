/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The words that a member's name is made of: names are written in many ways, and guesses about what
 * a field wants look at whole words, so that "skiptoken" is no token.
 */

#pragma once

#include <glib.h>

/** In lower case: apiKey, api_key and API-Key are api, key. @key: (nullable)
 * Returns: (transfer full): ends with %NULL */
char **mcp_json_key_words_split (const char *key);
/** Whether one of @any is among the words. @any: ends with %NULL */
gboolean mcp_json_key_words_have (char **words, const char *const *any);
/** Whether the last word is one of @any: "file_path" is a path, "path_id" is not. */
gboolean mcp_json_key_words_end_with (char **words, const char *const *any);
