/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-database.h"

#include "mcp-object.h"
#include "store-database-schema.h"
#include "store-error.h"
#include "store-file-watch.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Another program that is just writing; longer than that, it is stuck. */
#define BUSY_TIMEOUT_MS 5000
/* Until what others write is looked at: they often write several times in a row. */
#define SETTLE_MS 100
/* What is committed together; more would keep the first one waiting. */
#define MAX_TOGETHER 256

#define SYNCHRONOUS "PRAGMA synchronous = "
/* A file that is larger than that without its free pages is not written a second time, beside which
 * nobody else could write, to have it smaller. */
#define MAX_REWRITTEN (128 * 1024 * 1024)
/* The pages that are given back at a time. */
#define PAGES_STEP "4096"

/* A thread with a connection of its own, and the work that waits for it. */
typedef struct
{
  GThread     *thread;
  GAsyncQueue *queue; /* of Job */
} Worker;

typedef struct
{
  StoreDatabaseWork work; /* (nullable): %NULL ends the thread */
  gpointer          input;
  GDestroyNotify    free_input;
  GDestroyNotify    free_result;
  gboolean          is_record; /* a power loss may take it */
  GTask            *task;
  gpointer          result;
  GError           *error;
} Job;

struct _StoreDatabase
{
  GObject parent_instance;

  char              *path;
  GMainContext      *context;
  StoreDatabaseState state;
  GError            *problem;
  StoreFileWatch    *watch;
  Worker             writer;
  Worker             reader;
  gboolean           closed;

  /* What the threads know, under the lock. */
  GMutex             lock;
  GCond              opened;
  StoreDatabaseState found;
  GError            *found_problem;
};

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

G_DEFINE_FINAL_TYPE (StoreDatabase, store_database, G_TYPE_OBJECT)

/* Errors */

/* Much that the system says is an error of input or output to SQLite; and what it said when a
 * transaction was committed is in errno alone. */
static int
classify (sqlite3 *connection, int code)
{
  int number = errno;
  int kind = code & 0xff;

  if (connection == NULL || (kind != SQLITE_IOERR && kind != SQLITE_CANTOPEN))
    return kind;
  if (sqlite3_system_errno (connection) != 0)
    number = sqlite3_system_errno (connection);
  switch (number)
    {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return SQLITE_FULL;
    case EROFS:
    case EACCES:
    case EPERM:
      return SQLITE_READONLY;
    default:
      return kind;
    }
}

static void
set_error (sqlite3 *connection, int code, const char *path, GError **error)
{
  const char *message = connection != NULL ? sqlite3_errmsg (connection) : sqlite3_errstr (code);

  switch (classify (connection, code))
    {
    case SQLITE_FULL:
      g_set_error (error, STORE_ERROR, STORE_ERROR_NO_SPACE,
                   "The disk is full: nothing was written. Free some space and try again.");
      break;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      g_set_error (
          error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
          "“%s” cannot be opened for writing. Check the permissions of the file and of its "
          "folder.",
          path);
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      g_set_error (
          error, STORE_ERROR, STORE_ERROR_SYNTAX,
          "“%s” is damaged, or is no file of Spyglass. It is left as it is: move it away to "
          "begin with a new one.",
          path);
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      g_set_error (error, STORE_ERROR, STORE_ERROR_BUSY,
                   "Another program has kept “%s” locked for too long. Close it, and try again.",
                   path);
      break;
    case SQLITE_TOOBIG:
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "The database said: %s", message);
      break;
    default:
      g_set_error (error, STORE_ERROR, STORE_ERROR_FAILED, "The database said: %s", message);
      break;
    }
}

void
store_database_set_error (sqlite3 *connection, int code, GError **error)
{
  set_error (connection, code, sqlite3_db_filename (connection, "main"), error);
}

sqlite3_stmt *
store_database_prepare (sqlite3 *connection, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int           code = sqlite3_prepare_v2 (connection, sql, -1, &statement, NULL);

  if (code != SQLITE_OK)
    store_database_set_error (connection, code, error);
  return statement;
}

