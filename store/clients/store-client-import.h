/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientImport: servers read from what other applications write: a configuration file, a
 * snippet from a web page, a URL, a command line. Values stay as they are written: secrets are
 * plain text in the resulting profiles until the caller moves them to the vault
 * (store_secret_signs_is_name() proposes which), variables such as `${env:X}` stay text.
 * Reference counted.
 *
 * Understood: `{"mcpServers": {…}}` and its kin (`servers`, `context_servers`, `mcp`,
 * `mcp.servers`), also within each of Claude Code's `projects`, the same in TOML
 * (`[mcp_servers.a]`), a bare map of servers, one inner object with or without "name",
 * `VAR=value program args…`, a URL. Comments and trailing commas are accepted.
 */

#pragma once

#include "store-client-entry.h"
#include "store-client-place.h"

typedef struct _StoreClientImport StoreClientImport;

/**
 * store_client_import_new_from_text: something a person pasted.
 * Returns: (transfer full) (nullable): %NULL with STORE_ERROR_SYNTAX (it looks like JSON and is
 * none) or STORE_ERROR_INVALID (no server in it)
 */
StoreClientImport *store_client_import_new_from_text (const char *text,
                                                      gssize      length,
                                                      GError    **error);
/** A file of a known application, or any file of a known shape. @format: (nullable). Blocking. A
 * file that has a place for servers and none in it, or nothing at all, is no error.
 * Errors also STORE_ERROR_NOT_FOUND, _IS_DIRECTORY, _NOT_READABLE. */
StoreClientImport *store_client_import_new_from_file (const char              *path,
                                                      const StoreClientFormat *format,
                                                      GError                 **error);
/** The servers of all files that the application reads in the scope of @place, a name once, as it
 * is where it wins. Blocking. Errors as of store_client_import_new_from_file().
 * @alone: those that a file has for other places are left out */
StoreClientImport *
store_client_import_new_from_scope (StoreClientPlace *place, gboolean alone, GError **error);
/** The servers that an application reads in the text of the file at @place; those that the file has
 * for other places are left out.
 * Returns: (transfer full) (nullable): errors STORE_ERROR_SYNTAX, _TOO_LARGE */
StoreClientImport      *
store_client_import_new_from_place (GBytes *text, StoreClientPlace *place, GError **error);
void store_client_import_unref (StoreClientImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientImport, store_client_import_unref)

/** Returns: (transfer none) (element-type StoreProfile): in the order of the text; origin imported
 * (files) or pasted; fresh objects that the caller may change */
GPtrArray *store_client_import_get_profiles (StoreClientImport *self);
/** What was skipped or not understood. Returns: (transfer none) (element-type StoreNote) */
GPtrArray *store_client_import_get_notes (StoreClientImport *self);
/** Makes URLs of servers that are reached through mcp-remote; what is dropped is noted. */
void store_client_import_unwrap (StoreClientImport *self);
/** Whether there was nothing to read: no text, or comments alone. */
gboolean store_client_import_is_empty (StoreClientImport *self);
/** Why a file that was found could not be read. Returns: (transfer none) (nullable) */
const GError *store_client_import_get_error (StoreClientImport *self);
/** Returns: (transfer none) (nullable): the application and the file it came from */
const StoreClientFormat *store_client_import_get_format (StoreClientImport *self);
const char              *store_client_import_get_path (StoreClientImport *self);

/**
 * Looks for servers in the files of all known applications; one that is missing is skipped, one
 * that cannot be read is an import with an error.
 * @project: (nullable): also this project's files
 * finish returns: (transfer full) (element-type StoreClientImport)
 */
void       store_client_import_find_async (const char         *home,
                                           const char         *project,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
GPtrArray *store_client_import_find_finish (GAsyncResult *result, GError **error);
