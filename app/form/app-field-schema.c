/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layers of a place, the kind of field that they make, and its unions. */

#include "app-field-schema.h"

#include <string.h>

#include "app-field.h"
#include "app-field-schema-options.h"
#include "app-field-schema-parts.h"
#include "app-field-schema-words.h"

#define NUMBERS ((guint)(MCP_SCHEMA_TYPE_NUMBER | MCP_SCHEMA_TYPE_INTEGER))

static const AppFieldLayer *
get_layer (const AppFieldSchema *self, guint index)
{
  return &g_array_index (self->layers, AppFieldLayer, index);
}

McpJsonValue
app_field_schema_get_keyword (const AppFieldSchema *self, McpSchemaKeyword keyword)
{
  McpJsonValue value = MCP_JSON_NO_VALUE;

  for (guint i = 0; i < self->layers->len && !mcp_json_value_exists (value); i++)
    value = mcp_schema_node_get_keyword (get_layer (self, i)->node, keyword);
  return value;
}

McpJsonValue
app_field_schema_get_annotation (const AppFieldSchema *self, const char *name)
{
  McpJsonValue value = MCP_JSON_NO_VALUE;

  for (guint i = 0; i < self->layers->len && !mcp_json_value_exists (value); i++)
    if (!get_layer (self, i)->silent)
      value = mcp_json_value_get_member (mcp_schema_node_get_value (get_layer (self, i)->node),
                                         name);
  return value;
}

McpJsonValue
app_field_schema_get_limit (const AppFieldSchema *self, McpSchemaKeyword keyword)
{
  gboolean least = keyword == MCP_SCHEMA_MINIMUM || keyword == MCP_SCHEMA_EXCLUSIVE_MINIMUM ||
                   keyword == MCP_SCHEMA_MIN_LENGTH || keyword == MCP_SCHEMA_MIN_ITEMS ||
                   keyword == MCP_SCHEMA_MIN_PROPERTIES;
  McpJsonValue strictest = MCP_JSON_NO_VALUE;

  for (guint i = 0; i < self->layers->len; i++)
    {
      McpJsonValue value = mcp_schema_node_get_keyword (get_layer (self, i)->node, keyword);
      double       number = mcp_json_value_get_double (value, 0);

      if (mcp_json_value_get_kind (value) != MCP_JSON_NUMBER)
        continue;
      if (!mcp_json_value_exists (strictest) ||
          (least ? number > mcp_json_value_get_double (strictest, 0)
                 : number < mcp_json_value_get_double (strictest, 0)))
        strictest = value;
    }
  return strictest;
}

McpJsonValue
app_field_schema_get_constant (McpSchemaNode node)
{
  McpJsonValue value = mcp_schema_node_get_keyword (node, MCP_SCHEMA_CONST);
  McpJsonValue choices = mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM);

  if (!mcp_json_value_exists (value) && mcp_json_value_get_kind (choices) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (choices) == 1)
    value = mcp_json_value_get_item (choices, 0);
  return value;
}

static gboolean
is_null (McpSchemaNode branch)
{
  branch = mcp_schema_node_follow (branch);
  return mcp_schema_node_get_types (branch) == MCP_SCHEMA_TYPE_NULL ||
         mcp_json_value_get_kind (app_field_schema_get_constant (branch)) == MCP_JSON_NULL;
}

/* Layers */

/* A resource that is entered is on the way to all that lies in it. */
static void
enter (AppFieldSchema *self, McpSchemaNode node)
{
  McpSchemaNode root = mcp_schema_get_root (node.schema);
  GArray       *way;

  if (self->way == NULL && mcp_schema_node_is_beside (node, root))
    return;
  for (guint i = 0; self->way != NULL && i < self->way->len; i++)
    if (mcp_schema_node_is_beside (node, g_array_index (self->way, McpSchemaNode, i)))
      return;
  /* Others may have the same way. */
  way = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
  if (self->way != NULL)
    g_array_append_vals (way, self->way->data, self->way->len);
  else
    g_array_append_val (way, root);
  g_array_append_val (way, node);
  g_clear_pointer (&self->way, g_array_unref);
  self->way = way;
}

