/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSqliteBackend: objects in the database, numbered obj_001, obj_002, … They survive a restart
 * and live until they are deleted, unless told otherwise. What other programs put there or delete
 * is seen as it happens.
 */

#pragma once

#include "store-backend.h"
#include "store-database.h"

#define STORE_TYPE_SQLITE_BACKEND (store_sqlite_backend_get_type ())
G_DECLARE_FINAL_TYPE (StoreSqliteBackend, store_sqlite_backend, STORE, SQLITE_BACKEND, StoreBackend)

/** Reads its list as soon as the database is open. Returns: (transfer full) */
StoreBackend *store_sqlite_backend_new (StoreDatabase *database);
