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

GBytes *
store_client_undo_read_before (StoreClientRecord *record, GError **error)
{
  g_autoptr (StoreFile) file = NULL;

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
  g_autofree char *hash = store_client_record_hash (store_file_get_bytes (file));
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

      if (edit->kind == STORE_EDIT_EMPTY_OUT)
        continue;
      if (edit->kind == STORE_EDIT_MEMBER)
        store_client_edits_add (edits, STORE_EDIT_MEMBER, path,
                                mcp_json_value_exists (value) ? mcp_json_value_dup_text (value)
                                                              : NULL);
      else
        store_client_edits_add (edits,
                                edit->kind == STORE_EDIT_ITEM_IN ? STORE_EDIT_ITEM_OUT
                                                                 : STORE_EDIT_ITEM_IN,
                                path, g_strdup (edit->json));
      if (!mcp_json_value_exists (value))
        store_client_edits_add_empty (edits, before, path);
    }
}

/* Returns: (transfer full) (nullable): the hash of the entry in @text */
static char *
dup_value (StoreClientRecord *record, StoreClientText *text)
{
  g_autoptr (StoreClientPlace) place = store_client_record_dup_place (record);
  g_auto (GStrv) path = store_client_place_dup_entry_path (place, record->name);

  return store_client_record_hash_value (store_client_text_get (text, (const char *const *)path));
}

struct _StoreClientSight
{
  StoreFile       *file; /* (nullable) */
  char            *hash; /* (nullable) */
  StoreClientText *text; /* (nullable): where it is valid */
};

StoreClientSight *
store_client_sight_new (StoreFile *file, const StoreClientFormat *format)
{
  StoreClientSight *self = g_new0 (StoreClientSight, 1);

  if (file == NULL)
    return self;
  self->file = store_file_ref (file);
  self->hash = dup_hash (file);
  if (format != NULL)
    self->text = store_client_text_new (store_file_get_bytes (file), format, NULL);
  return self;
}

void
store_client_sight_free (StoreClientSight *self)
{
  g_clear_pointer (&self->file, store_file_unref);
  g_clear_pointer (&self->text, store_client_text_free);
  g_free (self->hash);
  g_free (self);
}

static StoreClientSince
find_since_entry (StoreClientSight *self, StoreClientRecord *record)
{
  g_autofree char *now = self->text != NULL ? dup_value (record, self->text) : NULL;

  if (self->text == NULL)
    return STORE_SINCE_FILE_BROKEN;
  if (g_strcmp0 (now, record->value) == 0)
    return STORE_SINCE_ENTRY_AS_LEFT;
  if (now == NULL)
    return STORE_SINCE_ENTRY_GONE;
  return record->value == NULL ? STORE_SINCE_ENTRY_BACK : STORE_SINCE_ENTRY_CHANGED;
}

StoreClientSince
store_client_sight_get_since (StoreClientSight *self, StoreClientRecord *record)
{
  g_autofree char *real = store_client_record_dup_real (record);

  if (self->file == NULL)
    return STORE_SINCE_FILE_BROKEN;
  if (real != NULL && !g_str_equal (real, store_file_get_target (self->file)))
    return STORE_SINCE_FILE_MOVED;
  if (g_strcmp0 (self->hash, record->after) == 0)
    return STORE_SINCE_AS_LEFT;
  if (!store_file_exists (self->file))
    return STORE_SINCE_FILE_GONE;
  return record->name != NULL ? find_since_entry (self, record) : STORE_SINCE_FILE_CHANGED;
}

gboolean
store_client_undo_is_possible (StoreClientRecord *record, StoreClientSince since)
{
  if (!store_client_record_has_before (record) || store_client_format_find (record->client) == NULL)
    return FALSE;
  return since != STORE_SINCE_FILE_MOVED && since != STORE_SINCE_FILE_BROKEN &&
         since != STORE_SINCE_FILE_CHANGED &&
         (since != STORE_SINCE_FILE_GONE || record->name != NULL);
}

