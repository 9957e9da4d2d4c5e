/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Unions: what a choice is, what has suggestions, and the forms that a value may take. */

#include "app-field-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"

/* A label in a menu of branches. */
#define LABEL_CHARACTERS 60u
/* Members that a form is called by. */
#define LABEL_NAMES 3u

typedef enum {
  UNION_OF_FORMS,
  UNION_OF_VALUES,
  UNION_OF_SUGGESTIONS, /* values, and one branch that takes any text or number */
} UnionKind;

static const AppFieldUnion *
get_form (const AppFieldSchema *self, guint index)
{
  return &g_array_index (self->forms, AppFieldUnion, index);
}

/* The branch with the layers of what is around it. */
static void
init_inside (AppFieldSchema       *self,
             const AppFieldSchema *outer,
             const AppFieldBranch *branch,
             const char           *key,
             guint                *visits,
             guint                 depth)
{
  memset (self, 0, sizeof *self);
  (*visits)++;
  self->root = outer->root;
  self->layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
  if (outer->way != NULL)
    self->way = g_array_ref (outer->way);
  if (mcp_schema_node_exists (branch->node))
    {
      self->parts = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
      g_array_append_val (self->parts, branch->node);
      app_field_schema_add_layer (self, branch->node, FALSE, FALSE);
      self->outer = mcp_schema_node_get_value (branch->node);
    }
  else
    {
      self->parts = g_array_ref (outer->parts);
      self->outer = outer->outer;
    }
  for (guint i = 0; i < outer->layers->len; i++)
    {
      AppFieldLayer layer = g_array_index (outer->layers, AppFieldLayer, i);
      gboolean      known = FALSE;

      for (guint k = 0; k < self->layers->len && !known; k++)
        known = mcp_schema_node_equal (g_array_index (self->layers, AppFieldLayer, k).node,
                                       layer.node);
      layer.silent = TRUE;
      if (!known && self->layers->len < APP_FIELD_SCHEMA_MAX_LAYERS)
        g_array_append_val (self->layers, layer);
    }
  self->conditional |= outer->conditional;
  app_field_schema_choose (self, key, branch->types, visits, depth);
}

void
app_field_schema_init_branch (AppFieldSchema       *self,
                              const AppFieldSchema *outer,
                              const AppFieldBranch *branch,
                              const char           *key)
{
  guint visits = 0;

  init_inside (self, outer, branch, key, &visits, 0);
}

void
app_field_schema_init_selector (AppFieldSchema *self, const AppFieldSchema *object, guint index)
{
  memset (self, 0, sizeof *self);
  self->root = object->root;
  self->outer = object->outer;
  self->schema = object->schema;
  self->kind = APP_FIELD_VARIANT;
  self->types = MCP_SCHEMA_TYPE_OBJECT;
  self->parts = g_array_ref (object->parts);
  self->layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
  if (object->way != NULL)
    self->way = g_array_ref (object->way);
  self->forms = g_array_new (FALSE, FALSE, sizeof (AppFieldUnion));
  g_array_append_val (self->forms, *get_form (object, index));
}

/* The branches of a union, without null. */
static GArray *
list_union (const AppFieldSchema *self, const AppFieldUnion *from)
{
  GArray           *branches = g_array_new (FALSE, FALSE, sizeof (AppFieldBranch));
  guint             types = self->types | MCP_SCHEMA_TYPE_NULL;
  McpSchemaNode     node;
  McpSchemaNodeIter iter;

  mcp_schema_node_iter_init (&iter, from->node, from->keyword);
  while (branches->len < APP_FIELD_SCHEMA_MAX_BRANCHES &&
         mcp_schema_node_iter_next (&iter, NULL, &node))
    {
      AppFieldBranch branch = { node, types };

      if (!app_field_schema_is_null (node))
        g_array_append_val (branches, branch);
    }
  return branches;
}

