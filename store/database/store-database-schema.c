/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-database-schema.h"

/* A blob goes with the last that refers to it; it may be NULL. */
#define IS_UNUSED(blob)                                      \
  "NOT EXISTS (SELECT 1 FROM object WHERE blob = " blob ") " \
  "AND NOT EXISTS (SELECT 1 FROM exchange WHERE request = " blob " OR response = " blob ")"
#define DELETE_UNUSED(blob)                                                                     \
  "DELETE FROM piece WHERE id >= " blob " << 20 AND id < (" blob " + 1) << 20 AND " IS_UNUSED ( \
      blob) ";"                                                                                 \
            "DELETE FROM blob WHERE id = " blob " AND " IS_UNUSED (blob) ";"

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

  /* Of the history. Durations are in microseconds, -1 where there was no response; outcomes are
   * numbers of StoreOutcome. What all of it comes to is counted as it changes: a million rows
   * cannot be added up each time. */
  "CREATE TABLE exchange ("
  "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  time INTEGER NOT NULL,"
  "  server_id TEXT,"
  "  server TEXT,"
  "  protocol TEXT,"
  "  method TEXT NOT NULL,"
  "  name TEXT,"
  "  outcome INTEGER NOT NULL,"
  "  error_code INTEGER NOT NULL,"
  "  duration INTEGER NOT NULL,"
  "  request INTEGER REFERENCES blob (id),"
  "  response INTEGER REFERENCES blob (id),"
  "  request_size INTEGER NOT NULL,"
  "  response_size INTEGER NOT NULL,"
  "  session TEXT);"
  "CREATE INDEX exchange_time ON exchange (time);"
  "CREATE INDEX exchange_server ON exchange (server, time);"
  "CREATE INDEX exchange_request ON exchange (request);"
  "CREATE INDEX exchange_response ON exchange (response);"
  "CREATE TABLE exchange_total (n INTEGER NOT NULL, bytes INTEGER NOT NULL);"
  "INSERT INTO exchange_total VALUES (0, 0);"
  "CREATE TRIGGER exchange_added AFTER INSERT ON exchange "
  "  BEGIN"
  "    UPDATE exchange_total SET n = n + 1,"
  "      bytes = bytes + new.request_size + new.response_size;"
  "  END;"
  "CREATE TRIGGER exchange_deleted AFTER DELETE ON exchange "
  "  BEGIN"
  "    UPDATE exchange_total SET n = n - 1,"
  "      bytes = bytes - old.request_size - old.response_size;" DELETE_UNUSED ("old.request")
      DELETE_UNUSED ("old.response") "  END;"
                                     "DROP TRIGGER object_deleted;"
                                     "CREATE TRIGGER object_deleted AFTER DELETE ON object "
                                     "  BEGIN " DELETE_UNUSED ("old.blob") "  END;",

  /* What came with the first recordings, and how much is kept of them: 0 holds for all. The
   * oldest go now and then, by whichever program is the next to write. */
  "ALTER TABLE exchange ADD COLUMN transport TEXT;"
  "ALTER TABLE exchange ADD COLUMN flags INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE exchange ADD COLUMN http TEXT;"
  "ALTER TABLE exchange ADD COLUMN source TEXT;"
  "CREATE INDEX exchange_source ON exchange (time) WHERE source IS NOT NULL;"
  "CREATE TABLE exchange_limit (days INTEGER NOT NULL, bytes INTEGER NOT NULL,"
  "  swept INTEGER NOT NULL);"
  "INSERT INTO exchange_limit VALUES (30, 1000000000, 0);",

  /* Which objects came, changed or went last: whoever knows the list needs to read those alone.
   * Each is in there once, under the number of its last change; the first row is no object. */
  "CREATE TABLE object_change (n INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE);"
  "INSERT INTO object_change VALUES (1, 0);"
  "CREATE TRIGGER object_change_added AFTER INSERT ON object "
  "  BEGIN INSERT OR REPLACE INTO object_change (id) VALUES (new.id); END;"
  "CREATE TRIGGER object_change_altered AFTER UPDATE ON object "
  "  BEGIN INSERT OR REPLACE INTO object_change (id) VALUES (new.id); END;"
  "CREATE TRIGGER object_change_deleted AFTER DELETE ON object "
  "  BEGIN INSERT OR REPLACE INTO object_change (id) VALUES (old.id); END;"
  "CREATE TRIGGER object_change_forgotten AFTER INSERT ON object_change "
  "  BEGIN DELETE FROM object_change WHERE n <= new.n - 10000; END;",

  /* How many objects are kept, and bytes of them: 0 holds for all. */
  "CREATE TABLE object_limit (n INTEGER NOT NULL, bytes INTEGER NOT NULL);"
  "INSERT INTO object_limit VALUES (10000, 5000000000);",
};
