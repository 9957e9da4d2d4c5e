/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreFileLock: keeps other processes that ask as well from changing a file at the same time. The
 * lock is a file of its own beside it, because the file is replaced on every write.
 */

#pragma once

#include "store-error.h"

/* A short wait for another program that is just saving; then it is stuck, and the person is told.
 */
#define STORE_FILE_LOCK_TIMEOUT_MS 3000

/** Waits for the lock; for workers. Makes the folder (0700).
 * @target: the file, links followed
 * Returns: a descriptor to close, -1 on error: STORE_ERROR_BUSY, STORE_ERROR_NOT_WRITABLE */
int store_file_lock (const char *target, GError **error);
/** The same, with the folder itself as the lock: nothing is left in it, whose ever it is. */
int store_file_lock_folder (const char *target, GError **error);
