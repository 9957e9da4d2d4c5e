/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpRegistry: a catalogue of MCP servers on the network, asked by its REST interface v0.1. It
 * lists pages of server.json documents, and gives one of them by name and version. Asks without
 * credentials and cookies, through the system's proxy, over https unless it is on this machine.
 *
 * Errors: MCP_ERROR_INVALID_TARGET, _CONNECTION_FAILED, _HTTP_STATUS, _REDIRECTED, _TIMED_OUT,
 * _CANCELLED, _MESSAGE_TOO_LARGE, _INVALID_MESSAGE
 *
 * Source: the registry's openapi.yaml of 2025-12-01.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

#define MCP_REGISTRY_OFFICIAL "https://registry.modelcontextprotocol.io"
/* One page: the largest known have some 300 KiB. */
#define MCP_REGISTRY_MAX_BYTES (16u * 1024u * 1024u)
#define MCP_REGISTRY_DEADLINE_MS 30000u
#define MCP_REGISTRY_MAX_REDIRECTS 3u
/* What is asked for at once, and how many a page may have whatever was asked for */
#define MCP_REGISTRY_PAGE 50u
#define MCP_REGISTRY_MAX_ITEMS 1000u

/** One version of a server in a registry. */
typedef struct
{
  McpJsonValue server;       /* its server.json; lives as long as the page */
  char        *status;       /* "active", "deprecated", "deleted"; "active" where nothing is said */
  gboolean     is_latest;    /* also where nothing is said */
  char        *published_at; /* (nullable): RFC 3339, as sent */
} McpRegistryItem;

typedef struct _McpRegistryPage McpRegistryPage;

void mcp_registry_page_unref (McpRegistryPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRegistryPage, mcp_registry_page_unref)
/** Returns: (transfer none) (element-type McpRegistryItem) */
GPtrArray *mcp_registry_page_get_items (McpRegistryPage *self);
/** Returns: (transfer none) (nullable): for the next page; %NULL at the end */
const char *mcp_registry_page_get_cursor (McpRegistryPage *self);

#define MCP_TYPE_REGISTRY (mcp_registry_get_type ())
G_DECLARE_FINAL_TYPE (McpRegistry, mcp_registry, MCP, REGISTRY, GObject)

/** @base: (nullable): %NULL for the official one
 * Returns: (transfer full) (nullable): %NULL with INVALID_TARGET: neither https nor this machine */
McpRegistry *mcp_registry_new (const char *base, GError **error);

/** The latest version of each server. @search, @cursor: (nullable)
 * finish returns: (transfer full) (nullable) */
void             mcp_registry_list_async (McpRegistry        *self,
                                          const char         *search,
                                          const char         *cursor,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
McpRegistryPage *mcp_registry_list_finish (McpRegistry *self, GAsyncResult *result, GError **error);

/** One server. @version: (nullable): %NULL for the latest
 * finish returns: (transfer full) (nullable): a page with one item */
void             mcp_registry_get_async (McpRegistry        *self,
                                         const char         *name,
                                         const char         *version,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
McpRegistryPage *mcp_registry_get_finish (McpRegistry *self, GAsyncResult *result, GError **error);
