/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-part.h"

#include "app-error.h"
#include "mcp-json-document.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-path.h"
#include "store-window.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *path;
  char *from;
  char *to;
} Wish;

static void
wish_free (Wish *self)
{
  g_free (self->path);
  g_free (self->from);
  g_free (self->to);
  g_free (self);
}

/* Positions */

static gboolean
read_position (const char *text, gint64 fallback, gint64 *position, GError **error)
{
  *position = fallback;
  if (text[0] == '\0' ||
      g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, position, NULL))
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               _ ("“%s” is not a position. Write a whole number; -1 is the last one."), text);
  return FALSE;
}

/* @length: of the whole. @from, @to: (out): 0 ≤ from ≤ to ≤ length */
static gboolean
read_positions (const Wish *wish, gint64 length, gint64 *from, gint64 *to, GError **error)
{
  if (!read_position (wish->from, 0, from, error) ||
      !read_position (wish->to, length, to, error))
    return FALSE;
  if (*from < 0)
    *from = *from < -length ? 0 : *from + length;
  if (*to < 0)
    *to = *to < -length ? 0 : *to + length;
  *from = MIN (*from, length);
  *to = CLAMP (*to, *from, length);
  return TRUE;
}

static gboolean
is_sliced (const Wish *wish)
{
  return wish->from[0] != '\0' || wish->to[0] != '\0';
}

/* Parts */

static StoreObject *
create_text (StoreObject *object, GBytes *text)
{
  return store_object_new_text (text, store_object_get_server (object),
                                store_object_get_tool (object));
}

/* @text: UTF-8, a NUL inside included */
static StoreObject *
slice_text (StoreObject *object, GBytes *text, const Wish *wish, GError **error)
{
  gsize       length;
  const char *start = g_bytes_get_data (text, &length);
  gint64      from, to;
  g_autoptr (GBytes) part = NULL;

  if (!is_sliced (wish))
    return create_text (object, text);
  if (!read_positions (wish, (gint64)mcp_json_count_characters (start, length), &from, &to, error))
    return NULL;
  const char *first = from > 0 ? g_utf8_offset_to_pointer (start, from) : start;
  const char *last = to > from ? g_utf8_offset_to_pointer (first, to - from) : first;
  part = g_bytes_new_from_bytes (text, (gsize)(first - start), (gsize)(last - first));
  return create_text (object, part);
}

static StoreObject *
slice_list (StoreObject *object, McpJsonValue list, const Wish *wish, GError **error)
{
  McpJsonIter  iter;
  McpJsonValue item;
  gint64       from, to;

  if (!read_positions (wish, mcp_json_value_get_n_items (list), &from, &to, error))
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, list);
  for (gint64 i = 0; i < to && mcp_json_iter_next (&iter, NULL, &item); i++)
    if (i >= from)
      mcp_json_writer_value (writer, item);
  mcp_json_writer_end_array (writer);
  g_autoptr (GBytes) text = mcp_json_writer_finish (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, error);
  return document != NULL ? store_object_new_json (mcp_json_document_get_root (document),
                                                   store_object_get_server (object),
                                                   store_object_get_tool (object))
                          : NULL;
}

static StoreObject *
slice_value (StoreObject *object, McpJsonValue value, const Wish *wish, GError **error)
{
  g_autoptr (GBytes) text = NULL;
  char *decoded;
  gsize length;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      decoded = mcp_json_value_dup_string (value, &length);
      text = g_bytes_new_take (decoded, length);
      return slice_text (object, text, wish, error);
    case MCP_JSON_ARRAY:
      if (is_sliced (wish))
        return slice_list (object, value, wish, error);
      break;
    default:
      if (!is_sliced (wish))
        break;
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Only a string, a list or bytes have positions."));
      return NULL;
    }
  return store_object_new_json (value, store_object_get_server (object),
                                store_object_get_tool (object));
}

static StoreObject *
slice_bytes (StoreObject *object, const Wish *wish, GError **error)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  gint64 from, to;

  if (!read_positions (wish, (gint64)g_bytes_get_size (bytes), &from, &to, error))
    return NULL;
  g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, (gsize)from, (gsize)(to - from));
  return store_object_new_blob (part, store_object_get_server (object),
                                store_object_get_tool (object));
}

static McpJsonValue
find (McpJsonValue root, const char *path, GError **error)
{
  McpJsonValue value = MCP_JSON_NO_VALUE;

  if (path[0] == '/')
    value = mcp_json_value_resolve_pointer (root, path);
  else
    {
      g_autoptr (StorePath) parsed = store_path_parse (path, error);

      if (parsed == NULL)
        return value;
      value = store_path_resolve (parsed, root);
    }
  if (!mcp_json_value_exists (value))
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("There is nothing at “%s”."), path);
  return value;
}

static StoreObject *
take (StoreObject *object, const Wish *wish, GError **error)
{
  g_autoptr (McpJsonDocument) inside = NULL;
  g_autoptr (GBytes) text = NULL;
  McpJsonValue value = store_object_get_value (object);

  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    {
      text = store_object_dup_bytes (object);
      if (wish->path[0] == '\0')
        return slice_text (object, text, wish, error);
      inside = mcp_json_document_parse (text, NULL, NULL, NULL);
      value = mcp_json_document_get_root (inside);
    }
  else if (store_object_get_kind (object) == STORE_OBJECT_BLOB && wish->path[0] == '\0')
    return slice_bytes (object, wish, error);
  if (!mcp_json_value_exists (value))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                           _ ("This is not JSON, so it has no paths."));
      return NULL;
    }
  if (wish->path[0] != '\0')
    value = find (value, wish->path, error);
  return mcp_json_value_exists (value) ? slice_value (object, value, wish, error) : NULL;
}

/* In a thread */

static void
take_in_worker (GTask *task, gpointer object, gpointer wish, GCancellable *cancellable)
{
  GError      *error = NULL;
  StoreObject *part = take (object, wish, &error);

  if (part != NULL)
    {
      /* Counting takes its time, and the object keeps what came of it. */
      store_object_get_length (part);
      g_task_return_pointer (task, part, g_object_unref);
    }
  else
    g_task_return_error (task, error);
}

void
app_part_take_async (StoreObject        *object,
                     const char         *path,
                     const char         *from,
                     const char         *to,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data)
{
  g_return_if_fail (STORE_IS_OBJECT (object));
  g_return_if_fail (path != NULL && from != NULL && to != NULL);

  g_autoptr (GTask) task = g_task_new (object, cancellable, callback, user_data);
  Wish *wish = g_new (Wish, 1);

  *wish = (Wish){ g_strdup (path), g_strdup (from), g_strdup (to) };
  g_task_set_task_data (task, wish, (GDestroyNotify)wish_free);
  g_task_run_in_thread (task, take_in_worker);
}

MCP_DEFINE_FINISH_POINTER (app_part_take_finish, StoreObject, StoreObject)

char *
app_part_print_window (McpJsonValue value, guint items, guint depth, guint characters)
{
  StoreWindowLimits limits = STORE_WINDOW_LIMITS_DEFAULT;

  if (items > 0)
    limits.items = items;
  if (depth > 0)
    limits.depth = depth;
  if (characters > 0)
    limits.characters = characters;
  return store_window_print (value, &limits);
}