/* One branch for each type, in the order in which the schema lists them. */
static GArray *
list_types (const AppFieldSchema *self)
{
  static const struct
  {
    const char *name;
    guint       types;
  } types[] = {
    { "string", MCP_SCHEMA_TYPE_STRING },
    { "number", MCP_SCHEMA_TYPE_NUMBER | MCP_SCHEMA_TYPE_INTEGER },
    { "integer", MCP_SCHEMA_TYPE_INTEGER },
    { "boolean", MCP_SCHEMA_TYPE_BOOLEAN },
    { "array", MCP_SCHEMA_TYPE_ARRAY },
    { "object", MCP_SCHEMA_TYPE_OBJECT },
  };
  GArray      *branches = g_array_new (FALSE, FALSE, sizeof (AppFieldBranch));
  McpJsonValue names = app_field_schema_get_keyword (self, MCP_SCHEMA_TYPE);
  guint        left = self->types & ~(guint)MCP_SCHEMA_TYPE_NULL;
  McpJsonValue name;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, names);
  while (mcp_json_iter_next (&iter, NULL, &name))
    for (guint i = 0; i < G_N_ELEMENTS (types); i++)
      if (mcp_json_value_string_equals (name, types[i].name) && (left & types[i].types) != 0)
        {
          AppFieldBranch branch = { MCP_SCHEMA_NO_NODE, left & types[i].types };

          g_array_append_val (branches, branch);
          left &= ~types[i].types;
        }
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if ((left & types[i].types) != 0)
      {
        AppFieldBranch branch = { MCP_SCHEMA_NO_NODE, left & types[i].types };

        g_array_append_val (branches, branch);
        left &= ~types[i].types;
      }
  return branches;
}

GArray *
app_field_schema_list_branches (const AppFieldSchema *self, guint index)
{
  if (self->forms == NULL || index >= self->forms->len)
    return list_types (self);
  return list_union (self, get_form (self, index));
}

/* Which of the scalar kinds all the values of a node are; NONE where they are several, or where it
 * has no list of values. */
static McpJsonKind
get_kind_of_values (McpSchemaNode node)
{
  McpJsonValue constant = mcp_schema_node_get_keyword (node, MCP_SCHEMA_CONST);
  McpJsonValue value;
  McpJsonKind  kind = mcp_json_value_get_kind (constant);
  McpJsonIter  iter;

  if (kind != MCP_JSON_NONE)
    return kind;
  mcp_json_iter_init (&iter, mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM));
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      if (kind != MCP_JSON_NONE && mcp_json_value_get_kind (value) != kind)
        return MCP_JSON_NONE;
      kind = mcp_json_value_get_kind (value);
    }
  return kind;
}

static gboolean
has_values (McpSchemaNode node)
{
  McpJsonValue values = mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM);

  return mcp_json_value_exists (mcp_schema_node_get_keyword (node, MCP_SCHEMA_CONST)) ||
         (mcp_json_value_get_kind (values) == MCP_JSON_ARRAY &&
          mcp_json_value_get_n_items (values) > 0);
}

/* The kind of JSON value that a field of a kind enters as text. */
static McpJsonKind
get_open_kind (AppFieldKind kind)
{
  switch (kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      return MCP_JSON_STRING;
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      return MCP_JSON_NUMBER;
    case APP_FIELD_BOOLEAN:
    case APP_FIELD_ENUM:
    case APP_FIELD_CONST:
    case APP_FIELD_ARRAY:
    case APP_FIELD_OBJECT:
    case APP_FIELD_JSON:
    case APP_FIELD_VARIANT:
    default:
      return MCP_JSON_NONE;
    }
}

/* @open: (out): the branch that takes any text or number */
static UnionKind
look_at_union (const AppFieldSchema *self,
               const AppFieldUnion  *from,
               guint                *visits,
               guint                 depth,
               McpSchemaNode        *open)
{
  g_autoptr (GArray) branches = list_union (self, from);
  McpJsonKind open_kind = MCP_JSON_NONE;
  McpJsonKind value_kind = MCP_JSON_NONE;
  gboolean    mixed = FALSE;
  guint       n_open = 0;

  for (guint i = 0; i < branches->len; i++)
    {
      const AppFieldBranch *branch = &g_array_index (branches, AppFieldBranch, i);
      McpSchemaNode         node = mcp_schema_node_follow (branch->node);
      AppFieldSchema        view;
      AppFieldKind          kind;

      if (has_values (node))
        {
          McpJsonKind values = get_kind_of_values (node);

          mixed |= values == MCP_JSON_NONE || (value_kind != MCP_JSON_NONE && values != value_kind);
          value_kind = values;
          continue;
        }
      if (depth >= APP_FIELD_SCHEMA_MAX_UNIONS || *visits >= APP_FIELD_SCHEMA_MAX_VISITS)
        return UNION_OF_FORMS;
      init_inside (&view, self, branch, NULL, visits, depth + 1);
      kind = view.kind;
      app_field_schema_clear (&view);
      if (kind == APP_FIELD_ENUM || kind == APP_FIELD_CONST)
        {
          mixed = TRUE;
          value_kind = MCP_JSON_OBJECT;
          continue;
        }
      open_kind = get_open_kind (kind);
      if (open_kind == MCP_JSON_NONE || ++n_open > 1)
        return UNION_OF_FORMS;
      *open = branch->node;
    }
  if (n_open == 0)
    return UNION_OF_VALUES;
  return !mixed && value_kind == open_kind ? UNION_OF_SUGGESTIONS : UNION_OF_FORMS;
}

