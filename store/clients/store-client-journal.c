/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-journal.h"

#include <unistd.h>

#include "mcp-json-shape.h"
#include "mcp-object.h"
#include "store-document.h"
#include "store-file-lock.h"
#include "store-file.h"

#define VERSION 1
#define MAX_BYTES (64u * 1024u * 1024u)

struct _StoreClientJournal
{
  char *path;
};

StoreClientJournal *
store_client_journal_new (const char *path)
{
  StoreClientJournal *self = g_atomic_rc_box_new0 (StoreClientJournal);

  self->path = path != NULL ? g_strdup (path)
                            : g_build_filename (g_get_user_state_dir (), "spyglass", "clients",
                                                "journal.json", NULL);
  return self;
}

StoreClientJournal *
store_client_journal_ref (StoreClientJournal *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (StoreClientJournal *self)
{
  g_free (self->path);
}

void
store_client_journal_unref (StoreClientJournal *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientJournal, store_client_journal, path)

/* Records as JSON */

static const McpJsonField path_fields[] = {
  MCP_JSON_FIELD ("path", StoreClientEdit, path, STRINGS, 0),
};

static const McpJsonShape path_shape = { path_fields, G_N_ELEMENTS (path_fields) };

static void
write_record (McpJsonWriter *writer, const StoreClientRecord *record)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_shape_write_members (&store_client_record_shape, record, writer);
  mcp_json_writer_add (writer, "'edits': [");
  for (guint i = 0; i < record->edits->len; i++)
    {
      const StoreClientEdit *edit = record->edits->pdata[i];

      if (edit->kind == STORE_EDIT_EMPTY_OUT)
        continue;
      mcp_json_writer_begin_object (writer);
      mcp_json_shape_write_members (&path_shape, edit, writer);
      if (edit->kind != STORE_EDIT_MEMBER)
        mcp_json_writer_add (writer, "'item': ?%s, 'in': %b", edit->json,
                             edit->kind == STORE_EDIT_ITEM_IN);
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
  mcp_json_shape_write_members (&store_client_record_more, record, writer);
  mcp_json_writer_end_object (writer);
}

static void
read_edits (StoreClientRecord *record, McpJsonValue list)
{
  for (McpJsonWalk item = mcp_json_walk (list); mcp_json_walk_next (&item);)
    {
      StoreClientEdit step = { 0 };

      mcp_json_shape_read (&path_shape, item.value, &step, NULL);
      step.json = mcp_json_value_dup_member_string (item.value, "item");
      if (step.json != NULL)
        step.kind = mcp_json_value_get_member_boolean (item.value, "in", FALSE)
                        ? STORE_EDIT_ITEM_IN
                        : STORE_EDIT_ITEM_OUT;
      if (step.path != NULL && *step.path != NULL)
        store_client_edits_add (record->edits, step.kind, (const char *const *)step.path,
                                g_steal_pointer (&step.json));
      g_free (step.json);
      mcp_json_shape_clear (&path_shape, &step);
    }
}

/* Returns: (transfer full) (nullable): %NULL for what is no record, or one of another kind */
static StoreClientRecord *
read_record (McpJsonValue value)
{
  g_autoptr (StoreClientRecord) record = store_client_record_new ();

  if (!mcp_json_shape_read (&store_client_record_shape, value, record, NULL) || record->id <= 0 ||
      !g_path_is_absolute (record->path) || *record->root == NULL)
    return NULL;
  mcp_json_shape_read (&store_client_record_more, value, record, NULL);
  /* Only what came before, so that none leads to itself. */
  if (record->undoes >= record->id)
    record->undoes = 0;
  read_edits (record, mcp_json_value_get_member (value, "edits"));
  return g_steal_pointer (&record);
}

/* The file */

static McpJsonDocument *
read_all (StoreClientJournal *self, StoreFile **file, GError **error)
{
  g_autoptr (StoreFile) read = store_file_read (self->path, MAX_BYTES, error);
  McpJsonDocument *all =
      read != NULL ? store_document_parse (read, "list of changes", VERSION, error) : NULL;

  if (all != NULL && file != NULL)
    *file = g_steal_pointer (&read);
  return all;
}

/* Returns: (element-type StoreClientRecord): the oldest first, as in the file */
static GPtrArray *
read_records (McpJsonDocument *all)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_record_unref);

  for (McpJsonWalk item = mcp_json_walk (store_document_get_list (all, "changes"));
       mcp_json_walk_next (&item);)
    {
      StoreClientRecord *record = read_record (item.value);

      if (record != NULL)
        g_ptr_array_add (records, record);
    }
  return records;
}

