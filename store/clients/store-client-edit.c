/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-edit.h"

#include "store-error.h"

#include <string.h>

static void
edit_free (StoreClientEdit *edit)
{
  g_strfreev (edit->path);
  g_free (edit->json);
  g_free (edit);
}

GPtrArray *
store_client_edits_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)edit_free);
}

void
store_client_edits_add (GPtrArray *edits, StoreEditKind kind, const char *const *path, char *json)
{
  StoreClientEdit *edit = g_new0 (StoreClientEdit, 1);

  edit->kind = kind;
  edit->path = g_strdupv ((char **)path);
  edit->json = json;
  g_ptr_array_add (edits, edit);
}

void
store_client_edits_add_empty (GPtrArray *edits, StoreClientText *before, const char *const *path)
{
  g_auto (GStrv) names = g_strdupv ((char **)path);

  for (guint n = g_strv_length (names);
       n > 0 && !mcp_json_value_exists (store_client_text_get (before, (const char *const *)names));
       n--)
    {
      store_client_edits_add (edits, STORE_EDIT_EMPTY_OUT, (const char *const *)names, NULL);
      g_clear_pointer (&names[n - 1], g_free);
    }
}

static gboolean
is_same_item (McpJsonValue a, McpJsonValue b)
{
  McpJsonValue id_a = mcp_json_value_get_member (a, "id");
  McpJsonValue id_b = mcp_json_value_get_member (b, "id");

  if (mcp_json_value_exists (id_a) && mcp_json_value_exists (id_b))
    return mcp_json_value_equal (id_a, id_b);
  return mcp_json_value_equal (a, b);
}

/* Returns: the number of items where there is none */
static guint
find_item (McpJsonValue array, McpJsonValue item)
{
  guint position = 0;

  for (McpJsonWalk each = mcp_json_walk (array);
       mcp_json_value_get_kind (array) == MCP_JSON_ARRAY && mcp_json_walk_next (&each);)
    {
      if (is_same_item (each.value, item))
        return position;
      position++;
    }
  return position;
}

gboolean
store_client_edits_has_item (McpJsonValue array, const char *json)
{
  g_autoptr (McpJsonDocument) item = mcp_json_document_parse_text (json, -1, NULL);

  return mcp_json_value_get_kind (array) == MCP_JSON_ARRAY &&
         find_item (array, mcp_json_document_get_root (item)) < mcp_json_value_get_n_items (array);
}

/* In JSON only the bytes of the item itself change. */
static GBytes *
change_array (GBytes                  *text,
              const StoreClientFormat *format,
              const StoreClientEdit   *edit,
              guint                    position,
              GError                 **error)
{
  const char *const *path = (const char *const *)edit->path;
  GError            *problem = NULL;
  g_autoptr (McpJsonEditor) editor = mcp_json_editor_new (text, format->syntax, NULL, &problem);
  GBytes *after = NULL;

  if (editor != NULL)
    after = edit->kind == STORE_EDIT_ITEM_IN
                ? mcp_json_editor_add_item (editor, path, edit->json, &problem)
                : mcp_json_editor_remove_item (editor, path, position, &problem);
  if (after == NULL)
    store_error_propagate_json (error, problem, NULL);
  return after;
}

