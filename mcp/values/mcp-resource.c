/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource.h"

#include "mcp-definition-private.h"
#include "mcp-object.h"

struct _McpResource
{
  McpDefinition parent_instance;
  char         *mime_type;
  gint64        size;
};

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

MCP_DEFINE_FINALIZE (McpResource, mcp_resource)
{
  g_free (self->mime_type);
}

static void
mcp_resource_class_init (McpResourceClass *klass)
{
  McpDefinitionClass *definition_class = MCP_DEFINITION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_resource_finalize;
  definition_class->kind = MCP_DEFINITION_RESOURCE;
  definition_class->read = mcp_resource_read;
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

MCP_DEFINE_PLAIN_GETTER (const char *, McpResource, mcp_resource, mime_type)
MCP_DEFINE_PLAIN_GETTER (gint64, McpResource, mcp_resource, size)
