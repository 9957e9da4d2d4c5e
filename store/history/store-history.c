/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-history.h"

#include "mcp-object.h"
#include "store-blob.h"
#include "store-error.h"

#include <glib/gstdio.h>

/* What is deleted in one transaction: rows, and about as many bytes. */
#define STEP 20000
#define STEP_BYTES (64 * 1024 * 1024)
/* Between two looks at what is too old or too much. */
#define SWEEP_US G_TIME_SPAN_HOUR

struct _StoreHistory
{
  GObject parent_instance;

  StoreDatabase *database;
};

static guint changed_signal;

MCP_DEFINE_ZEROED_TYPE (StoreHistory, store_history, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (StoreHistory, store_history)
{
  g_object_unref (self->database);
}

static void
store_history_class_init (StoreHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = store_history_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
on_changed (StoreHistory *self)
{
  g_signal_emit (self, changed_signal, 0);
}

StoreHistory *
store_history_new (StoreDatabase *database)
{
  g_return_val_if_fail (STORE_IS_DATABASE (database), NULL);

  StoreHistory *self = g_object_new (STORE_TYPE_HISTORY, NULL);

  self->database = g_object_ref (database);
  mcp_signal_connect (database, "changed", on_changed, self);
  return self;
}

/* What the work came to; the task's data, where it has some, frees it. */
static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError  *error = NULL;
  gpointer value = store_database_finish (STORE_DATABASE (source), result, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, value, g_task_get_task_data (task));
}

/* Set before it runs: what frees its result. */
static GTask *
new_task (StoreHistory       *self,
          GDestroyNotify      free_result,
          GCancellable       *cancellable,
          GAsyncReadyCallback callback,
          gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, free_result, NULL);
  return task;
}

/* Add, and what was read */

typedef struct
{
  StoreExchange *exchange; /* (nullable) */
  GBytes        *request;
  GBytes        *response;

  StoreHistoryPreparation preparation;
} Whole;

static void
whole_free (Whole *whole)
{
  g_clear_pointer (&whole->exchange, store_exchange_free);
  g_clear_pointer (&whole->request, g_bytes_unref);
  g_clear_pointer (&whole->response, g_bytes_unref);
  if (whole->preparation.free_data != NULL)
    whole->preparation.free_data (whole->preparation.data);
  g_free (whole);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Whole, whole_free)

/* @bytes: (nullable). Returns: %FALSE with @error */
static gboolean
bind_blob (sqlite3 *connection, sqlite3_stmt *statement, int column, GBytes *bytes, GError **error)
{
  gint64 blob = bytes != NULL ? store_blob_put (connection, bytes, error) : 0;

  if (blob != 0)
    sqlite3_bind_int64 (statement, column, blob);
  sqlite3_bind_int64 (statement, column + 2,
                      bytes != NULL ? (gint64)g_bytes_get_size (bytes) : 0);
  return blob != 0 || bytes == NULL;
}

static void
bind_facts (sqlite3_stmt *statement, const StoreExchange *exchange)
{
  sqlite3_bind_int64 (statement, 1, exchange->time != 0 ? exchange->time : g_get_real_time ());
  sqlite3_bind_text (statement, 2, exchange->server_id, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 3, exchange->server, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, exchange->protocol, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, exchange->method, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 6, exchange->name, -1, SQLITE_STATIC);
  sqlite3_bind_int (statement, 7, (int)exchange->outcome);
  sqlite3_bind_int64 (statement, 8, exchange->error_code);
  sqlite3_bind_int64 (statement, 9, exchange->duration);
  sqlite3_bind_text (statement, 14, exchange->session, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 15, exchange->transport, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 16, exchange->flags);
  sqlite3_bind_text (statement, 17, exchange->source, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 18, exchange->http, -1, SQLITE_STATIC);
}

static gpointer
add (sqlite3 *connection, gpointer input, GError **error)
{
  Whole *whole = input;
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (whole->preparation.func != NULL &&
      !whole->preparation.func (whole->exchange, &whole->request, &whole->response,
                                whole->preparation.data))
    return NULL;
  statement = store_database_prepare (
      connection,
      "INSERT INTO exchange (time, server_id, server, protocol, method, name, outcome, error_code, "
      "duration, request, response, request_size, response_size, session, transport, flags, "
      "source, http) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
      "?16, ?17, ?18)",
      error);
  if (statement == NULL)
    return NULL;
  bind_facts (statement, whole->exchange);
  if (!bind_blob (connection, statement, 10, whole->request, error) ||
      !bind_blob (connection, statement, 11, whole->response, error) ||
      !store_database_run (g_steal_pointer (&statement), error))
    return NULL;
  gint64 id = sqlite3_last_insert_rowid (connection);
  return g_memdup2 (&id, sizeof id);
}

