/* SPDX-License-Identifier: GPL-3.0-or-later */

/** AppJsonPointer: places in a JSON value, as text (RFC 6901). */

#pragma once

#include <glib.h>

/** Appends one reference token, its "~" and "/" escaped. */
void app_json_pointer_append (GString *pointer, const char *token);
/** Takes the first token off. @pointer: (inout): ends in "" or begins with "/"
 * Returns: (transfer full) (nullable): decoded; %NULL where there is none */
char *app_json_pointer_take (const char **pointer);
