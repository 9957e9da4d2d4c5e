/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-content.h"

static McpJsonValue
only_string (McpJsonValue value)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING ? value : MCP_JSON_NO_VALUE;
}

static void
check_data (GPtrArray **findings, McpJsonValue data, const char *pointer)
{
  g_autoptr (GError) error = NULL;

  if (!mcp_content_check_base64 (data, &error))
    mcp_finding_add (findings, MCP_FINDING_ERROR, "base64-invalid", pointer, "%s", error->message);
}

/* Contents of a resource */

static void
check_members (McpResourceContents *self, McpJsonValue value)
{
  static const char *const known[] = { "uri", "mimeType", "text", "blob", "_meta", NULL };

  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string_prefix (each.name, 100, NULL);

      if (text != NULL && !g_strv_contains (known, text))
        mcp_finding_add (&self->findings, MCP_FINDING_NOTE, "member-unknown", NULL,
                         "The member “%s” is not in the specification.", text);
    }
}

McpResourceContents *
mcp_resource_contents_new (McpJsonValue value)
{
  McpResourceContents *self = g_new0 (McpResourceContents, 1);

  mcp_json_slot_set (&self->slot, value);
  self->text = only_string (mcp_json_value_get_member (value, "text"));
  self->blob = only_string (mcp_json_value_get_member (value, "blob"));
  self->uri = mcp_json_value_dup_member_string (value, "uri");
  self->mime_type = mcp_json_value_dup_member_string (value, "mimeType");

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-not-object", NULL,
                     "Invalid contents: expected an object, got %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
  else if (!mcp_json_value_exists (self->text) && !mcp_json_value_exists (self->blob))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-empty", NULL,
                     "The contents have neither text nor blob.");
  else if (mcp_json_value_exists (self->text) && mcp_json_value_exists (self->blob))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-both", NULL,
                     "The contents have text and blob; only one is allowed.");
  check_data (&self->findings, self->blob, "/blob");
  check_members (self, value);
  if (self->uri == NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "uri-missing", "/uri",
                     "The contents have no URI.");
  return self;
}

void
mcp_resource_contents_free (McpResourceContents *self)
{
  if (self == NULL)
    return;
  mcp_json_slot_clear (&self->slot);
  g_free (self->uri);
  g_free (self->mime_type);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}

/* Blocks */

/* Returns: the member where it is a string, with a finding where it is missing. */
static McpJsonValue
content_need_string (McpContent *self, McpJsonValue value, const char *name)
{
  McpJsonValue member = mcp_json_value_get_member (value, name);

  if (mcp_json_value_get_kind (member) == MCP_JSON_STRING)
    return member;

  g_autofree char *pointer = g_strdup_printf ("/%s", name);
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-member", pointer,
                   "Content of the type “%.100s” has no “%s” that is a string.", self->type_name,
                   name);
  return MCP_JSON_NO_VALUE;
}

static void
content_read_link (McpContent *self, McpJsonValue value)
{
  self->uri = mcp_json_value_dup_string (content_need_string (self, value, "uri"), NULL);
  self->display_name = mcp_json_value_dup_member_string (value, "title");
  if (self->display_name == NULL || *self->display_name == '\0')
    {
      g_free (self->display_name);
      self->display_name = mcp_json_value_dup_member_string (value, "name");
    }
  self->description = mcp_json_value_dup_member_string (value, "description");
  self->mime_type = mcp_json_value_dup_member_string (value, "mimeType");
}

static void
content_read_resource (McpContent *self, McpJsonValue value)
{
  McpJsonValue resource = mcp_json_value_get_member (value, "resource");

  if (mcp_json_value_get_kind (resource) != MCP_JSON_OBJECT)
    {
      self->kind = MCP_CONTENT_UNKNOWN;
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-member", "/resource",
                       "Content of the type “resource” has no resource that is an object.");
      return;
    }
  self->resource = mcp_resource_contents_new (resource);
  self->uri = g_strdup (self->resource->uri);
  self->mime_type = g_strdup (self->resource->mime_type);
  mcp_finding_add_all (&self->findings, self->resource->findings, "/resource");
}

static void
content_read_object (McpContent *self, McpJsonValue value)
{
  static const struct
  {
    const char    *name;
    McpContentKind kind;
  } TYPES[] = {
    { "text", MCP_CONTENT_TEXT },
    { "image", MCP_CONTENT_IMAGE },
    { "audio", MCP_CONTENT_AUDIO },
    { "resource_link", MCP_CONTENT_RESOURCE_LINK },
    { "resource", MCP_CONTENT_RESOURCE },
  };

  self->type_name = mcp_json_value_dup_member_string (value, "type");
  for (gsize i = 0; i < G_N_ELEMENTS (TYPES); i++)
    if (g_strcmp0 (self->type_name, TYPES[i].name) == 0)
      self->kind = TYPES[i].kind;

  switch (self->kind)
    {
    case MCP_CONTENT_TEXT:
      self->text = content_need_string (self, value, "text");
      break;
    case MCP_CONTENT_IMAGE:
    case MCP_CONTENT_AUDIO:
      self->data = content_need_string (self, value, "data");
      self->mime_type =
          mcp_json_value_dup_string (content_need_string (self, value, "mimeType"), NULL);
      check_data (&self->findings, self->data, "/data");
      break;
    case MCP_CONTENT_RESOURCE_LINK:
      content_read_link (self, value);
      break;
    case MCP_CONTENT_RESOURCE:
      content_read_resource (self, value);
      break;
    case MCP_CONTENT_UNKNOWN:
    default:
      mcp_finding_add (&self->findings,
                       self->type_name != NULL ? MCP_FINDING_WARNING : MCP_FINDING_ERROR,
                       "content-type", "/type", "Content of an unknown type: %.100s.",
                       self->type_name != NULL ? self->type_name : "none");
      break;
    }
  if (self->type_name == NULL)
    self->type_name = g_strdup ("");
}

McpContent *
mcp_content_new (McpJsonValue value)
{
  McpContent *self = g_new0 (McpContent, 1);

  self->kind = MCP_CONTENT_UNKNOWN;
  mcp_json_slot_set (&self->slot, value);
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      content_read_object (self, value);
      return self;
    }

  self->type_name = g_strdup ("");
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    {
      self->kind = MCP_CONTENT_TEXT;
      self->text = value;
    }
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-not-object", NULL,
                   "Invalid content block: expected an object, got %s.",
                   mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
  return self;
}

void
mcp_content_free (McpContent *self)
{
  if (self == NULL)
    return;
  mcp_json_slot_clear (&self->slot);
  g_free (self->type_name);
  g_free (self->mime_type);
  g_free (self->uri);
  g_free (self->display_name);
  g_free (self->description);
  mcp_resource_contents_free (self->resource);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}