const char *
store_client_undo_get_word (StoreClientSince since)
{
  static const char *const words[] = {
    [STORE_SINCE_AS_LEFT] = "as-left",
    [STORE_SINCE_ENTRY_AS_LEFT] = "entry-as-left",
    [STORE_SINCE_ENTRY_CHANGED] = "entry-changed",
    [STORE_SINCE_ENTRY_GONE] = "entry-gone",
    [STORE_SINCE_ENTRY_BACK] = "entry-back",
    [STORE_SINCE_FILE_CHANGED] = "file-changed",
    [STORE_SINCE_FILE_BROKEN] = "file-broken",
    [STORE_SINCE_FILE_GONE] = "file-gone",
    [STORE_SINCE_FILE_MOVED] = "file-moved",
  };

  return words[since];
}

/* What another program did to the file after us, and what that means for the entry.
 * @before: (nullable): the text that the entry goes back to */
static void
note_since (StoreClientRecord *record, StoreFile *file, StoreClientText *before, GPtrArray *notes)
{
  g_autoptr (StoreClientSight) sight =
      store_client_sight_new (file, store_client_format_find (record->client));
  StoreClientSince since = store_client_sight_get_since (sight, record);
  StoreClientText *text = sight->text;
  g_autofree char *now = text != NULL ? dup_value (record, text) : NULL;
  g_autofree char *then = before != NULL ? dup_value (record, before) : NULL;
  gboolean         is_back = text != NULL && g_strcmp0 (now, then) == 0;

  if (since == STORE_SINCE_FILE_GONE)
    store_note_add (notes, STORE_NOTE_INFORMATION, NULL, "“%s” is gone.", record->path);
  if (since != STORE_SINCE_ENTRY_AS_LEFT && is_back)
    store_note_add (notes, STORE_NOTE_INFORMATION, NULL, "“%s” %s: there is nothing to take back.",
                    record->name,
                    now == NULL ? "is no longer in the file"
                                : "is already what it was before the change");
  else if (since == STORE_SINCE_ENTRY_GONE || since == STORE_SINCE_FILE_GONE)
    store_note_add (notes, STORE_NOTE_INFORMATION, NULL,
                    "“%s” is no longer in the file; it comes back as it was before the change.",
                    record->name);
  else if (since != STORE_SINCE_FILE_BROKEN)
    store_note_add (notes, STORE_NOTE_INFORMATION, NULL,
                    "The file was changed since: only “%s” becomes what it was.", record->name);
  if (!is_back && since == STORE_SINCE_ENTRY_CHANGED)
    store_note_add (notes, STORE_NOTE_ATTENTION, NULL,
                    "“%s” itself was changed since, too, and that is lost.", record->name);
  else if (!is_back && since == STORE_SINCE_ENTRY_BACK)
    store_note_add (notes, STORE_NOTE_ATTENTION, NULL,
                    "“%s” is in the file again, and what it says now is lost.", record->name);
}

StoreClientUndo *
store_client_undo_find (StoreClientRecord *record,
                        StoreFile         *file,
                        GPtrArray         *notes,
                        GError           **error)
{
  const StoreClientFormat *format = store_client_format_find (record->client);
  g_autoptr (StoreClientUndo) self = g_new0 (StoreClientUndo, 1);
  g_autoptr (GBytes) bytes = store_client_undo_read_before (record, error);
  g_autofree char *hash = dup_hash (file);

  self->edits = store_client_edits_new ();
  if (bytes == NULL)
    return NULL;
  /* What was broken before has no members. */
  g_autoptr (StoreClientText) before = store_client_text_new (bytes, format, NULL);
  if (before != NULL)
    find_edits (record, before, self->edits);
  if (g_strcmp0 (hash, record->after) == 0 || g_strcmp0 (hash, record->before) == 0)
    {
      self->removes = record->before == NULL;
      self->whole = g_steal_pointer (&bytes);
      if (g_strcmp0 (hash, record->after) != 0)
        store_note_add (notes, STORE_NOTE_INFORMATION, NULL,
                        "The file is already what it was before the change: there is nothing to "
                        "take back.");
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
  note_since (record, file, before, notes);
  return g_steal_pointer (&self);
}
