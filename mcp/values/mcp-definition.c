/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-definition-private.h"

#include "mcp-object.h"
#include "mcp-prompt.h"
#include "mcp-resource-template.h"
#include "mcp-resource.h"
#include "mcp-tool.h"

typedef struct
{
  McpJsonSlot  value;
  McpJsonValue annotations;
  McpJsonValue icons;
  char        *key;
  char        *name;
  char        *title;
  char        *second_title;
  char        *description;
  GPtrArray   *findings;
} McpDefinitionPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpDefinition, mcp_definition, G_TYPE_OBJECT)
MCP_DEFINE_INIT (McpDefinition, mcp_definition)
MCP_DEFINE_CLASS_INIT (McpDefinition, mcp_definition)

static const struct
{
  const char *list_method;
  const char *member;
  const char *capability;
} KINDS[MCP_N_DEFINITION_KINDS] = {
  { "tools/list", "tools", "tools" },
  { "resources/list", "resources", "resources" },
  { "resources/templates/list", "resourceTemplates", "resources" },
  { "prompts/list", "prompts", "prompts" },
};

#define PRIVATE(self) ((McpDefinitionPrivate *)mcp_definition_get_instance_private (self))

MCP_DEFINE_FINALIZE (McpDefinition, mcp_definition)
{
  McpDefinitionPrivate *priv = PRIVATE (self);

  mcp_json_slot_clear (&priv->value);
  g_free (priv->key);
  g_free (priv->name);
  g_free (priv->title);
  g_free (priv->second_title);
  g_free (priv->description);
  g_clear_pointer (&priv->findings, g_ptr_array_unref);
}

GPtrArray **
mcp_definition_edit_findings (McpDefinition *self)
{
  return &PRIVATE (self)->findings;
}

char *
mcp_definition_read_string (McpDefinition *self, McpJsonValue object, const char *name)
{
  McpJsonValue value = mcp_json_value_get_member (object, name);
  McpJsonKind  kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_STRING)
    return mcp_json_value_dup_string (value, NULL);
  if (kind == MCP_JSON_NONE)
    return NULL;

  g_autofree char *pointer = g_strdup_printf ("/%s", name);
  mcp_finding_add (&PRIVATE (self)->findings, MCP_FINDING_ERROR, "member-type", pointer,
                   "Invalid “%s”: expected a string, got %s.", name,
                   mcp_json_kind_get_name (kind));
  return NULL;
}

void
mcp_definition_take_second_title (McpDefinition *self, char *text)
{
  g_free (PRIVATE (self)->second_title);
  PRIVATE (self)->second_title = text;
}

void
mcp_definition_take_key (McpDefinition *self, char *key)
{
  g_free (PRIVATE (self)->key);
  PRIVATE (self)->key = key;
}

void
mcp_definition_check_members (McpDefinition *self, const char *const *known)
{
  for (McpJsonWalk each = mcp_json_walk (PRIVATE (self)->value.value); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string_prefix (each.name, 100, NULL);

      if (text != NULL && !g_strv_contains (known, text))
        mcp_finding_add (&PRIVATE (self)->findings, MCP_FINDING_NOTE, "member-unknown", NULL,
                         "The member “%s” is not in the specification.", text);
    }
}

