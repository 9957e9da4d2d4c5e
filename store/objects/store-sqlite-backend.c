/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-sqlite-backend.h"

#include "mcp-object.h"
#include "store-blob.h"
#include "store-database-schema.h"
#include "store-error.h"

#define COLUMNS \
  "object.id, kind, type, length, size, time, expires, pinned, name, server, tool"
#define N_COLUMNS 11

struct _StoreSqliteBackend
{
  StoreBackend parent_instance;

  StoreDatabase *database;
  gboolean       begins_again; /* the file may be another than the one that was listed */
};

MCP_DEFINE_ZEROED_TYPE (StoreSqliteBackend, store_sqlite_backend, STORE_TYPE_BACKEND)

static const char *const kinds[] = { "json", "text", "blob" };

/* Ids: a number in the file, "obj_001" outside. Returns: 0 where it is no id of ours */
static gint64
read_id (const char *id)
{
  guint64 number = 0;

  if (!g_str_has_prefix (id, "obj_") ||
      !g_ascii_string_to_unsigned (id + 4, 10, 1, G_MAXINT64, &number, NULL))
    return 0;
  return (gint64)number;
}

static char *
print_id (gint64 number)
{
  return g_strdup_printf ("obj_%03" G_GINT64_FORMAT, number);
}

/* Rows */

static void
bind_text (sqlite3_stmt *statement, int column, const char *text)
{
  if (text != NULL)
    sqlite3_bind_text (statement, column, text, -1, SQLITE_TRANSIENT);
  else
    sqlite3_bind_null (statement, column);
}

/* What a damaged file, or another program's, says is shown. */
static char *
dup_text (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *)sqlite3_column_text (statement, column);

  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

static StoreObjectKind
read_kind (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *)sqlite3_column_text (statement, column);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (text, kinds[i]) == 0)
      return (StoreObjectKind)i;
  return STORE_OBJECT_BLOB;
}

static StoreObjectFacts *
read_facts (sqlite3_stmt *statement)
{
  StoreObjectFacts *facts = g_new0 (StoreObjectFacts, 1);

  facts->id = print_id (sqlite3_column_int64 (statement, 0));
  facts->kind = read_kind (statement, 1);
  facts->type_name = dup_text (statement, 2);
  if (facts->type_name == NULL)
    facts->type_name = g_strdup ("");
  facts->length = sqlite3_column_int64 (statement, 3);
  facts->size = (guint64)sqlite3_column_int64 (statement, 4);
  facts->time = sqlite3_column_int64 (statement, 5);
  facts->expires = sqlite3_column_int64 (statement, 6);
  facts->pinned = sqlite3_column_int (statement, 7) != 0;
  facts->name = dup_text (statement, 8);
  facts->server = dup_text (statement, 9);
  facts->tool = dup_text (statement, 10);
  return facts;
}

/* Put */

typedef struct
{
  StoreObject *object;
  char        *name;
  gint64       ttl;
} Put;

static void
put_free (Put *put)
{
  g_object_unref (put->object);
  g_free (put->name);
  g_free (put);
}

static gboolean
insert (sqlite3 *connection, const StoreObjectFacts *facts, gint64 blob, GError **error)
{
  sqlite3_stmt *statement = store_database_prepare (
      connection,
      "INSERT INTO object (blob, kind, type, length, time, expires, name, server, tool) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, blob);
  bind_text (statement, 2, kinds[facts->kind]);
  bind_text (statement, 3, facts->type_name);
  sqlite3_bind_int64 (statement, 4, facts->length);
  sqlite3_bind_int64 (statement, 5, facts->time);
  if (facts->expires != 0)
    sqlite3_bind_int64 (statement, 6, facts->expires);
  bind_text (statement, 7, facts->name);
  bind_text (statement, 8, facts->server);
  bind_text (statement, 9, facts->tool);
  return store_database_run (statement, error);
}

static gpointer
put (sqlite3 *connection, gpointer input, GError **error)
{
  Put *what = input;
  g_autoptr (GBytes) bytes = store_object_dup_bytes (what->object);
  g_autoptr (StoreObjectFacts) facts = store_object_facts_new (what->object, NULL);
  gint64 blob = store_blob_put (connection, bytes, error);

  facts->name = g_strdup (what->name);
  facts->expires = what->ttl > 0 ? g_get_real_time () + what->ttl * G_USEC_PER_SEC : 0;
  if (blob == 0 || !insert (connection, facts, blob, error))
    return NULL;
  facts->id = print_id (sqlite3_last_insert_rowid (connection));
  return g_steal_pointer (&facts);
}

static void note_write (StoreSqliteBackend *self, const GError *error);

static void
on_put (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError           *error = NULL;
  StoreObjectFacts *facts =
      store_database_finish (STORE_DATABASE (source), result, &error);

  note_write (g_task_get_source_object (task), error);
  if (facts != NULL)
    g_task_return_pointer (task, facts, (GDestroyNotify)store_object_facts_free);
  else
    g_task_return_error (task, error);
}

static void
store_sqlite_backend_put (
    StoreBackend *backend, StoreObject *object, const char *name, gint64 ttl, GTask *task)
{
  StoreSqliteBackend *self = STORE_SQLITE_BACKEND (backend);
  Put                *what = g_new0 (Put, 1);

  what->object = g_object_ref (object);
  what->name = g_strdup (name);
  what->ttl = ttl;
  store_database_work_async (self->database, STORE_DATABASE_WRITE, put, what,
                             (GDestroyNotify)put_free, (GDestroyNotify)store_object_facts_free,
                             g_task_get_cancellable (task), on_put, g_object_ref (task));
}

/* Get */

static sqlite3_stmt *
find (sqlite3 *connection, gint64 number, GError **error)
{
  sqlite3_stmt *statement = store_database_prepare (
      connection,
      "SELECT blob, kind, time, server, tool FROM object WHERE id = ?1 "
      "AND (expires IS NULL OR expires >= ?2)",
      error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, number);
  sqlite3_bind_int64 (statement, 2, g_get_real_time ());
  if (sqlite3_step (statement) == SQLITE_ROW)
    return statement;
  sqlite3_finalize (statement);
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
               "sqlite/obj_%03" G_GINT64_FORMAT " is not there, or not any more.", number);
  return NULL;
}

