/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-features.h"

struct _McpClientFeatures
{
  McpClient *client; /* unowned */
  GPtrArray *list;   /* McpClientFeature */
  gboolean   ready;
};

#define IFACE(feature) MCP_CLIENT_FEATURE_GET_IFACE (feature)

McpClientFeatures *
mcp_client_features_new (McpClient *client)
{
  McpClientFeatures *self = g_new0 (McpClientFeatures, 1);

  self->client = client;
  self->list = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

static void
features_detach (McpClientFeatures *self, McpClientFeature *feature)
{
  if (self->ready && IFACE (feature)->closed != NULL)
    IFACE (feature)->closed (feature, self->client);
  if (IFACE (feature)->detach != NULL)
    IFACE (feature)->detach (feature, self->client);
}

void
mcp_client_features_free (McpClientFeatures *self)
{
  while (self->list->len > 0)
    {
      g_autoptr (McpClientFeature) feature =
          g_ptr_array_steal_index (self->list, self->list->len - 1);

      features_detach (self, feature);
    }
  g_ptr_array_unref (self->list);
  g_free (self);
}

static guint
features_find_index (McpClientFeatures *self, GType type)
{
  guint i = 0;

  while (i < self->list->len && !g_type_is_a (G_OBJECT_TYPE (self->list->pdata[i]), type))
    i++;
  return i;
}

void
mcp_client_features_add (McpClientFeatures *self, McpClientFeature *feature)
{
  guint place = features_find_index (self, G_OBJECT_TYPE (feature));

  if (place < self->list->len && self->list->pdata[place] == feature)
    return;
  if (place < self->list->len)
    {
      g_autoptr (McpClientFeature) old = g_ptr_array_steal_index (self->list, place);

      features_detach (self, old);
    }
  g_ptr_array_insert (self->list, (gint)place, g_object_ref (feature));
  if (IFACE (feature)->attach != NULL)
    IFACE (feature)->attach (feature, self->client);
  if (self->ready && IFACE (feature)->opened != NULL)
    IFACE (feature)->opened (feature, self->client);
}

gpointer
mcp_client_features_find (McpClientFeatures *self, GType type)
{
  guint place = features_find_index (self, type);

  return place < self->list->len ? self->list->pdata[place] : NULL;
}

/** Returns: (transfer full) (element-type McpClientFeature): as they are now: a hook may change
 * them */
static GPtrArray *
features_copy (McpClientFeatures *self)
{
  GPtrArray *copy = g_ptr_array_new_full (self->list->len, g_object_unref);

  for (guint i = 0; i < self->list->len; i++)
    g_ptr_array_add (copy, g_object_ref (self->list->pdata[i]));
  return copy;
}

void
mcp_client_features_set_ready (McpClientFeatures *self, gboolean ready)
{
  g_autoptr (GPtrArray) features = features_copy (self);

  if (self->ready == ready)
    return;
  self->ready = ready;
  for (guint i = 0; i < features->len; i++)
    {
      McpClientFeature *feature = features->pdata[i];

      if (ready && IFACE (feature)->opened != NULL)
        IFACE (feature)->opened (feature, self->client);
      if (!ready && IFACE (feature)->closed != NULL)
        IFACE (feature)->closed (feature, self->client);
    }
}

void
mcp_client_features_notify (McpClientFeatures *self, McpMessage *message)
{
  g_autoptr (GPtrArray) features = features_copy (self);

  for (guint i = 0; i < features->len; i++)
    if (IFACE (features->pdata[i])->notified != NULL)
      IFACE (features->pdata[i])->notified (features->pdata[i], self->client, message);
}

gboolean
mcp_client_features_ask (McpClientFeatures *self, McpInboundRequest *request)
{
  g_autoptr (GPtrArray) features = features_copy (self);

  for (guint i = features->len; i-- > 0;)
    if (IFACE (features->pdata[i])->asked != NULL &&
        IFACE (features->pdata[i])->asked (features->pdata[i], self->client, request))
      return TRUE;
  return FALSE;
}

gboolean
mcp_client_features_prepare (McpClientFeatures *self, McpRequest *request, GError **error)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      McpClientFeature *feature = self->list->pdata[i];

      if (IFACE (feature)->prepare != NULL &&
          !IFACE (feature)->prepare (feature, self->client, request, error))
        return FALSE;
    }
  return TRUE;
}

McpResponse *
mcp_client_features_recall (McpClientFeatures *self, McpRequest *request)
{
  McpResponse *response = NULL;

  for (guint i = 0; response == NULL && i < self->list->len; i++)
    {
      McpClientFeature *feature = self->list->pdata[i];

      if (IFACE (feature)->recall != NULL)
        response = IFACE (feature)->recall (feature, self->client, request);
    }
  return response;
}

gboolean
mcp_client_features_respond (McpClientFeatures *self,
                             McpRequest        *request,
                             McpResponse       *response,
                             GTask             *task)
{
  g_autoptr (GPtrArray) features = features_copy (self);

  for (guint i = 0; i < features->len; i++)
    {
      McpClientFeature *feature = features->pdata[i];

      if (IFACE (feature)->responded != NULL &&
          IFACE (feature)->responded (feature, self->client, request, response, task))
        return TRUE;
    }
  return FALSE;
}

void
mcp_client_features_forget (McpClientFeatures *self, const char *method)
{
  for (guint i = 0; i < self->list->len; i++)
    if (IFACE (self->list->pdata[i])->forget != NULL)
      IFACE (self->list->pdata[i])->forget (self->list->pdata[i], method);
}
