/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreYamlMemberEditor: changes one member of a YAML text and no other byte. What of the member
 * stays equal keeps its bytes too: comments, quotes, the order of its keys. What is new is written
 * in lines, indented as the file is, inside brackets in brackets. What others share (an anchor, a
 * merge) is never changed. It reads its own edit back before it gives it away.
 * Source: YAML 1.1 as libyaml reads it, scalars by YAML 1.2's core schema
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _StoreYamlMemberEditor StoreYamlMemberEditor;

/** @text: UTF-8; a byte order mark stays. Of several documents the first is edited.
 * Returns: (transfer full) (nullable): %NULL with STORE_ERROR_SYNTAX and its place, _INVALID */
StoreYamlMemberEditor *store_yaml_member_editor_new (GBytes *text, GError **error);
void                   store_yaml_member_editor_free (StoreYamlMemberEditor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreYamlMemberEditor, store_yaml_member_editor_free)

/** The value at @path (closed by %NULL) as JSON with aliases and merges resolved, none for an
 * absent one; borrowed */
McpJsonValue store_yaml_member_editor_get (StoreYamlMemberEditor *self, const char *const *path);

/** Makes the member at @path hold @json, in its old place or as the last of its mapping; missing
 * mappings are made. The editor stays as it is.
 * Returns: (transfer full) (nullable): the new text, or %NULL with MCP_JSON_ERROR_DUPLICATE where a
 * key stands twice, _NO_OBJECT where a parent is no mapping, _NOT_EDITABLE where something else
 * would change */
GBytes *store_yaml_member_editor_set (StoreYamlMemberEditor *self,
                                      const char *const     *path,
                                      const char            *json,
                                      GError               **error);
/** Takes the member at @path away, with its lines. A mapping that is left without members becomes
 * `{}`. Errors also MCP_JSON_ERROR_NOT_FOUND. Returns: (transfer full) (nullable) */
GBytes *store_yaml_member_editor_remove (StoreYamlMemberEditor *self,
                                         const char *const     *path,
                                         GError               **error);
