/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreFile: one regular file as it was read: its bytes and what tells whether it is still the
 * same. Reading and writing block; they are made for workers and for programs without a window.
 * Immutable; reference counted.
 */

#pragma once

#include "store-error.h"

typedef struct _StoreFile StoreFile;

/**
 * Reads @path. A file that does not exist is a good answer, see store_file_exists().
 * Returns: (transfer full) (nullable): errors STORE_ERROR_IS_DIRECTORY (also devices and pipes),
 * _NOT_READABLE, _TOO_LARGE, _FAILED
 */
StoreFile *store_file_read (const char *path, gsize max_bytes, GError **error);
StoreFile *store_file_ref (StoreFile *self);
void       store_file_unref (StoreFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreFile, store_file_unref)

gboolean store_file_exists (StoreFile *self);
/** Returns: (transfer none): empty where the file does not exist */
GBytes *store_file_get_bytes (StoreFile *self);
/** Returns: (transfer none): as given */
const char *store_file_get_path (StoreFile *self);
/** Returns: (transfer none): where writing goes: symbolic links followed to their end */
const char *store_file_get_target (StoreFile *self);

/** Whether both paths lead to one file, or would, if it were there. */
gboolean store_file_is_same (const char *path, const char *other);

/** How many names (hard links) it has; 0 where it does not exist. Writing gives one of them a file
 * of its own. */
guint store_file_get_n_names (StoreFile *self);

/** Whether a write would be let through, as far as can be told before: STORE_ERROR_NOT_WRITABLE */
gboolean store_file_check_writable (StoreFile *self, GError **error);

/** Whether the file on disk is still the one that was read (the same inode, time and bytes, or
 * still absent): STORE_ERROR_CHANGED otherwise */
gboolean store_file_check_unchanged (StoreFile *self, GError **error);

/**
 * Replaces the file by @bytes: a temporary file beside the target, fsync, rename. Keeps the mode
 * and, where allowed, the owner of what was read; a new file gets @mode; missing folders are made
 * (0700).
 * Errors: STORE_ERROR_NOT_WRITABLE, _NO_SPACE, _FAILED; the old file is then still there
 */
gboolean store_file_write (StoreFile *self, GBytes *bytes, guint mode, GError **error);

/** The same, where the file on disk is still the one that was read: what another program writes in
 * the very last moment is put back. STORE_ERROR_CHANGED then. */
gboolean store_file_replace (StoreFile *self, GBytes *bytes, guint mode, GError **error);

/** Removes the file, where it is still the one that was read; errors as above */
gboolean store_file_remove (StoreFile *self, GError **error);

/** Writes a file that must not exist yet, in a folder that does, whole or not at all: a backup,
 * which only its owner can read, the owner of what was read where that is allowed.
 * STORE_ERROR_DUPLICATE where @path exists. */
gboolean store_file_write_new (StoreFile *self, const char *path, GBytes *bytes, GError **error);
