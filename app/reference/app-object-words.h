/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What objects are called where a person reads of them. Servers with an object store, and the file
 * formats of ours, use Python's names of types; forms and trees use those of JSON.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** @id: of one of ours, such as "obj_003". Returns: (transfer full): "Result 3": "obj_003" would be
 * the name of one of the server's too */
char *app_object_dup_name (const char *id);
/** @type_name: (nullable): "dict", "str", …
 * Returns: (transfer none) (nullable): "object", "string" */
const char *app_object_get_json_type (const char *type_name);
/** @length: of items or characters; -1: none. Returns: (transfer full): "array · 10" */
char *app_object_dup_type (const char *type_name, gint64 length);

G_END_DECLS
