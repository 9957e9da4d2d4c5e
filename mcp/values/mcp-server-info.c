/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-server-info.h"

#include "mcp-envelope.h"
#include "mcp-object.h"

struct _McpServerInfo
{
  GObject      parent_instance;
  McpJsonSlot  value;
  McpJsonValue capabilities;
  char        *name;
  char        *title;
  char        *version;
  char        *instructions;
  char        *protocol_version;
  gboolean     undiscovered;
  GPtrArray   *findings;
};

MCP_DEFINE_OBJECT (McpServerInfo, mcp_server_info)

MCP_DEFINE_FINALIZE (McpServerInfo, mcp_server_info)
{
  mcp_json_slot_clear (&self->value);
  g_free (self->name);
  g_free (self->title);
  g_free (self->version);
  g_free (self->instructions);
  g_free (self->protocol_version);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

static char *
server_info_read (McpServerInfo *self,
                  McpJsonValue   object,
                  const char    *member,
                  const char    *pointer,
                  gboolean       required)
{
  McpJsonValue value = mcp_json_value_get_member (object, member);
  McpJsonKind  kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_STRING)
    return mcp_json_value_dup_string (value, NULL);
  if (kind != MCP_JSON_NONE || required)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "server-member", pointer,
                     "Invalid “%s” of the server: expected a string, got %s.", member,
                     mcp_json_kind_get_name (kind));
  return NULL;
}

static void
server_info_read_common (McpServerInfo *self, McpJsonValue value)
{
  mcp_json_slot_set (&self->value, value);
  self->instructions = server_info_read (self, value, "instructions", "/instructions", FALSE);
  self->capabilities = mcp_json_value_get_member (value, "capabilities");
  if (mcp_json_value_get_kind (self->capabilities) != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "capabilities-not-object",
                     "/capabilities", "Invalid capabilities: expected an object, got %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (self->capabilities)));
}

static char *
server_info_read_below (McpServerInfo *self,
                        McpJsonValue   info,
                        const char    *parent,
                        const char    *member,
                        gboolean       required)
{
  g_autofree char *pointer = g_strdup_printf ("%s/%s", parent, member);

  return server_info_read (self, info, member, pointer, required);
}

static void
server_info_read_implementation (McpServerInfo *self, McpJsonValue info, const char *parent)
{
  self->name = server_info_read_below (self, info, parent, "name", TRUE);
  self->version = server_info_read_below (self, info, parent, "version", TRUE);
  self->title = server_info_read_below (self, info, parent, "title", FALSE);
  g_free (server_info_read_below (self, info, parent, "description", FALSE));
  g_free (server_info_read_below (self, info, parent, "websiteUrl", FALSE));
}

McpServerInfo *
mcp_server_info_new (McpJsonValue value)
{
  McpServerInfo *self = g_object_new (MCP_TYPE_SERVER_INFO, NULL);

  self->protocol_version =
      server_info_read (self, value, "protocolVersion", "/protocolVersion", TRUE);
  server_info_read_common (self, value);
  server_info_read_implementation (self, mcp_json_value_get_member (value, "serverInfo"),
                                   "/serverInfo");
  return self;
}

McpServerInfo *
mcp_server_info_new_discovered (McpResponse *response, const char *version)
{
  McpServerInfo *self = g_object_new (MCP_TYPE_SERVER_INFO, NULL);
  McpJsonValue   value = mcp_response_get_result (response);
  McpJsonValue   meta = mcp_json_value_get_member (value, "_meta");
  McpJsonValue   info = mcp_json_value_get_member (meta, MCP_META_SERVER_INFO);
  McpJsonValue   draft = mcp_json_value_get_member (value, "serverInfo");

  self->protocol_version = g_strdup (version);
  server_info_read_common (self, value);
  if (mcp_json_value_exists (info))
    server_info_read_implementation (self, info, "/_meta/io.modelcontextprotocol~1serverInfo");
  else if (mcp_json_value_exists (draft))
    server_info_read_implementation (self, draft, "/serverInfo");
  else
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "server-unnamed", "/_meta",
                     "The server does not say its name and version.");
  if (!mcp_json_value_exists (info) && mcp_json_value_exists (draft))
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "server-info-place", "/serverInfo",
                     "The server says its name where drafts of %s had it; now it belongs into "
                     "_meta.",
                     version);
  return self;
}

McpServerInfo *
mcp_server_info_new_undiscovered (const char *version)
{
  McpServerInfo *self = g_object_new (MCP_TYPE_SERVER_INFO, NULL);

  self->protocol_version = g_strdup (version);
  self->undiscovered = TRUE;
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "discover-missing", NULL,
                   "The server does not answer server/discover, which %s asks of every server; "
                   "what it offers is not known.",
                   version);
  return self;
}

const char *
mcp_server_info_get_display_name (McpServerInfo *self)
{
  if (self->title != NULL && *self->title != '\0')
    return self->title;
  return self->name != NULL ? self->name : "";
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpServerInfo, mcp_server_info, version)
MCP_DEFINE_PLAIN_GETTER (const char *, McpServerInfo, mcp_server_info, instructions)

const char *
mcp_server_info_get_protocol_version (McpServerInfo *self)
{
  return self->protocol_version != NULL ? self->protocol_version : "";
}

McpJsonValue
mcp_server_info_get_capabilities (McpServerInfo *self)
{
  return self->capabilities;
}

McpJsonValue
mcp_server_info_get_icons (McpServerInfo *self)
{
  McpJsonValue info = mcp_json_value_get_member (self->value.value, "serverInfo");
  McpJsonValue meta = mcp_json_value_get_member (self->value.value, "_meta");

  if (!mcp_json_value_exists (info))
    info = mcp_json_value_get_member (meta, "io.modelcontextprotocol/serverInfo");
  return mcp_json_value_get_member (info, "icons");
}

gboolean
mcp_server_info_offers (McpServerInfo *self, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  McpJsonValue value = self->capabilities;

  if (self->undiscovered)
    return TRUE;
  for (char **name = names; *name != NULL; name++)
    value = mcp_json_value_get_member (value, *name);
  return mcp_json_value_exists (value) && mcp_json_value_get_kind (value) != MCP_JSON_NULL &&
         mcp_json_value_get_boolean (value, TRUE);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, McpServerInfo, mcp_server_info, findings)

void
mcp_server_info_add_findings (McpServerInfo *self, GPtrArray *findings)
{
  g_return_if_fail (MCP_IS_SERVER_INFO (self));

  mcp_finding_add_all (&self->findings, findings, NULL);
}
