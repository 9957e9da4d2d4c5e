/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-prompt-argument.h"

struct _McpPromptArgument
{
  GObject     parent_instance;
  McpJsonSlot value;
  char       *name;
  char       *title;
  char       *description;
  gboolean    required;
};

enum {
  PROP_0,
  PROP_NAME,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_REQUIRED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpPromptArgument, mcp_prompt_argument, G_TYPE_OBJECT)

static void
mcp_prompt_argument_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpPromptArgument *self = MCP_PROMPT_ARGUMENT (object);

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, mcp_prompt_argument_get_name (self));
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->description);
      break;
    case PROP_REQUIRED:
      g_value_set_boolean (value, self->required);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_prompt_argument_finalize (GObject *object)
{
  McpPromptArgument *self = MCP_PROMPT_ARGUMENT (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);

  G_OBJECT_CLASS (mcp_prompt_argument_parent_class)->finalize (object);
}

static void
mcp_prompt_argument_class_init (McpPromptArgumentClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_prompt_argument_get_property;
  object_class->finalize = mcp_prompt_argument_finalize;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_REQUIRED] = g_param_spec_boolean ("required", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_prompt_argument_init (McpPromptArgument *self)
{
}

McpPromptArgument *
mcp_prompt_argument_new (McpJsonValue value)
{
  McpPromptArgument *self = g_object_new (MCP_TYPE_PROMPT_ARGUMENT, NULL);

  mcp_json_slot_set (&self->value, value);
  self->name = mcp_json_value_dup_member_string (value, "name");
  self->title = mcp_json_value_dup_member_string (value, "title");
  self->description = mcp_json_value_dup_member_string (value, "description");
  self->required = mcp_json_value_get_member_boolean (value, "required", FALSE);
  return self;
}

const char *
mcp_prompt_argument_get_name (McpPromptArgument *self)
{
  return self->name != NULL ? self->name : "";
}

const char *
mcp_prompt_argument_get_title (McpPromptArgument *self)
{
  return self->title;
}

const char *
mcp_prompt_argument_get_description (McpPromptArgument *self)
{
  return self->description;
}

gboolean
mcp_prompt_argument_get_required (McpPromptArgument *self)
{
  return self->required;
}

McpJsonValue
mcp_prompt_argument_get_value (McpPromptArgument *self)
{
  return self->value.value;
}
