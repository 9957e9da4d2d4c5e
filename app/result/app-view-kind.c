/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-view-kind.h"
#include "app-markdown.h"
#include "app-markup.h"
#include "app-object-content.h"
#include "app-table.h"
#include "app-yaml.h"

#include <glib/gi18n.h>
#include <string.h>

/* A text of this size is decoded within a frame. */
#define IN_PLACE_BYTES (256u * 1024u)
/* How much of a text says whether it is Markdown. */
#define SAMPLE_BYTES (16u * 1024u)

static gboolean
is_json (StoreObject *object)
{
  return store_object_get_kind (object) == STORE_OBJECT_JSON;
}

static AppViewKind
find_for_text (const char *text, gsize length, AppViewKind *first)
{
  *first = app_markup_is_likely (text, length)     ? APP_VIEW_MARKUP
           : app_markdown_is_likely (text, length) ? APP_VIEW_RENDERED
                                                   : APP_VIEW_TEXT;
  return *first | APP_VIEW_TEXT;
}

static AppViewKind
find_for_string (McpJsonValue value, AppViewKind *first)
{
  g_autofree char *text = mcp_json_value_dup_string_prefix (value, SAMPLE_BYTES, NULL);

  return find_for_text (text, strlen (text), first);
}

static AppViewKind
find_for_json (McpJsonValue value, AppViewKind *first)
{
  AppViewKind kinds = APP_VIEW_TREE | APP_VIEW_RAW;
  McpJsonKind kind = mcp_json_value_get_kind (value);

  *first = APP_VIEW_TREE;
  if (kind == MCP_JSON_STRING)
    return kinds | find_for_string (value, first);
  if (kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT)
    kinds |= APP_VIEW_YAML;
  AppTableShape table = app_table_shape_find (value);
  if (!mcp_json_value_exists (table.rows))
    return kinds;
  /* What else there is beside the rows is in the tree. */
  if (mcp_json_value_exists (table.columns) ||
      mcp_json_value_get_length (table.rows) * 2 >= mcp_json_value_get_length (value))
    *first = APP_VIEW_TABLE;
  return kinds | APP_VIEW_TABLE;
}

static AppViewKind
find_for_object (StoreObject *object, AppViewKind *first)
{
  if (is_json (object))
    return find_for_json (store_object_get_value (object), first);
  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    {
      g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
      gsize       length;
      const char *text = g_bytes_get_data (bytes, &length);

      return find_for_text (text, length, first);
    }
  *first = APP_VIEW_HEX;
  return APP_VIEW_HEX | APP_VIEW_RAW;
}

AppViewKind
app_view_kind_find (StoreObject *object, gboolean inside, AppViewKind *first)
{
  *first = APP_VIEW_NONE;
  if (object == NULL)
    return APP_VIEW_NONE;
  AppViewKind kinds = find_for_object (object, first);
  if (inside || !app_object_content_detect (object))
    return kinds;
  *first = APP_VIEW_CONTENT;
  return kinds | APP_VIEW_CONTENT;
}

const char *
app_view_kind_get_title (AppViewKind kind)
{
  switch (kind)
    {
    case APP_VIEW_CONTENT:
      return _ ("Content");
    case APP_VIEW_RENDERED:
      return _ ("Rendered");
    case APP_VIEW_MARKUP:
      return _ ("Markup");
    case APP_VIEW_TEXT:
      return _ ("Text");
    case APP_VIEW_TABLE:
      return _ ("Table");
    case APP_VIEW_TREE:
      return _ ("Tree");
    case APP_VIEW_YAML:
      return _ ("YAML");
    case APP_VIEW_HEX:
      return _ ("Hex");
    case APP_VIEW_RAW:
      return _ ("Raw");
    case APP_VIEW_NONE:
    default:
      g_return_val_if_reached ("");
    }
}

/* The text */

typedef struct
{
  AppViewKind kind;
  gsize       max_bytes;
  gboolean    complete;
} Loading;

/* Returns: (transfer full): what the object says, a JSON string decoded */
static GBytes *
dup_said (StoreObject *object)
{
  gsize length;
  char *text = mcp_json_value_dup_string (store_object_get_value (object), &length);

  return text != NULL ? g_bytes_new_take (text, length) : store_object_dup_bytes (object);
}

static GBytes *
create_text (StoreObject *object, Loading *loading, GCancellable *cancellable)
{
  loading->complete = TRUE;
  if (loading->kind == APP_VIEW_YAML && is_json (object))
    return app_yaml_write (store_object_get_value (object), loading->max_bytes, cancellable,
                           &loading->complete);
  if (loading->kind == APP_VIEW_RAW)
    return store_object_dup_bytes (object);
  g_autoptr (GBytes) said = dup_said (object);
  if (loading->kind == APP_VIEW_MARKUP)
    return app_markup_lay_out (said, loading->max_bytes, cancellable, &loading->complete);
  return g_steal_pointer (&said);
}

static void
create_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, create_text (source, data, cancellable),
                         (GDestroyNotify)g_bytes_unref);
}

void
app_view_kind_load_text_async (StoreObject        *object,
                               AppViewKind         kind,
                               gsize               max_bytes,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (object, cancellable, callback, user_data);
  Loading *loading = g_new0 (Loading, 1);

  g_return_if_fail (STORE_IS_OBJECT (object));

  loading->kind = kind;
  loading->max_bytes = max_bytes;
  g_task_set_source_tag (task, app_view_kind_load_text_async);
  g_task_set_task_data (task, loading, g_free);
  if (store_object_get_size (object) <= IN_PLACE_BYTES)
    create_in_worker (task, object, loading, cancellable);
  else
    g_task_run_in_thread (task, create_in_worker);
}

GBytes *
app_view_kind_load_text_finish (GAsyncResult *result, gboolean *complete, GError **error)
{
  g_return_val_if_fail (
      g_async_result_is_tagged (result, app_view_kind_load_text_async), NULL);
  *complete = ((Loading *)g_task_get_task_data (G_TASK (result)))->complete;
  return g_task_propagate_pointer (G_TASK (result), error);
}