gboolean
store_database_run (sqlite3_stmt *statement, GError **error)
{
  if (statement == NULL)
    return FALSE;
  sqlite3 *connection = sqlite3_db_handle (statement);
  errno = 0;
  int code = sqlite3_step (statement);
  if (code != SQLITE_DONE && code != SQLITE_ROW)
    store_database_set_error (connection, code, error);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE || code == SQLITE_ROW;
}

static gboolean
execute (sqlite3 *connection, const char *sql, GError **error)
{
  errno = 0;
  int code = sqlite3_exec (connection, sql, NULL, NULL, NULL);
  if (code != SQLITE_OK)
    store_database_set_error (connection, code, error);
  return code == SQLITE_OK;
}

/* Returns: 0 where it cannot be told */
static gint64
ask (sqlite3 *connection, const char *sql)
{
  g_autoptr (sqlite3_stmt) row = store_database_prepare (connection, sql, NULL);

  return row != NULL && sqlite3_step (row) == SQLITE_ROW ? sqlite3_column_int64 (row, 0) : 0;
}

gpointer
store_database_compact (sqlite3 *connection, gpointer input, GError **error)
{
  gint64 n_free = ask (connection, "PRAGMA freelist_count");
  gint64 used = (ask (connection, "PRAGMA page_count") - n_free) *
                ask (connection, "PRAGMA page_size");
  gint64 before = G_MAXINT64;

  if (ask (connection, "PRAGMA auto_vacuum") == 0)
    {
      if (n_free > 0 && used <= MAX_REWRITTEN)
        execute (connection, "PRAGMA temp_store = MEMORY; PRAGMA auto_vacuum = INCREMENTAL; VACUUM",
                 NULL);
    }
  else
    while (n_free > 0 && n_free < before &&
           execute (connection, "PRAGMA incremental_vacuum (" PAGES_STEP ")", NULL))
      {
        before = n_free;
        n_free = ask (connection, "PRAGMA freelist_count");
      }
  execute (connection, "PRAGMA wal_checkpoint (TRUNCATE)", NULL);
  return NULL;
}

/* Jobs */

static void
job_free (Job *job)
{
  if (job->free_input != NULL && job->input != NULL)
    job->free_input (job->input);
  g_clear_object (&job->task);
  g_clear_error (&job->error);
  g_free (job);
}

/* g_main_context_invoke() would run it in this very thread while nobody iterates the context. */
static void
run_in_context (GMainContext  *context,
                int            priority,
                GSourceFunc    func,
                gpointer       data,
                GDestroyNotify free_data)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, priority);
  g_source_set_callback (source, func, data, free_data);
  g_source_attach (source, context);
}

static gboolean
remove_source (gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* Its task tells the caller, in the caller's own context, and is released there too: with it may
 * go the last reference to the database, which waits for this very thread. */
static void
job_return (Job *job)
{
  GTask *task = g_object_ref (job->task);

  if (job->error != NULL)
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  else
    g_task_return_pointer (job->task, job->result, job->free_result);
  job_free (job);
  run_in_context (g_task_get_context (task), g_task_get_priority (task), remove_source, task,
                  g_object_unref);
}

static void
job_fail (Job *job, const GError *error)
{
  if (job->error == NULL)
    job->error = g_error_copy (error);
  if (job->result != NULL && job->free_result != NULL)
    job->free_result (job->result);
  job->result = NULL;
}

static void
job_run (Job *job, sqlite3 *connection)
{
  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (job->task), &job->error))
    return;
  job->result = job->work (connection, job->input, &job->error);
}

/* The writer */

static void
job_run_in_savepoint (Job *job, sqlite3 *connection)
{
  if (!execute (connection, "SAVEPOINT job", &job->error))
    return;
  job_run (job, connection);
  /* A full disk may have ended the whole transaction already. */
  if (job->error != NULL && !sqlite3_get_autocommit (connection))
    sqlite3_exec (connection, "ROLLBACK TO job", NULL, NULL, NULL);
  sqlite3_exec (connection, "RELEASE job", NULL, NULL, NULL);
}

