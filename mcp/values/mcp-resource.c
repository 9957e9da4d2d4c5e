/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource.h"

#include "mcp-definition-private.h"

struct _McpResource
{
  McpDefinition parent_instance;
  char         *mime_type;
  gint64        size;
};

enum {
  PROP_0,
  PROP_URI,
  PROP_MIME_TYPE,
  PROP_SIZE,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpResource, mcp_resource, MCP_TYPE_DEFINITION)

static const char *const MEMBERS[] = { "name", "title", "description", "uri", "mimeType",
                                       "size", "annotations", "icons", "_meta", NULL };

static void
mcp_resource_read (McpDefinition *definition, McpJsonValue value)
{
  McpResource *self = MCP_RESOURCE (definition);
  GPtrArray  **findings = mcp_definition_edit_findings (definition);
  McpJsonValue size = mcp_json_value_get_member (value, "size");
  char        *uri = mcp_definition_read_string (definition, value, "uri");

  if (uri == NULL || *uri == '\0')
    mcp_finding_add (findings, MCP_FINDING_ERROR, "uri-missing", "/uri",
                     "The resource has no URI.");
  else if (!g_uri_is_valid (uri, G_URI_FLAGS_NONE, NULL))
    mcp_finding_add (findings, MCP_FINDING_WARNING, "uri-invalid", "/uri",
                     "The URI is not valid.");
  mcp_definition_take_key (definition, uri != NULL ? uri : g_strdup (""));

  self->mime_type = mcp_definition_read_string (definition, value, "mimeType");
  if (mcp_json_value_exists (size) &&
      (!mcp_json_value_get_int64 (size, &self->size) || self->size < 0))
    {
      self->size = -1;
      mcp_finding_add (findings, MCP_FINDING_ERROR, "size-invalid", "/size",
                       "The size is not a count of bytes.");
    }
  mcp_definition_check_members (definition, MEMBERS);
}

static void
mcp_resource_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpResource *self = MCP_RESOURCE (object);

  switch (id)
    {
    case PROP_URI:
      g_value_set_string (value, mcp_resource_get_uri (self));
      break;
    case PROP_MIME_TYPE:
      g_value_set_string (value, self->mime_type);
      break;
    case PROP_SIZE:
      g_value_set_int64 (value, self->size);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_resource_finalize (GObject *object)
{
  g_free (MCP_RESOURCE (object)->mime_type);

  G_OBJECT_CLASS (mcp_resource_parent_class)->finalize (object);
}

static void
mcp_resource_class_init (McpResourceClass *klass)
{
  GObjectClass       *object_class = G_OBJECT_CLASS (klass);
  McpDefinitionClass *definition_class = MCP_DEFINITION_CLASS (klass);
  const GParamFlags   flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_resource_get_property;
  object_class->finalize = mcp_resource_finalize;
  definition_class->kind = MCP_DEFINITION_RESOURCE;
  definition_class->read = mcp_resource_read;

  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  properties[PROP_MIME_TYPE] = g_param_spec_string ("mime-type", NULL, NULL, NULL, flags);
  properties[PROP_SIZE] = g_param_spec_int64 ("size", NULL, NULL, -1, G_MAXINT64, -1, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_resource_init (McpResource *self)
{
  self->size = -1;
}

const char *
mcp_resource_get_uri (McpResource *self)
{
  return mcp_definition_get_key (MCP_DEFINITION (self));
}

const char *
mcp_resource_get_mime_type (McpResource *self)
{
  return self->mime_type;
}

gint64
mcp_resource_get_size (McpResource *self)
{
  return self->size;
}
