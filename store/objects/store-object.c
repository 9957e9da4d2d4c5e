/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-object.h"

#include <string.h>

#include "mcp-json-writer.h"
#include "mcp-object.h"

#define LENGTH_UNKNOWN (-2)

struct _StoreObject
{
  GObject parent_instance;

  StoreObjectKind kind;
  McpJsonSlot     slot;  /* JSON */
  GBytes         *bytes; /* text and blobs; JSON with white space around the value */
  char           *id;
  const char     *store; /* static */
  char           *server;
  char           *tool;
  gint64          length; /* counted when first asked for */
  gint64          time;
};

G_DEFINE_FINAL_TYPE (StoreObject, store_object, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (StoreObject, store_object)

MCP_DEFINE_FINALIZE (StoreObject, store_object)
{
  mcp_json_slot_clear (&self->slot);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->id);
  g_free (self->server);
  g_free (self->tool);
}

static void
store_object_init (StoreObject *self)
{
  self->length = LENGTH_UNKNOWN;
  self->time = g_get_real_time ();
}

static StoreObject *
store_object_new (StoreObjectKind kind, const char *server, const char *tool)
{
  StoreObject *self = g_object_new (STORE_TYPE_OBJECT, NULL);

  self->kind = kind;
  self->server = g_strdup (server);
  self->tool = g_strdup (tool);
  return self;
}

StoreObject *
store_object_new_json (McpJsonValue value, const char *server, const char *tool)
{
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  StoreObject *self = store_object_new (STORE_OBJECT_JSON, server, tool);
  mcp_json_slot_set (&self->slot, value);
  return self;
}

StoreObject *
store_object_new_document (McpJsonDocument *document, const char *server, const char *tool)
{
  g_return_val_if_fail (document != NULL, NULL);

  StoreObject *self = store_object_new_json (mcp_json_document_get_root (document), server, tool);
  GBytes      *bytes = mcp_json_document_get_bytes (document);
  if (g_bytes_get_size (bytes) != mcp_json_value_get_length (self->slot.value))
    self->bytes = g_bytes_ref (bytes);
  return self;
}

StoreObject *
store_object_new_text (GBytes *text, const char *server, const char *tool)
{
  g_return_val_if_fail (text != NULL, NULL);

  StoreObject *self = store_object_new (STORE_OBJECT_TEXT, server, tool);
  self->bytes = g_bytes_ref (text);
  return self;
}

StoreObject *
store_object_new_blob (GBytes *data, const char *server, const char *tool)
{
  g_return_val_if_fail (data != NULL, NULL);

  StoreObject *self = store_object_new (STORE_OBJECT_BLOB, server, tool);
  self->bytes = g_bytes_ref (data);
  return self;
}

MCP_DEFINE_GETTER (const char *, StoreObject, store_object, id)

void
store_object_set_id (StoreObject *self, const char *id)
{
  g_return_if_fail (STORE_IS_OBJECT (self));
  g_return_if_fail (self->id == NULL);

  self->id = g_strdup (id);
}

void
store_object_set_store (StoreObject *self, const char *store)
{
  g_return_if_fail (STORE_IS_OBJECT (self));
  self->store = store;
}

StoreObject *
store_object_copy (StoreObject *self, const char *id)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);

  StoreObject *copy = store_object_new (self->kind, self->server, self->tool);
  if (self->kind == STORE_OBJECT_JSON)
    mcp_json_slot_set (&copy->slot, self->slot.value);
  if (self->bytes != NULL)
    copy->bytes = g_bytes_ref (self->bytes);
  copy->length = self->length;
  copy->time = self->time;
  copy->id = g_strdup (id);
  return copy;
}

void
store_object_set_time (StoreObject *self, gint64 time)
{
  g_return_if_fail (STORE_IS_OBJECT (self));
  self->time = time;
}

