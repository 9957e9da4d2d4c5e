/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-era.h"

#include "mcp-object.h"

typedef struct
{
  McpImplementation      implementation;
  McpClientCapabilities *capabilities;
} McpEraPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpEra, mcp_era, G_TYPE_OBJECT)

#define PRIVATE(self) ((McpEraPrivate *)mcp_era_get_instance_private (self))

G_DEFINE_ENUM_TYPE (McpEraKind,
                    mcp_era_kind,
                    G_DEFINE_ENUM_VALUE (MCP_ERA_UNKNOWN, "unknown"),
                    G_DEFINE_ENUM_VALUE (MCP_ERA_LEGACY, "legacy"),
                    G_DEFINE_ENUM_VALUE (MCP_ERA_MODERN, "modern"))

static void
mcp_era_real_prepare (McpEra *self, McpRequest *request)
{
}

static McpEraVerdict
mcp_era_real_review (McpEra *self, McpResponse *response, guint attempt, GError **error)
{
  return MCP_ERA_TAKE;
}

static void
mcp_era_real_learn (McpEra *self, McpDefinition *definition)
{
}

static const char *
mcp_era_real_find_fault (McpEra *self, const char *tool)
{
  return NULL;
}

static void
era_clear_implementation (McpEraPrivate *priv)
{
  g_clear_pointer (&priv->implementation.name, g_free);
  g_clear_pointer (&priv->implementation.title, g_free);
  g_clear_pointer (&priv->implementation.version, g_free);
}

MCP_DEFINE_FINALIZE (McpEra, mcp_era)
{
  McpEraPrivate *priv = PRIVATE (self);

  era_clear_implementation (priv);
  mcp_client_capabilities_free (priv->capabilities);
}

static void
mcp_era_class_init (McpEraClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_era_finalize;
  klass->prepare = mcp_era_real_prepare;
  klass->review = mcp_era_real_review;
  klass->learn = mcp_era_real_learn;
  klass->find_fault = mcp_era_real_find_fault;
}

static void
mcp_era_init (McpEra *self)
{
  McpEraPrivate *priv = PRIVATE (self);

  priv->implementation.name = g_strdup ("spyglass");
  priv->implementation.version = g_strdup ("0");
  priv->capabilities = mcp_client_capabilities_new (MCP_CLIENT_NO_CAPABILITIES);
}

McpEraKind
mcp_era_get_kind (McpEra *self)
{
  g_return_val_if_fail (MCP_IS_ERA (self), MCP_ERA_UNKNOWN);

  return MCP_ERA_GET_CLASS (self)->kind;
}

void
mcp_era_set_implementation (McpEra     *self,
                            const char *name,
                            const char *title,
                            const char *version)
{
  McpEraPrivate *priv = PRIVATE (self);

  g_return_if_fail (name != NULL && version != NULL);

  era_clear_implementation (priv);
  priv->implementation.name = g_strdup (name);
  priv->implementation.title = g_strdup (title);
  priv->implementation.version = g_strdup (version);
}

void
mcp_era_set_capabilities (McpEra *self, const McpClientCapabilities *capabilities)
{
  McpEraPrivate *priv = PRIVATE (self);

  g_return_if_fail (capabilities != NULL);

  mcp_client_capabilities_free (priv->capabilities);
  priv->capabilities = mcp_client_capabilities_copy (capabilities);
}

const McpClientCapabilities *
mcp_era_get_capabilities (McpEra *self)
{
  return PRIVATE (self)->capabilities;
}

void
mcp_era_open_async (McpEra             *self,
                    McpPeer            *peer,
                    GCancellable       *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer            user_data)
{
  g_return_if_fail (MCP_IS_ERA (self));

  MCP_ERA_GET_CLASS (self)->open_async (self, peer, cancellable, callback, user_data);
}

McpServerInfo *
mcp_era_open_finish (McpEra *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (MCP_IS_ERA (self), NULL);

  return MCP_ERA_GET_CLASS (self)->open_finish (self, result, error);
}

void
mcp_era_prepare (McpEra *self, McpRequest *request)
{
  g_return_if_fail (MCP_IS_ERA (self));

  MCP_ERA_GET_CLASS (self)->prepare (self, request);
}

McpEraVerdict
mcp_era_review (McpEra *self, McpResponse *response, guint attempt, GError **error)
{
  g_return_val_if_fail (MCP_IS_ERA (self), MCP_ERA_TAKE);

  return MCP_ERA_GET_CLASS (self)->review (self, response, attempt, error);
}

void
mcp_era_learn (McpEra *self, GPtrArray *definitions, guint first)
{
  g_return_if_fail (MCP_IS_ERA (self));

  for (guint i = first; i < definitions->len; i++)
    MCP_ERA_GET_CLASS (self)->learn (self, definitions->pdata[i]);
}

const char *
mcp_era_find_fault (McpEra *self, const char *tool)
{
  g_return_val_if_fail (MCP_IS_ERA (self), NULL);

  return MCP_ERA_GET_CLASS (self)->find_fault (self, tool);
}

void
mcp_era_write_implementation (McpEra *self, McpJsonWriter *writer)
{
  const McpImplementation *implementation = &PRIVATE (self)->implementation;

  mcp_json_writer_add (writer, "{'name': %s, 'title': ?%s, 'version': %s}", implementation->name,
                       implementation->title, implementation->version);
}