static McpSchemaNode
resolve (AppFieldSchema *self, McpSchemaNode node)
{
  McpSchemaNode root = mcp_schema_get_root (node.schema);

  if (self->way == NULL)
    return mcp_schema_node_resolve_from (node, &root, 1);
  return mcp_schema_node_resolve_from (node, (const McpSchemaNode *)(gpointer)self->way->data,
                                       self->way->len);
}

static void
add_union (AppFieldSchema *self, McpSchemaNode node, McpSchemaKeyword keyword, gboolean null)
{
  AppFieldUnion     found = { node, keyword, FALSE };
  McpSchemaNode     only = MCP_SCHEMA_NO_NODE;
  McpSchemaNode     branch;
  McpSchemaNodeIter iter;
  guint             count = 0;

  mcp_schema_node_iter_init (&iter, node, keyword);
  while (mcp_schema_node_iter_next (&iter, NULL, &branch))
    {
      if (is_null (branch))
        {
          found.null = TRUE;
          continue;
        }
      only = branch;
      count++;
    }
  if (count == 1)
    app_field_schema_add_layer (self, only, null || found.null, FALSE);
  if (count < 2)
    return;
  if (self->forms == NULL)
    self->forms = g_array_new (FALSE, FALSE, sizeof (AppFieldUnion));
  g_array_append_val (self->forms, found);
}

static gboolean
is_conditional (McpSchemaNode node)
{
  static const McpSchemaKeyword keywords[] = { MCP_SCHEMA_IF, MCP_SCHEMA_DEPENDENT_SCHEMAS,
                                               MCP_SCHEMA_DEPENDENT_REQUIRED,
                                               MCP_SCHEMA_DEPENDENCIES };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (mcp_json_value_exists (mcp_schema_node_get_keyword (node, keywords[i])))
      return TRUE;
  return FALSE;
}

void
app_field_schema_add_layer (AppFieldSchema *self,
                            McpSchemaNode   node,
                            gboolean        null,
                            gboolean        silent)
{
  AppFieldLayer     layer = { node, null, silent };
  McpSchemaNode     child;
  McpSchemaNodeIter iter;

  if (!mcp_schema_node_exists (node) || self->layers->len >= APP_FIELD_SCHEMA_MAX_LAYERS)
    return;
  for (guint i = 0; i < self->layers->len; i++)
    {
      AppFieldLayer *known = &g_array_index (self->layers, AppFieldLayer, i);

      if (mcp_schema_node_equal (known->node, node))
        {
          known->null &= null;
          known->silent &= silent;
          return;
        }
    }
  g_array_append_val (self->layers, layer);
  enter (self, node);
  self->conditional |= is_conditional (node);
  if (mcp_schema_node_is_reference (node))
    app_field_schema_add_layer (self, resolve (self, node), null, silent);
  mcp_schema_node_iter_init (&iter, node, MCP_SCHEMA_ALL_OF);
  while (mcp_schema_node_iter_next (&iter, NULL, &child))
    app_field_schema_add_layer (self, child, null, silent);
  add_union (self, node, MCP_SCHEMA_ANY_OF, null);
  add_union (self, node, MCP_SCHEMA_ONE_OF, null);
}

/* The kind */

static gboolean
has_any (const AppFieldSchema *self, const McpSchemaKeyword *keywords, guint n_keywords)
{
  for (guint i = 0; i < n_keywords; i++)
    if (mcp_json_value_exists (app_field_schema_get_keyword (self, keywords[i])))
      return TRUE;
  return FALSE;
}

