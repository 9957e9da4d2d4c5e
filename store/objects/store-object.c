/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-object.h"

#include <string.h>

#define LENGTH_UNKNOWN (-2)

struct _StoreObject
{
  GObject parent_instance;

  StoreObjectKind kind;
  McpJsonSlot     slot;  /* JSON */
  GBytes         *bytes; /* text and blobs */
  char           *id;
  char           *media_type;
  char           *server;
  char           *tool;
  gint64          length; /* counted when first asked for */
  gint64          time;
};

enum {
  PROP_ID = 1,
  PROP_KIND,
  PROP_TYPE_NAME,
  PROP_LENGTH,
  PROP_SIZE,
  PROP_TIME,
  PROP_MEDIA_TYPE,
  PROP_SERVER,
  PROP_TOOL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StoreObject, store_object, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (StoreObjectKind,
                    store_object_kind,
                    G_DEFINE_ENUM_VALUE (STORE_OBJECT_JSON, "json"),
                    G_DEFINE_ENUM_VALUE (STORE_OBJECT_TEXT, "text"),
                    G_DEFINE_ENUM_VALUE (STORE_OBJECT_BLOB, "blob"))

static void
store_object_finalize (GObject *object)
{
  StoreObject *self = STORE_OBJECT (object);

  mcp_json_slot_clear (&self->slot);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->id);
  g_free (self->media_type);
  g_free (self->server);
  g_free (self->tool);
  G_OBJECT_CLASS (store_object_parent_class)->finalize (object);
}

static void
store_object_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreObject *self = STORE_OBJECT (object);

  switch (id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_TYPE_NAME:
      g_value_set_string (value, store_object_get_type_name (self));
      break;
    case PROP_LENGTH:
      g_value_set_int64 (value, store_object_get_length (self));
      break;
    case PROP_SIZE:
      g_value_set_uint64 (value, store_object_get_size (self));
      break;
    case PROP_TIME:
      g_value_set_int64 (value, self->time);
      break;
    case PROP_MEDIA_TYPE:
      g_value_set_string (value, self->media_type);
      break;
    case PROP_SERVER:
      g_value_set_string (value, self->server);
      break;
    case PROP_TOOL:
      g_value_set_string (value, self->tool);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
store_object_class_init (StoreObjectClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = store_object_finalize;
  object_class->get_property = store_object_get_property;

  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, STORE_TYPE_OBJECT_KIND, 0, flags);
  properties[PROP_TYPE_NAME] = g_param_spec_string ("type-name", NULL, NULL, NULL, flags);
  properties[PROP_LENGTH] =
      g_param_spec_int64 ("length", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[PROP_SIZE] = g_param_spec_uint64 ("size", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_TIME] = g_param_spec_int64 ("time", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_MEDIA_TYPE] = g_param_spec_string ("media-type", NULL, NULL, NULL, flags);
  properties[PROP_SERVER] = g_param_spec_string ("server", NULL, NULL, NULL, flags);
  properties[PROP_TOOL] = g_param_spec_string ("tool", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
store_object_init (StoreObject *self)
{
  self->length = LENGTH_UNKNOWN;
  self->time = g_get_real_time ();
}

static StoreObject *
store_object_new (StoreObjectKind kind,
                  const char     *media_type,
                  const char     *server,
                  const char     *tool)
{
  StoreObject *self = g_object_new (STORE_TYPE_OBJECT, NULL);

  self->kind = kind;
  self->media_type = g_strdup (media_type);
  self->server = g_strdup (server);
  self->tool = g_strdup (tool);
  return self;
}

StoreObject *
store_object_new_json (McpJsonValue value, const char *server, const char *tool)
{
  StoreObject *self;

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  self = store_object_new (STORE_OBJECT_JSON, "application/json", server, tool);
  mcp_json_slot_set (&self->slot, value);
  return self;
}

StoreObject *
store_object_new_text (GBytes *text, const char *media_type, const char *server, const char *tool)
{
  StoreObject *self;

  g_return_val_if_fail (text != NULL, NULL);

  self = store_object_new (STORE_OBJECT_TEXT, media_type, server, tool);
  self->bytes = g_bytes_ref (text);
  return self;
}

StoreObject *
store_object_new_blob (GBytes *data, const char *media_type, const char *server, const char *tool)
{
  StoreObject *self;

  g_return_val_if_fail (data != NULL, NULL);

  self = store_object_new (STORE_OBJECT_BLOB, media_type, server, tool);
  self->bytes = g_bytes_ref (data);
  return self;
}

const char *
store_object_get_id (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);
  return self->id;
}

void
store_object_set_id (StoreObject *self, const char *id)
{
  g_return_if_fail (STORE_IS_OBJECT (self));
  g_return_if_fail (self->id == NULL);

  self->id = g_strdup (id);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ID]);
}

StoreObjectKind
store_object_get_kind (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), STORE_OBJECT_JSON);
  return self->kind;
}

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
  gsize         length = 0;
  const guint8 *data = g_bytes_get_data (text, &length);
  gint64        count = 0;

  for (gsize i = 0; i < length; i++)
    count += (data[i] & 0xc0) != 0x80;
  return count;
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

  if (self->kind == STORE_OBJECT_JSON)
    return mcp_json_value_get_length (self->slot.value);
  return g_bytes_get_size (self->bytes);
}

gint64
store_object_get_time (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), 0);
  return self->time;
}

const char *
store_object_get_media_type (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);
  return self->media_type;
}

const char *
store_object_get_server (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);
  return self->server;
}

const char *
store_object_get_tool (StoreObject *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);
  return self->tool;
}

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

  if (self->kind == STORE_OBJECT_JSON)
    return mcp_json_value_get_bytes (self->slot.value);
  return g_bytes_ref (self->bytes);
}

char *
store_object_dup_header (StoreObject *self)
{
  const char *type_name;
  gint64      length;

  g_return_val_if_fail (STORE_IS_OBJECT (self), NULL);

  type_name = store_object_get_type_name (self);
  length = store_object_get_length (self);
  if (length < 0)
    return g_strdup_printf ("@%s → %s", self->id ? self->id : "", type_name);
  return g_strdup_printf ("@%s → %s (length: %" G_GINT64_FORMAT ")",
                          self->id ? self->id : "",
                          type_name,
                          length);
}
