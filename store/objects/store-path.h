/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StorePath: the way from a value to one inside it, as a person writes it: a.b[0]["any key"].
 *
 *   path    = [ key ] *( "." [ key ] / "[" index "]" / "[" string "]" / "[" "]" )
 *   key     = one or more characters other than . [ ]
 *   index   = digits
 *   string  = a JSON string, or the same in single quotes
 *
 * The empty path is the value itself, and empty steps are skipped. A key of digits also indexes a
 * list (a.0 is a[0]), as the object-store servers have it. Built paths write a key plainly when it
 * is a word (a letter or "_", then letters, digits, "_" and "-") and in brackets else, so that they
 * parse back to the same.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef struct _StorePath StorePath;

/** Returns: (transfer full) (nullable): %NULL with STORE_ERROR_INVALID where @text is no path */
StorePath *store_path_parse (const char *text, GError **error);
/** Returns: (transfer full): the way from the document's root to @value */
StorePath *store_path_new_for_value (McpJsonValue value);
void       store_path_free (StorePath *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StorePath, store_path_free)

guint store_path_get_n_steps (StorePath *self);
/** Follows the path. Returns: the value, or none */
McpJsonValue store_path_resolve (StorePath *self, McpJsonValue root);
/** Returns: (transfer full): the path as text */
char *store_path_to_text (StorePath *self);

/** The member called @key, which may have U+0000 inside; of duplicates the last. */
McpJsonValue store_path_find_member (McpJsonValue object, const char *key, gsize length);

/** Appends one step to a path under construction, spelled as above. */
void store_path_append_key (GString *path, const char *key, gsize length);
void store_path_append_index (GString *path, guint64 index);
