/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreProfileList: the file of server profiles, a GListModel of StoreProfile in the file's order.
 *
 * The file is YAML, made to be edited by hand as well:
 *
 * |[
 * # Spyglass servers; edit freely
 * servers:
 *   everything:                    # the id; unique
 *     name: Everything             # only where it differs from the id
 *     transport: stdio             # only where command or url do not say it
 *     command: npx
 *     args: [-y, "@modelcontextprotocol/server-everything"]
 *     env:
 *       LOG: debug
 *       API_KEY: {secret: everything/env/API_KEY}
 *     cwd: /srv
 *     deadlines: {connect: 10000, request: 60000, total: 300000}   # milliseconds; also
 *                                  # tools: {slow_search: 120000}, for a response of one tool
 *   remote:
 *     url: https://example.com/mcp
 *     headers:
 *       X-Tenant: a
 *     authorization: {type: bearer, token: {secret: remote/authorization/token}}
 *     approval: ask                # ask, auto, never
 *     tools: {delete_all: never}   # the same, for one tool
 *     disabled-tools: [delete_all] # no model is told of them
 *     presets: {filter.limit: 42}  # JSON values; plain words are strings
 *     preset-sets: {staging/filter.limit: 7}   # of another set of them
 *     preset-set: staging          # that is in use
 *     pinned-arguments:            # the same, for parameters of any tool that has them
 *       workspace: production
 *       key: {secret: remote/pinned-arguments/key}
 *     repeat-call: true            # the last one, when the server was restarted
 *     pinned: true
 *     enabled: false
 *     origin: imported             # typed, imported, pasted
 *     confirmed: sha256:…          # what was shown before its first run
 * ]|
 *
 * An edit changes the lines of one entry's changed keys and leaves every other byte: comments,
 * unknown keys, order, quoting. Before writing, the file is locked, read again and the edit made on
 * what it says then, so that other programs' changes survive; of one key, the last writer wins.
 * A file that cannot be understood is never written; the list keeps its last good content.
 * The book follows changes from outside when it watches. Items keep their identity.
 *
 * Main thread only; the file work runs in a worker.
 */

#pragma once

#include "store-memory.h"
#include "store-profile.h"

#include <gio/gio.h>

/* Thousands of servers fit; more is some other file. */
#define STORE_PROFILE_LIST_MAX_BYTES (4u * 1024u * 1024u)
/* Editors save in several steps; one look after the last of them is enough. */
#define STORE_PROFILE_LIST_SETTLE_MS 150

/** Something in a readable file that a person should look at. */
typedef struct
{
  guint line;    /* from 1 */
  guint column;  /* from 1, in characters */
  char *id;      /* (nullable): the entry */
  char *message; /* a sentence without a full stop */
} StoreProfileFinding;

#define STORE_TYPE_PROFILE_LIST (store_profile_list_get_type ())
G_DECLARE_FINAL_TYPE (StoreProfileList, store_profile_list, STORE, PROFILE_LIST, GObject)

/** @path: (nullable): %NULL for $XDG_CONFIG_HOME/spyglass/servers.yaml. Nothing is read yet. */
StoreProfileList *store_profile_list_new (const char *path);

const char *store_profile_list_get_path (StoreProfileList *self);
/** Why the file is broken (not YAML, or not of our shape; see the error's place) or unreadable.
 * Returns: (transfer none) (nullable) */
const GError *store_profile_list_get_error (StoreProfileList *self);
/** Returns: (transfer none) (element-type StoreProfileFinding): never %NULL */
GPtrArray *store_profile_list_get_findings (StoreProfileList *self);
/** Whether it follows changes from outside; %FALSE at first. */
void store_profile_list_set_watching (StoreProfileList *self, gboolean watching);

/**
 * Reads the file. A missing file is a good answer (an empty list); a broken or unreadable one is an
 * error, and is also kept.
 * Blocks; it is for programs that can do nothing before they know.
 */
gboolean store_profile_list_load (StoreProfileList *self, GError **error);

/** Returns: (transfer none) (nullable) */
StoreProfile *store_profile_list_find (StoreProfileList *self, const char *id);
/** By id, else by name (exactly, else without regard to case where only one fits).
 * Returns: (transfer none) (nullable) */
StoreProfile *store_profile_list_find_by_name (StoreProfileList *self, const char *name);
/** What is remembered of the server with this id.
 * @self: (nullable): %NULL remembers for this run only. Returns: (transfer full) */
StoreMemory *
store_profile_list_open_memory (StoreProfileList *self, const char *id, StoreMemoryKind kind);
/** Whether any profile but @except (nullable) refers to this secret: only then keep it. */
gboolean store_profile_list_uses_secret (StoreProfileList *self,
                                         const char       *reference,
                                         StoreProfile     *except);

/**
 * Adds an entry at the end. The book chooses the id: the profile's, where it has one that is free,
 * else one made from the name; secret references stay as they are.
 * Errors: STORE_ERROR_INVALID, _SYNTAX (broken file), _NOT_WRITABLE, _BUSY, _IS_DIRECTORY…
 * finish returns: (transfer full): the book's own item
 */
void store_profile_list_add_async (StoreProfileList   *self,
                                   StoreProfile       *profile,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
StoreProfile *
store_profile_list_add_finish (StoreProfileList *self, GAsyncResult *result, GError **error);

/**
 * Makes the entry with @profile's id say what @profile says; only keys that differ from what the
 * book has are touched. STORE_ERROR_NOT_FOUND where the entry is gone, STORE_ERROR_UNSUPPORTED
 * where the value to change is shared by a YAML alias.
 */
void store_profile_list_replace_async (StoreProfileList   *self,
                                       StoreProfile       *profile,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
gboolean
store_profile_list_replace_finish (StoreProfileList *self, GAsyncResult *result, GError **error);

/** Removes the entry, the comment lines inside it and what is remembered of the server.
 * STORE_ERROR_NOT_FOUND where it is gone. */
void store_profile_list_remove_async (StoreProfileList   *self,
                                      const char         *id,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean
store_profile_list_remove_finish (StoreProfileList *self, GAsyncResult *result, GError **error);

/** Returns: (transfer full): @name, or "@name 2" and so on while another profile has it */
char *store_profile_list_dup_free_name (StoreProfileList *self, const char *name);
/** A copy of @profile under a name that is free ("Name 2"), to be edited and added. It refers to
 * the same secrets. Returns: (transfer full) */
StoreProfile *store_profile_list_prepare_duplicate (StoreProfileList *self, StoreProfile *profile);