/* What a schema without "type" is about, by what it says of the value. */
static guint
guess_type (const AppFieldSchema *self)
{
  static const McpSchemaKeyword objects[] = { MCP_SCHEMA_PROPERTIES,
                                              MCP_SCHEMA_PATTERN_PROPERTIES,
                                              MCP_SCHEMA_ADDITIONAL_PROPERTIES,
                                              MCP_SCHEMA_REQUIRED,
                                              MCP_SCHEMA_PROPERTY_NAMES,
                                              MCP_SCHEMA_MIN_PROPERTIES };
  static const McpSchemaKeyword arrays[] = { MCP_SCHEMA_ITEMS, MCP_SCHEMA_PREFIX_ITEMS,
                                             MCP_SCHEMA_CONTAINS, MCP_SCHEMA_MIN_ITEMS,
                                             MCP_SCHEMA_MAX_ITEMS };
  static const McpSchemaKeyword strings[] = { MCP_SCHEMA_PATTERN, MCP_SCHEMA_MIN_LENGTH,
                                              MCP_SCHEMA_MAX_LENGTH, MCP_SCHEMA_CONTENT_ENCODING };
  static const McpSchemaKeyword numbers[] = { MCP_SCHEMA_MINIMUM, MCP_SCHEMA_MAXIMUM,
                                              MCP_SCHEMA_EXCLUSIVE_MINIMUM,
                                              MCP_SCHEMA_EXCLUSIVE_MAXIMUM,
                                              MCP_SCHEMA_MULTIPLE_OF };

  if (has_any (self, objects, G_N_ELEMENTS (objects)))
    return MCP_SCHEMA_TYPE_OBJECT;
  if (has_any (self, arrays, G_N_ELEMENTS (arrays)))
    return MCP_SCHEMA_TYPE_ARRAY;
  if (has_any (self, strings, G_N_ELEMENTS (strings)))
    return MCP_SCHEMA_TYPE_STRING;
  if (has_any (self, numbers, G_N_ELEMENTS (numbers)))
    return NUMBERS;
  return 0;
}

/* Takes up what the layers say of types. Returns: whether they say anything */
static gboolean
read_types (AppFieldSchema *self, guint admitted)
{
  gboolean typed = admitted != MCP_SCHEMA_TYPE_ANY;

  self->types = admitted;
  for (guint i = 0; i < self->layers->len; i++)
    {
      const AppFieldLayer *layer = get_layer (self, i);
      guint                types = mcp_schema_node_get_types (layer->node);

      if (mcp_schema_node_is_false (layer->node))
        types = 0;
      typed |= types != MCP_SCHEMA_TYPE_ANY;
      self->types &= types | (layer->null ? MCP_SCHEMA_TYPE_NULL : 0);
    }
  return typed;
}

/* Constants and lists of values. @null: (inout): whether null is among them
 * Returns: ENUM or CONST; JSON where they contradict each other; VARIANT where there are none */
static AppFieldKind
read_values (const AppFieldSchema *self, gboolean *null)
{
  AppFieldKind kind = APP_FIELD_VARIANT;
  McpJsonValue constant = MCP_JSON_NO_VALUE;

  for (guint i = 0; i < self->layers->len; i++)
    {
      const AppFieldLayer *layer = get_layer (self, i);
      McpJsonValue         value = mcp_schema_node_get_keyword (layer->node, MCP_SCHEMA_CONST);
      McpJsonValue         values = mcp_schema_node_get_keyword (layer->node, MCP_SCHEMA_ENUM);

      if (mcp_json_value_exists (value))
        {
          if (mcp_json_value_exists (constant) && !mcp_json_value_equal (constant, value))
            return APP_FIELD_JSON;
          constant = value;
          kind = APP_FIELD_CONST;
        }
      else if (mcp_json_value_get_kind (values) != MCP_JSON_ARRAY ||
               mcp_json_value_get_n_items (values) == 0)
        continue;
      else if (kind == APP_FIELD_VARIANT)
        kind = APP_FIELD_ENUM;
      *null |= layer->null;
      for (McpJsonWalk each = mcp_json_walk (values); mcp_json_walk_next (&each);)
        *null |= mcp_json_value_get_kind (each.value) == MCP_JSON_NULL;
    }
  return kind;
}

static AppFieldKind
get_kind_of_type (const AppFieldSchema *self, guint type, const char *key)
{
  switch (type)
    {
    case MCP_SCHEMA_TYPE_STRING:
      return app_field_schema_wants_lines (self, key) ? APP_FIELD_TEXT : APP_FIELD_STRING;
    case MCP_SCHEMA_TYPE_INTEGER:
      return APP_FIELD_INTEGER;
    case MCP_SCHEMA_TYPE_NUMBER:
    case NUMBERS:
      return APP_FIELD_NUMBER;
    case MCP_SCHEMA_TYPE_BOOLEAN:
      return APP_FIELD_BOOLEAN;
    case MCP_SCHEMA_TYPE_ARRAY:
      return APP_FIELD_ARRAY;
    case MCP_SCHEMA_TYPE_OBJECT:
      return APP_FIELD_OBJECT;
    default:
      return APP_FIELD_JSON;
    }
}

