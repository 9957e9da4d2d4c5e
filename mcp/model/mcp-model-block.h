/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelBlock: one part of a turn, the same for every provider. Immutable; reference counted; may
 * be shared between threads. All texts are UTF-8.
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  MCP_MODEL_TEXT,
  MCP_MODEL_REASONING, /* what the model thought, or a summary of it; empty where it is sealed */
  MCP_MODEL_REFUSAL,
  MCP_MODEL_NOTICE, /* what the provider tells beside it: that another model answered, say */
  MCP_MODEL_IMAGE,
  MCP_MODEL_CALL,   /* the model wants a tool to be called */
  MCP_MODEL_RESULT, /* what came of a call */
} McpModelBlockKind;

typedef struct _McpModelBlock McpModelBlock;

/** @kind: TEXT, REASONING, REFUSAL or NOTICE. @length: bytes, -1 where it is NUL-terminated
 * Returns: (transfer full) */
McpModelBlock *mcp_model_block_new (McpModelBlockKind kind, const char *text, gssize length);
/** Returns: (transfer full) */
McpModelBlock *mcp_model_block_new_image (const char *mime_type, GBytes *data);
/** @id: what the result names it by. @name: of the tool, as the model was given it
 * @arguments: as the model wrote them: JSON if all is well, no text where there are none
 * Returns: (transfer full) */
McpModelBlock *
mcp_model_block_new_call (const char *id, const char *name, const char *arguments);
/** @id: of the call. @name: of the tool
 * @images: (nullable) (element-type McpModelBlock): held. Returns: (transfer full) */
McpModelBlock *mcp_model_block_new_result (const char *id,
                                           const char *name,
                                           const char *text,
                                           gboolean    is_error,
                                           GPtrArray  *images);

McpModelBlock *mcp_model_block_ref (McpModelBlock *self);
void           mcp_model_block_unref (McpModelBlock *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelBlock, mcp_model_block_unref)

McpModelBlockKind mcp_model_block_get_kind (McpModelBlock *self);
/** Returns: (transfer none): "text", "reasoning", …: for programs */
const char *mcp_model_block_kind_to_text (McpModelBlockKind kind);

/** Returns: (transfer none): the text; the arguments of a call; "" for an image */
const char *mcp_model_block_get_text (McpModelBlock *self);
/** Returns: (transfer none) (nullable): of a call or a result */
const char *mcp_model_block_get_id (McpModelBlock *self);
/** Returns: (transfer none) (nullable): of the tool of a call or a result */
const char *mcp_model_block_get_name (McpModelBlock *self);
gboolean    mcp_model_block_is_error (McpModelBlock *self);
/** Returns: (transfer none) (nullable): of an image */
const char *mcp_model_block_get_mime_type (McpModelBlock *self);
/** Returns: (transfer none) (nullable): of an image */
GBytes *mcp_model_block_get_data (McpModelBlock *self);
/** @self: an image. Returns: (transfer full): its bytes in base64 */
char *mcp_model_block_dup_base64 (McpModelBlock *self);
/** @self: an image. Returns: (transfer full): a URL that has its type and its bytes in it */
char *mcp_model_block_dup_data_url (McpModelBlock *self);
/** Returns: (transfer none) (nullable) (element-type McpModelBlock): of a result */
GPtrArray *mcp_model_block_get_images (McpModelBlock *self);
