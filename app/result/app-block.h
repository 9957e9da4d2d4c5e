/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBlock: one block of a result, ready to be shown: text, image, audio, an embedded resource, a
 * link to one, structured content, or something unknown, which is shown as JSON. Immutable; holds
 * the document it came in. Large texts and data are decoded in a worker and only when asked for.
 */

#pragma once

#include "app-object-card.h"
#include "app-tree-node.h"
#include "mcp-content.h"

/* Text that is decoded in place; larger ones in a worker. */
#define APP_BLOCK_IN_PLACE (256u * 1024u)
/* Images and sounds that are decoded; larger ones are offered for saving only. */
#define APP_BLOCK_MAX_SHOWN (64u * 1024u * 1024u)
/* Annotations on one line; bytes. */
#define APP_BLOCK_MAX_ANNOTATIONS 400u

typedef enum {
  APP_BLOCK_TEXT,
  APP_BLOCK_IMAGE,
  APP_BLOCK_AUDIO,
  APP_BLOCK_RESOURCE_TEXT, /* embedded, or read */
  APP_BLOCK_RESOURCE_BLOB,
  APP_BLOCK_RESOURCE_LINK,
  APP_BLOCK_STRUCTURED,
  APP_BLOCK_UNKNOWN, /* a type that is not known, or a block that lacks what its type needs */
} AppBlockKind;

#define APP_TYPE_BLOCK (app_block_get_type ())
G_DECLARE_FINAL_TYPE (AppBlock, app_block, APP, BLOCK, GObject)

/** A content block (of a tool or a prompt message). @role: (nullable). Returns: (transfer full) */
AppBlock *app_block_new_for_content (McpContent *content, const char *role);
/** One of the contents of a resource that was read. Returns: (transfer full) */
AppBlock *app_block_new_for_contents (McpResourceContents *contents);
/** What is read as a content block, though it may be none. Returns: (transfer full) */
AppBlock *app_block_new_content (McpJsonValue content, const char *role);
/** Returns: (transfer full) */
AppBlock *app_block_new_structured (McpJsonValue value);

AppBlockKind app_block_get_kind (AppBlock *self);
/** Returns: (transfer none) */
const char *app_block_get_title (AppBlock *self);
/** Returns: (transfer none) (nullable) */
const char *app_block_get_media_type (AppBlock *self);
/** Returns: (transfer none) (nullable): never opened by itself */
const char *app_block_get_uri (AppBlock *self);
/** Returns: (transfer none) (nullable) */
const char *app_block_get_name (AppBlock *self);
/** Returns: (transfer none) (nullable) */
const char *app_block_get_description (AppBlock *self);
/** Returns: (transfer none) (nullable) */
const char *app_block_get_role (AppBlock *self);
/** The string that is its text, undecoded; none where there is none. */
McpJsonValue app_block_get_text (AppBlock *self);
/** Bytes of the text or of the decoded data. */
guint64 app_block_get_size (AppBlock *self);
/** Whether the text can be shown otherwise than by its lines, see AppViewKind; JSON aside. */
gboolean app_block_can_be_rendered (AppBlock *self);
/** Whether the text begins as JSON does: app_block_load_tree_async() is worth a try. */
gboolean app_block_looks_like_json (AppBlock *self);
/** What the text says as JSON, where that is an object or an array. The block remembers it: its
 * tree is of the same document. Any thread; it takes as long as the text is. Returns: (transfer
 * full) (nullable) */
McpJsonDocument *app_block_dup_json (AppBlock *self);
/** The block as it came. */
McpJsonValue app_block_get_value (AppBlock *self);
/** "audience: user · priority: 1" of its annotations. Returns: (transfer full) (nullable) */
char *app_block_dup_annotations (AppBlock *self);
/** The block's text where it fits @max_bytes, else its beginning.
 * @complete: (out) (optional). Returns: (transfer full) (nullable): %NULL where there is no text */
char *app_block_dup_text (AppBlock *self, gsize max_bytes, gboolean *complete);
/** The card, where the text comes from a server's object store.
 * Returns: (transfer none) (nullable) */
AppObjectCard *app_block_get_card (AppBlock *self);

/** The whole text, decoded. */
void app_block_load_text_async (AppBlock           *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable): UTF-8, NUL-terminated behind its size */
GBytes *app_block_load_text_finish (AppBlock *self, GAsyncResult *result, GError **error);
/** The data of an image, a sound or a blob, decoded from base64. Where it is not base64, or larger
 * than @max_bytes (0 for no bound), ends with G_IO_ERROR_INVALID_DATA or G_IO_ERROR_NO_SPACE. */
void app_block_load_data_async (AppBlock           *self,
                                gsize               max_bytes,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable) */
GBytes *app_block_load_data_finish (AppBlock *self, GAsyncResult *result, GError **error);
/** The block as a tree: structured and unknown ones at once, text that is JSON after parsing it in
 * a worker. Text that is not JSON ends with an error of MCP_JSON_ERROR.
 * @limits: (nullable) */
void app_block_load_tree_async (AppBlock            *self,
                                const AppTreeLimits *limits,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data);
/** Returns: (transfer full) (nullable): the root */
AppTreeNode *app_block_load_tree_finish (AppBlock *self, GAsyncResult *result, GError **error);
/** A name for a file of it, from its URI or name and media type. Returns: (transfer full) */
char *app_block_dup_file_name (AppBlock *self);
/** What a file of that media type ends with: ".png"; "" for a type that is not known.
 * @media_type: (nullable). Returns: (transfer none) */
const char *app_block_find_suffix (const char *media_type);
