/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-journal.h"

#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

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

const char *
store_client_journal_get_path (StoreClientJournal *self)
{
  return self->path;
}

/* Records as JSON */

static void
set_text (JsonObject *object, const char *name, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, name, text);
}

static JsonArray *
print_texts (const char *const *texts)
{
  JsonArray *array = json_array_new ();

  for (; *texts != NULL; texts++)
    json_array_add_string_element (array, *texts);
  return array;
}

static JsonObject *
print_record (const StoreClientRecord *record)
{
  JsonObject *object = json_object_new ();
  JsonArray  *edits = json_array_new ();

  json_object_set_int_member (object, "id", record->id);
  json_object_set_int_member (object, "time", record->time);
  set_text (object, "client", record->client);
  set_text (object, "path", record->path);
  set_text (object, "real", record->real);
  json_object_set_array_member (object, "root",
                                print_texts ((const char *const *)record->root));
  set_text (object, "name", record->name);
  set_text (object, "action", store_client_record_get_word (record->action));
  set_text (object, "backup", record->backup);
  set_text (object, "before", record->before);
  set_text (object, "after", record->after);
  set_text (object, "value", record->value);
  for (guint i = 0; i < record->edits->len; i++)
    {
      const StoreClientEdit *edit = record->edits->pdata[i];
      JsonObject            *step = json_object_new ();

      json_object_set_array_member (step, "path", print_texts ((const char *const *)edit->path));
      if (edit->kind != STORE_EDIT_MEMBER)
        {
          set_text (step, "item", edit->json);
          json_object_set_boolean_member (step, "in", edit->kind == STORE_EDIT_ITEM_IN);
        }
      json_array_add_object_element (edits, step);
    }
  json_object_set_array_member (object, "edits", edits);
  if (record->parked)
    json_object_set_boolean_member (object, "parked", TRUE);
  if (record->undoes != 0)
    json_object_set_int_member (object, "undoes", record->undoes);
  return object;
}

/* The file is ours, but anybody may have written to it. */
static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

static gint64
get_number (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : 0;
}

static gboolean
get_switch (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node);
}

static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Returns: (transfer none) (nullable) */
static JsonObject *
get_item (JsonArray *array, guint position)
{
  JsonNode *node = json_array_get_element (array, position);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static guint
get_length (JsonArray *array)
{
  return array != NULL ? json_array_get_length (array) : 0;
}

static GStrv
read_texts (JsonObject *object, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonArray *array = get_array (object, name);

  for (guint i = 0; i < get_length (array); i++)
    {
      JsonNode   *node = json_array_get_element (array, i);
      const char *text = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

static void
read_edits (StoreClientRecord *record, JsonArray *array)
{
  for (guint i = 0; i < get_length (array); i++)
    {
      JsonObject *step = get_item (array, i);
      g_auto (GStrv) path = step != NULL ? read_texts (step, "path") : NULL;
      const char   *item = step != NULL ? get_text (step, "item") : NULL;
      StoreEditKind kind = STORE_EDIT_MEMBER;

      if (path == NULL || *path == NULL)
        continue;
      if (item != NULL)
        kind = get_switch (step, "in") ? STORE_EDIT_ITEM_IN : STORE_EDIT_ITEM_OUT;
      store_client_edits_add (record->edits, kind, (const char *const *)path, g_strdup (item));
    }
}

/* Returns: (transfer full) (nullable): %NULL for what is no record, or one of another kind */
static StoreClientRecord *
read_record (JsonObject *object)
{
  g_autoptr (StoreClientRecord) record = store_client_record_new ();
  const char *word = get_text (object, "action");
  guint       action = 0;

  while (action <= STORE_RECORD_UNDO &&
         g_strcmp0 (word, store_client_record_get_word (action)) != 0)
    action++;
  record->id = get_number (object, "id");
  record->client = g_strdup (get_text (object, "client"));
  record->path = g_strdup (get_text (object, "path"));
  record->real = g_strdup (get_text (object, "real"));
  record->root = read_texts (object, "root");
  if (action > STORE_RECORD_UNDO || record->id <= 0 || record->client == NULL ||
      record->path == NULL || !g_path_is_absolute (record->path) || *record->root == NULL)
    return NULL;
  record->action = (StoreRecordAction)action;
  record->time = get_number (object, "time");
  record->name = g_strdup (get_text (object, "name"));
  record->backup = g_strdup (get_text (object, "backup"));
  record->before = g_strdup (get_text (object, "before"));
  record->after = g_strdup (get_text (object, "after"));
  record->value = g_strdup (get_text (object, "value"));
  record->parked = get_switch (object, "parked");
  record->undoes = get_number (object, "undoes");
  /* Only what came before, so that none leads to itself. */
  if (record->undoes >= record->id)
    record->undoes = 0;
  read_edits (record, get_array (object, "edits"));
  return g_steal_pointer (&record);
}

/* The file */

/* Returns: (transfer full) (nullable): the document, with "changes" and "parked" */
static JsonObject *
parse (StoreClientJournal *self, StoreFile *file, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  GError     *problem = NULL;
  gsize       size;
  const char *text = g_bytes_get_data (store_file_get_bytes (file), &size);
  JsonNode   *root = NULL;
  JsonObject *all;

  if (size == 0)
    return json_object_new ();
  if (json_parser_load_from_data (parser, text, (gssize)size, &problem))
    root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_SYNTAX,
                   "The list of changes, “%s”, cannot be read%s%s; move it away to begin a new one",
                   self->path, problem != NULL ? ": " : "",
                   problem != NULL ? problem->message : "");
      g_clear_error (&problem);
      return NULL;
    }
  all = json_node_get_object (root);
  if (get_number (all, "version") > VERSION)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NEWER,
                   "The list of changes, “%s”, was written by a newer version of Spyglass",
                   self->path);
      return NULL;
    }
  return json_object_ref (all);
}

