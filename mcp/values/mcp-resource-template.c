/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource-template.h"

#include "mcp-definition-private.h"
#include "mcp-object.h"

struct _McpResourceTemplate
{
  McpDefinition parent_instance;
  char         *mime_type;
};

MCP_DEFINE_ZEROED_TYPE (McpResourceTemplate, mcp_resource_template, MCP_TYPE_DEFINITION)

static const char *const MEMBERS[] = { "name", "title", "description", "uriTemplate",
                                       "mimeType", "annotations", "icons", "_meta", NULL };

static void
mcp_resource_template_read (McpDefinition *definition, McpJsonValue value)
{
  McpResourceTemplate *self = MCP_RESOURCE_TEMPLATE (definition);
  char *template = mcp_definition_read_string (definition, value, "uriTemplate");

  if (template == NULL || *template == '\0')
    mcp_finding_add (mcp_definition_edit_findings (definition), MCP_FINDING_ERROR,
                     "uri-template-missing", "/uriTemplate",
                     "The resource template has no URI template.");
  mcp_definition_take_key (definition, template != NULL ? template : g_strdup (""));
  self->mime_type = mcp_definition_read_string (definition, value, "mimeType");
  mcp_definition_check_members (definition, MEMBERS);
}

MCP_DEFINE_FINALIZE (McpResourceTemplate, mcp_resource_template)
{
  g_free (self->mime_type);
}

static void
mcp_resource_template_class_init (McpResourceTemplateClass *klass)
{
  McpDefinitionClass *definition_class = MCP_DEFINITION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_resource_template_finalize;
  definition_class->kind = MCP_DEFINITION_RESOURCE_TEMPLATE;
  definition_class->read = mcp_resource_template_read;
}

const char *
mcp_resource_template_get_uri_template (McpResourceTemplate *self)
{
  return mcp_definition_get_key (MCP_DEFINITION (self));
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpResourceTemplate, mcp_resource_template, mime_type)
