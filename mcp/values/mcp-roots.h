/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpRoots: the folders that a server is told it may work in. One list may serve several clients;
 * only file: URIs are taken, as the specification asks.
 *
 * Signals
 *   changed
 *     The list is another one.
 *
 * Source: MCP 2025-11-25, "Roots".
 */

#pragma once

#include "mcp-json-writer.h"

#include <gio/gio.h>

/* A person adds a handful; a server reads them all into a prompt. */
#define MCP_ROOTS_MAX 1000

#define MCP_TYPE_ROOTS (mcp_roots_get_type ())
G_DECLARE_FINAL_TYPE (McpRoots, mcp_roots, MCP, ROOTS, GObject)

/** Returns: (transfer full): an empty list */
McpRoots *mcp_roots_new (void);

guint mcp_roots_get_size (McpRoots *self);
/** Returns: (transfer none) */
const char *mcp_roots_get_uri (McpRoots *self, guint index);

/** @name: (nullable): for people. A URI that is there already gets the new name.
 * Errors: MCP_ERROR_INVALID_TARGET where @uri is no file: URI or the list is full */
gboolean mcp_roots_add (McpRoots *self, const char *uri, const char *name, GError **error);
/** Returns: whether it was there */
gboolean mcp_roots_remove (McpRoots *self, const char *uri);

/** Returns: (transfer full): the result of roots/list */
GBytes *mcp_roots_write (McpRoots *self);
