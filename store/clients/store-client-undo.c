/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-undo.h"

#include "store-client-note.h"
#include "store-client-text.h"

void
store_client_undo_free (StoreClientUndo *self)
{
  g_clear_pointer (&self->whole, g_bytes_unref);
  g_ptr_array_unref (self->edits);
  g_free (self);
}

/* Returns: (transfer full) (nullable): what the file was; empty where there was none */
static GBytes *
read_before (StoreClientRecord *record, GError **error)
{
  g_autoptr (StoreFile) file = NULL;
  g_autofree char *hash = NULL;

  if (record->before == NULL)
    return g_bytes_new_static ("", 0);
  if (record->backup != NULL)
    file = store_file_read (record->backup, STORE_CLIENT_MAX_BYTES, NULL);
  if (file == NULL || !store_file_exists (file))
    {
      g_set_error (
          error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
          "The backup of this change, “%s”, is no longer there, so that it cannot be taken "
          "back; of each file the last few are kept",
          record->backup != NULL ? record->backup : "");
      return NULL;
    }
  hash = store_client_record_hash (store_file_get_bytes (file));
  if (g_str_equal (hash, record->before))
    return g_bytes_ref (store_file_get_bytes (file));
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
               "The backup of this change, “%s”, is not what it was, so that it cannot be taken "
               "back; look at it, and correct the file by hand",
               record->backup);
  return NULL;
}

static char *
dup_hash (StoreFile *file)
{
  return store_file_exists (file) ? store_client_record_hash (store_file_get_bytes (file)) : NULL;
}

/* The last step goes back first. */
static void
find_edits (StoreClientRecord *record, StoreClientText *before, GPtrArray *edits)
{
  for (guint i = record->edits->len; i > 0; i--)
    {
      const StoreClientEdit *edit = record->edits->pdata[i - 1];
      const char *const     *path = (const char *const *)edit->path;
      McpJsonValue           value = store_client_text_get (before, path);

      if (edit->kind == STORE_EDIT_MEMBER)
        store_client_edits_add (edits, STORE_EDIT_MEMBER, path,
                                mcp_json_value_exists (value) ? mcp_json_value_dup_text (value)
                                                              : NULL);
      else
        store_client_edits_add (edits,
                                edit->kind == STORE_EDIT_ITEM_IN ? STORE_EDIT_ITEM_OUT
                                                                 : STORE_EDIT_ITEM_IN,
                                path, g_strdup (edit->json));
    }
}

/* Whether somebody else changed the entry after us. */
static void
note_entry (StoreClientRecord       *record,
            const StoreClientFormat *format,
            StoreFile               *file,
            GPtrArray               *notes)
{
  g_autoptr (StoreClientPlace) place = store_client_record_dup_place (record);
  g_auto (GStrv) path = store_client_place_dup_entry_path (place, record->name);
  g_autoptr (StoreClientText) text =
      store_client_text_new (store_file_get_bytes (file), format, NULL);
  McpJsonValue value =
      text != NULL ? store_client_text_get (text, (const char *const *)path) : MCP_JSON_NO_VALUE;
  g_autofree char *hash = store_client_record_hash_value (value);

  store_note_add (notes, STORE_NOTE_INFORMATION, NULL,
                  "The file was changed since: only “%s” becomes what it was.", record->name);
  if (g_strcmp0 (hash, record->value) != 0)
    store_note_add (notes, STORE_NOTE_ATTENTION, NULL,
                    "“%s” itself was changed since, too, and that is lost.", record->name);
}

StoreClientUndo *
store_client_undo_find (StoreClientRecord *record,
                        StoreFile         *file,
                        GPtrArray         *notes,
                        GError           **error)
{
  const StoreClientFormat *format = store_client_format_find (record->client);
  g_autoptr (StoreClientUndo) self = g_new0 (StoreClientUndo, 1);
  g_autoptr (GBytes) bytes = read_before (record, error);
  g_autoptr (StoreClientText) before = NULL;
  g_autofree char *hash = dup_hash (file);

  self->edits = store_client_edits_new ();
  if (bytes == NULL)
    return NULL;
  /* What was broken before has no members. */
  before = store_client_text_new (bytes, format, NULL);
  if (before != NULL)
    find_edits (record, before, self->edits);
  if (g_strcmp0 (hash, record->after) == 0 || g_strcmp0 (hash, record->before) == 0)
    {
      self->removes = record->before == NULL;
      self->whole = g_steal_pointer (&bytes);
      if (self->removes && store_file_exists (file))
        store_note_add (notes, STORE_NOTE_INFORMATION, NULL,
                        "The file was made by this change, and goes with it.");
      return g_steal_pointer (&self);
    }
  if (self->edits->len == 0 || record->name == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                   "“%s” was changed since, and the change was to the whole file; what it was "
                   "before is in “%s”",
                   record->path, record->backup != NULL ? record->backup : "");
      return NULL;
    }
  note_entry (record, format, file, notes);
  return g_steal_pointer (&self);
}