/* The layer that says what the value is. */
static McpJsonValue
find_main (const AppFieldSchema *self)
{
  static const McpSchemaKeyword keywords[] = { MCP_SCHEMA_CONST, MCP_SCHEMA_ENUM,
                                               MCP_SCHEMA_PROPERTIES, MCP_SCHEMA_ITEMS,
                                               MCP_SCHEMA_ANY_OF, MCP_SCHEMA_ONE_OF };
  McpSchemaNode                 node = MCP_SCHEMA_NO_NODE;

  for (guint i = 0; i < self->layers->len; i++)
    {
      const AppFieldLayer *layer = get_layer (self, i);

      node = layer->node;
      if (mcp_schema_node_get_types (node) != MCP_SCHEMA_TYPE_ANY)
        return mcp_schema_node_get_value (node);
      for (guint k = 0; k < G_N_ELEMENTS (keywords); k++)
        if (mcp_json_value_exists (mcp_schema_node_get_keyword (node, keywords[k])))
          return mcp_schema_node_get_value (node);
    }
  return mcp_schema_node_get_value (node);
}

static gboolean
contradicts_itself (const AppFieldSchema *self)
{
  g_autoptr (GListModel) options = app_field_schema_create_options (self);

  return options == NULL || g_list_model_get_n_items (options) == 0;
}

static gboolean
has_null_branch (const AppFieldSchema *self)
{
  for (guint i = 0; self->forms != NULL && i < self->forms->len; i++)
    if (g_array_index (self->forms, AppFieldUnion, i).null)
      return TRUE;
  for (guint i = 0; self->choices != NULL && i < self->choices->len; i++)
    if (g_array_index (self->choices, AppFieldUnion, i).null)
      return TRUE;
  return FALSE;
}

/* Unions: what a choice is, what has suggestions, and the forms that a value may take. */

/* Chooses the kind. @visits, @depth: what was looked at so far, and the unions around */
static void choose (AppFieldSchema *self,
                    const char     *key,
                    guint           admitted,
                    guint          *visits,
                    guint           depth);

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
  choose (self, key, branch->types, visits, depth);
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

