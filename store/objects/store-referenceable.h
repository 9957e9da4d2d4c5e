/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a tool of an object-store server makes of one argument: a reference becomes the value that
 * it names, a string for a parameter that takes none is read as what the parameter wants, anything
 * else passes. Pure functions, for compatibility: the texts of the errors are the servers' own.
 *
 * Source: deepset-mcp-server's @referenceable decorator, and glom's errors. A parameter's type is
 * given as Python prints it: "<class 'dict'>", "dict | None", "str".
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

/** @id: without "@". Returns: the whole object, or none where there is no such object */
typedef McpJsonValue (*StoreReferenceableFind) (const char *id, gpointer user_data);

/** @parameter: its name. Returns: (transfer full) (nullable): JSON text: of a reference the value
 * as written; or %NULL with G_IO_ERROR_NOT_FOUND, G_IO_ERROR_PERMISSION_DENIED (a path that is not
 * permitted) or G_IO_ERROR_INVALID_ARGUMENT (a string that cannot be read) */
char *store_referenceable_resolve (McpJsonValue           value,
                                   const char            *parameter,
                                   const char            *type,
                                   StoreReferenceableFind find,
                                   gpointer               user_data,
                                   GError               **error);

/* What the servers say; each is (transfer full) */

/** @id: without "@" */
char *store_referenceable_dup_unknown (const char *id);
/** Returns: (nullable): %NULL where the servers permit the path */
char *store_referenceable_dup_forbidden (const char *path);
/** The first line of what is said where a path leads nowhere; the others show the object. */
char *store_referenceable_dup_nowhere (const char *path);