/* With FULL a commit waits for the disk. */
static gboolean
begin (sqlite3 *connection, GPtrArray *jobs, GError **error)
{
  gboolean waits = FALSE;

  for (guint i = 0; i < jobs->len; i++)
    waits = waits || !((Job *)jobs->pdata[i])->is_record;
  return execute (connection, waits ? SYNCHRONOUS "FULL" : SYNCHRONOUS "NORMAL", error) &&
         execute (connection, "BEGIN IMMEDIATE", error);
}

/* For a savepoint SQLite writes down all that is changed, and one that is alone needs none. */
static void
write_together (sqlite3 *connection, GPtrArray *jobs)
{
  g_autoptr (GError) error = NULL;
  gboolean begun = begin (connection, jobs, &error);
  gboolean is_alone = jobs->len == 1;

  for (guint i = 0; begun && i < jobs->len; i++)
    {
      Job *job = jobs->pdata[i];

      if (is_alone)
        job_run (job, connection);
      else
        job_run_in_savepoint (job, connection);
      /* Rolled back: what came before is gone as well. */
      if (sqlite3_get_autocommit (connection) || (is_alone && job->error != NULL))
        {
          g_propagate_error (&error, job->error != NULL
                                         ? g_error_copy (job->error)
                                         : g_error_new_literal (STORE_ERROR, STORE_ERROR_FAILED,
                                                                "The database undid a write."));
          begun = FALSE;
        }
    }
  if (begun)
    execute (connection, "COMMIT", &error);
  if (error == NULL)
    return;
  if (!sqlite3_get_autocommit (connection))
    sqlite3_exec (connection, "ROLLBACK", NULL, NULL, NULL);
  for (guint i = 0; i < jobs->len; i++)
    job_fail (jobs->pdata[i], error);
}

/* Takes what waits, at least one. Returns: %FALSE where the thread is to end afterwards */
static gboolean
take_jobs (Worker *worker, GPtrArray *jobs)
{
  Job *job = g_async_queue_pop (worker->queue);

  while (job != NULL && job->work != NULL && jobs->len < MAX_TOGETHER)
    {
      g_ptr_array_add (jobs, job);
      job = jobs->len < MAX_TOGETHER ? g_async_queue_try_pop (worker->queue) : NULL;
    }
  if (job == NULL)
    return TRUE;
  job_free (job);
  return FALSE;
}

/* Opening */

typedef struct
{
  StoreDatabase     *self;
  StoreDatabaseState state;
  GError            *problem;
} Report;

static void on_changed_by_someone (gpointer data);

static gboolean
take_report (gpointer data)
{
  Report        *report = data;
  StoreDatabase *self = report->self;
  gboolean       same = report->state == self->state && report->problem != NULL &&
                  self->problem != NULL &&
                  g_str_equal (report->problem->message, self->problem->message);

  if (!self->closed && !same)
    {
      g_autofree char *log = g_strconcat (self->path, "-wal", NULL);

      self->state = report->state;
      g_clear_error (&self->problem);
      self->problem = g_steal_pointer (&report->problem);
      if (self->state != STORE_DATABASE_FAILED && self->watch == NULL)
        self->watch = store_file_watch_new (log, SETTLE_MS, on_changed_by_someone, self);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
    }
  return G_SOURCE_REMOVE;
}

static void
report_free (Report *report)
{
  g_object_unref (report->self);
  g_clear_error (&report->problem);
  g_free (report);
}

/* The file may be one that another program, or another person, has written to: what its schema says
 * is not trusted, and what is wrong in its pages is an error. What is deleted is overwritten. */
