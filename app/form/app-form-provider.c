/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-provider.h"

#include "mcp-schema-node.h"

G_DEFINE_INTERFACE (AppFormProvider, app_form_provider, G_TYPE_OBJECT)

static void
app_form_provider_default_init (AppFormProviderInterface *iface)
{
}

gboolean
app_form_provider_hides (AppFormProvider *self, McpJsonValue root, GArray *parts)
{
  for (guint i = 0; self != NULL && i < parts->len; i++)
    if (APP_FORM_PROVIDER_GET_IFACE (self)->hides (
            self, root, mcp_schema_node_get_value (g_array_index (parts, McpSchemaNode, i))))
      return TRUE;
  return FALSE;
}

gboolean
app_form_provider_provides (AppFormProvider *self, const char *pointer)
{
  return self != NULL && APP_FORM_PROVIDER_GET_IFACE (self)->provides (self, pointer);
}

char *
app_form_provider_strip (AppFormProvider *self, McpJsonValue arguments)
{
  return APP_FORM_PROVIDER_GET_IFACE (self)->strip (self, arguments);
}