void
store_history_add_async (StoreHistory                  *self,
                         const StoreExchange           *exchange,
                         GBytes                        *request,
                         GBytes                        *response,
                         const StoreHistoryPreparation *preparation,
                         GCancellable                  *cancellable,
                         GAsyncReadyCallback            callback,
                         gpointer                       user_data)
{
  g_return_if_fail (STORE_IS_HISTORY (self));
  g_return_if_fail (exchange->method != NULL || preparation != NULL);

  Whole *whole = g_new0 (Whole, 1);

  whole->exchange = store_exchange_copy (exchange);
  whole->request = request != NULL ? g_bytes_ref (request) : NULL;
  whole->response = response != NULL ? g_bytes_ref (response) : NULL;
  if (preparation != NULL)
    whole->preparation = *preparation;
  store_database_work_async (self->database, STORE_DATABASE_RECORD, add, whole,
                             (GDestroyNotify)whole_free, g_free, cancellable, on_done,
                             new_task (self, g_free, cancellable, callback, user_data));
}

/* Returns: @none with @error */
static gint64
finish_number (StoreHistory *self, GAsyncResult *result, gint64 none, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), none);
  g_autofree gint64 *number = g_task_propagate_pointer (G_TASK (result), error);
  return number != NULL ? *number : none;
}

gint64
store_history_add_finish (StoreHistory *self, GAsyncResult *result, GError **error)
{
  return finish_number (self, result, 0, error);
}

/* Query */

typedef struct
{
  StoreHistoryFilter filter; /* its texts are ours */
  StoreHistoryKey    before;
  gboolean           goes_on;
  guint              limit;
} Query;

static void
query_free (Query *query)
{
  g_free ((char *)query->filter.server);
  g_free ((char *)query->filter.method);
  g_free ((char *)query->filter.name);
  g_free ((char *)query->filter.text);
  g_free (query);
}

static gpointer
run_query (sqlite3 *connection, gpointer input, GError **error)
{
  const Query *query = input;

  return store_history_page_read (connection, &query->filter,
                                  query->goes_on ? &query->before : NULL, query->limit, error);
}

void
store_history_query_async (StoreHistory             *self,
                           const StoreHistoryFilter *filter,
                           const StoreHistoryKey    *before,
                           guint                     limit,
                           GCancellable             *cancellable,
                           GAsyncReadyCallback       callback,
                           gpointer                  user_data)
{
  g_return_if_fail (STORE_IS_HISTORY (self));

  Query *query = g_new0 (Query, 1);

  query->filter = *filter;
  query->filter.server = g_strdup (filter->server);
  query->filter.method = g_strdup (filter->method);
  query->filter.name = g_strdup (filter->name);
  query->filter.text = g_strdup (filter->text);
  query->goes_on = before != NULL;
  if (before != NULL)
    query->before = *before;
  query->limit = limit;
  store_database_work_async (self->database, STORE_DATABASE_READ, run_query, query,
                             (GDestroyNotify)query_free, (GDestroyNotify)store_history_page_free,
                             cancellable, on_done,
                             new_task (self, (GDestroyNotify)store_history_page_free, cancellable,
                                       callback, user_data));
}

MCP_DEFINE_FINISH_POINTER (store_history_query_finish, StoreHistory, StoreHistoryPage)

/* Get */

/* Returns: (transfer full) (nullable): %NULL where there is none, or with @error */
static GBytes *
read_blob (sqlite3 *connection, sqlite3_stmt *row, int column, GError **error)
{
  gint64 blob = sqlite3_column_int64 (row, column);

  return blob != 0 ? store_blob_get (connection, blob, error) : NULL;
}

/* Returns: (nullable): its row */
static sqlite3_stmt *
find (sqlite3 *connection, gint64 id, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (sqlite3_stmt) row = NULL;

  if (store_history_exists (connection, &problem))
    row = store_database_prepare (connection,
                                  "SELECT " STORE_HISTORY_COLUMNS ", request, response, http "
                                  "FROM exchange WHERE id = ?",
                                  &problem);
  if (row != NULL)
    {
      sqlite3_bind_int64 (row, 1, id);
      if (sqlite3_step (row) == SQLITE_ROW)
        return g_steal_pointer (&row);
    }
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else
    g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                 "There is no exchange %" G_GINT64_FORMAT " in the history, or not any more.", id);
  return NULL;
}

