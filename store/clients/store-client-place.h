/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientPlace: where an application keeps servers: a file, and the way from its root to the
 * map of them. The user's, a project's, or any other file that a person names. Immutable; reference
 * counted.
 */

#pragma once

#include "store-client-format.h"

typedef struct _StoreClientPlace StoreClientPlace;

/**
 * store_client_place_new:
 * @project: (nullable): an absolute path, for STORE_CLIENT_PROJECT and STORE_CLIENT_LOCAL
 * Returns: (transfer full) (nullable): %NULL where the application has no such place
 */
StoreClientPlace *store_client_place_new (const StoreClientFormat *format,
                                          StoreClientScope         scope,
                                          const StoreClientHome   *home,
                                          const char              *project);
/** Any file that is written as @format has it.
 * @root: (nullable): names from the document to the map; %NULL for those of @format */
StoreClientPlace *store_client_place_new_for_file (const StoreClientFormat *format,
                                                   const char              *path,
                                                   const char *const       *root);
/** All places of the same scope that the application reads now, what wins first; where there is no
 * file yet, @self, which would get one. Looks at the file system.
 * Returns: (transfer full) (element-type StoreClientPlace) */
GPtrArray *store_client_place_list (StoreClientPlace *self);
/** Those whose entries are members of the entries of @self as well, what wins first: of the same
 * scope and, for a project, of the user. Looks at the file system.
 * Returns: (transfer full) (element-type StoreClientPlace): none where entries are used whole */
GPtrArray *store_client_place_list_below (StoreClientPlace *self);
/** Which of them has an entry called @name, and wins; where none has one, the place that a new
 * entry goes to. Reads the files. Returns: (transfer full) */
StoreClientPlace *store_client_place_find (StoreClientPlace *self, const char *name);
/** Whether this one has an entry called @name. Reads the file. */
gboolean store_client_place_has_entry (StoreClientPlace *self, const char *name);
/** A file beside it that takes precedence, and that is not read. Looks at the file system.
 * Returns: (transfer full) (nullable): a path */
char *store_client_place_find_shadow (StoreClientPlace *self);
/** Whether the member called @name is no entry, but on the way to another map of servers. */
gboolean store_client_place_is_way (StoreClientPlace *self, const char *name);
/** Files that may come or go. Returns: (transfer none) (nullable): %NULL for the one alone */
const char *const *store_client_place_get_paths (StoreClientPlace *self);
StoreClientPlace  *store_client_place_ref (StoreClientPlace *self);
void               store_client_place_unref (StoreClientPlace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientPlace, store_client_place_unref)

const StoreClientFormat *store_client_place_get_format (StoreClientPlace *self);
StoreClientScope         store_client_place_get_scope (StoreClientPlace *self);
/** Whether the file is in a project, which others may see. One that was named, or written before,
 * is known by its path alone. */
gboolean store_client_place_is_in_project (StoreClientPlace *self);
/** Returns: (transfer none) */
const char *store_client_place_get_path (StoreClientPlace *self);
/** Returns: (transfer none) (nullable) */
const char *store_client_place_get_project (StoreClientPlace *self);
/** Names from the document to the map of servers. Returns: (transfer none) */
const char *const *store_client_place_get_root (StoreClientPlace *self);
/** @names: of the table, in which "*" stands for the project's folder. Returns: (transfer full) */
GStrv store_client_place_dup_names (StoreClientPlace *self, const char *const *names);
/** Returns: (transfer full): the file called @name next to the application's file of the user */
char *store_client_place_dup_next_to (StoreClientPlace *self, const char *name);
/** The same as store_client_place_get_root(), on to the entry called @name. Returns: (transfer
 * full) */
GStrv store_client_place_dup_entry_path (StoreClientPlace *self, const char *name);
