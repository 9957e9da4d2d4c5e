/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreJsonMember: the place of one member in a JSON document, for StoreJsonEditor to cut at.
 */

#pragma once

#include "store-error.h"

#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef struct
{
  McpJsonValue object;
  McpJsonValue name; /* of the member, where it exists */
  McpJsonValue value;
  gsize        before;   /* where the value before it ends, 0 where it is the first */
  gsize        after;    /* where the next name begins, 0 where it is the last */
  gsize        last_end; /* where the object's last value ends, 0 in an empty object */
  gboolean     exists;
} StoreJsonMember;

/**
 * Follows @path from @root as far as it exists.
 * @member: (out): the last that was found, or the place where the first missing one belongs
 * @rest: (out): the names from that one on, at least the last
 * Returns: %FALSE with STORE_ERROR_DUPLICATE where a name stands twice, STORE_ERROR_INVALID where
 * something else than an object is in the way
 */
gboolean store_json_member_find (McpJsonValue        root,
                                 const char *const  *path,
                                 StoreJsonMember    *member,
                                 const char *const **rest,
                                 GError            **error);

/** Whether two documents are the same, byte by byte of each member, but for what lies at @path. */
gboolean store_json_equal_except (McpJsonValue a, McpJsonValue b, const char *const *path);

G_END_DECLS
