/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreDatabase: one SQLite file in which objects and history are kept. Work runs in two threads of
 * its own: what writes, one after the other, what waits together in one transaction; and what
 * reads, beside it. The file has a write-ahead log and mode 0600. A write that was acknowledged
 * survives a kill of this program and, unless it is a record, a power loss; other programs may use
 * the file at the same time.
 *
 * A file that a newer version wrote, or that may not be written, is opened for reading. One that is
 * no database, or was cut short, is left alone: the state says so. With each write it is tried
 * again, so that a disk that was full, or a lock, is in the way only for as long as it is there.
 *
 * Main thread only; the work itself runs in the threads. It may touch nothing but its own input.
 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

typedef enum {
  STORE_DATABASE_OPENING,
  STORE_DATABASE_READY,
  STORE_DATABASE_READ_ONLY, /* "problem" says why */
  STORE_DATABASE_FAILED,    /* "problem" says why; all work fails with it */
} StoreDatabaseState;

#define STORE_TYPE_DATABASE (store_database_get_type ())
G_DECLARE_FINAL_TYPE (StoreDatabase, store_database, STORE, DATABASE, GObject)

/** Emits "changed" once this or another program has written, after things have settled.
 * @path: is made where it does not exist, with its folders (0700). Returns: (transfer full) */
StoreDatabase *store_database_new (const char *path);

/** Ends the threads when the work that waits has ended, and closes the file. Blocks until then; no
 * work can be given afterwards. Without it, letting go of the database does the same. */
void store_database_close (StoreDatabase *self);

StoreDatabaseState store_database_get_state (StoreDatabase *self);
/** Returns: (transfer none) (nullable): what keeps the file from being opened or written */
const GError *store_database_get_problem (StoreDatabase *self);

/** What runs in a thread. Statements that it begins it ends. Writing, it is in a transaction, and
 * what it did is undone where it fails.
 * Returns: (transfer full) (nullable): the result; %NULL is a good one where no error is set */
typedef gpointer (*StoreDatabaseWork) (sqlite3 *connection, gpointer input, GError **error);

/** How work is done. */
typedef enum {
  STORE_DATABASE_READ,
  STORE_DATABASE_WRITE,
  /** A record of what happened: it survives a kill of this program, and what was recorded in the
   * last moments may be gone after a power loss, where STORE_DATABASE_WRITE waits for the disk. */
  STORE_DATABASE_RECORD,
} StoreDatabaseKind;

/** @input: (transfer full). Errors: STORE_ERROR_NOT_WRITABLE, _NO_SPACE, _NEWER, _SYNTAX (the file
 * is damaged), _BUSY, _FAILED, or what the work set */
void store_database_work_async (StoreDatabase      *self,
                                StoreDatabaseKind   kind,
                                StoreDatabaseWork   work,
                                gpointer            input,
                                GDestroyNotify      free_input,
                                GDestroyNotify      free_result,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable) */
gpointer store_database_finish (StoreDatabase *self, GAsyncResult *result, GError **error);

/* For work */

/** Returns: (transfer full) (nullable): a statement to finalize */
sqlite3_stmt *store_database_prepare (sqlite3 *connection, const char *sql, GError **error);
/** Work to be read with, as it cannot be in a transaction: gives the space of what was deleted
 * back, as far as that is soon done and no other program is in the way. */
gpointer store_database_compact (sqlite3 *connection, gpointer input, GError **error);
/** Runs a statement that returns no rows, and finalizes it. @statement: (transfer full) (nullable)
 */
gboolean store_database_run (sqlite3_stmt *statement, GError **error);
/** Sets @error after SQLite said @code. */
void store_database_set_error (sqlite3 *connection, int code, GError **error);

static inline void
store_database_finalize_statement (sqlite3_stmt *statement)
{
  sqlite3_finalize (statement);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, store_database_finalize_statement)
