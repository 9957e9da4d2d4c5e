/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Changing one place of a JSON text and no other byte: order, white space, comments, number
 * spelling and line ends stay. There are two doors to it:
 *
 * McpJsonEditor holds a text that a person edits by hand, such as another application's
 * configuration. It changes the member at a path, lays the new value out as the rest of the text is
 * laid out, and reads its own edit back before it gives it away.
 *
 * The functions mcp_json_edit_*() take a value of a document that was parsed, and return the new
 * text. What is put in is put in verbatim, with white space as between the entries beside it; it is
 * valid JSON by the caller's word.
 */

#pragma once

#include "mcp-json-value.h"

/** What a text may have that is no JSON. What servers send is always read strictly. */
typedef enum {
  MCP_JSON_SYNTAX_STRICT,   /* RFC 8259 */
  MCP_JSON_SYNTAX_COMMENTS, /* also comments and trailing commas, as Visual Studio Code has them */
} McpJsonSyntax;

typedef struct _McpJsonEditor McpJsonEditor;

/**
 * mcp_json_editor_new:
 * @text: kept by reference. A byte order mark is skipped for reading and not in any edited text.
 * @place: (out) (optional): filled on error
 * Returns: (transfer full) (nullable): %NULL with the errors of mcp_json_document_parse()
 */
McpJsonEditor *mcp_json_editor_new (GBytes       *text,
                                    McpJsonSyntax syntax,
                                    McpJsonPlace *place,
                                    GError      **error);
void           mcp_json_editor_free (McpJsonEditor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJsonEditor, mcp_json_editor_free)

/** Whether the text has no value at all (it is empty, or white space and comments only). */
gboolean mcp_json_editor_is_empty (McpJsonEditor *self);
/** The member at @path (closed by %NULL; none for an absent one), borrowed from the editor. */
McpJsonValue mcp_json_editor_get (McpJsonEditor *self, const char *const *path);

/**
 * mcp_json_editor_set: sets the member at @path to @json, in its old place or as the last one;
 * makes missing parents. The editor stays as it is.
 * @path: (array zero-terminated): member names from the root, at least one
 * @json: one valid JSON value; laid out again in the text's style
 * Returns: (transfer full) (nullable): the new text, or %NULL with MCP_JSON_ERROR_DUPLICATE where a
 * name of @path stands twice in its object, _NO_OBJECT where a parent is none, _NOT_EDITABLE
 */
GBytes *mcp_json_editor_set (McpJsonEditor     *self,
                             const char *const *path,
                             const char        *json,
                             GError           **error);

/** Takes the member at @path away, with its comma and its line. Parents stay, even when empty.
 * Errors as above, and MCP_JSON_ERROR_NOT_FOUND. Returns: (transfer full) (nullable) */
GBytes *mcp_json_editor_remove (McpJsonEditor *self, const char *const *path, GError **error);

/** Puts an item at the end of the array at @path, laid out as those before it.
 * Returns: (transfer full) (nullable): MCP_JSON_ERROR_NOT_FOUND where there is no array, and errors
 * as above */
GBytes *mcp_json_editor_add_item (McpJsonEditor     *self,
                                  const char *const *path,
                                  const char        *json,
                                  GError           **error);
/** Takes the item number @position out of the array at @path.
 * Returns: (transfer full) (nullable): errors the same */
GBytes *mcp_json_editor_remove_item (McpJsonEditor     *self,
                                     const char *const *path,
                                     guint              position,
                                     GError           **error);

/** Returns: (transfer full) */
char *mcp_json_edit_replace (McpJsonValue target, const char *json);
/** Puts a member into @object before the member number @before; at the end where there is none.
 * Returns: (transfer full) */
char *mcp_json_edit_insert_member (McpJsonValue object,
                                   guint        before,
                                   const char  *name,
                                   const char  *json);
/** Takes out the last member called @name. Returns: (transfer full) (nullable): %NULL where there
 * is none */
char *mcp_json_edit_remove_member (McpJsonValue object, const char *name);
/** Calls the last member called @name otherwise; its place and value stay.
 * Returns: (transfer full) (nullable): %NULL where there is none */
char *mcp_json_edit_rename_member (McpJsonValue object, const char *name, const char *new_name);
/** Puts an item before the item number @before; at the end where there is none.
 * Returns: (transfer full) */
char *mcp_json_edit_insert_item (McpJsonValue array, guint before, const char *json);
/** Returns: (transfer full) (nullable): %NULL where there is no such item */
char *mcp_json_edit_remove_item (McpJsonValue array, guint position);
/** Puts the item @from in the place @to, counted without it; white space stays where it is.
 * Returns: (transfer full) (nullable): %NULL where there is no such item */
char *mcp_json_edit_move_item (McpJsonValue array, guint from, guint to);
