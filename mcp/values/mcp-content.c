/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-content.h"

#include "mcp-error.h"

struct _McpContent
{
  GObject              parent_instance;
  McpJsonSlot          value;
  McpContentKind       kind;
  char                *type_name;
  char                *mime_type;
  char                *uri;
  char                *display_name;
  char                *description;
  gint64               size;
  McpJsonValue         text;
  McpJsonValue         data;
  McpResourceContents *resource;
  GPtrArray           *findings;
};

enum {
  PROP_0,
  PROP_KIND,
  PROP_TYPE_NAME,
  PROP_MIME_TYPE,
  PROP_URI,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpContent, mcp_content, G_TYPE_OBJECT)

GType
mcp_content_kind_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { MCP_CONTENT_TEXT, "MCP_CONTENT_TEXT", "text" },
    { MCP_CONTENT_IMAGE, "MCP_CONTENT_IMAGE", "image" },
    { MCP_CONTENT_AUDIO, "MCP_CONTENT_AUDIO", "audio" },
    { MCP_CONTENT_RESOURCE_LINK, "MCP_CONTENT_RESOURCE_LINK", "resource-link" },
    { MCP_CONTENT_RESOURCE, "MCP_CONTENT_RESOURCE", "resource" },
    { MCP_CONTENT_UNKNOWN, "MCP_CONTENT_UNKNOWN", "unknown" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("McpContentKind", values));
  return type;
}

static void
mcp_content_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpContent *self = MCP_CONTENT (object);

  switch (id)
    {
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_TYPE_NAME:
      g_value_set_string (value, mcp_content_get_type_name (self));
      break;
    case PROP_MIME_TYPE:
      g_value_set_string (value, mcp_content_get_mime_type (self));
      break;
    case PROP_URI:
      g_value_set_string (value, mcp_content_get_uri (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_content_finalize (GObject *object)
{
  McpContent *self = MCP_CONTENT (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->type_name);
  g_free (self->mime_type);
  g_free (self->uri);
  g_free (self->display_name);
  g_free (self->description);
  g_clear_object (&self->resource);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_content_parent_class)->finalize (object);
}

static void
mcp_content_class_init (McpContentClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_content_get_property;
  object_class->finalize = mcp_content_finalize;

  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, MCP_TYPE_CONTENT_KIND,
                                             MCP_CONTENT_TEXT, flags);
  properties[PROP_TYPE_NAME] = g_param_spec_string ("type-name", NULL, NULL, NULL, flags);
  properties[PROP_MIME_TYPE] = g_param_spec_string ("mime-type", NULL, NULL, NULL, flags);
  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_content_init (McpContent *self)
{
  self->kind = MCP_CONTENT_UNKNOWN;
  self->size = -1;
}

/** Returns: the member where it is a string, with a finding where it is missing. */
static McpJsonValue
content_need_string (McpContent *self, McpJsonValue value, const char *name)
{
  McpJsonValue     member = mcp_json_value_get_member (value, name);
  g_autofree char *pointer = NULL;

  if (mcp_json_value_get_kind (member) == MCP_JSON_STRING)
    return member;

  pointer = g_strdup_printf ("/%s", name);
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
  self->size = MAX (-1, mcp_json_value_get_member_int64 (value, "size", -1));
}

static void
content_read_resource (McpContent *self, McpJsonValue value)
{
  McpJsonValue resource = mcp_json_value_get_member (value, "resource");
  GPtrArray   *findings;

  if (mcp_json_value_get_kind (resource) != MCP_JSON_OBJECT)
    {
      self->kind = MCP_CONTENT_UNKNOWN;
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-member", "/resource",
                       "Content of the type “resource” has no resource that is an object.");
      return;
    }

  self->resource = mcp_resource_contents_new (resource);
  findings = mcp_resource_contents_get_findings (self->resource);
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      mcp_finding_add (&self->findings, mcp_finding_get_level (finding),
                       mcp_finding_get_code (finding), "/resource", "%s",
                       mcp_finding_get_text (finding));
    }
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
      break;
    case MCP_CONTENT_RESOURCE_LINK:
      content_read_link (self, value);
      break;
    case MCP_CONTENT_RESOURCE:
      content_read_resource (self, value);
      break;
    case MCP_CONTENT_UNKNOWN:
    default:
      mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "content-type", "/type",
                       "Content of an unknown type: %.100s.",
                       self->type_name != NULL ? self->type_name : "none");
      break;
    }
}

McpContent *
mcp_content_new (McpJsonValue value)
{
  McpContent *self = g_object_new (MCP_TYPE_CONTENT, NULL);

  mcp_json_slot_set (&self->value, value);
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      content_read_object (self, value);
      return self;
    }

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    {
      self->kind = MCP_CONTENT_TEXT;
      self->text = value;
    }
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-not-object", NULL,
                   "The content block is not an object but: %s.",
                   mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
  return self;
}

McpContentKind
mcp_content_get_kind (McpContent *self)
{
  return self->kind;
}

const char *
mcp_content_get_type_name (McpContent *self)
{
  return self->type_name != NULL ? self->type_name : "";
}

McpJsonValue
mcp_content_get_text (McpContent *self)
{
  return self->text;
}

const char *
mcp_content_get_mime_type (McpContent *self)
{
  if (self->resource != NULL)
    return mcp_resource_contents_get_mime_type (self->resource);
  return self->mime_type;
}

McpJsonValue
mcp_content_get_data (McpContent *self)
{
  return self->data;
}

GBytes *
mcp_content_decode (McpContent *self, GError **error)
{
  g_return_val_if_fail (MCP_IS_CONTENT (self), NULL);

  if (self->resource != NULL)
    return mcp_resource_contents_decode (self->resource, error);
  return mcp_content_decode_base64 (self->data, error);
}

const char *
mcp_content_get_uri (McpContent *self)
{
  if (self->resource != NULL)
    return mcp_resource_contents_get_uri (self->resource);
  return self->uri;
}

const char *
mcp_content_get_display_name (McpContent *self)
{
  return self->display_name;
}

const char *
mcp_content_get_description (McpContent *self)
{
  return self->description;
}

gint64
mcp_content_get_size (McpContent *self)
{
  return self->size;
}

McpResourceContents *
mcp_content_get_resource (McpContent *self)
{
  return self->resource;
}

McpJsonValue
mcp_content_get_annotations (McpContent *self)
{
  return mcp_json_value_get_member (self->value.value, "annotations");
}

McpJsonValue
mcp_content_get_meta (McpContent *self)
{
  return mcp_json_value_get_member (self->value.value, "_meta");
}

McpJsonValue
mcp_content_get_value (McpContent *self)
{
  return self->value.value;
}

GPtrArray *
mcp_content_get_findings (McpContent *self)
{
  return self->findings;
}
