/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-block.h"

#include "mcp-object.h"

#include <string.h>

struct _McpModelBlock
{
  McpModelBlockKind kind;
  char             *text;
  char             *id;   /* (nullable) */
  char             *name; /* (nullable): of the tool */
  gboolean          is_error;
  char             *mime_type; /* (nullable) */
  GBytes           *data;      /* (nullable) */
  GPtrArray        *images;    /* (nullable) (element-type McpModelBlock) */
};

McpModelBlock *
mcp_model_block_new (McpModelBlockKind kind, const char *text, gssize length)
{
  McpModelBlock *self = g_atomic_rc_box_new0 (McpModelBlock);

  self->kind = kind;
  self->text = g_strndup (text, length < 0 ? strlen (text) : (gsize)length);
  return self;
}

McpModelBlock *
mcp_model_block_new_image (const char *mime_type, GBytes *data)
{
  McpModelBlock *self = mcp_model_block_new (MCP_MODEL_IMAGE, "", 0);

  self->mime_type = g_strdup (mime_type);
  self->data = g_bytes_ref (data);
  return self;
}

McpModelBlock *
mcp_model_block_new_call (const char *id, const char *name, const char *arguments)
{
  McpModelBlock *self = mcp_model_block_new (MCP_MODEL_CALL, arguments, -1);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  return self;
}

McpModelBlock *
mcp_model_block_new_result (const char *id,
                            const char *name,
                            const char *text,
                            gboolean    is_error,
                            GPtrArray  *images)
{
  McpModelBlock *self = mcp_model_block_new (MCP_MODEL_RESULT, text, -1);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->is_error = is_error;
  if (images != NULL && images->len > 0)
    self->images = g_ptr_array_ref (images);
  return self;
}

static void
mcp_model_block_clear (McpModelBlock *self)
{
  g_free (self->text);
  g_free (self->id);
  g_free (self->name);
  g_free (self->mime_type);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_clear_pointer (&self->images, g_ptr_array_unref);
}

MCP_DEFINE_SHARED (McpModelBlock, mcp_model_block)

MCP_DEFINE_PLAIN_GETTER (McpModelBlockKind, McpModelBlock, mcp_model_block, kind)

const char *
mcp_model_block_kind_to_text (McpModelBlockKind kind)
{
  static const char *const texts[] = { "text", "reasoning", "refusal", "notice",
                                       "image", "call", "result" };

  return texts[kind];
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpModelBlock, mcp_model_block, text)
MCP_DEFINE_PLAIN_GETTER (const char *, McpModelBlock, mcp_model_block, id)
MCP_DEFINE_PLAIN_GETTER (const char *, McpModelBlock, mcp_model_block, name)
MCP_DEFINE_PLAIN_FLAG (McpModelBlock, mcp_model_block, is_error)
MCP_DEFINE_PLAIN_GETTER (const char *, McpModelBlock, mcp_model_block, mime_type)
MCP_DEFINE_PLAIN_GETTER (GBytes *, McpModelBlock, mcp_model_block, data)

char *
mcp_model_block_dup_base64 (McpModelBlock *self)
{
  gsize         size;
  const guchar *data = g_bytes_get_data (self->data, &size);

  return g_base64_encode (data, size);
}

char *
mcp_model_block_dup_data_url (McpModelBlock *self)
{
  g_autofree char *base64 = mcp_model_block_dup_base64 (self);

  return g_strdup_printf ("data:%s;base64,%s", self->mime_type, base64);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, McpModelBlock, mcp_model_block, images)
