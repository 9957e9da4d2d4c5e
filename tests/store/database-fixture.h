/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A file of objects and history in a folder of its own, and work with it that is waited for. */

#pragma once

#include "store-history.h"
#include "store-sqlite-backend.h"

typedef struct
{
  char          *folder;
  char          *path;
  StoreDatabase *database;
  StoreBackend  *backend;
  StoreHistory  *history;
} DatabaseFixture;

/* @folder: (nullable): %NULL for a new one */
void database_fixture_set_up (DatabaseFixture *fixture, const char *folder);
void database_fixture_tear_down (DatabaseFixture *fixture);
/* Opens the file, and waits until it is known how that went. */
void database_fixture_open (DatabaseFixture *fixture);
void database_fixture_close (DatabaseFixture *fixture);

void          database_fixture_on_done (GObject *source, GAsyncResult *result, gpointer data);
GAsyncResult *database_fixture_wait_for (GAsyncResult **result);
void          database_fixture_wait_until (gboolean (*is_so) (gpointer), gpointer data);

/* Of any backend. Returns: (transfer full) (nullable) */
StoreObject *database_fixture_get_object (StoreBackend *backend, const char *id, GError **error);
void         database_fixture_refresh (StoreBackend *backend);

/* Returns: (transfer full) (nullable): the id */
char *database_fixture_put (DatabaseFixture *fixture, GBytes *text, GError **error);
/* Returns: (transfer full) (nullable): the bytes of an object */
GBytes  *database_fixture_get (DatabaseFixture *fixture, const char *id, GError **error);
gboolean database_fixture_remove (DatabaseFixture *fixture, const char *id, GError **error);
/* Returns: its id, 0 with @error */
gint64
      database_fixture_add (DatabaseFixture *fixture, GBytes *request, GBytes *response, GError **error);
guint database_fixture_count (DatabaseFixture *fixture);

/* With a connection of its own. Returns: the first column of the first row, 0 where there is none */
gint64 database_fixture_ask (const char *path, const char *sql);
/* Asserts that the file is whole: SQLite says so, all blobs have their bytes and somebody who
 * refers to them, and the totals are right. */
void database_fixture_check_whole (const char *path);
