/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-era.h"

G_DEFINE_ABSTRACT_TYPE (McpEra, mcp_era, G_TYPE_OBJECT)

static GBytes *
mcp_era_real_wrap (McpEra *self, const char *method, GBytes *params)
{
  return params != NULL ? g_bytes_ref (params) : NULL;
}

static gboolean
mcp_era_real_answer (McpEra *self, McpInboundRequest *request)
{
  return FALSE;
}

static void
mcp_era_class_init (McpEraClass *klass)
{
  klass->wrap = mcp_era_real_wrap;
  klass->answer = mcp_era_real_answer;
}

static void
mcp_era_init (McpEra *self)
{
}

void
mcp_era_open_async (McpEra                  *self,
                    McpPeer                 *peer,
                    const McpImplementation *implementation,
                    GCancellable            *cancellable,
                    GAsyncReadyCallback      callback,
                    gpointer                 user_data)
{
  g_return_if_fail (MCP_IS_ERA (self));

  MCP_ERA_GET_CLASS (self)->open_async (self, peer, implementation, cancellable, callback,
                                        user_data);
}

McpServerInfo *
mcp_era_open_finish (McpEra *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (MCP_IS_ERA (self), NULL);

  return MCP_ERA_GET_CLASS (self)->open_finish (self, result, error);
}

GBytes *
mcp_era_wrap (McpEra *self, const char *method, GBytes *params)
{
  g_return_val_if_fail (MCP_IS_ERA (self), NULL);

  return MCP_ERA_GET_CLASS (self)->wrap (self, method, params);
}

gboolean
mcp_era_answer (McpEra *self, McpInboundRequest *request)
{
  g_return_val_if_fail (MCP_IS_ERA (self), FALSE);

  return MCP_ERA_GET_CLASS (self)->answer (self, request);
}