static JsonObject *
read_all (StoreClientJournal *self, StoreFile **file, GError **error)
{
  g_autoptr (StoreFile) read = store_file_read (self->path, MAX_BYTES, error);
  JsonObject *all = read != NULL ? parse (self, read, error) : NULL;

  if (all != NULL && file != NULL)
    *file = g_steal_pointer (&read);
  return all;
}

/* Returns: (element-type StoreClientRecord): the oldest first, as in the file */
static GPtrArray *
read_records (JsonObject *all)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_record_unref);
  JsonArray *array = get_array (all, "changes");

  for (guint i = 0; i < get_length (array); i++)
    {
      JsonObject        *object = get_item (array, i);
      StoreClientRecord *record = object != NULL ? read_record (object) : NULL;

      if (record != NULL)
        g_ptr_array_add (records, record);
    }
  return records;
}

/* What the document becomes. @records: what its changes are now; @next: the number of the next one;
 * @parked: (transfer full) */
static gboolean
write_all (StoreFile *file, GPtrArray *records, gint64 next, JsonArray *parked, GError **error)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonObject) all = json_object_new ();
  g_autoptr (GBytes) bytes = NULL;
  JsonArray *changes = json_array_new ();
  char      *text;

  json_object_set_int_member (all, "version", VERSION);
  json_object_set_int_member (all, "next", next);
  for (guint i = records->len > STORE_CLIENT_MAX_RECORDS ? records->len - STORE_CLIENT_MAX_RECORDS
                                                         : 0;
       i < records->len; i++)
    json_array_add_object_element (changes, print_record (records->pdata[i]));
  json_object_set_array_member (all, "changes", changes);
  json_object_set_array_member (all, "parked", parked);
  json_node_set_object (root, all);
  text = json_to_string (root, TRUE);
  bytes = g_bytes_new_take (text, strlen (text));
  return store_file_write (file, bytes, 0600, error);
}

/* Changing it: opened, changed, and written under its lock. */
typedef struct
{
  int        lock;
  StoreFile *file;
  GPtrArray *records;
  JsonArray *parked;
  gint64     next;
} Change;

static void
change_clear (Change *change)
{
  g_clear_pointer (&change->file, store_file_unref);
  g_clear_pointer (&change->records, g_ptr_array_unref);
  g_clear_pointer (&change->parked, json_array_unref);
  if (change->lock >= 0)
    close (change->lock);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Change, change_clear)

static gboolean
change_begin (StoreClientJournal *self, Change *change, GError **error)
{
  g_autoptr (JsonObject) all = NULL;
  JsonArray *parked;

  change->lock = store_file_lock_folder (self->path, error);
  if (change->lock < 0)
    return FALSE;
  all = read_all (self, &change->file, error);
  if (all == NULL)
    return FALSE;
  change->records = read_records (all);
  change->parked = json_array_new ();
  parked = get_array (all, "parked");
  for (guint i = 0; i < get_length (parked); i++)
    json_array_add_element (change->parked, json_node_copy (json_array_get_element (parked, i)));
  change->next = MAX (get_number (all, "next"), 1);
  for (guint i = 0; i < change->records->len; i++)
    change->next = MAX (change->next, ((StoreClientRecord *)change->records->pdata[i])->id + 1);
  return TRUE;
}

