/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What objects are called where a person reads of them. Servers with an object store, and the file
 * formats of ours, use Python's names of types; forms and trees use those of JSON.
 */

#pragma once

#include <glib.h>

/** @type_name: (nullable): "dict", "str", …
 * Returns: (transfer none) (nullable): "object", "string" */
const char *app_object_get_json_type (const char *type_name);
/** The same in the words of values: there are no integers among those.
 * Returns: (transfer none) (nullable): "object", "number" */
const char *app_object_get_json_kind (const char *type_name);
/** @length: of items or characters; -1: none. Returns: (transfer full): "array · 10" */
char *app_object_dup_type (const char *type_name, gint64 length);
