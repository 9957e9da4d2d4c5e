/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Blobs of a StoreDatabase: bytes that are kept once, whoever has them. For work in its threads.
 */

#pragma once

#include "store-database.h"

/* Part of the file's format: the id of a piece is its blob's shifted by this, and its number. */
#define STORE_BLOB_PIECE_BITS 20
#define STORE_BLOB_PIECE_SIZE (1u << 20)

/** Keeps @bytes, or finds those that are kept already.
 * Returns: the blob's id, 0 with an error */
gint64 store_blob_put (sqlite3 *connection, GBytes *bytes, GError **error);
/** Returns: (transfer full) (nullable): STORE_ERROR_DAMAGED where pieces are missing, or are not
 * what was kept: SHA-256 says so */
GBytes *store_blob_get (sqlite3 *connection, gint64 id, GError **error);
