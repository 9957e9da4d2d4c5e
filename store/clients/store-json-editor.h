/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreJsonEditor: changes one member of a JSON text and keeps every other byte: order, white
 * space, comments, number spelling, line ends. New text follows the file's own indentation (two or
 * four spaces, tabs…) and line ends. Empty text counts as an empty document.
 *
 * An editor holds one text, parsed; an edit returns a new text and leaves the editor as it is.
 */

#pragma once

#include "store-client-format.h"

#include "mcp-json-value.h"

G_BEGIN_DECLS

/* Configuration of a person's programs; more is some other file, and would not be shown as a diff.
 */
#define STORE_JSON_EDITOR_MAX_BYTES (64u * 1024u * 1024u)

typedef struct _StoreJsonEditor StoreJsonEditor;

/**
 * store_json_editor_new:
 * @text: kept by reference. A byte order mark is skipped for reading and not in any edited text.
 * Returns: (transfer full) (nullable): %NULL with STORE_ERROR_SYNTAX (the place is known),
 * STORE_ERROR_TOO_LARGE
 */
StoreJsonEditor *store_json_editor_new (GBytes *text, StoreJsonDialect dialect, GError **error);
void             store_json_editor_free (StoreJsonEditor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreJsonEditor, store_json_editor_free)

/** Whether the text has no value at all (empty or white space and comments only). */
gboolean store_json_editor_is_empty (StoreJsonEditor *self);
/** Whether the text begins with a byte order mark. */
gboolean store_json_editor_has_mark (StoreJsonEditor *self);
/** The member at @path (closed by %NULL; none for an absent one), borrowed from the editor. */
McpJsonValue store_json_editor_get (StoreJsonEditor *self, const char *const *path);

/**
 * store_json_editor_set: sets the member at @path to @json, in its old place or as the last one;
 * makes missing parents.
 * @path: (array zero-terminated): member names from the root, at least one
 * @json: one valid JSON value; laid out anew in the file's style
 * Returns: (transfer full) (nullable): %NULL with STORE_ERROR_DUPLICATE where a name of @path
 * stands twice in its object, STORE_ERROR_INVALID where a parent is no object
 */
GBytes *store_json_editor_set (StoreJsonEditor   *self,
                               const char *const *path,
                               const char        *json,
                               GError           **error);

/** Takes the member at @path away, with its comma and its line. Parents stay, even when empty.
 * Errors as above, and STORE_ERROR_NOT_FOUND. Returns: (transfer full) (nullable) */
GBytes *store_json_editor_remove (StoreJsonEditor *self, const char *const *path, GError **error);

G_END_DECLS