static StoreObject *
make_object (sqlite3_stmt *row, GBytes *bytes, GError **error)
{
  g_autofree char *server = dup_text (row, 3);
  g_autofree char *tool = dup_text (row, 4);
  g_autoptr (McpJsonDocument) document = NULL;

  switch (read_kind (row, 1))
    {
    case STORE_OBJECT_TEXT:
      return store_object_new_text (bytes, server, tool);
    case STORE_OBJECT_BLOB:
      return store_object_new_blob (bytes, server, tool);
    case STORE_OBJECT_JSON:
    default:
      document = mcp_json_document_parse (bytes, NULL, NULL, error);
      if (document == NULL)
        return NULL;
      return store_object_new_document (document, server, tool);
    }
}

static gpointer
get (sqlite3 *connection, gpointer input, GError **error)
{
  gint64 number = *(gint64 *)input;
  g_autoptr (sqlite3_stmt) row = find (connection, number, error);
  g_autofree char *id = print_id (number);

  if (row == NULL)
    return NULL;
  g_autoptr (GBytes) bytes = store_blob_get (connection, sqlite3_column_int64 (row, 0), error);
  StoreObject *object = bytes != NULL ? make_object (row, bytes, error) : NULL;
  if (object == NULL)
    {
      g_prefix_error (error, "sqlite/%s: ", id);
      return NULL;
    }
  store_object_set_id (object, id);
  store_object_set_time (object, sqlite3_column_int64 (row, 2));
  return object;
}

static void
on_got (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError      *error = NULL;
  StoreObject *object = store_database_finish (STORE_DATABASE (source), result, &error);

  if (object != NULL)
    g_task_return_pointer (task, object, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
store_sqlite_backend_get (StoreBackend *backend, const char *id, GTask *task)
{
  gint64 number = read_id (id);

  if (number == 0)
    {
      g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                               "“%s” is not the id of an object that is kept here.", id);
      return;
    }
  store_database_work_async (STORE_SQLITE_BACKEND (backend)->database, STORE_DATABASE_READ, get,
                             g_memdup2 (&number, sizeof number), g_free, g_object_unref,
                             g_task_get_cancellable (task), on_got, g_object_ref (task));
}

/* Remove and change */

static gpointer
remove_all (sqlite3 *connection, gpointer input, GError **error)
{
  char **ids = input;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      sqlite3_stmt *statement =
          store_database_prepare (connection, "DELETE FROM object WHERE id = ?", error);

      if (statement == NULL)
        return NULL;
      sqlite3_bind_int64 (statement, 1, read_id (ids[i]));
      if (!store_database_run (statement, error))
        return NULL;
    }
  return NULL;
}

static gpointer
change (sqlite3 *connection, gpointer input, GError **error)
{
  const StoreObjectFacts *facts = input;
  sqlite3_stmt           *statement = store_database_prepare (
                connection, "UPDATE object SET name = ?, pinned = ?, expires = ? WHERE id = ?",
                error);

  if (statement == NULL)
    return NULL;
  bind_text (statement, 1, facts->name);
  sqlite3_bind_int (statement, 2, facts->pinned);
  if (facts->expires != 0)
    sqlite3_bind_int64 (statement, 3, facts->expires);
  sqlite3_bind_int64 (statement, 4, read_id (facts->id));
  if (store_database_run (statement, error) && sqlite3_changes (connection) == 0)
    g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "sqlite/%s is not there any more.",
                 facts->id);
  return NULL;
}

