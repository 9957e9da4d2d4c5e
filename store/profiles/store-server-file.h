/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreServerFile: a JSON file that keeps something of one server, beside the profiles, and that
 * only the person can read: FOLDER/KIND/ID.json. It is written in a worker, whole or not at all;
 * of texts that come while one is written only the last is. Main thread only. Whoever lets go of it
 * flushes it first: a program that ends does not wait for its workers.
 */

#pragma once

#include "mcp-json-document.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define STORE_TYPE_SERVER_FILE (store_server_file_get_type ())
G_DECLARE_FINAL_TYPE (StoreServerFile, store_server_file, STORE, SERVER_FILE, GObject)

/**
 * @folder: (nullable): where profiles are; %NULL keeps nothing
 * @kind: the name of the folder below it
 * @id: (nullable): the profile's: any text; where it has none, nothing is kept
 * Returns: (transfer full)
 */
StoreServerFile *store_server_file_new (const char *folder, const char *kind, const char *id);

/** Returns: (transfer full) (nullable): what it says; %NULL where it is not there, is no JSON, or
 * has more than @max_bytes */
McpJsonDocument *store_server_file_read (StoreServerFile *self, gsize max_bytes);
/** @text: (transfer full): what it shall say. A failure is logged: what is kept here can be done
 * without */
void store_server_file_write (StoreServerFile *self, char *text);
/** Returns when what was to be written is in the file. */
void store_server_file_flush (StoreServerFile *self);

G_END_DECLS