static void
take_choice (AppFieldSchema *self, guint index)
{
  AppFieldUnion found = *get_form (self, index);

  if (self->choices == NULL)
    self->choices = g_array_new (FALSE, FALSE, sizeof (AppFieldUnion));
  g_array_append_val (self->choices, found);
  g_array_remove_index (self->forms, index);
}

gboolean
app_field_schema_sort_unions (AppFieldSchema *self, guint *visits, guint depth)
{
  gboolean any_choice = FALSE;

  for (guint i = 0; i < self->forms->len;)
    {
      const AppFieldUnion *found = get_form (self, i);
      gboolean             null = found->null;
      McpSchemaNode        open = MCP_SCHEMA_NO_NODE;

      switch (look_at_union (self, found, visits, depth, &open))
        {
        case UNION_OF_VALUES:
          take_choice (self, i);
          any_choice = TRUE;
          break;
        case UNION_OF_SUGGESTIONS:
          take_choice (self, i);
          app_field_schema_add_layer (self, open, null, FALSE);
          break;
        case UNION_OF_FORMS:
        default:
          i++;
          break;
        }
    }
  if (self->forms->len == 0)
    g_clear_pointer (&self->forms, g_array_unref);
  return any_choice;
}

static gboolean
names_members (const AppFieldSchema *self)
{
  for (guint i = 0; i < self->layers->len; i++)
    {
      const AppFieldLayer *layer = &g_array_index (self->layers, AppFieldLayer, i);

      if (mcp_schema_node_get_n_children (layer->node, MCP_SCHEMA_PROPERTIES) > 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether some branch of a union does more than demand members. */
static gboolean
has_members (const AppFieldSchema *self, guint index)
{
  g_autoptr (GArray) branches = list_union (self, get_form (self, index));
  gboolean any = FALSE;

  for (guint i = 0; i < branches->len && !any; i++)
    {
      AppFieldSchema view = { .layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer)) };

      if (self->way != NULL)
        view.way = g_array_ref (self->way);
      app_field_schema_add_layer (&view, g_array_index (branches, AppFieldBranch, i).node, FALSE,
                                  FALSE);
      any = names_members (&view) || view.forms != NULL;
      app_field_schema_clear (&view);
    }
  return any;
}

/* A union is offered as such where a form is more than JSON. */
static gboolean
is_offered (const AppFieldSchema *self, guint *visits, guint depth)
{
  g_autoptr (GArray) branches = list_union (self, get_form (self, 0));

  if (depth >= APP_FIELD_SCHEMA_MAX_UNIONS || *visits >= APP_FIELD_SCHEMA_MAX_VISITS)
    return TRUE;
  for (guint i = 0; i < branches->len; i++)
    {
      AppFieldSchema view;
      AppFieldKind   kind;

      init_inside (&view, self, &g_array_index (branches, AppFieldBranch, i), NULL, visits,
                   depth + 1);
      kind = view.kind;
      app_field_schema_clear (&view);
      if (kind != APP_FIELD_JSON)
        return TRUE;
    }
  return FALSE;
}

static AppFieldKind
choose_object (AppFieldSchema *self)
{
  for (guint i = self->forms->len; i > 0; i--)
    if (!has_members (self, i - 1))
      g_array_remove_index (self->forms, i - 1);
  if (self->forms->len == 0)
    g_clear_pointer (&self->forms, g_array_unref);
  else if (self->forms->len == 1 && !names_members (self))
    return APP_FIELD_VARIANT;
  return APP_FIELD_OBJECT;
}

AppFieldKind
app_field_schema_choose_forms (AppFieldSchema *self, AppFieldKind kind, guint *visits, guint depth)
{
  if (kind == APP_FIELD_OBJECT)
    return choose_object (self);
  if (kind == APP_FIELD_JSON ||
      (kind == APP_FIELD_ARRAY && app_field_schema_get_n_places (self) == 0 &&
       !mcp_json_value_exists (app_field_schema_get_keyword (self, MCP_SCHEMA_ITEMS))))
    {
      if (is_offered (self, visits, depth))
        return APP_FIELD_VARIANT;
    }
  g_clear_pointer (&self->forms, g_array_unref);
  return kind;
}

/* What tells an object from its neighbours: the constant that it demands. */
static char *
dup_discriminator (const AppFieldSchema *self)
{
  for (guint i = 0; i < self->layers->len; i++)
    {
      const AppFieldLayer *layer = &g_array_index (self->layers, AppFieldLayer, i);
      McpSchemaNode        property;
      McpJsonValue         name;
      McpSchemaNodeIter    iter;

      if (layer->silent)
        continue;
      mcp_schema_node_iter_init (&iter, layer->node, MCP_SCHEMA_PROPERTIES);
      while (mcp_schema_node_iter_next (&iter, &name, &property))
        {
          McpJsonValue     constant = app_field_schema_get_constant (property);
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);

          if (mcp_json_value_get_kind (constant) == MCP_JSON_STRING &&
              app_field_schema_requires (self, NULL, MCP_JSON_NO_VALUE, key))
            return mcp_json_value_dup_string (constant, NULL);
        }
    }
  return NULL;
}

