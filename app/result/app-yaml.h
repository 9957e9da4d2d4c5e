/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A JSON value as YAML, by lines, as a person would write it: numbers and words as they are written
 * in the JSON text, strings quoted where they would be read as something else, texts of several
 * lines as such. Every reader of YAML 1.1 and 1.2 reads the same strings from it; a lone surrogate
 * is U+FFFD, since YAML has none. Members that occur twice stay so. Below APP_YAML_MAX_DEPTH levels
 * a value is on one line, in brackets, so that indentation cannot make a small value large.
 *
 * The cost depends on what is written, not on the value.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

#define APP_YAML_MAX_DEPTH 32u
/* Of a whole text: of ten million numbers each is on a line of its own. */
#define APP_YAML_MAX_BYTES (256u * 1024u * 1024u)

/** @value: must exist. @max_bytes: about where the text ends, which then is cut in a value.
 * @cancellable: (nullable). @complete: (out): FALSE where it was cut
 * Returns: (transfer full): UTF-8 */
GBytes *app_yaml_write (McpJsonValue  value,
                        gsize         max_bytes,
                        GCancellable *cancellable,
                        gboolean     *complete);
/** The whole text, from a worker where it is large. */
void app_yaml_load_async (McpJsonValue        value,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data);
/** Returns: (transfer full) (nullable): %NULL where it was cancelled, or takes more than
 * APP_YAML_MAX_BYTES (G_IO_ERROR_NO_SPACE) */
GBytes *app_yaml_load_finish (GAsyncResult *result, GError **error);