static void
harden (sqlite3 *connection)
{
  sqlite3_db_config (connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  execute (connection, "PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON", NULL);
}

static sqlite3 *
open_file (const char *path, int flags, GError **error)
{
  sqlite3 *connection = NULL;
  int      code = sqlite3_open_v2 (path, &connection, flags | SQLITE_OPEN_NOMUTEX, NULL);

  if (code == SQLITE_OK)
    {
      sqlite3_busy_timeout (connection, BUSY_TIMEOUT_MS);
      sqlite3_extended_result_codes (connection, TRUE);
      harden (connection);
      return connection;
    }
  set_error (connection, code, path, error);
  sqlite3_close (connection);
  return NULL;
}

static int
read_version (sqlite3 *connection, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      store_database_prepare (connection, "PRAGMA user_version", error);

  if (statement == NULL)
    return -1;
  int code = sqlite3_step (statement);
  if (code == SQLITE_ROW && sqlite3_column_int (statement, 0) >= 0)
    return sqlite3_column_int (statement, 0);
  store_database_set_error (connection, code == SQLITE_ROW ? SQLITE_NOTADB : code, error);
  return -1;
}

/* In one transaction, with the version read again: another program may be quicker. */
static gboolean
bring_up_to_date (sqlite3 *connection, GError **error)
{
  if (!execute (connection, "BEGIN IMMEDIATE", error))
    return FALSE;
  int version = read_version (connection, error);
  for (int i = version; i >= 0 && i < STORE_DATABASE_SCHEMA_VERSION; i++)
    {
      g_autofree char *set = g_strdup_printf ("PRAGMA user_version = %d", i + 1);

      if (!execute (connection, store_database_schema[i], error) ||
          !execute (connection, set, error))
        version = -1;
      if (version < 0)
        break;
    }
  if (version < 0 || !execute (connection, "COMMIT", error))
    {
      sqlite3_exec (connection, "ROLLBACK", NULL, NULL, NULL);
      return FALSE;
    }
  return TRUE;
}

/* SQLite would make it for everyone to read. It is not opened for that: closing a descriptor ends
 * all locks that this process holds on the file, SQLite's included. */
static void
make_private (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  (void)mknod (path, S_IFREG | 0600, 0);
}

static sqlite3 *
open_once (const char *path, GError **error)
{
  sqlite3 *connection = open_file (path, SQLITE_OPEN_READWRITE, error);

  if (connection == NULL)
    return NULL;
  int version = read_version (connection, error);
  if (version > STORE_DATABASE_SCHEMA_VERSION)
    g_set_error (error, STORE_ERROR, STORE_ERROR_NEWER,
                 "“%s” was written by a newer version of Spyglass: it can be read, and nothing is "
                 "added to it.",
                 path);
  else if (version >= 0 && sqlite3_db_readonly (connection, "main") == 1)
    /* SQLite has opened it all the same, and even begins to write. */
    store_database_set_error (connection, SQLITE_READONLY, error);
  else if (version >= 0 &&
           /* Only a file without tables takes it. */
           (version > 0 || execute (connection, "PRAGMA auto_vacuum = INCREMENTAL", error)) &&
           execute (connection, "PRAGMA journal_mode = WAL", error) &&
           execute (connection, "PRAGMA foreign_keys = ON", error) &&
           bring_up_to_date (connection, error))
    return connection;
  sqlite3_close (connection);
  return NULL;
}

/* While another program makes the file, SQLite says at once that it is locked, and does not
 * wait. */
static sqlite3 *
open_to_write (const char *path, GError **error)
{
  gint64 end = g_get_monotonic_time () + BUSY_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;

  make_private (path);
  for (;;)
    {
      g_autoptr (GError) problem = NULL;
      sqlite3 *connection = open_once (path, &problem);

      if (connection != NULL)
        return connection;
      if (!g_error_matches (problem, STORE_ERROR, STORE_ERROR_BUSY) ||
          g_get_monotonic_time () >= end)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      g_usleep (10 * G_TIME_SPAN_MILLISECOND);
    }
}

/* Where not even the log's index can be made, nobody writes. Then the file is read with its log,
 * and with the index in memory, as SQLite does for whoever is alone. */
static sqlite3 *
open_alone (const char *path)
{
  sqlite3 *connection = NULL;
  int      code = sqlite3_open_v2 (path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
                                   "unix-none");

  if (code == SQLITE_OK)
    harden (connection);
  if (code == SQLITE_OK && execute (connection, "PRAGMA locking_mode = EXCLUSIVE", NULL) &&
      read_version (connection, NULL) > 0)
    return connection;
  sqlite3_close (connection);
  return NULL;
}

/* Where there is no log either. */
static sqlite3 *
open_immutable (const char *path, GError **error)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", TRUE);
  g_autofree char *uri = g_strdup_printf ("file:%s?immutable=1", escaped);
  sqlite3         *connection = open_file (uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);

  if (connection == NULL || read_version (connection, error) > 0)
    return connection;
  if (error != NULL && *error == NULL)
    g_set_error (error, STORE_ERROR, STORE_ERROR_SYNTAX, "“%s” is not a file of objects.", path);
  sqlite3_close (connection);
  return NULL;
}