static const char *
describe_kind (AppFieldKind kind)
{
  switch (kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      return _ ("Text");
    case APP_FIELD_NUMBER:
      return _ ("Number");
    case APP_FIELD_INTEGER:
      return _ ("Whole number");
    case APP_FIELD_BOOLEAN:
      return _ ("True or false");
    case APP_FIELD_ENUM:
      return _ ("Choice");
    case APP_FIELD_CONST:
      return _ ("Fixed value");
    case APP_FIELD_ARRAY:
      return _ ("List");
    case APP_FIELD_OBJECT:
      return _ ("Object");
    case APP_FIELD_VARIANT:
      return _ ("One of several");
    case APP_FIELD_JSON:
    default:
      return _ ("JSON");
    }
}

/* What a reference calls its target: "#/$defs/Circle" is a circle. */
static char *
dup_reference_name (const AppFieldSchema *self)
{
  McpSchemaNode    node = self->parts->len > 0 ? g_array_index (self->parts, McpSchemaNode, 0)
                                               : MCP_SCHEMA_NO_NODE;
  McpJsonValue     reference = mcp_schema_node_get_keyword (node, MCP_SCHEMA_REF);
  g_autofree char *text = mcp_json_value_dup_string (reference, NULL);
  const char      *name = text != NULL ? strrchr (text, '/') : NULL;

  if (name == NULL || name[1] == '\0')
    return NULL;
  return g_uri_unescape_string (name + 1, NULL);
}

/* The members that an object must have, or else those that it may have. */
static char *
dup_member_names (const AppFieldSchema *self)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint count = 0;

  for (guint pass = 0; pass < 2 && count == 0; pass++)
    for (guint i = 0; i < self->layers->len; i++)
      {
        const AppFieldLayer *layer = &g_array_index (self->layers, AppFieldLayer, i);
        McpJsonValue         name;
        McpSchemaNode        property;
        McpSchemaNodeIter    iter;

        mcp_schema_node_iter_init (&iter, layer->silent ? MCP_SCHEMA_NO_NODE : layer->node,
                                   MCP_SCHEMA_PROPERTIES);
        while (count <= LABEL_NAMES && mcp_schema_node_iter_next (&iter, &name, &property))
          {
            g_autofree char *key = mcp_json_value_dup_string (name, NULL);

            if (pass == 0 && !mcp_schema_node_requires (layer->node, key))
              continue;
            if (count++ < LABEL_NAMES)
              g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", key);
            else
              g_string_append (names, ", …");
          }
      }
  return names->len > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

static gboolean
is_empty (const char *text)
{
  return text == NULL || *text == '\0';
}

static void
try (char **label, char *text)
{
  if (is_empty (*label))
    {
      g_free (*label);
      *label = text;
    }
  else
    g_free (text);
}

char *
app_field_schema_dup_branch_label (const AppFieldSchema *self)
{
  g_autofree char *label =
      mcp_json_value_dup_string (app_field_schema_get_annotation (self, "title"), NULL);

  if (is_empty (label) && self->kind == APP_FIELD_OBJECT)
    {
      try (&label, dup_discriminator (self));
      try (&label, dup_reference_name (self));
      try (&label, dup_member_names (self));
    }
  if (is_empty (label) && self->kind == APP_FIELD_STRING)
    try (&label, mcp_json_value_dup_string (
                     app_field_schema_get_keyword (self, MCP_SCHEMA_FORMAT), NULL));
  if (is_empty (label))
    return g_strdup (describe_kind (self->kind));
  return app_visible_text_line (label, LABEL_CHARACTERS);
}
