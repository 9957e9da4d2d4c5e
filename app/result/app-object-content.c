/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-content.h"

#include <string.h>

#include "mcp-json-writer.h"

/* Of a text: its first line says whether it is from an object store. */
#define SNIFF_BYTES 2048u
/* Characters that say whether a string is Base64, of which there are at least so many. */
#define SNIFF_BASE64 64u
#define MIN_BASE64 8u

typedef enum {
  SHAPE_NONE,
  SHAPE_CALL,
  SHAPE_READ,
  SHAPE_PROMPT,
  SHAPE_BLOCK,    /* of a content array */
  SHAPE_CONTENTS, /* of a resource */
  SHAPE_DATA,     /* neither, but data beside its media type */
  SHAPE_TEXT,     /* of an object store */
} Shape;

static gboolean
is_string (McpJsonValue object, const char *member)
{
  return mcp_json_value_get_kind (mcp_json_value_get_member (object, member)) == MCP_JSON_STRING;
}

static gboolean
is_block (McpJsonValue value)
{
  if (!is_string (value, "type"))
    return FALSE;

  g_autoptr (McpContent) content = mcp_content_new (value);

  switch (content->kind)
    {
    case MCP_CONTENT_TEXT:
      return is_string (value, "text");
    case MCP_CONTENT_IMAGE:
    case MCP_CONTENT_AUDIO:
      return is_string (value, "data");
    case MCP_CONTENT_RESOURCE:
      return content->resource != NULL;
    case MCP_CONTENT_RESOURCE_LINK:
      return is_string (value, "uri");
    case MCP_CONTENT_UNKNOWN:
    default:
      return FALSE;
    }
}

static gboolean
is_contents (McpJsonValue value)
{
  return is_string (value, "uri") && (is_string (value, "text") || is_string (value, "blob"));
}

static gboolean
is_message (McpJsonValue value)
{
  McpJsonValue role = mcp_json_value_get_member (value, "role");

  return (mcp_json_value_string_equals (role, "user") ||
          mcp_json_value_string_equals (role, "assistant")) &&
         is_block (mcp_json_value_get_member (value, "content"));
}

static gboolean
is_base64 (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_dup_string_prefix (value, SNIFF_BASE64, NULL);

  return text != NULL && strlen (text) >= MIN_BASE64 &&
         text[strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n"
                            "-_")] == '\0';
}

/* Returns: the member that has the data; none where there is none that can be seen or heard */
static McpJsonValue
find_data (McpJsonValue value)
{
  g_autofree char *type = mcp_json_value_dup_member_string (value, "mimeType");
  McpJsonValue     data = mcp_json_value_get_member (value, "data");

  if (type == NULL || (!g_str_has_prefix (type, "image/") && !g_str_has_prefix (type, "audio/")))
    return MCP_JSON_NO_VALUE;
  if (!mcp_json_value_exists (data))
    data = mcp_json_value_get_member (value, "blob");
  return is_base64 (data) ? data : MCP_JSON_NO_VALUE;
}

static Shape
find_shape_of_object (McpJsonValue value)
{
  static const struct
  {
    const char *list;
    gboolean (*fits) (McpJsonValue first);
    Shape shape;
  } results[] = {
    { "content", is_block, SHAPE_CALL },
    { "contents", is_contents, SHAPE_READ },
    { "messages", is_message, SHAPE_PROMPT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      McpJsonValue list = mcp_json_value_get_member (value, results[i].list);

      if (mcp_json_value_get_kind (list) == MCP_JSON_ARRAY &&
          results[i].fits (mcp_json_value_get_item (list, 0)))
        return results[i].shape;
    }
  if (is_block (value))
    return SHAPE_BLOCK;
  if (is_string (value, "uri") && is_string (value, "blob"))
    return SHAPE_CONTENTS;
  return mcp_json_value_exists (find_data (value)) ? SHAPE_DATA : SHAPE_NONE;
}

static gboolean
is_card (StoreObject *object)
{
  gsize            length;
  g_autofree char *prefix = NULL;

  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    {
      g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
      const char *text = g_bytes_get_data (bytes, &length);

      return length > 0 && app_object_card_detect (text, (gssize)MIN (length, SNIFF_BYTES));
    }
  prefix = mcp_json_value_dup_string_prefix (store_object_get_value (object), SNIFF_BYTES, NULL);
  return prefix != NULL && app_object_card_detect (prefix, -1);
}

static Shape
find_shape (StoreObject *object)
{
  McpJsonValue value = store_object_get_value (object);

  if (store_object_get_kind (object) == STORE_OBJECT_BLOB)
    return SHAPE_NONE;
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    return find_shape_of_object (value);
  return is_card (object) ? SHAPE_TEXT : SHAPE_NONE;
}

gboolean
app_object_content_detect (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), FALSE);
  return find_shape (object) != SHAPE_NONE;
}

static void
write_text (McpJsonWriter *writer, StoreObject *object)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);

  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    mcp_json_writer_string_length (writer, text, length);
  else
    mcp_json_writer_value (writer, store_object_get_value (object));
}

static void
write_block (McpJsonWriter *writer, StoreObject *object, Shape shape)
{
  McpJsonValue     value = store_object_get_value (object);
  g_autofree char *type = NULL;

  if (shape == SHAPE_BLOCK || shape == SHAPE_CONTENTS)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  mcp_json_writer_begin_object (writer);
  if (shape == SHAPE_TEXT)
    {
      mcp_json_writer_member_string (writer, "type", "text");
      mcp_json_writer_name (writer, "text");
      write_text (writer, object);
    }
  else
    {
      type = mcp_json_value_dup_member_string (value, "mimeType");
      mcp_json_writer_member_string (writer, "type",
                                     g_str_has_prefix (type, "audio/") ? "audio" : "image");
      mcp_json_writer_member_string (writer, "mimeType", type);
      mcp_json_writer_member_value (writer, "data", find_data (value));
    }
  mcp_json_writer_end_object (writer);
}

/* The result that the block would have come in. */
static AppResult *
create_around (StoreObject *object, Shape shape)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, shape == SHAPE_CONTENTS ? "contents" : "content");
  mcp_json_writer_begin_array (writer);
  write_block (writer, object, shape);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  g_autoptr (GBytes) text = mcp_json_writer_finish (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, NULL);
  return document != NULL
             ? app_result_new (shape == SHAPE_CONTENTS ? APP_RESULT_READ : APP_RESULT_CALL,
                               mcp_json_document_get_root (document))
             : NULL;
}

AppResult *
app_object_content_new (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  static const AppResultKind kinds[] = { [SHAPE_CALL] = APP_RESULT_CALL,
                                         [SHAPE_READ] = APP_RESULT_READ,
                                         [SHAPE_PROMPT] = APP_RESULT_PROMPT };
  Shape                      shape = find_shape (object);

  if (shape == SHAPE_NONE)
    return NULL;
  return shape < SHAPE_BLOCK ? app_result_new (kinds[shape], store_object_get_value (object))
                             : create_around (object, shape);
}