MCP_DEFINE_GETTER (const char *, StoreObject, store_object, store)
MCP_DEFINE_GETTER (StoreObjectKind, StoreObject, store_object, kind)

const char *
store_object_type_name_of (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_OBJECT:
      return "dict";
    case MCP_JSON_ARRAY:
      return "list";
    case MCP_JSON_STRING:
      return "str";
    case MCP_JSON_BOOLEAN:
      return "bool";
    case MCP_JSON_NUMBER:
      {
        gsize       length = 0;
        const char *text = mcp_json_value_get_text (value, &length);

        for (gsize i = 0; i < length; i++)
          if (text[i] == '.' || text[i] == 'e' || text[i] == 'E')
            return "float";
        return "int";
      }
    case MCP_JSON_NULL:
    case MCP_JSON_NONE:
    default:
      return "NoneType";
    }
}

const char *
store_object_get_type_name (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);

  switch (self->kind)
    {
    case STORE_OBJECT_TEXT:
      return "str";
    case STORE_OBJECT_BLOB:
      return "bytes";
    case STORE_OBJECT_JSON:
    default:
      return store_object_type_name_of (self->slot.value);
    }
}

static gint64
count_characters (GBytes *text)
{
  gsize       length = 0;
  const char *data = g_bytes_get_data (text, &length);

  return (gint64)mcp_json_count_characters (data, length);
}

static gint64
measure (StoreObject *self)
{
  if (self->kind == STORE_OBJECT_TEXT)
    return count_characters (self->bytes);
  if (self->kind == STORE_OBJECT_BLOB)
    return (gint64)g_bytes_get_size (self->bytes);

  switch (mcp_json_value_get_kind (self->slot.value))
    {
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      return mcp_json_value_get_n_items (self->slot.value);
    case MCP_JSON_STRING:
      return (gint64)mcp_json_value_count_characters (self->slot.value);
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_NUMBER:
    default:
      return -1;
    }
}

gint64
store_object_get_length (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), -1);

  if (self->length == LENGTH_UNKNOWN)
    self->length = measure (self);
  return self->length;
}

guint64
store_object_get_size (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), 0);

  return self->bytes != NULL ? g_bytes_get_size (self->bytes)
                             : mcp_json_value_get_length (self->slot.value);
}

MCP_DEFINE_GETTER (gint64, StoreObject, store_object, time)
MCP_DEFINE_GETTER (const char *, StoreObject, store_object, server)
MCP_DEFINE_GETTER (const char *, StoreObject, store_object, tool)

McpJsonValue
store_object_get_value (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), MCP_JSON_NO_VALUE);
  return self->slot.value;
}

GBytes *
store_object_dup_bytes (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);

  return self->bytes != NULL ? g_bytes_ref (self->bytes)
                             : mcp_json_value_get_bytes (self->slot.value);
}

GBytes *
store_object_dup_json (StoreObject *self)
{
  g_autofree char *encoded = NULL;
  gsize            length;

  if (self->kind == STORE_OBJECT_JSON)
    return mcp_json_value_get_bytes (self->slot.value);
  const char *data = g_bytes_get_data (self->bytes, &length);
  if (self->kind == STORE_OBJECT_BLOB)
    {
      encoded = g_base64_encode ((const guchar *)data, length);
      data = encoded;
      length = strlen (encoded);
    }
  char *quoted = mcp_json_quote (data != NULL ? data : "", (gssize)length);
  return g_bytes_new_take (quoted, strlen (quoted));
}

void
store_object_read (StoreObject *self, McpJsonSlot *slot)
{
  g_return_if_fail (STORE_IS_OBJECT (self));

  if (self->kind == STORE_OBJECT_JSON)
    {
      mcp_json_slot_set (slot, self->slot.value);
      return;
    }
  g_autoptr (GBytes) bytes = store_object_dup_json (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  if (document != NULL)
    mcp_json_slot_set (slot, mcp_json_document_get_root (document));
  else
    mcp_json_slot_clear (slot);
}