/* Without locks only where nobody can write beside the file: whoever is alone takes the log away
 * when it is done with it. */
static sqlite3 *
open_to_read (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  sqlite3         *connection = open_file (path, SQLITE_OPEN_READONLY, error);
  g_autoptr (GError) problem = NULL;

  if (connection == NULL || read_version (connection, &problem) > 0)
    return connection;
  sqlite3_close (connection);
  if (g_access (folder, W_OK) == 0)
    {
      if (problem == NULL)
        set_error (NULL, SQLITE_NOTADB, path, &problem);
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  connection = open_alone (path);
  return connection != NULL ? connection : open_immutable (path, error);
}

/* Tells the reader, which waits for it, and the main thread.
 * @problem: (transfer full) (nullable) */
static void
report (StoreDatabase *self, StoreDatabaseState state, GError *problem)
{
  Report *data = g_new0 (Report, 1);

  data->self = g_object_ref (self);
  data->state = state;
  data->problem = problem != NULL ? g_error_copy (problem) : NULL;
  g_mutex_lock (&self->lock);
  self->found = state;
  g_clear_error (&self->found_problem);
  self->found_problem = problem;
  g_cond_broadcast (&self->opened);
  g_mutex_unlock (&self->lock);
  run_in_context (self->context, G_PRIORITY_DEFAULT, take_report, data,
                  (GDestroyNotify)report_free);
}

/* Returns: (nullable): the writer's connection */
static sqlite3 *
open_and_report (StoreDatabase *self)
{
  g_autoptr (GError) error = NULL;
  GError  *other = NULL;
  sqlite3 *connection = open_to_write (self->path, &error);

  if (connection != NULL)
    {
      report (self, STORE_DATABASE_READY, NULL);
      return connection;
    }
  connection = open_to_read (self->path, &other);
  if (connection != NULL)
    report (self, STORE_DATABASE_READ_ONLY, g_steal_pointer (&error));
  else
    report (self, STORE_DATABASE_FAILED, g_steal_pointer (&error));
  g_clear_error (&other);
  sqlite3_close (connection);
  return NULL;
}

static gpointer
write_until_closed (gpointer data)
{
  StoreDatabase *self = data;
  sqlite3       *connection = open_and_report (self);
  gboolean       goes_on = TRUE;

  while (goes_on)
    {
      g_autoptr (GPtrArray) jobs = g_ptr_array_new ();

      goes_on = take_jobs (&self->writer, jobs);
      /* What kept it from being opened may be over: a lock, a full disk. */
      if (connection == NULL && jobs->len > 0)
        connection = open_and_report (self);
      if (connection != NULL && jobs->len > 0)
        write_together (connection, jobs);
      for (guint i = 0; i < jobs->len; i++)
        {
          if (connection == NULL)
            job_fail (jobs->pdata[i], self->found_problem);
          job_return (jobs->pdata[i]);
        }
    }
  sqlite3_close (connection);
  return NULL;
}

/* The reader */

typedef struct
{
  sqlite3           *connection;
  StoreDatabaseState state; /* in which it was opened */
} Reader;

/* Opens the file, again where the writer has found out something else about it since. */
static gboolean
open_reader (StoreDatabase *self, Reader *reader, GError **error)
{
  StoreDatabaseState found;

  g_mutex_lock (&self->lock);
  while (self->found == STORE_DATABASE_OPENING)
    g_cond_wait (&self->opened, &self->lock);
  found = self->found;
  if (found == STORE_DATABASE_FAILED)
    g_propagate_error (error, g_error_copy (self->found_problem));
  g_mutex_unlock (&self->lock);
  if (reader->connection != NULL && reader->state == found)
    return TRUE;
  g_clear_pointer (&reader->connection, sqlite3_close);
  reader->state = found;
  if (found == STORE_DATABASE_READY)
    reader->connection = open_file (self->path, SQLITE_OPEN_READWRITE, error);
  else if (found == STORE_DATABASE_READ_ONLY)
    reader->connection = open_to_read (self->path, error);
  return reader->connection != NULL;
}

static gpointer
read_until_closed (gpointer data)
{
  StoreDatabase *self = data;
  Reader         reader = { 0 };
  Job           *job = g_async_queue_pop (self->reader.queue);

  while (job->work != NULL)
    {
      g_autoptr (GError) error = NULL;

      if (open_reader (self, &reader, &error))
        job_run (job, reader.connection);
      else
        job_fail (job, error);
      job_return (job);
      job = g_async_queue_pop (self->reader.queue);
    }
  job_free (job);
  sqlite3_close (reader.connection);
  return NULL;
}

/* The object */

static void
on_changed_by_someone (gpointer data)
{
  g_signal_emit (data, changed_signal, 0);
}

static void
store_database_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_uint (value, STORE_DATABASE (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

MCP_DEFINE_DISPOSE (StoreDatabase, store_database)
{
  store_database_close (self);
}

MCP_DEFINE_FINALIZE (StoreDatabase, store_database)
{
  g_async_queue_unref (self->writer.queue);
  g_async_queue_unref (self->reader.queue);
  g_clear_error (&self->problem);
  g_clear_error (&self->found_problem);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->opened);
  g_main_context_unref (self->context);
  g_free (self->path);
}

MCP_DEFINE_CLASS (StoreDatabase, store_database)
{
  object_class->get_property = store_database_get_property;
  object_class->dispose = store_database_dispose;
  object_class->finalize = store_database_finalize;
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, STORE_DATABASE_FAILED, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
store_database_init (StoreDatabase *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->opened);
  self->context = g_main_context_ref_thread_default ();
  self->writer.queue = g_async_queue_new ();
  self->reader.queue = g_async_queue_new ();
}

StoreDatabase *
store_database_new (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  StoreDatabase *self = g_object_new (STORE_TYPE_DATABASE, NULL);

  self->path = g_strdup (path);
  self->writer.thread = g_thread_new ("database-writer", write_until_closed, self);
  return self;
}

static void
end (Worker *worker)
{
  if (worker->thread == NULL)
    return;
  g_async_queue_push (worker->queue, g_new0 (Job, 1));
  g_thread_join (g_steal_pointer (&worker->thread));
}

void
store_database_close (StoreDatabase *self)
{
  g_return_if_fail (STORE_IS_DATABASE (self));

  if (self->closed)
    return;
  self->closed = TRUE;
  g_clear_pointer (&self->watch, store_file_watch_free);
  end (&self->writer);
  end (&self->reader);
}

MCP_DEFINE_GETTER (StoreDatabaseState, StoreDatabase, store_database, state)
MCP_DEFINE_GETTER (const GError *, StoreDatabase, store_database, problem)

void
store_database_work_async (StoreDatabase      *self,
                           StoreDatabaseKind   kind,
                           StoreDatabaseWork   work,
                           gpointer            input,
                           GDestroyNotify      free_input,
                           GDestroyNotify      free_result,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (STORE_IS_DATABASE (self));

  Worker *worker = kind == STORE_DATABASE_READ ? &self->reader : &self->writer;
  Job    *job = g_new0 (Job, 1);
  *job = (Job){ work, input, free_input, free_result, .is_record = kind == STORE_DATABASE_RECORD };
  job->task = g_task_new (self, cancellable, callback, user_data);
  /* What was written is told, though nobody wants to know any more. */
  g_task_set_check_cancellable (job->task, FALSE);
  if (!self->closed)
    {
      /* A command that only records reads nothing, and needs no connection for it. */
      if (worker->thread == NULL)
        worker->thread = g_thread_new ("database-reader", read_until_closed, self);
      g_async_queue_push (worker->queue, job);
      return;
    }
  g_set_error (&job->error, G_IO_ERROR, G_IO_ERROR_CLOSED, "The database is closed.");
  job_return (job);
}

gpointer
store_database_finish (StoreDatabase *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
