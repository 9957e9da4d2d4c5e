/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource-contents.h"

#include "mcp-content.h"

struct _McpResourceContents
{
  GObject      parent_instance;
  McpJsonSlot  value;
  McpJsonValue text;
  McpJsonValue blob;
  char        *uri;
  char        *mime_type;
  GPtrArray   *findings;
};

enum {
  PROP_0,
  PROP_URI,
  PROP_MIME_TYPE,
  PROP_IS_TEXT,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpResourceContents, mcp_resource_contents, G_TYPE_OBJECT)

static void
mcp_resource_contents_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpResourceContents *self = MCP_RESOURCE_CONTENTS (object);

  switch (id)
    {
    case PROP_URI:
      g_value_set_string (value, self->uri);
      break;
    case PROP_MIME_TYPE:
      g_value_set_string (value, self->mime_type);
      break;
    case PROP_IS_TEXT:
      g_value_set_boolean (value, mcp_json_value_exists (self->text));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_resource_contents_finalize (GObject *object)
{
  McpResourceContents *self = MCP_RESOURCE_CONTENTS (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->uri);
  g_free (self->mime_type);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_resource_contents_parent_class)->finalize (object);
}

static void
mcp_resource_contents_class_init (McpResourceContentsClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_resource_contents_get_property;
  object_class->finalize = mcp_resource_contents_finalize;

  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  properties[PROP_MIME_TYPE] = g_param_spec_string ("mime-type", NULL, NULL, NULL, flags);
  properties[PROP_IS_TEXT] = g_param_spec_boolean ("is-text", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_resource_contents_init (McpResourceContents *self)
{
}

static McpJsonValue
only_string (McpJsonValue value)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING ? value : MCP_JSON_NO_VALUE;
}

static void
check_members (McpResourceContents *self, McpJsonValue value)
{
  static const char *const known[] = { "uri", "mimeType", "text", "blob", "_meta", NULL };
  McpJsonIter              iter;
  McpJsonValue             name;

  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *text = mcp_json_value_dup_string_prefix (name, 100, NULL);

      if (text != NULL && !g_strv_contains (known, text))
        mcp_finding_add (&self->findings, MCP_FINDING_NOTE, "member-unknown", NULL,
                         "The member “%s” is not in the specification.", text);
    }
}

McpResourceContents *
mcp_resource_contents_new (McpJsonValue value)
{
  McpResourceContents *self = g_object_new (MCP_TYPE_RESOURCE_CONTENTS, NULL);

  mcp_json_slot_set (&self->value, value);
  self->text = only_string (mcp_json_value_get_member (value, "text"));
  self->blob = only_string (mcp_json_value_get_member (value, "blob"));
  self->uri = mcp_json_value_dup_member_string (value, "uri");
  self->mime_type = mcp_json_value_dup_member_string (value, "mimeType");

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-not-object", NULL,
                     "The contents are not an object but: %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
  else if (!mcp_json_value_exists (self->text) && !mcp_json_value_exists (self->blob))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-empty", NULL,
                     "The contents have neither text nor blob.");
  else if (mcp_json_value_exists (self->text) && mcp_json_value_exists (self->blob))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-both", NULL,
                     "The contents have text and blob; only one is allowed.");
  check_members (self, value);
  if (self->uri == NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "uri-missing", "/uri",
                     "The contents have no URI.");
  return self;
}

const char *
mcp_resource_contents_get_uri (McpResourceContents *self)
{
  return self->uri;
}

const char *
mcp_resource_contents_get_mime_type (McpResourceContents *self)
{
  return self->mime_type;
}

McpJsonValue
mcp_resource_contents_get_text (McpResourceContents *self)
{
  return self->text;
}

McpJsonValue
mcp_resource_contents_get_blob (McpResourceContents *self)
{
  return self->blob;
}

GBytes *
mcp_resource_contents_decode (McpResourceContents *self, GError **error)
{
  gsize length;
  char *text;

  g_return_val_if_fail (MCP_IS_RESOURCE_CONTENTS (self), NULL);

  if (!mcp_json_value_exists (self->text))
    return mcp_content_decode_base64 (self->blob, error);

  text = mcp_json_value_dup_string (self->text, &length);
  return g_bytes_new_take (text, length);
}

McpJsonValue
mcp_resource_contents_get_meta (McpResourceContents *self)
{
  return mcp_json_value_get_member (self->value.value, "_meta");
}

McpJsonValue
mcp_resource_contents_get_value (McpResourceContents *self)
{
  return self->value.value;
}

GPtrArray *
mcp_resource_contents_get_findings (McpResourceContents *self)
{
  return self->findings;
}
