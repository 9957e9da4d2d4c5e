/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreBundle: a server in a file, .mcpb or its forerunner .dxt: a zip archive with a manifest.json
 * and the files that the manifest runs. Reading looks at the archive's list of entries and at the
 * manifest alone; unpacking writes a folder of its own. Neither trusts anything in the archive.
 * The file is held open, so that what is unpacked is what was read. Reference counted; used by one
 * thread at a time. Both functions block and are made for workers.
 *
 * Errors: STORE_ERROR_NOT_FOUND, _IS_DIRECTORY, _NOT_READABLE; _INVALID: no bundle, damaged, cut
 * short, encrypted, a manifest that is not valid, a name of an entry that leads elsewhere, two
 * names that differ in case alone, a link or device; _TOO_LARGE: beyond a limit below
 */

#pragma once

#include "store-server-template.h"

#include <gio/gio.h>

/* A bundle with a runtime inside has some 100 MiB, a large one 300. */
#define STORE_BUNDLE_MAX_FILE (1024u * 1024u * 1024u)
/* All that is unpacked together. */
#define STORE_BUNDLE_MAX_BYTES (G_GUINT64_CONSTANT (4) * 1024u * 1024u * 1024u)
/* node_modules of a large server have some 30 000. */
#define STORE_BUNDLE_MAX_ENTRIES 200000u
/* Deflate makes at most 1032 times of one byte; text and code 20 times. What is small may be as
 * dense as it likes. */
#define STORE_BUNDLE_MAX_RATIO 200u
#define STORE_BUNDLE_RATIO_FREE (64u * 1024u * 1024u)

typedef struct _StoreBundle StoreBundle;

/** @path: of the file. Returns: (transfer full) (nullable) */
StoreBundle *store_bundle_open (const char *path, GCancellable *cancellable, GError **error);
void         store_bundle_unref (StoreBundle *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreBundle, store_bundle_unref)

/** Returns: (transfer none) */
StoreServerTemplate *store_bundle_get_template (StoreBundle *self);
/** What unpacking writes. */
guint   store_bundle_get_n_entries (StoreBundle *self);
guint64 store_bundle_get_size (StoreBundle *self);
/**
 * Where it is unpacked by default: spyglass/bundles/NAME-VERSION-DIGEST in the user's data folder.
 * The digest is that of the file: another file under the same name and version goes into another
 * folder, and never takes the place of what a person has confirmed.
 * Returns: (transfer full)
 */
char *store_bundle_dup_folder (StoreBundle *self);

/**
 * store_bundle_unpack: writes all files into @folder: first beside it, then by one rename. A folder
 * that is there already is left alone, and is right: its name says what is in it.
 * @folder: (nullable): store_bundle_dup_folder() by default
 * Returns: (transfer full) (nullable): the folder, for store_server_template_resolve(). Errors also
 * STORE_ERROR_NOT_WRITABLE, _NO_SPACE; G_IO_ERROR_CANCELLED. After an error nothing is left behind.
 */
char *store_bundle_unpack (StoreBundle  *self,
                           const char   *folder,
                           GCancellable *cancellable,
                           GError      **error);
/** Returns: (transfer full) (nullable): the folder of an unpacked bundle that @text, a word of a
 * command or a path, leads into. @text: (nullable) */
char *store_bundle_find_folder (const char *text);
/** Removes a folder that store_bundle_find_folder() returned, and all that is in it. Blocking.
 * Returns: %FALSE where it stays: mostly as a file in it was written after it was unpacked, other
 * than what Python makes of its modules */
gboolean store_bundle_remove (const char *folder);
/** In a worker, while nobody else uses the bundle. finish returns: (transfer full) (nullable) */
void  store_bundle_unpack_async (StoreBundle        *self,
                                 const char         *folder,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
char *store_bundle_unpack_finish (StoreBundle *self, GAsyncResult *result, GError **error);
