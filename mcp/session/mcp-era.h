/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpEra: how a family of protocol revisions opens a session, dresses a request, listens and lets
 * the server ask for input. Abstract; McpClient has one and speaks through it, and nobody else
 * needs to know which.
 */

#pragma once

#include "mcp-peer.h"
#include "mcp-server-info.h"

G_BEGIN_DECLS

/** Who we are, as servers see it. */
typedef struct
{
  char *name;
  char *title; /* (nullable) */
  char *version;
} McpImplementation;

#define MCP_TYPE_ERA (mcp_era_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpEra, mcp_era, MCP, ERA, GObject)

struct _McpEraClass
{
  GObjectClass parent_class;

  /* Opens the session over @peer, whose transport is open. */
  void (*open_async) (McpEra                  *self,
                      McpPeer                 *peer,
                      const McpImplementation *implementation,
                      GCancellable            *cancellable,
                      GAsyncReadyCallback      callback,
                      gpointer                 user_data);
  McpServerInfo *(*open_finish) (McpEra *self, GAsyncResult *result, GError **error);
  /* Dresses the params of a request. Returns: (transfer full) (nullable) */
  GBytes *(*wrap) (McpEra *self, const char *method, GBytes *params);
  /* A request of the server's. Returns: whether it was or will be answered */
  gboolean (*answer) (McpEra *self, McpInboundRequest *request);
};

/** Errors: MCP_ERROR. @implementation: must live until the end */
void mcp_era_open_async (McpEra                  *self,
                         McpPeer                 *peer,
                         const McpImplementation *implementation,
                         GCancellable            *cancellable,
                         GAsyncReadyCallback      callback,
                         gpointer                 user_data);
/** Returns: (transfer full) (nullable) */
McpServerInfo *mcp_era_open_finish (McpEra *self, GAsyncResult *result, GError **error);
/** @params: (nullable): JSON text. Returns: (transfer full) (nullable) */
GBytes  *mcp_era_wrap (McpEra *self, const char *method, GBytes *params);
gboolean mcp_era_answer (McpEra *self, McpInboundRequest *request);

G_END_DECLS