/* Both texts are read as of one moment: another program may be deleting them. */
static gpointer
get (sqlite3 *connection, gpointer input, GError **error)
{
  g_autoptr (sqlite3_stmt) row = find (connection, *(gint64 *)input, error);
  g_autoptr (Whole) whole = g_new0 (Whole, 1);
  g_autoptr (GError) problem = NULL;

  if (row == NULL)
    return NULL;
  whole->exchange = store_history_read_row (row);
  whole->exchange->http =
      g_strdup ((const char *)sqlite3_column_text (row, STORE_HISTORY_N_COLUMNS + 2));
  whole->request = read_blob (connection, row, STORE_HISTORY_N_COLUMNS, &problem);
  if (problem == NULL)
    whole->response = read_blob (connection, row, STORE_HISTORY_N_COLUMNS + 1, &problem);
  if (problem == NULL)
    return g_steal_pointer (&whole);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

void
store_history_get_async (StoreHistory       *self,
                         gint64              id,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_return_if_fail (STORE_IS_HISTORY (self));
  store_database_work_async (self->database, STORE_DATABASE_READ, get, g_memdup2 (&id, sizeof id),
                             g_free, (GDestroyNotify)whole_free, cancellable, on_done,
                             new_task (self, (GDestroyNotify)whole_free, cancellable, callback,
                                       user_data));
}

StoreExchange *
store_history_get_finish (StoreHistory *self,
                          GAsyncResult *result,
                          GBytes      **request,
                          GBytes      **response,
                          GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_autoptr (Whole) whole = g_task_propagate_pointer (G_TASK (result), error);
  *request = whole != NULL ? g_steal_pointer (&whole->request) : NULL;
  *response = whole != NULL ? g_steal_pointer (&whole->response) : NULL;
  return whole != NULL ? g_steal_pointer (&whole->exchange) : NULL;
}

/* Measure */

static gpointer
measure (sqlite3 *connection, gpointer input, GError **error)
{
  g_autofree StoreHistorySize *size = g_new0 (StoreHistorySize, 1);
  g_autoptr (GError) problem = NULL;
  g_autoptr (sqlite3_stmt) row = NULL;
  GStatBuf status;

  if (store_history_exists (connection, &problem))
    row = store_database_prepare (connection,
                                  "SELECT n, exchange_total.bytes, days, exchange_limit.bytes "
                                  "FROM exchange_total, exchange_limit",
                                  &problem);
  if (row != NULL && sqlite3_step (row) == SQLITE_ROW)
    {
      size->n = (guint64)sqlite3_column_int64 (row, 0);
      size->bytes = (guint64)sqlite3_column_int64 (row, 1);
      size->limits.days = (guint)sqlite3_column_int64 (row, 2);
      size->limits.bytes = (guint64)sqlite3_column_int64 (row, 3);
      if (g_stat (sqlite3_db_filename (connection, "main"), &status) == 0)
        size->file_bytes = (guint64)status.st_size;
    }
  if (problem == NULL)
    return g_steal_pointer (&size);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

void
store_history_measure_async (StoreHistory       *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (STORE_IS_HISTORY (self));
  store_database_work_async (self->database, STORE_DATABASE_READ, measure, NULL, NULL, g_free,
                             cancellable, on_done,
                             new_task (self, g_free, cancellable, callback, user_data));
}

gboolean
store_history_measure_finish (StoreHistory     *self,
                              GAsyncResult     *result,
                              StoreHistorySize *size,
                              GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_autofree StoreHistorySize *measured = g_task_propagate_pointer (G_TASK (result), error);
  if (measured != NULL)
    *size = *measured;
  return measured != NULL;
}

/* Clear */

typedef struct
{
  gint64   before;
  guint64  max_bytes;
  gint64   sum;    /* deleted so far */
  gboolean sweeps; /* by the limits of the file, and what was imported stays for its size alone */
} Clear;

/* Returns: (transfer full) (nullable): the ids of those to delete next, the oldest first */
static GArray *
choose (sqlite3 *connection, const Clear *clear, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree StoreHistorySize *size = measure (connection, NULL, error);
  g_autoptr (sqlite3_stmt) rows = NULL;
  gint64 sum = 0;

  if (size == NULL)
    return NULL;
  gboolean own = clear->sweeps && size->bytes <= clear->max_bytes;
  rows = store_database_prepare (connection,
                                 own ? "SELECT id, time, request_size + response_size "
                                       "FROM exchange WHERE source IS NULL "
                                       "ORDER BY time, id LIMIT " G_STRINGIFY (STEP)
                                     : "SELECT id, time, request_size + response_size "
                                       "FROM exchange ORDER BY time, id LIMIT " G_STRINGIFY (STEP),
                                 error);
  if (rows == NULL)
    return NULL;
  while (sum < STEP_BYTES && sqlite3_step (rows) == SQLITE_ROW)
    {
      gint64 id = sqlite3_column_int64 (rows, 0);

      if (sqlite3_column_int64 (rows, 1) >= clear->before && size->bytes <= clear->max_bytes)
        break;
      sum += sqlite3_column_int64 (rows, 2);
      size->bytes -= MIN (size->bytes, (guint64)sqlite3_column_int64 (rows, 2));
      g_array_append_val (ids, id);
    }
  return g_steal_pointer (&ids);
}

/* What the trigger does for each row that is deleted, for many at once: in a fifth of the time.
 * Their texts go where nothing else has them. */
static const char *const delete_sql[] = {
  "CREATE TEMP TABLE IF NOT EXISTS loose (id INTEGER PRIMARY KEY)",
  "INSERT INTO loose SELECT request FROM exchange WHERE id IN gone AND request IS NOT NULL "
  "UNION SELECT response FROM exchange WHERE id IN gone AND response IS NOT NULL",
  "UPDATE exchange_total SET n = n - (SELECT count (*) FROM gone), bytes = bytes - "
  "(SELECT total (request_size + response_size) FROM exchange WHERE id IN gone)",
  "DELETE FROM exchange WHERE id IN gone",
  "DELETE FROM loose WHERE EXISTS (SELECT 1 FROM object WHERE blob = loose.id) "
  "OR EXISTS (SELECT 1 FROM exchange WHERE request = loose.id) "
  "OR EXISTS (SELECT 1 FROM exchange WHERE response = loose.id)",
  "DELETE FROM piece WHERE id IN (SELECT piece.id FROM loose JOIN piece "
  "ON piece.id >= loose.id << 20 AND piece.id < (loose.id + 1) << 20)",
  "DELETE FROM blob WHERE id IN loose",
  "DELETE FROM loose",
  "DELETE FROM gone",
};

static gboolean
delete_gone (sqlite3 *connection, GError **error)
{
  gboolean done = TRUE;

  sqlite3_db_config (connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  for (guint i = 0; done && i < G_N_ELEMENTS (delete_sql); i++)
    done = store_database_run (store_database_prepare (connection, delete_sql[i], error), error);
  sqlite3_db_config (connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, NULL);
  return done;
}

/* Returns: (transfer full) (nullable): how many it deleted; 0 where nothing is left to delete */
static gpointer
clear_some (sqlite3 *connection, gpointer input, GError **error)
{
  g_autoptr (GArray) ids = choose (connection, input, error);
  gint64 n = ids != NULL ? ids->len : 0;

  if (ids == NULL ||
      !store_database_run (
          store_database_prepare (
              connection, "CREATE TEMP TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY)", error),
          error))
    return NULL;
  for (guint i = 0; i < ids->len; i++)
    {
      sqlite3_stmt *statement =
          store_database_prepare (connection, "INSERT INTO gone VALUES (?)", error);

      if (statement != NULL)
        sqlite3_bind_int64 (statement, 1, g_array_index (ids, gint64, i));
      if (!store_database_run (statement, error))
        return NULL;
    }
  return n == 0 || delete_gone (connection, error) ? g_memdup2 (&n, sizeof n) : NULL;
}

/* Whether it is time to look; then @clear has the limits of the file. */
static gboolean
begin_sweep (sqlite3 *connection, Clear *clear, GError **error)
{
  g_autoptr (sqlite3_stmt) row = store_database_prepare (
      connection, "SELECT days, bytes FROM exchange_limit WHERE swept < ?1 OR swept > ?2", error);
  gint64 now = g_get_real_time ();

  if (row == NULL)
    return FALSE;
  sqlite3_bind_int64 (row, 1, now - SWEEP_US);
  /* The clock was put back. */
  sqlite3_bind_int64 (row, 2, now);
  if (sqlite3_step (row) != SQLITE_ROW)
    return FALSE;
  clear->before = sqlite3_column_int64 (row, 0);
  clear->before = clear->before > 0 ? now - clear->before * G_TIME_SPAN_DAY : 0;
  clear->max_bytes = (guint64)sqlite3_column_int64 (row, 1);
  if (clear->max_bytes == 0)
    clear->max_bytes = G_MAXUINT64;
  return TRUE;
}

static gpointer
sweep_some (sqlite3 *connection, gpointer input, GError **error)
{
  g_autoptr (GError) problem = NULL;
  sqlite3_stmt *statement;

  if (!begin_sweep (connection, input, &problem))
    {
      if (problem == NULL)
        return g_new0 (gint64, 1);
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  g_autofree gint64 *n = clear_some (connection, input, error);
  if (n == NULL || *n > 0)
    return g_steal_pointer (&n);
  statement = store_database_prepare (connection, "UPDATE exchange_limit SET swept = ?", error);
  if (statement != NULL)
    sqlite3_bind_int64 (statement, 1, g_get_real_time ());
  return store_database_run (statement, error) ? g_steal_pointer (&n) : NULL;
}

static void clear_more (GTask *task);

static void
on_compacted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Clear *clear = g_task_get_task_data (task);

  store_database_finish (STORE_DATABASE (source), result, NULL);
  g_task_return_pointer (task, g_memdup2 (&clear->sum, sizeof clear->sum), g_free);
}

static void
on_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Clear             *clear = g_task_get_task_data (task);
  GError            *error = NULL;
  g_autofree gint64 *n = store_database_finish (STORE_DATABASE (source), result, &error);

  if (n == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  clear->sum += *n;
  if (*n > 0)
    clear_more (task);
  else if (clear->sweeps) /* what went is used again for what comes */
    g_task_return_pointer (task, g_memdup2 (&clear->sum, sizeof clear->sum), g_free);
  else
    store_database_work_async (STORE_DATABASE (source), STORE_DATABASE_READ, store_database_compact,
                               NULL, NULL, NULL, g_task_get_cancellable (task), on_compacted,
                               g_object_ref (task));
}

static void
clear_more (GTask *task)
{
  StoreHistory *self = g_task_get_source_object (task);
  Clear        *clear = g_task_get_task_data (task);

  store_database_work_async (self->database, STORE_DATABASE_RECORD,
                             clear->sweeps ? sweep_some : clear_some,
                             g_memdup2 (clear, sizeof *clear), g_free, g_free,
                             g_task_get_cancellable (task), on_cleared, g_object_ref (task));
}

static void
begin_clear (StoreHistory       *self,
             const Clear        *clear,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_memdup2 (clear, sizeof *clear), g_free);
  clear_more (task);
}

void
store_history_clear_async (StoreHistory       *self,
                           gint64              before,
                           guint64             max_bytes,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  const Clear clear = { before, max_bytes };

  g_return_if_fail (STORE_IS_HISTORY (self));
  begin_clear (self, &clear, cancellable, callback, user_data);
}

gint64
store_history_clear_finish (StoreHistory *self, GAsyncResult *result, GError **error)
{
  return finish_number (self, result, -1, error);
}

void
store_history_sweep_async (StoreHistory       *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  const Clear clear = { .sweeps = TRUE };

  g_return_if_fail (STORE_IS_HISTORY (self));
  begin_clear (self, &clear, cancellable, callback, user_data);
}

gint64
store_history_sweep_finish (StoreHistory *self, GAsyncResult *result, GError **error)
{
  return finish_number (self, result, -1, error);
}

/* Limits */

static gpointer
set_limits (sqlite3 *connection, gpointer input, GError **error)
{
  const StoreHistoryLimits *limits = input;
  /* What is set is seen to at once. */
  sqlite3_stmt *statement = store_database_prepare (
      connection, "UPDATE exchange_limit SET days = ?1, bytes = ?2, swept = 0 "
                  "WHERE days != ?1 OR bytes != ?2",
      error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, limits->days);
  sqlite3_bind_int64 (statement, 2, (gint64)MIN (limits->bytes, (guint64)G_MAXINT64));
  store_database_run (statement, error);
  return NULL;
}

void
store_history_set_limits_async (StoreHistory             *self,
                                const StoreHistoryLimits *limits,
                                GCancellable             *cancellable,
                                GAsyncReadyCallback       callback,
                                gpointer                  user_data)
{
  g_return_if_fail (STORE_IS_HISTORY (self));
  store_database_work_async (self->database, STORE_DATABASE_WRITE, set_limits,
                             g_memdup2 (limits, sizeof *limits), g_free, NULL, cancellable, on_done,
                             new_task (self, NULL, cancellable, callback, user_data));
}

gboolean
store_history_set_limits_finish (StoreHistory *self, GAsyncResult *result, GError **error)
{
  g_autoptr (GError) problem = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_task_propagate_pointer (G_TASK (result), &problem);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}