/* Changing it: opened, changed, and written under its lock. */
typedef struct
{
  int              lock;
  StoreFile       *file;
  McpJsonDocument *before;
  GPtrArray       *records;
  GPtrArray       *parked; /* (element-type utf8): JSON, at first all of before */
  gint64           next;
} Change;

static void
change_clear (Change *change)
{
  g_clear_pointer (&change->file, store_file_unref);
  g_clear_pointer (&change->before, mcp_json_document_unref);
  g_clear_pointer (&change->records, g_ptr_array_unref);
  g_clear_pointer (&change->parked, g_ptr_array_unref);
  if (change->lock >= 0)
    close (change->lock);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Change, change_clear)

static gboolean
change_begin (StoreClientJournal *self, Change *change, GError **error)
{
  change->lock = store_file_lock_folder (self->path, error);
  if (change->lock < 0)
    return FALSE;
  change->before = read_all (self, &change->file, error);
  if (change->before == NULL)
    return FALSE;
  change->records = read_records (change->before);
  change->parked = g_ptr_array_new_with_free_func (g_free);
  for (McpJsonWalk item = mcp_json_walk (store_document_get_list (change->before, "parked"));
       mcp_json_walk_next (&item);)
    g_ptr_array_add (change->parked, mcp_json_value_dup_text (item.value));
  change->next = mcp_json_value_get_member_int64 (mcp_json_document_get_root (change->before),
                                                  "next", 1);
  change->next = MAX (change->next, 1);
  for (guint i = 0; i < change->records->len; i++)
    change->next = MAX (change->next, ((StoreClientRecord *)change->records->pdata[i])->id + 1);
  return TRUE;
}

static gboolean
change_end (Change *change, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint n = change->records->len;

  mcp_json_writer_add (writer, "{'version': %i, 'next': %x, 'changes': [", VERSION, change->next);
  for (guint i = n - MIN (n, STORE_CLIENT_MAX_RECORDS); i < n; i++)
    write_record (writer, change->records->pdata[i]);
  mcp_json_writer_add (writer, "], 'parked': [");
  for (guint i = 0; i < change->parked->len; i++)
    mcp_json_writer_raw (writer, change->parked->pdata[i], -1);
  mcp_json_writer_add (writer, "]}");
  g_autoptr (GBytes) bytes = store_document_print (writer);
  return store_file_write (change->file, bytes, 0600, error);
}

/* Parked entries */

/* What went out of a file, and comes back into it. */
typedef struct
{
  char  *client;
  char  *path;
  GStrv  root;
  char  *name;
  char  *entry; /* JSON */
  gint64 id;    /* of the record */
} Parked;

static const McpJsonField parked_fields[] = {
  MCP_JSON_FIELD ("client", Parked, client, STRING, 0),
  MCP_JSON_FIELD ("path", Parked, path, STRING, 0),
  MCP_JSON_FIELD ("root", Parked, root, STRINGS, 0),
  MCP_JSON_FIELD ("name", Parked, name, STRING, 0),
  MCP_JSON_FIELD ("entry", Parked, entry, STRING, 0),
  MCP_JSON_FIELD ("id", Parked, id, INT64, 0),
};

