/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreArchive: the entries of a zip archive, one after the other, each name checked and every size
 * counted. Private to the room.
 */

#pragma once

#include <gio/gio.h>

typedef struct _StoreArchive StoreArchive;

typedef enum {
  STORE_ENTRY_FILE,
  STORE_ENTRY_FOLDER,
  STORE_ENTRY_LINK,
} StoreEntryKind;

typedef struct
{
  const char    *path; /* relative, without "." and "..", "/" between its parts */
  StoreEntryKind kind;
  const char    *target; /* of a link: stays inside */
  gboolean       executable;
  guint64        size; /* as the archive says; 0 where it does not */
} StoreEntry;

/** @fd: borrowed, read from its beginning; @file_size: of the file
 * Returns: (transfer full) (nullable) */
StoreArchive *store_archive_open (int fd, guint64 file_size, GError **error);
void          store_archive_close (StoreArchive *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreArchive, store_archive_close)

/** @entry: (out): valid until the next call. Returns: %FALSE at the end, and with @error */
gboolean store_archive_next (StoreArchive *self, StoreEntry *entry, GError **error);
/** The next bytes of the entry's content, 0 at its end, -1 with @error. */
gssize store_archive_read (StoreArchive *self, void *buffer, gsize size, GError **error);
/** All entries so far. */
guint store_archive_get_n_entries (StoreArchive *self);
