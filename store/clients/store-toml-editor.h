/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreTomlEditor: changes one table of a TOML text and no other byte. What of the table stays
 * equal keeps its bytes too: its comments, the order of its keys, a table of its own or an inline
 * one. It reads its own edit back before it gives it away.
 * Source: https://toml.io/en/v1.0.0
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _StoreTomlEditor StoreTomlEditor;

/** @text: UTF-8. Returns: (transfer full) (nullable): %NULL with STORE_ERROR_SYNTAX, _INVALID */
StoreTomlEditor *store_toml_editor_new (GBytes *text, GError **error);
void             store_toml_editor_free (StoreTomlEditor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreTomlEditor, store_toml_editor_free)

/** The value at @path (closed by %NULL) as JSON, none for an absent one; borrowed */
McpJsonValue store_toml_editor_get (StoreTomlEditor *self, const char *const *path);

/** Makes the table at @path hold what @json, an object, has. The editor stays as it is.
 * Returns: (transfer full) (nullable): the new text, or %NULL with MCP_JSON_ERROR_NOT_EDITABLE,
 * where it is a part of an inline table or of an array of tables */
GBytes *store_toml_editor_set (StoreTomlEditor   *self,
                               const char *const *path,
                               const char        *json,
                               GError           **error);
/** Takes the table at @path away, with its lines. Errors also MCP_JSON_ERROR_NOT_FOUND
 * Returns: (transfer full) (nullable) */
GBytes *store_toml_editor_remove (StoreTomlEditor *self, const char *const *path, GError **error);