guint
app_field_schema_get_types_of (McpJsonValue value)
{
  static const guint types[] = {
    [MCP_JSON_NULL] = MCP_SCHEMA_TYPE_NULL,
    [MCP_JSON_BOOLEAN] = MCP_SCHEMA_TYPE_BOOLEAN,
    [MCP_JSON_NUMBER] = MCP_SCHEMA_TYPE_NUMBER | MCP_SCHEMA_TYPE_INTEGER,
    [MCP_JSON_STRING] = MCP_SCHEMA_TYPE_STRING,
    [MCP_JSON_ARRAY] = MCP_SCHEMA_TYPE_ARRAY,
    [MCP_JSON_OBJECT] = MCP_SCHEMA_TYPE_OBJECT,
  };

  return types[mcp_json_value_get_kind (value)];
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

      if (!is_null (node))
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

  for (McpJsonWalk each = mcp_json_walk (names); mcp_json_walk_next (&each);)
    for (guint i = 0; i < G_N_ELEMENTS (types); i++)
      if (mcp_json_value_string_equals (each.value, types[i].name) && (left & types[i].types) != 0)
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
  McpJsonKind  kind = mcp_json_value_get_kind (constant);

  if (kind != MCP_JSON_NONE)
    return kind;
  for (McpJsonWalk each = mcp_json_walk (mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM));
       mcp_json_walk_next (&each);)
    {
      if (kind != MCP_JSON_NONE && mcp_json_value_get_kind (each.value) != kind)
        return MCP_JSON_NONE;
      kind = mcp_json_value_get_kind (each.value);
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

static gboolean
sort_unions (AppFieldSchema *self, guint *visits, guint depth)
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

static AppFieldKind
choose_forms (AppFieldSchema *self, AppFieldKind kind, guint *visits, guint depth)
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

static AppFieldKind
choose_kind (AppFieldSchema *self, const char *key, guint admitted, guint *visits, guint depth)
{
  gboolean     typed = read_types (self, admitted);
  gboolean     null = FALSE;
  AppFieldKind kind = read_values (self, &null);

  if (kind != APP_FIELD_VARIANT)
    {
      self->nullable = null && (self->types & MCP_SCHEMA_TYPE_NULL) != 0;
      g_clear_pointer (&self->forms, g_array_unref);
      self->kind = kind;
      return contradicts_itself (self) ? APP_FIELD_JSON : kind;
    }
  if (self->forms != NULL && sort_unions (self, visits, depth))
    {
      self->nullable = has_null_branch (self) && (self->types & MCP_SCHEMA_TYPE_NULL) != 0;
      g_clear_pointer (&self->forms, g_array_unref);
      self->kind = APP_FIELD_ENUM;
      return contradicts_itself (self) ? APP_FIELD_JSON : APP_FIELD_ENUM;
    }
  /* Suggestions bring a layer with them. */
  typed |= read_types (self, admitted);
  self->nullable = (typed || has_null_branch (self)) && (self->types & MCP_SCHEMA_TYPE_NULL) != 0;
  guint type = typed ? self->types & ~(guint)MCP_SCHEMA_TYPE_NULL : guess_type (self);
  kind = get_kind_of_type (self, type, key);
  if (self->forms != NULL)
    return choose_forms (self, kind, visits, depth);
  if (kind == APP_FIELD_JSON && typed && type != 0)
    return APP_FIELD_VARIANT;
  return kind;
}

static void
choose (AppFieldSchema *self,
        const char     *key,
        guint           admitted,
        guint          *visits,
        guint           depth)
{
  self->schema = find_main (self);
  self->kind = choose_kind (self, key, admitted, visits, depth);
}

void
app_field_schema_init (AppFieldSchema       *self,
                       McpJsonValue          root,
                       GArray               *parts,
                       const AppFieldSchema *around,
                       const char           *key)
{
  guint visits = 0;

  memset (self, 0, sizeof *self);
  self->root = root;
  self->parts = g_array_ref (parts);
  self->layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
  if (around != NULL && around->way != NULL)
    self->way = g_array_ref (around->way);
  for (guint i = 0; i < parts->len; i++)
    app_field_schema_add_layer (self, g_array_index (parts, McpSchemaNode, i), FALSE, FALSE);
  if (parts->len > 0)
    self->outer = mcp_schema_node_get_value (g_array_index (parts, McpSchemaNode, 0));
  choose (self, key, MCP_SCHEMA_TYPE_ANY, &visits, 0);
}

void
app_field_schema_init_whole (AppFieldSchema *self, McpSchema *index, const char *key)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
  McpSchemaNode root = mcp_schema_get_root (index);

  g_array_append_val (parts, root);
  app_field_schema_init (self, mcp_schema_get_value (index), parts, NULL, key);
}

void
app_field_schema_clear (AppFieldSchema *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->layers, g_array_unref);
  g_clear_pointer (&self->way, g_array_unref);
  g_clear_pointer (&self->forms, g_array_unref);
  g_clear_pointer (&self->choices, g_array_unref);
}

gboolean
app_field_schema_has_parts (const AppFieldSchema *self, GArray *parts)
{
  if (self->parts->len != parts->len)
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    if (!mcp_schema_node_equal (g_array_index (self->parts, McpSchemaNode, i),
                                g_array_index (parts, McpSchemaNode, i)))
      return FALSE;
  return TRUE;
}

gboolean
app_field_takes_secret (McpSchema *schema, const char *key, gboolean declared)
{
  AppFieldSchema self;

  app_field_schema_init_whole (&self, schema, key);
  gboolean is_secret = app_field_schema_is_secret (&self, key) ||
                       (declared && (self.kind == APP_FIELD_STRING || self.kind == APP_FIELD_TEXT));
  app_field_schema_clear (&self);
  return is_secret;
}