/* Those two have no result but that they were done. */
static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  store_database_finish (STORE_DATABASE (source), result, &error);
  note_write (g_task_get_source_object (task), error);
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
store_sqlite_backend_remove (StoreBackend *backend, const char *const *ids, GTask *task)
{
  store_database_work_async (STORE_SQLITE_BACKEND (backend)->database, STORE_DATABASE_WRITE,
                             remove_all, g_strdupv ((char **)ids), (GDestroyNotify)g_strfreev, NULL,
                             g_task_get_cancellable (task), on_done, g_object_ref (task));
}

static void
store_sqlite_backend_change (StoreBackend *backend, const StoreObjectFacts *facts, GTask *task)
{
  store_database_work_async (STORE_SQLITE_BACKEND (backend)->database, STORE_DATABASE_WRITE, change,
                             store_object_facts_copy (facts),
                             (GDestroyNotify)store_object_facts_free, NULL,
                             g_task_get_cancellable (task), on_done, g_object_ref (task));
}

/* List */

/* The number of the last change; 0 where they are not counted: an older version wrote the file, and
 * it cannot be written. */
static gint64
read_last_change (sqlite3 *connection)
{
  g_autoptr (sqlite3_stmt) row =
      store_database_prepare (connection, "SELECT max (n) FROM object_change", NULL);

  return row != NULL && sqlite3_step (row) == SQLITE_ROW ? sqlite3_column_int64 (row, 0) : 0;
}

/* A file that an older version wrote, and that cannot be written, says nothing of them. */
static void
read_limits (sqlite3 *connection, StoreListing *listing)
{
  g_autoptr (sqlite3_stmt) row =
      store_database_prepare (connection, "SELECT n, bytes FROM object_limit", NULL);

  listing->limited = row != NULL && sqlite3_step (row) == SQLITE_ROW;
  if (!listing->limited)
    return;
  listing->max_count = (guint)CLAMP (sqlite3_column_int64 (row, 0), 0, G_MAXINT);
  listing->max_bytes = (guint64)MAX (sqlite3_column_int64 (row, 1), 0);
}

static gpointer
write_limits (sqlite3 *connection, gpointer input, GError **error)
{
  const StoreListing *limits = input;
  sqlite3_stmt       *statement =
      store_database_prepare (connection, "UPDATE object_limit SET n = ?, bytes = ?", error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, limits->max_count);
  sqlite3_bind_int64 (statement, 2, (gint64)MIN (limits->max_bytes, (guint64)G_MAXINT64));
  store_database_run (statement, error);
  return NULL;
}

static void
on_limited (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StoreSqliteBackend) self = data;
  g_autoptr (GError) error = NULL;

  store_database_finish (STORE_DATABASE (source), result, &error);
  note_write (self, error);
}

static void
store_sqlite_backend_keep_limits (StoreBackend *backend, guint count, guint64 bytes)
{
  StoreListing *limits = store_listing_new (TRUE);

  limits->max_count = count;
  limits->max_bytes = bytes;
  store_database_work_async (STORE_SQLITE_BACKEND (backend)->database, STORE_DATABASE_WRITE,
                             write_limits, limits, (GDestroyNotify)store_listing_free, NULL, NULL,
                             on_limited, g_object_ref (backend));
}

static sqlite3_stmt *
prepare_list (sqlite3 *connection, const StoreListing *listing, gint64 mark, GError **error)
{
  static const char all[] =
      "SELECT " COLUMNS ", object.id FROM object "
      "JOIN blob ON blob.id = object.blob WHERE expires IS NULL OR expires >= ?2 "
      "ORDER BY object.id";
  static const char changed[] =
      "SELECT " COLUMNS ", object_change.id FROM object_change "
      "LEFT JOIN object ON object.id = object_change.id AND (expires IS NULL OR expires >= ?2) "
      "LEFT JOIN blob ON blob.id = object.blob WHERE n > ?1 ORDER BY object_change.id";
  sqlite3_stmt *rows =
      store_database_prepare (connection, listing->whole ? all : changed, error);

  if (rows == NULL)
    return NULL;
  sqlite3_bind_int64 (rows, 1, mark);
  sqlite3_bind_int64 (rows, 2, g_get_real_time ());
  return rows;
}