static const McpJsonShape parked_shape = { parked_fields, G_N_ELEMENTS (parked_fields) };

static void
parked_clear (Parked *parked)
{
  mcp_json_shape_clear (&parked_shape, parked);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parked, parked_clear)

/* @sought: the first four fields; @found: (out): the whole of it
 * Returns: the number of items where there is none */
static guint
find_parked (McpJsonDocument *all, const Parked *sought, Parked *found)
{
  static const McpJsonShape place = { parked_fields, 4 };
  McpJsonIter               iter;
  McpJsonValue              item;
  guint                     i = 0;

  mcp_json_iter_init (&iter, store_document_get_list (all, "parked"));
  for (; mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      parked_clear (found);
      *found = (Parked){ 0 };
      mcp_json_shape_read (&parked_shape, item, found, NULL);
      if (mcp_json_shape_equal (&place, sought, found))
        break;
    }
  return i;
}

static gboolean
park (Change *change, const StoreClientRecord *record, const char *json, GError **error)
{
  g_auto (Parked) found = { 0 };
  const Parked parked = {
    .client = record->client,
    .path = record->path,
    .root = record->root,
    .name = record->name,
    .entry = (char *)json,
    .id = record->id,
  };
  guint position = find_parked (change->before, &parked, &found);

  if (position < change->parked->len)
    g_ptr_array_remove_index (change->parked, position);
  if (change->parked->len >= STORE_CLIENT_MAX_PARKED)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "More than %u servers cannot be switched off in this way; remove some",
                   STORE_CLIENT_MAX_PARKED);
      return FALSE;
    }
  g_ptr_array_add (change->parked, mcp_json_shape_dup_json (&parked_shape, &parked));
  return TRUE;
}

static guint
find_parked_at (McpJsonDocument  *all,
                StoreClientPlace *place,
                const char       *name,
                Parked           *found)
{
  g_autofree char *path = g_canonicalize_filename (store_client_place_get_path (place), NULL);
  const Parked     sought = {
        .client = (char *)store_client_place_get_format (place)->id,
        .path = path,
        .root = (GStrv)store_client_place_get_root (place),
        .name = (char *)name,
  };

  return find_parked (all, &sought, found);
}

char *
store_client_journal_dup_parked (StoreClientJournal *self,
                                 StoreClientPlace   *place,
                                 const char         *name,
                                 gint64             *id)
{
  g_autoptr (McpJsonDocument) all = read_all (self, NULL, NULL);
  g_auto (Parked) found = { 0 };

  if (all == NULL ||
      find_parked_at (all, place, name, &found) >=
          mcp_json_value_get_n_items (store_document_get_list (all, "parked")))
    return NULL;
  *id = found.id;
  return g_steal_pointer (&found.entry);
}

GStrv
store_client_journal_dup_parked_names (StoreClientJournal *self, StoreClientPlace *place)
{
  static const McpJsonShape file = { parked_fields, 3 };
  g_autoptr (McpJsonDocument) all = read_all (self, NULL, NULL);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *path = g_canonicalize_filename (store_client_place_get_path (place), NULL);
  const Parked     sought = {
        .client = (char *)store_client_place_get_format (place)->id,
        .path = path,
        .root = (GStrv)store_client_place_get_root (place),
  };

  for (McpJsonWalk item = mcp_json_walk (all != NULL ? store_document_get_list (all, "parked")
                                                     : MCP_JSON_NO_VALUE);
       mcp_json_walk_next (&item);)
    {
      g_auto (Parked) found = { 0 };

      mcp_json_shape_read (&parked_shape, item.value, &found, NULL);
      if (mcp_json_shape_equal (&file, &sought, &found) && found.name != NULL)
        g_strv_builder_add (names, found.name);
    }
  return g_strv_builder_end (names);
}

