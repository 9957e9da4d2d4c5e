/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-database-schema.h"

const char *const store_database_schema[STORE_DATABASE_SCHEMA_VERSION] = {
  /* Bytes are kept once, whoever has them: by their SHA-256, in pieces of a mebibyte, so that a
   * part of a large one is read without the rest. The id of a piece is its blob's times 2^20
   * and its number. Times are in microseconds since the epoch. An object's number is never used
   * again. */
  "CREATE TABLE blob ("
  "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  hash BLOB NOT NULL UNIQUE,"
  "  size INTEGER NOT NULL);"
  "CREATE TABLE piece ("
  "  id INTEGER PRIMARY KEY,"
  "  data BLOB NOT NULL);"
  "CREATE TABLE object ("
  "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  blob INTEGER NOT NULL REFERENCES blob (id),"
  "  kind TEXT NOT NULL," /* json, text or blob */
  "  type TEXT NOT NULL,"
  "  length INTEGER NOT NULL," /* -1 where the type has none */
  "  time INTEGER NOT NULL,"
  "  expires INTEGER,"
  "  pinned INTEGER NOT NULL DEFAULT 0,"
  "  name TEXT,"
  "  server TEXT,"
  "  tool TEXT);"
  "CREATE INDEX object_blob ON object (blob);"
  "CREATE INDEX object_expires ON object (expires) WHERE expires IS NOT NULL;"
  "CREATE TRIGGER object_deleted AFTER DELETE ON object "
  "  WHEN NOT EXISTS (SELECT 1 FROM object WHERE blob = old.blob) "
  "  BEGIN"
  "    DELETE FROM piece WHERE id >= old.blob << 20 AND id < (old.blob + 1) << 20;"
  "    DELETE FROM blob WHERE id = old.blob;"
  "  END;",
};