static GBytes *
change_item (StoreClientText         *text,
             GBytes                  *bytes,
             const StoreClientFormat *format,
             const StoreClientEdit   *edit,
             GError                 **error)
{
  const char *const *path = (const char *const *)edit->path;
  McpJsonValue       array = store_client_text_get (text, path);
  McpJsonKind        kind = mcp_json_value_get_kind (array);
  g_autoptr (McpJsonDocument) item = mcp_json_document_parse_text (edit->json, -1, NULL);
  guint    n_items = kind == MCP_JSON_ARRAY ? mcp_json_value_get_n_items (array) : 0;
  guint    position = find_item (array, mcp_json_document_get_root (item));
  gboolean is_in = position < n_items;

  if (is_in == (edit->kind == STORE_EDIT_ITEM_IN))
    return g_bytes_ref (bytes);
  if (kind == MCP_JSON_ARRAY && format->language == STORE_CLIENT_JSON)
    return change_array (bytes, format, edit, position, error);
  if (edit->kind == STORE_EDIT_ITEM_OUT)
    return g_bytes_ref (bytes);
  if (mcp_json_value_exists (array) && kind != MCP_JSON_NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "The file has a value of type %s where an array “%s” should be",
                   mcp_json_kind_get_name (kind), path[g_strv_length (edit->path) - 1]);
      return NULL;
    }
  g_autofree char *whole = g_strdup_printf ("[%s]", edit->json);

  return store_client_text_set (text, path, whole, error);
}

static GBytes *
change_member (StoreClientText *text, GBytes *bytes, const StoreClientEdit *edit, GError **error)
{
  const char *const *path = (const char *const *)edit->path;
  McpJsonValue       old = store_client_text_get (text, path);
  GError            *problem = NULL;
  /* Also where it is equal: a name that stands twice must not pass for one. */
  GBytes *after = store_client_text_set (text, path, edit->json, &problem);

  if (after == NULL && edit->json == NULL &&
      g_error_matches (problem, STORE_ERROR, STORE_ERROR_NOT_FOUND))
    {
      g_clear_error (&problem);
      return g_bytes_ref (bytes);
    }
  if (after == NULL)
    {
      g_propagate_error (error, problem);
      return NULL;
    }
  if (mcp_json_value_exists (old) && edit->json != NULL)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (edit->json, -1, NULL);

      if (mcp_json_value_equal (old, mcp_json_document_get_root (document)))
        {
          g_bytes_unref (after);
          return g_bytes_ref (bytes);
        }
    }
  return after;
}

/* What begins a comment, and may be in a name as well. */
static guint
count_marks (const char *text, gsize length)
{
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == '#' || text[i] == '/';
  return n;
}

/* What a person said inside of it stays, and so does the member. */
static GBytes *
remove_empty (StoreClientText *text, GBytes *bytes, const StoreClientEdit *edit)
{
  const char *const *path = (const char *const *)edit->path;
  McpJsonValue       value = store_client_text_get (text, path);
  McpJsonKind        kind = mcp_json_value_get_kind (value);
  const char        *name = path[g_strv_length (edit->path) - 1];
  guint              n_marks = 0;
  g_autoptr (GBytes) after = NULL;

  if ((kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY) &&
      mcp_json_value_get_n_items (value) == 0)
    after = store_client_text_set (text, path, NULL, NULL);
  if (after != NULL)
    n_marks = count_marks (g_bytes_get_data (after, NULL), g_bytes_get_size (after)) +
              count_marks (name, strlen (name));
  return after != NULL &&
                 n_marks == count_marks (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
             ? g_steal_pointer (&after)
             : g_bytes_ref (bytes);
}

GBytes *
store_client_edits_apply (GPtrArray               *edits,
                          GBytes                  *text,
                          const StoreClientFormat *format,
                          GError                 **error)
{
  g_autoptr (GBytes) bytes = store_client_text_dup_unmarked (text);

  for (guint i = 0; i < edits->len; i++)
    {
      const StoreClientEdit *edit = edits->pdata[i];
      g_autoptr (StoreClientText) now = store_client_text_new (bytes, format, error);
      GBytes *after = NULL;

      if (now != NULL && edit->kind == STORE_EDIT_EMPTY_OUT)
        after = remove_empty (now, bytes, edit);
      else if (now != NULL)
        after = edit->kind == STORE_EDIT_MEMBER ? change_member (now, bytes, edit, error)
                                                : change_item (now, bytes, format, edit, error);
      if (after == NULL)
        return NULL;
      g_bytes_unref (bytes);
      bytes = after;
    }
  return g_steal_pointer (&bytes);
}