void
store_client_journal_unpark (StoreClientJournal *self, StoreClientPlace *place, const char *name)
{
  g_auto (Change) change = { .lock = -1 };
  g_autoptr (GError) error = NULL;
  gint64           id;
  g_autofree char *parked = store_client_journal_dup_parked (self, place, name, &id);

  if (parked == NULL)
    return;
  if (change_begin (self, &change, &error))
    {
      g_auto (Parked) found = { 0 };
      guint position = find_parked_at (change.before, place, name, &found);

      if (position < change.parked->len)
        g_ptr_array_remove_index (change.parked, position);
      change_end (&change, &error);
    }
  if (error != NULL)
    g_info ("What is switched on again could not be forgotten: %s", error->message);
}

/* Records */

static void
mark_undone (GPtrArray *records)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < records->len; i++)
    {
      StoreClientRecord *record = records->pdata[i];
      StoreClientRecord *other =
          record->undoes != 0 ? g_hash_table_lookup (by_id, &record->undoes) : NULL;
      StoreClientRecord *first = NULL;

      g_hash_table_insert (by_id, &record->id, record);
      if (other == NULL)
        continue;
      other->undone = TRUE;
      /* What it had taken back is in force again, and so on. */
      for (gboolean undone = FALSE;
           other->undoes != 0 &&
           (first = g_hash_table_lookup (by_id, &other->undoes)) != NULL;
           other = first, undone = !undone)
        first->undone = undone;
    }
}

GPtrArray *
store_client_journal_list (StoreClientJournal *self, GError **error)
{
  g_autoptr (McpJsonDocument) all = read_all (self, NULL, error);
  g_autoptr (GPtrArray) records = all != NULL ? read_records (all) : NULL;

  if (records == NULL)
    return NULL;
  mark_undone (records);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_record_unref);
  for (guint i = records->len; i > 0; i--)
    g_ptr_array_add (list, store_client_record_ref (records->pdata[i - 1]));
  return list;
}

StoreClientRecord *
store_client_journal_find (StoreClientJournal *self, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) list = store_client_journal_list (self, error);

  if (list == NULL)
    return NULL;
  for (guint i = 0; i < list->len; i++)
    {
      StoreClientRecord *record = list->pdata[i];

      if (id != 0 ? record->id == id : record->action != STORE_RECORD_UNDO && !record->undone)
        return store_client_record_ref (record);
    }
  if (id != 0)
    g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                 "There is no change %" G_GINT64_FORMAT " in the list", id);
  else
    g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is no change to take back");
  return NULL;
}

gboolean
store_client_journal_add (StoreClientJournal *self,
                          StoreClientRecord  *record,
                          const char         *parked,
                          GError            **error)
{
  g_auto (Change) change = { .lock = -1 };

  if (!change_begin (self, &change, error))
    return FALSE;
  record->id = change.next++;
  record->time = g_get_real_time () / G_USEC_PER_SEC;
  if (parked != NULL && !park (&change, record, parked, error))
    return FALSE;
  g_ptr_array_add (change.records, store_client_record_ref (record));
  return change_end (&change, error);
}

void
store_client_journal_drop (StoreClientJournal *self, gint64 id)
{
  g_auto (Change) change = { .lock = -1 };
  g_autoptr (GError) error = NULL;

  if (change_begin (self, &change, &error))
    {
      McpJsonValue parked = store_document_get_list (change.before, "parked");

      for (guint i = change.records->len; i > 0; i--)
        if (((StoreClientRecord *)change.records->pdata[i - 1])->id == id)
          g_ptr_array_remove_index (change.records, i - 1);
      for (guint i = change.parked->len; i > 0; i--)
        if (mcp_json_value_get_member_int64 (mcp_json_value_get_item (parked, i - 1), "id", 0) ==
            id)
          g_ptr_array_remove_index (change.parked, i - 1);
      change_end (&change, &error);
    }
  if (error != NULL)
    g_info ("A change that was not made could not be forgotten: %s", error->message);
}
