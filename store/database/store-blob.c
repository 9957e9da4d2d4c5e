/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-blob.h"

#include "store-error.h"

#include <string.h>

#define DIGEST_SIZE 32

static void
hash (GBytes *bytes, guint8 *digest)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize         length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  gsize         digest_length = DIGEST_SIZE;

  /* It takes a gssize. */
  g_checksum_update (checksum, data, (gssize)length);
  g_checksum_get_digest (checksum, digest, &digest_length);
}

/* Returns: 0 where there is none, or with an error */
static gint64
find (sqlite3 *connection, const guint8 *digest, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      store_database_prepare (connection, "SELECT id FROM blob WHERE hash = ?", error);

  if (statement == NULL)
    return 0;
  sqlite3_bind_blob (statement, 1, digest, DIGEST_SIZE, SQLITE_STATIC);
  return sqlite3_step (statement) == SQLITE_ROW ? sqlite3_column_int64 (statement, 0) : 0;
}

static gint64
insert (sqlite3 *connection, const guint8 *digest, gsize size, GError **error)
{
  sqlite3_stmt *statement =
      store_database_prepare (connection, "INSERT INTO blob (hash, size) VALUES (?, ?)", error);

  if (statement == NULL)
    return 0;
  sqlite3_bind_blob (statement, 1, digest, DIGEST_SIZE, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 2, (gint64)size);
  return store_database_run (statement, error) ? sqlite3_last_insert_rowid (connection) : 0;
}

static gboolean
insert_pieces (sqlite3 *connection, gint64 id, GBytes *bytes, GError **error)
{
  gsize         length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  for (gsize start = 0, n = 0; start < length; start += STORE_BLOB_PIECE_SIZE, n++)
    {
      sqlite3_stmt *statement =
          store_database_prepare (connection, "INSERT INTO piece (id, data) VALUES (?, ?)", error);

      if (statement == NULL)
        return FALSE;
      sqlite3_bind_int64 (statement, 1, id << STORE_BLOB_PIECE_BITS | (gint64)n);
      sqlite3_bind_blob (statement, 2, data + start,
                         (int)MIN (STORE_BLOB_PIECE_SIZE, length - start),
                         SQLITE_STATIC);
      if (!store_database_run (statement, error))
        return FALSE;
    }
  return TRUE;
}

static void
set_damaged (GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_DAMAGED,
               "A part of what was kept is missing: it is damaged.");
}

/* Returns: (transfer full) (nullable): what is there, whatever it is by now */
static GBytes *
read_pieces (sqlite3 *connection, gint64 id, gsize size, GError **error)
{
  gsize filled = 0;
  g_autoptr (sqlite3_stmt) statement = store_database_prepare (
      connection, "SELECT data FROM piece WHERE id >= ? AND id < ? ORDER BY id", error);
  g_autofree guint8 *data = g_try_malloc (MAX (size, 1));

  if (statement == NULL)
    return NULL;
  if (data == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "There is not enough memory for what was kept.");
      return NULL;
    }
  sqlite3_bind_int64 (statement, 1, id << STORE_BLOB_PIECE_BITS);
  sqlite3_bind_int64 (statement, 2, (id + 1) << STORE_BLOB_PIECE_BITS);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      gsize length = (gsize)sqlite3_column_bytes (statement, 0);

      if (filled + length > size)
        break;
      if (length > 0)
        memcpy (data + filled, sqlite3_column_blob (statement, 0), length);
      filled += length;
    }
  if (filled == size)
    return g_bytes_new_take (g_steal_pointer (&data), size);
  set_damaged (error);
  return NULL;
}

/* Put */

/* What is kept already is put in order where it was damaged since. */
static gboolean
renew (sqlite3 *connection, gint64 id, GBytes *bytes, GError **error)
{
  gsize size = g_bytes_get_size (bytes);
  g_autoptr (GBytes) kept = read_pieces (connection, id, size, NULL);
  sqlite3_stmt *statement;

  if (kept != NULL && g_bytes_equal (kept, bytes))
    return TRUE;
  statement = store_database_prepare (connection, "DELETE FROM piece WHERE id >= ? AND id < ?",
                                      error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, id << STORE_BLOB_PIECE_BITS);
      sqlite3_bind_int64 (statement, 2, (id + 1) << STORE_BLOB_PIECE_BITS);
    }
  return store_database_run (statement, error) && insert_pieces (connection, id, bytes, error);
}

gint64
store_blob_put (sqlite3 *connection, GBytes *bytes, GError **error)
{
  guint8 digest[DIGEST_SIZE];
  g_autoptr (GError) problem = NULL;

  hash (bytes, digest);
  gint64 id = find (connection, digest, &problem);
  if (id != 0 && !renew (connection, id, bytes, &problem))
    id = 0;
  if (id == 0 && problem == NULL)
    {
      id = insert (connection, digest, g_bytes_get_size (bytes), &problem);
      if (id != 0 && !insert_pieces (connection, id, bytes, &problem))
        id = 0;
    }
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return id;
}

/* Get */

/* @digest: (out): what it was kept under. Returns: -1 with @error set */
static gssize
read_size (sqlite3 *connection, gint64 id, guint8 *digest, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      store_database_prepare (connection, "SELECT size, hash FROM blob WHERE id = ?", error);

  if (statement == NULL)
    return -1;
  sqlite3_bind_int64 (statement, 1, id);
  if (sqlite3_step (statement) != SQLITE_ROW)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                   "What was kept is not there any more.");
      return -1;
    }
  gint64 size = sqlite3_column_int64 (statement, 0);
  if (size >= 0 && sqlite3_column_bytes (statement, 1) == DIGEST_SIZE)
    {
      memcpy (digest, sqlite3_column_blob (statement, 1), DIGEST_SIZE);
      return (gssize)size;
    }
  set_damaged (error);
  return -1;
}

GBytes *
store_blob_get (sqlite3 *connection, gint64 id, GError **error)
{
  guint8 kept[DIGEST_SIZE], digest[DIGEST_SIZE];
  gssize size = read_size (connection, id, kept, error);
  g_autoptr (GBytes) bytes =
      size >= 0 ? read_pieces (connection, id, (gsize)size, error) : NULL;

  if (bytes == NULL)
    return NULL;
  hash (bytes, digest);
  if (memcmp (digest, kept, DIGEST_SIZE) == 0)
    return g_steal_pointer (&bytes);
  g_set_error (error, STORE_ERROR, STORE_ERROR_DAMAGED,
               "What was kept is damaged: its bytes are not those that were put there (their "
               "SHA-256 differs).");
  return NULL;
}