static gboolean
change_end (Change *change, GError **error)
{
  return write_all (change->file, change->records, change->next,
                    g_steal_pointer (&change->parked), error);
}

/* Parked entries */

static gboolean
is_for (JsonObject        *parked,
        const char        *client,
        const char        *path,
        const char *const *root,
        const char        *name)
{
  g_auto (GStrv) names = read_texts (parked, "root");

  return g_strcmp0 (get_text (parked, "client"), client) == 0 &&
         g_strcmp0 (get_text (parked, "path"), path) == 0 &&
         g_strcmp0 (get_text (parked, "name"), name) == 0 &&
         g_strv_equal ((const char *const *)names, root);
}

/* Returns: the number of items where there is none */
static guint
find_parked (JsonArray         *array,
             const char        *client,
             const char        *path,
             const char *const *root,
             const char        *name)
{
  guint i = 0;

  for (; i < get_length (array); i++)
    {
      JsonObject *object = get_item (array, i);

      if (object != NULL && is_for (object, client, path, root, name))
        break;
    }
  return i;
}

static gboolean
park (Change *change, const StoreClientRecord *record, const char *json, GError **error)
{
  const char *const *root = (const char *const *)record->root;
  JsonObject        *object;
  guint              position =
      find_parked (change->parked, record->client, record->path, root, record->name);

  if (position < json_array_get_length (change->parked))
    json_array_remove_element (change->parked, position);
  if (json_array_get_length (change->parked) >= STORE_CLIENT_MAX_PARKED)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "More than %u servers cannot be switched off in this way; remove some",
                   STORE_CLIENT_MAX_PARKED);
      return FALSE;
    }
  object = json_object_new ();
  set_text (object, "client", record->client);
  set_text (object, "path", record->path);
  json_object_set_array_member (object, "root", print_texts (root));
  set_text (object, "name", record->name);
  set_text (object, "entry", json);
  json_object_set_int_member (object, "id", record->id);
  json_array_add_object_element (change->parked, object);
  return TRUE;
}

/* Returns: the number of items where there is none */
static guint
find_parked_at (JsonArray *array, StoreClientPlace *place, const char *name)
{
  g_autofree char *path = g_canonicalize_filename (store_client_place_get_path (place), NULL);

  return find_parked (array, store_client_place_get_format (place)->id, path,
                      store_client_place_get_root (place), name);
}

char *
store_client_journal_dup_parked (StoreClientJournal *self,
                                 StoreClientPlace   *place,
                                 const char         *name,
                                 gint64             *id)
{
  g_autoptr (JsonObject) all = read_all (self, NULL, NULL);
  JsonArray *parked = all != NULL ? get_array (all, "parked") : NULL;
  guint      position = find_parked_at (parked, place, name);

  if (position >= get_length (parked))
    return NULL;
  *id = get_number (get_item (parked, position), "id");
  return g_strdup (get_text (get_item (parked, position), "entry"));
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
      guint position = find_parked_at (change.parked, place, name);

      if (position < json_array_get_length (change.parked))
        json_array_remove_element (change.parked, position);
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
  g_autoptr (JsonObject) all = read_all (self, NULL, error);
  g_autoptr (GPtrArray) records = all != NULL ? read_records (all) : NULL;
  GPtrArray *list;

  if (records == NULL)
    return NULL;
  mark_undone (records);
  list = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_record_unref);
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
      for (guint i = change.records->len; i > 0; i--)
        if (((StoreClientRecord *)change.records->pdata[i - 1])->id == id)
          g_ptr_array_remove_index (change.records, i - 1);
      for (guint i = json_array_get_length (change.parked); i > 0; i--)
        if (get_item (change.parked, i - 1) != NULL &&
            get_number (get_item (change.parked, i - 1), "id") == id)
          json_array_remove_element (change.parked, i - 1);
      change_end (&change, &error);
    }
  if (error != NULL)
    g_info ("A change that was not made could not be forgotten: %s", error->message);
}