static void
definition_read (McpDefinition *self, McpJsonValue value)
{
  McpDefinitionPrivate *priv = PRIVATE (self);

  mcp_json_slot_set (&priv->value, value);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      mcp_finding_add (&priv->findings, MCP_FINDING_ERROR, "entry-not-object", NULL,
                       "Invalid entry: expected an object, got %s.",
                       mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
      return;
    }

  priv->annotations = mcp_json_value_get_member (value, "annotations");
  priv->icons = mcp_json_value_get_member (value, "icons");
  priv->name = mcp_definition_read_string (self, value, "name");
  priv->title = mcp_definition_read_string (self, value, "title");
  priv->description = mcp_definition_read_string (self, value, "description");
  if (priv->name == NULL || *priv->name == '\0')
    mcp_finding_add (&priv->findings, MCP_FINDING_ERROR, "name-missing", "/name",
                     "The entry has no name.");
  if (mcp_json_value_exists (priv->annotations) &&
      mcp_json_value_get_kind (priv->annotations) != MCP_JSON_OBJECT)
    mcp_finding_add (&priv->findings, MCP_FINDING_ERROR, "annotations-not-object", "/annotations",
                     "The annotations are not an object.");

  MCP_DEFINITION_GET_CLASS (self)->read (self, value);
  if (priv->key == NULL)
    priv->key = g_strdup (priv->name);
}

McpDefinition *
mcp_definition_new (McpDefinitionKind kind, McpJsonValue value)
{
  GType type;

  switch (kind)
    {
    case MCP_DEFINITION_RESOURCE:
      type = MCP_TYPE_RESOURCE;
      break;
    case MCP_DEFINITION_RESOURCE_TEMPLATE:
      type = MCP_TYPE_RESOURCE_TEMPLATE;
      break;
    case MCP_DEFINITION_PROMPT:
      type = MCP_TYPE_PROMPT;
      break;
    case MCP_DEFINITION_TOOL:
    default:
      type = MCP_TYPE_TOOL;
      break;
    }

  McpDefinition *self = g_object_new (type, NULL);
  definition_read (self, value);
  return self;
}

McpDefinitionKind
mcp_definition_get_kind (McpDefinition *self)
{
  return MCP_DEFINITION_GET_CLASS (self)->kind;
}

const char *
mcp_definition_get_key (McpDefinition *self)
{
  const char *key = PRIVATE (self)->key;

  return key != NULL ? key : "";
}

const char *
mcp_definition_get_name (McpDefinition *self)
{
  return PRIVATE (self)->name;
}

const char *
mcp_definition_get_title (McpDefinition *self)
{
  return PRIVATE (self)->title;
}

static gboolean
has_text (const char *text)
{
  return text != NULL && *text != '\0';
}

const char *
mcp_definition_get_display_name (McpDefinition *self)
{
  McpDefinitionPrivate *priv = PRIVATE (self);

  if (has_text (priv->title))
    return priv->title;
  if (has_text (priv->second_title))
    return priv->second_title;
  if (has_text (priv->name))
    return priv->name;
  return mcp_definition_get_key (self);
}

const char *
mcp_definition_get_description (McpDefinition *self)
{
  return PRIVATE (self)->description;
}

McpJsonValue
mcp_definition_get_annotations (McpDefinition *self)
{
  return PRIVATE (self)->annotations;
}

McpJsonValue
mcp_definition_get_icons (McpDefinition *self)
{
  return PRIVATE (self)->icons;
}

McpJsonValue
mcp_definition_get_value (McpDefinition *self)
{
  return PRIVATE (self)->value.value;
}

GPtrArray *
mcp_definition_get_findings (McpDefinition *self)
{
  return PRIVATE (self)->findings;
}

gboolean
mcp_definition_equal (McpDefinition *a, McpDefinition *b)
{
  if (a == b)
    return TRUE;
  return G_OBJECT_TYPE (a) == G_OBJECT_TYPE (b) &&
         g_str_equal (mcp_definition_get_key (a), mcp_definition_get_key (b)) &&
         mcp_json_value_equal (mcp_definition_get_value (a), mcp_definition_get_value (b));
}

const char *
mcp_definition_kind_get_list_method (McpDefinitionKind kind)
{
  return KINDS[kind].list_method;
}

const char *
mcp_definition_kind_get_member (McpDefinitionKind kind)
{
  return KINDS[kind].member;
}

const char *
mcp_definition_kind_get_capability (McpDefinitionKind kind)
{
  return KINDS[kind].capability;
}
