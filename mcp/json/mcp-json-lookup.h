/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonLookup: finds members of large objects in O(log n), private to mcp/json. Objects that are
 * small, or that were asked only a few times, are searched in the order of the text instead.
 */

#pragma once

#include "mcp-json-index.h"

/** @self: (transfer full) (nullable) */
void mcp_json_lookup_free (McpJsonLookup *self);

/** Returns: the value of the last member of @object that has this name, or none; thread-safe */
McpJsonValue mcp_json_lookup_member (McpJsonValue object, const char *name, gsize length);

/** Sorts the members of @object by name, those of one name in the order of the text.
 * @unique: keep only the last of each name
 * Returns: (transfer full) (array length=n): the nodes of the names; %NULL where there are none */
guint32 *mcp_json_lookup_sort_members (McpJsonValue object, gboolean unique, guint *n);
