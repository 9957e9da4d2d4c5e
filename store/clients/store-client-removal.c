/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-removal.h"

#include "store-client-undo.h"

#include <string.h>

/* Returns: (transfer full) (element-type StoreClientRecord): those of @file, the newest first */
static GPtrArray *
list_records (StoreClientJournal *journal, StoreFile *file)
{
  g_autoptr (GPtrArray) all = store_client_journal_list (journal, NULL);
  g_autofree char *path = g_canonicalize_filename (store_file_get_path (file), NULL);
  GPtrArray       *records =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_record_unref);

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      StoreClientRecord *record = all->pdata[i];

      if (record->real != NULL ? g_str_equal (record->real, store_file_get_target (file))
                               : g_str_equal (record->path, path))
        g_ptr_array_add (records, store_client_record_ref (record));
    }
  return records;
}

/* Returns: (transfer full) (nullable) */
static StoreClientText *
read_before (StoreClientRecord *record, StoreClientPlace *place)
{
  g_autoptr (GBytes) bytes = store_client_undo_read_before (record, NULL);

  return bytes != NULL
             ? store_client_text_new (bytes, store_client_place_get_format (place), NULL)
             : NULL;
}

/* The last change that found it empty, or did not find it, says which of both it was; not where it
 * is a change of ours that had emptied it. */
static void
add_empty (GPtrArray         *records,
           StoreClientPlace  *place,
           const char *const *path,
           GPtrArray         *edits)
{
  for (guint i = 0; i < records->len; i++)
    {
      StoreClientRecord *record = records->pdata[i];
      StoreClientRecord *older = i + 1 < records->len ? records->pdata[i + 1] : NULL;
      g_autoptr (StoreClientText) before = read_before (record, place);
      McpJsonValue value =
          before != NULL ? store_client_text_get (before, path) : MCP_JSON_NO_VALUE;

      if (before == NULL || mcp_json_value_get_n_items (value) > 0 ||
          (mcp_json_value_exists (value) && older != NULL &&
           g_strcmp0 (older->after, record->before) == 0))
        continue;
      store_client_edits_add_empty (edits, before, path);
      return;
    }
}

/* Whether what is left of the file refers to the item. */
static gboolean
is_used (GBytes *rest, const StoreClientEdit *item)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (item->json, -1, NULL);
  g_autofree char *id =
      mcp_json_value_dup_member_string (mcp_json_document_get_root (document), "id");
  g_autofree char *reference = id != NULL ? g_strdup_printf ("${input:%s}", id) : NULL;
  gsize            length;
  const char      *text = g_bytes_get_data (rest, &length);

  return reference != NULL && memmem (text, length, reference, strlen (reference)) != NULL;
}

/* An item that was there before the first change that wanted it is the person's own. */
static void
add_item (GPtrArray             *records,
          StoreClientPlace      *place,
          const StoreClientEdit *item,
          GPtrArray             *edits)
{
  for (guint i = 0; i < records->len; i++)
    {
      StoreClientRecord *record = records->pdata[i];
      g_autoptr (StoreClientText) before = NULL;

      for (guint j = 0; before == NULL && j < record->edits->len; j++)
        {
          const StoreClientEdit *edit = record->edits->pdata[j];

          if (edit->kind == STORE_EDIT_ITEM_IN && g_str_equal (edit->json, item->json))
            before = read_before (record, place);
        }
      if (before == NULL ||
          store_client_edits_has_item (
              store_client_text_get (before, (const char *const *)item->path), item->json))
        continue;
      store_client_edits_add (edits, STORE_EDIT_ITEM_OUT, (const char *const *)item->path,
                              g_strdup (item->json));
      add_empty (records, place, (const char *const *)item->path, edits);
      return;
    }
}

void
store_client_removal_add_edits (StoreClientJournal *journal,
                                StoreClientPlace   *place,
                                StoreFile          *file,
                                const char         *name,
                                GPtrArray          *edits)
{
  g_autoptr (GPtrArray) records = list_records (journal, file);
  g_autoptr (GBytes) rest = store_client_edits_apply (edits, store_file_get_bytes (file),
                                                      store_client_place_get_format (place), NULL);

  for (guint i = 0; rest != NULL && i < records->len; i++)
    {
      StoreClientRecord *record = records->pdata[i];

      for (guint j = 0; g_strcmp0 (record->name, name) == 0 && j < record->edits->len; j++)
        {
          const StoreClientEdit *edit = record->edits->pdata[j];

          if (edit->kind == STORE_EDIT_ITEM_IN && !is_used (rest, edit))
            add_item (records, place, edit, edits);
        }
    }
  add_empty (records, place, store_client_place_get_root (place), edits);
}

/* A file without anything says the same as an empty one; so does a map that is null. */
static gboolean
is_same (StoreClientText *before, StoreClientText *after, StoreClientPlace *place)
{
  static const char *const whole[] = { NULL };
  const char *const       *root = store_client_place_get_root (place);
  McpJsonValue             old = store_client_text_get (before, whole);
  McpJsonValue             now = store_client_text_get (after, whole);
  g_autoptr (StoreClientText) text = NULL;

  if (!mcp_json_value_exists (old) || !mcp_json_value_exists (now))
    return mcp_json_value_get_n_items (old) == 0 && mcp_json_value_get_n_items (now) == 0;
  if (mcp_json_value_equal (old, now))
    return TRUE;
  if (mcp_json_value_get_kind (store_client_text_get (before, root)) != MCP_JSON_NULL ||
      mcp_json_value_get_kind (store_client_text_get (after, root)) != MCP_JSON_OBJECT)
    return FALSE;
  g_autoptr (GBytes) filled = store_client_text_set (before, root, "{}", NULL);
  text = filled != NULL
             ? store_client_text_new (filled, store_client_place_get_format (place), NULL)
             : NULL;
  return text != NULL && mcp_json_value_equal (store_client_text_get (text, whole), now);
}

GBytes *
store_client_removal_dup_former (StoreClientJournal *journal,
                                 StoreClientPlace   *place,
                                 StoreFile          *file,
                                 GBytes             *after,
                                 gboolean           *is_new)
{
  const StoreClientFormat *format = store_client_place_get_format (place);
  g_autoptr (StoreClientText) wanted = store_client_text_new (after, format, NULL);
  g_autoptr (GPtrArray) records = list_records (journal, file);
  g_autofree char *hash = store_client_record_hash (store_file_get_bytes (file));

  for (guint i = 0; wanted != NULL && i < records->len; i++)
    {
      StoreClientRecord *record = records->pdata[i];
      g_autoptr (StoreClientText) before = NULL;

      if (g_strcmp0 (record->after, hash) != 0)
        return NULL;
      g_autoptr (GBytes) bytes = store_client_undo_read_before (record, NULL);
      if (bytes != NULL)
        before = store_client_text_new (bytes, format, NULL);
      if (before != NULL && is_same (before, wanted, place))
        {
          *is_new = record->before == NULL;
          return format->rules.breaks_on_mark ? store_client_text_dup_unmarked (bytes)
                                              : g_steal_pointer (&bytes);
        }
      g_free (hash);
      hash = g_strdup (record->before);
    }
  return NULL;
}
