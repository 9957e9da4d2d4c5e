/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The text explorer: prints a stored value, or a part of it, as the object-store servers do:
 * a header such as "@obj_001 → dict (length: 42)", then a Python-style preview under limits. Pure
 * functions, for compatibility; what a person browses is a window (store-window.h).
 *
 * Source: deepset-mcp-server's RichExplorer with Rich's pretty printer at 120 columns. Paths follow
 * that server's rules, which are narrower than StorePath's. Strings count in code points, as in
 * Python.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef struct
{
  guint max_items;             /* of a list or nested dict; a dict at the top shows all its keys */
  guint max_string_length;     /* code points */
  guint max_depth;             /* levels, at most 1000 */
  guint search_context_length; /* code points on either side of a match */
  guint width;                 /* cells of a line, at least 2 */
} StoreExplorerLimits;

/** What the servers use unless told otherwise. */
extern const StoreExplorerLimits store_explorer_default_limits;

/** Takes a reference apart at its first dot: "@obj_001.a.b" is "obj_001" and "a.b". What has no "@"
 * is an id as it stands.
 * @path: (out) (transfer full): "" where there is none. Returns: (transfer full): the id */
char *store_explorer_split_reference (const char *reference, char **path);

/** Finds the value that @object_id (as given, it may be a reference with a path) and @path name.
 * Returns: the value, or none with @error set (G_IO_ERROR_NOT_FOUND, G_IO_ERROR_PERMISSION_DENIED)
 */
McpJsonValue
store_explorer_find (McpJsonValue root, const char *object_id, const char *path, GError **error);

/** @limits: (nullable). Returns: (transfer full) (nullable): header and preview, or %NULL with
 * @error */
char *store_explorer_explore (McpJsonValue               root,
                              const char                *object_id,
                              const char                *path,
                              const StoreExplorerLimits *limits,
                              GError                   **error);

/** Python's [start:end] of a string or list. @end: (nullable): %NULL for to the end.
 * Returns: (transfer full) (nullable): the text, or %NULL with @error */
char *store_explorer_slice (McpJsonValue               root,
                            const char                *object_id,
                            const char                *path,
                            gint64                     start,
                            const gint64              *end,
                            const StoreExplorerLimits *limits,
                            GError                   **error);

/** Looks for a regular expression in a string. Returns: (transfer full) (nullable) */
char *store_explorer_search (McpJsonValue               root,
                             const char                *object_id,
                             const char                *path,
                             const char                *pattern,
                             gboolean                   case_sensitive,
                             const StoreExplorerLimits *limits,
                             GError                   **error);

/** Replaces in a string. @count: how many at most, 0 for all
 * @replaced: (out) (transfer full) (nullable): the new string, %NULL where nothing was replaced
 * Returns: (transfer full) (nullable): what happened, in a line */
char *store_explorer_replace (McpJsonValue root,
                              const char  *object_id,
                              const char  *path,
                              const char  *pattern,
                              const char  *replacement,
                              guint        count,
                              gboolean     case_sensitive,
                              char       **replaced,
                              GError     **error);

/** Lays out @value, with @max_depth in place of the limits' own depth.
 * @max_items: 0 for all; @expand_all: every container on lines of its own
 * Returns: (transfer full): the text, not yet wrapped */
char *store_explorer_layout (McpJsonValue               value,
                             const StoreExplorerLimits *limits,
                             guint                      max_items,
                             guint                      max_depth,
                             gboolean                   expand_all);
/** Wraps at @width cells, at least 2. @fold: break words that are longer, instead of
 * cutting them with "…".
 * Returns: (transfer full): without white space at its end */
char *store_explorer_wrap (const char *text, guint width, gboolean fold);