/* What is changed after the number was read may be in this listing, and is in the next one too. */
static gpointer
list (sqlite3 *connection, gpointer input, GError **error)
{
  gint64 mark = *(gint64 *)input;
  gint64 last = read_last_change (connection);
  g_autoptr (StoreListing) listing =
      store_listing_new (mark <= 0 || last < mark || last - mark > STORE_DATABASE_CHANGES / 2);
  g_autoptr (sqlite3_stmt) rows = prepare_list (connection, listing, mark, error);
  int code;

  if (rows == NULL)
    return NULL;
  listing->mark = last;
  read_limits (connection, listing);
  while ((code = sqlite3_step (rows)) == SQLITE_ROW)
    if (sqlite3_column_type (rows, 0) != SQLITE_NULL)
      g_ptr_array_add (listing->facts, read_facts (rows));
    else
      g_ptr_array_add (listing->gone, print_id (sqlite3_column_int64 (rows, N_COLUMNS)));
  if (code == SQLITE_DONE)
    return g_steal_pointer (&listing);
  store_database_set_error (connection, code, error);
  return NULL;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  StoreSqliteBackend *self = g_task_get_source_object (task);
  GError             *error = NULL;
  StoreListing       *listing = store_database_finish (STORE_DATABASE (source), result, &error);

  if (listing == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (listing->whole)
    self->begins_again = FALSE;
  g_task_return_pointer (task, listing, (GDestroyNotify)store_listing_free);
}

static void
store_sqlite_backend_list (StoreBackend *backend, gint64 mark, GTask *task)
{
  StoreSqliteBackend *self = STORE_SQLITE_BACKEND (backend);

  if (self->begins_again)
    mark = 0;
  store_database_work_async (self->database, STORE_DATABASE_READ, list,
                             g_memdup2 (&mark, sizeof mark), g_free,
                             (GDestroyNotify)store_listing_free, g_task_get_cancellable (task),
                             on_listed, g_object_ref (task));
}

/* State */

/* A full disk is told until something could be written again. An object that has gone is no trouble
 * of the file's. */
static void
note_write (StoreSqliteBackend *self, const GError *error)
{
  if (g_error_matches (error, STORE_ERROR, STORE_ERROR_NOT_FOUND))
    error = NULL;
  if (store_database_get_state (self->database) == STORE_DATABASE_READY &&
      (error == NULL || error->domain == STORE_ERROR))
    store_backend_set_state (STORE_BACKEND (self), STORE_BACKEND_READY, error);
}

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  /* What the file says stays on show until it can be read again. */
  store_backend_refresh_finish (STORE_BACKEND (source), result, NULL);
}

static void
refresh (StoreSqliteBackend *self)
{
  store_backend_refresh_async (STORE_BACKEND (self), NULL, on_refreshed, NULL);
}

static void
follow_state (StoreSqliteBackend *self)
{
  static const StoreBackendState states[] = {
    [STORE_DATABASE_OPENING] = STORE_BACKEND_CONNECTING,
    [STORE_DATABASE_READY] = STORE_BACKEND_READY,
    [STORE_DATABASE_READ_ONLY] = STORE_BACKEND_READ_ONLY,
    [STORE_DATABASE_FAILED] = STORE_BACKEND_UNAVAILABLE,
  };
  StoreDatabaseState state = store_database_get_state (self->database);

  store_backend_set_state (STORE_BACKEND (self), states[state],
                           store_database_get_problem (self->database));
  self->begins_again = TRUE;
  if (state == STORE_DATABASE_READY || state == STORE_DATABASE_READ_ONLY)
    refresh (self);
}

MCP_DEFINE_DISPOSE (StoreSqliteBackend, store_sqlite_backend)
{
  g_clear_object (&self->database);
}

static void
store_sqlite_backend_class_init (StoreSqliteBackendClass *klass)
{
  StoreBackendClass *backend_class = STORE_BACKEND_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = store_sqlite_backend_dispose;
  backend_class->name = "sqlite";
  backend_class->put = store_sqlite_backend_put;
  backend_class->get = store_sqlite_backend_get;
  backend_class->remove = store_sqlite_backend_remove;
  backend_class->change = store_sqlite_backend_change;
  backend_class->list = store_sqlite_backend_list;
  backend_class->keep_limits = store_sqlite_backend_keep_limits;
}

StoreBackend *
store_sqlite_backend_new (StoreDatabase *database)
{
  g_return_val_if_fail (STORE_IS_DATABASE (database), NULL);

  StoreSqliteBackend *self = g_object_new (STORE_TYPE_SQLITE_BACKEND, NULL);

  self->database = g_object_ref (database);
  mcp_signal_connect (database, "notify::state", follow_state, self);
  mcp_signal_connect (database, "changed", refresh, self);
  follow_state (self);
  return STORE_BACKEND (self);
}
