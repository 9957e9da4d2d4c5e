/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the layers of a place say of the parts of its value. */

#include "app-field-schema-parts.h"

#include <string.h>

#include "mcp-json-writer.h"

static void
free_member (gpointer data)
{
  AppFieldMember *member = data;

  g_free (member->name);
  g_array_unref (member->parts);
  g_free (member);
}

static GArray *
new_parts (void)
{
  return g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
}

/* The layers of the place, then those that apply beside; none behind them. */
static McpSchemaNode
get_node (const AppFieldSchema *self, GArray *active, guint index)
{
  if (index < self->layers->len)
    return g_array_index (self->layers, AppFieldLayer, index).node;
  index -= self->layers->len;
  return active != NULL && index < active->len ? g_array_index (active, AppFieldLayer, index).node
                                               : MCP_SCHEMA_NO_NODE;
}

static guint
count_nodes (const AppFieldSchema *self, GArray *active)
{
  return self->layers->len + (active != NULL ? active->len : 0);
}

/* What one layer says of a member. That others may not be there says nothing of it. */
static void
append_parts (McpSchemaNode node, const char *name, GArray *parts)
{
  guint before = parts->len;

  mcp_schema_node_append_member (node, name, parts);
  if (parts->len == before + 1 &&
      mcp_json_value_get_kind (mcp_schema_node_get_value (
          g_array_index (parts, McpSchemaNode, before))) == MCP_JSON_BOOLEAN &&
      !mcp_schema_node_exists (mcp_schema_node_get_property (node, name)))
    g_array_set_size (parts, before);
}

static AppFieldMember *
new_member (char *name)
{
  AppFieldMember *member = g_new (AppFieldMember, 1);

  member->name = name;
  member->parts = new_parts ();
  return member;
}

static void
add_name (GPtrArray *members, GHashTable *known, McpJsonValue name)
{
  char *key = mcp_json_value_dup_string (name, NULL);

  if (key == NULL || g_hash_table_contains (known, key))
    {
      g_free (key);
      return;
    }
  g_ptr_array_add (members, new_member (key));
  g_hash_table_add (known, key);
}

/* Those that are only demanded come last. */
static void
list_names (const AppFieldSchema *self, GArray *active, GPtrArray *members)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < count_nodes (self, active); i++)
    {
      McpJsonValue      name;
      McpSchemaNode     property;
      McpSchemaNodeIter iter;

      mcp_schema_node_iter_init (&iter, get_node (self, active, i), MCP_SCHEMA_PROPERTIES);
      while (mcp_schema_node_iter_next (&iter, &name, &property))
        add_name (members, known, name);
    }
  for (guint i = 0; i < count_nodes (self, active); i++)
    {
      McpJsonValue required =
          mcp_schema_node_get_keyword (get_node (self, active, i), MCP_SCHEMA_REQUIRED);

      if (mcp_json_value_get_kind (required) != MCP_JSON_ARRAY)
        continue;
      for (McpJsonWalk each = mcp_json_walk (required); mcp_json_walk_next (&each);)
        add_name (members, known, each.value);
    }
}

GPtrArray *
app_field_schema_list_members (const AppFieldSchema *self, GArray *active)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (free_member);

  list_names (self, active, members);
  for (guint i = 0; i < members->len; i++)
    {
      AppFieldMember *member = g_ptr_array_index (members, i);

      for (guint n = 0; n < count_nodes (self, active); n++)
        append_parts (get_node (self, active, n), member->name, member->parts);
    }
  return members;
}

gboolean
app_field_schema_names (const AppFieldSchema *self, GArray *active, const char *name)
{
  for (guint i = 0; i < count_nodes (self, active); i++)
    if (mcp_schema_node_exists (mcp_schema_node_get_property (get_node (self, active, i), name)))
      return TRUE;
  return FALSE;
}

GArray *
app_field_schema_list_member_parts (const AppFieldSchema *self, GArray *active, const char *name)
{
  GArray *parts = new_parts ();

  for (guint i = 0; i < count_nodes (self, active); i++)
    append_parts (get_node (self, active, i), name, parts);
  for (guint i = 0; parts->len == 0 && i < count_nodes (self, active); i++)
    {
      McpSchemaNode rest = mcp_schema_node_get_child (get_node (self, active, i),
                                                      MCP_SCHEMA_UNEVALUATED_PROPERTIES);

      if (mcp_json_value_get_kind (mcp_schema_node_get_value (rest)) == MCP_JSON_OBJECT)
        g_array_append_val (parts, rest);
    }
  return parts;
}

/* Whether a member that is there makes @name a required one. */
static gboolean
depends (McpSchemaNode node, McpSchemaKeyword keyword, McpJsonValue value, const char *name)
{
  for (McpJsonWalk required = mcp_json_walk (mcp_schema_node_get_keyword (node, keyword));
       mcp_json_walk_next (&required);)
    {
      g_autofree char *key = mcp_json_value_dup_string (required.name, NULL);

      if (mcp_json_value_get_kind (required.value) == MCP_JSON_ARRAY &&
          mcp_json_value_lists (required.value, name) &&
          mcp_json_value_exists (mcp_json_value_get_member (value, key)))
        return TRUE;
    }
  return FALSE;
}

gboolean
app_field_schema_requires (const AppFieldSchema *self,
                           GArray               *active,
                           McpJsonValue          value,
                           const char           *name)
{
  for (guint i = 0; i < count_nodes (self, active); i++)
    {
      McpSchemaNode node = get_node (self, active, i);

      if (mcp_schema_node_requires (node, name))
        return TRUE;
      if (self->conditional && mcp_json_value_exists (value) &&
          (depends (node, MCP_SCHEMA_DEPENDENT_REQUIRED, value, name) ||
           depends (node, MCP_SCHEMA_DEPENDENCIES, value, name)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_closed (McpSchemaNode node, McpSchemaKeyword keyword)
{
  return mcp_schema_node_is_false (mcp_schema_node_get_child (node, keyword));
}

gboolean
app_field_schema_admits_members (const AppFieldSchema *self, GArray *active)
{
  for (guint i = 0; i < count_nodes (self, active); i++)
    {
      McpSchemaNode node = get_node (self, active, i);

      if ((is_closed (node, MCP_SCHEMA_ADDITIONAL_PROPERTIES) ||
           is_closed (node, MCP_SCHEMA_UNEVALUATED_PROPERTIES)) &&
          mcp_schema_node_get_n_children (node, MCP_SCHEMA_PATTERN_PROPERTIES) == 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_name_like (McpSchemaNode names, const char *name)
{
  if (!mcp_schema_node_exists (names))
    return TRUE;
  g_autofree char *quoted = mcp_json_quote (name, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (quoted, -1, NULL);
  return mcp_schema_node_test (names, mcp_json_document_get_root (document), MCP_SCHEMA_PLAIN,
                               NULL) != MCP_SCHEMA_INVALID;
}

gboolean
app_field_schema_admits_name (const AppFieldSchema *self, GArray *active, const char *name)
{
  gboolean named = app_field_schema_names (self, active, name);

  for (guint i = 0; i < count_nodes (self, active); i++)
    {
      McpSchemaNode node = get_node (self, active, i);
      g_autoptr (GArray) parts = new_parts ();

      if (!is_name_like (mcp_schema_node_get_child (node, MCP_SCHEMA_PROPERTY_NAMES), name))
        return FALSE;
      mcp_schema_node_append_member (node, name, parts);
      for (guint p = 0; p < parts->len; p++)
        if (mcp_schema_node_is_false (g_array_index (parts, McpSchemaNode, p)))
          return FALSE;
      if (parts->len == 0 && !named && is_closed (node, MCP_SCHEMA_UNEVALUATED_PROPERTIES))
        return FALSE;
    }
  return TRUE;
}

GArray *
app_field_schema_list_item_parts (const AppFieldSchema *self, guint position)
{
  GArray *parts = new_parts ();

  for (guint i = 0; i < self->layers->len; i++)
    {
      McpSchemaNode item = mcp_schema_node_get_item (get_node (self, NULL, i), position);

      if (mcp_schema_node_exists (item))
        g_array_append_val (parts, item);
    }
  for (guint i = 0; parts->len == 0 && i < self->layers->len; i++)
    {
      McpSchemaNode rest =
          mcp_schema_node_get_child (get_node (self, NULL, i), MCP_SCHEMA_UNEVALUATED_ITEMS);

      if (mcp_schema_node_exists (rest))
        g_array_append_val (parts, rest);
    }
  return parts;
}

guint
app_field_schema_get_n_places (const AppFieldSchema *self)
{
  guint n_places = 0;

  for (guint i = 0; i < self->layers->len; i++)
    n_places = MAX (n_places, mcp_schema_node_get_n_places (get_node (self, NULL, i)));
  return n_places;
}

gboolean
app_field_schema_admits_item (const AppFieldSchema *self, guint position)
{
  McpJsonValue limit = app_field_schema_get_limit (self, MCP_SCHEMA_MAX_ITEMS);
  g_autoptr (GArray) parts = app_field_schema_list_item_parts (self, position);

  if (mcp_json_value_exists (limit) && position >= mcp_json_value_get_double (limit, 0))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    if (mcp_schema_node_is_false (g_array_index (parts, McpSchemaNode, i)))
      return FALSE;
  return TRUE;
}

/* What depends on the value */

/* A copy that only layers are added to. */
static void
init_scratch (AppFieldSchema *scratch, const AppFieldSchema *self)
{
  memset (scratch, 0, sizeof *scratch);
  scratch->layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
  g_array_append_vals (scratch->layers, self->layers->data, self->layers->len);
  if (self->way != NULL)
    scratch->way = g_array_ref (self->way);
}

static void
add_child (AppFieldSchema *scratch, McpSchemaNode node, McpSchemaKeyword keyword)
{
  app_field_schema_add_layer (scratch, mcp_schema_node_get_child (node, keyword), FALSE, TRUE);
}

/* @value: none for whatever it may be */
static void
add_dependent (AppFieldSchema  *scratch,
               McpSchemaNode    node,
               McpSchemaKeyword keyword,
               gboolean         all,
               McpJsonValue     value)
{
  McpJsonValue      name;
  McpSchemaNode     child;
  McpSchemaNodeIter iter;

  mcp_schema_node_iter_init (&iter, node, keyword);
  while (mcp_schema_node_iter_next (&iter, &name, &child))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (all || mcp_json_value_exists (mcp_json_value_get_member (value, key)))
        app_field_schema_add_layer (scratch, child, FALSE, TRUE);
    }
}

/* An object that is not there yet is filled as an empty one. */
static McpJsonValue
get_object (McpJsonValue value)
{
  static McpJsonDocument *empty;

  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    return value;
  if (g_once_init_enter (&empty))
    g_once_init_leave (&empty, mcp_json_document_parse_text ("{}", -1, NULL));
  return mcp_json_document_get_root (empty);
}

/* For one condition; each is looked at when somebody types. */
static const McpSchemaBudget budget = { MCP_SCHEMA_MAX_DEPTH, 200000, 10, 1 };

static void
add_conditional (AppFieldSchema *scratch, McpSchemaNode node, McpJsonValue value)
{
  McpSchemaNode when = mcp_schema_node_get_child (node, MCP_SCHEMA_IF);

  if (mcp_schema_node_exists (when))
    switch (mcp_schema_node_test (when, value, MCP_SCHEMA_PLAIN, &budget))
      {
      case MCP_SCHEMA_VALID:
        add_child (scratch, node, MCP_SCHEMA_THEN);
        break;
      case MCP_SCHEMA_INVALID:
        add_child (scratch, node, MCP_SCHEMA_ELSE);
        break;
      case MCP_SCHEMA_INCOMPLETE:
      default:
        break;
      }
  add_dependent (scratch, node, MCP_SCHEMA_DEPENDENT_SCHEMAS, FALSE, value);
  add_dependent (scratch, node, MCP_SCHEMA_DEPENDENCIES, FALSE, value);
}

static gboolean
have_same_nodes (GArray *a, GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!mcp_schema_node_equal (g_array_index (a, AppFieldLayer, i).node,
                                g_array_index (b, AppFieldLayer, i).node))
      return FALSE;
  return TRUE;
}

gboolean
app_field_schema_update_active (const AppFieldSchema *self, McpJsonValue value, GArray **active)
{
  AppFieldSchema scratch;

  if (!self->conditional)
    return FALSE;
  init_scratch (&scratch, self);
  /* What applies may itself have conditions. */
  for (guint i = 0; i < scratch.layers->len; i++)
    add_conditional (&scratch, get_node (&scratch, NULL, i), get_object (value));
  g_autoptr (GArray) now = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
  g_array_append_vals (now, &g_array_index (scratch.layers, AppFieldLayer, self->layers->len),
                       scratch.layers->len - self->layers->len);
  app_field_schema_clear (&scratch);
  if (*active != NULL && have_same_nodes (*active, now))
    return FALSE;
  g_clear_pointer (active, g_array_unref);
  *active = g_steal_pointer (&now);
  return TRUE;
}

void
app_field_schema_append_possible (const AppFieldSchema *self, GArray *layers)
{
  AppFieldSchema scratch;

  init_scratch (&scratch, self);
  for (guint i = 0; i < scratch.layers->len; i++)
    {
      McpSchemaNode node = get_node (&scratch, NULL, i);

      add_child (&scratch, node, MCP_SCHEMA_THEN);
      add_child (&scratch, node, MCP_SCHEMA_ELSE);
      add_dependent (&scratch, node, MCP_SCHEMA_DEPENDENT_SCHEMAS, TRUE, MCP_JSON_NO_VALUE);
      add_dependent (&scratch, node, MCP_SCHEMA_DEPENDENCIES, TRUE, MCP_JSON_NO_VALUE);
    }
  for (guint i = 0; self->forms != NULL && i < self->forms->len; i++)
    {
      g_autoptr (GArray) branches = app_field_schema_list_branches (self, i);

      for (guint b = 0; b < branches->len; b++)
        app_field_schema_add_layer (&scratch, g_array_index (branches, AppFieldBranch, b).node,
                                    FALSE, TRUE);
    }
  g_array_append_vals (layers, &g_array_index (scratch.layers, AppFieldLayer, self->layers->len),
                       scratch.layers->len - self->layers->len);
  app_field_schema_clear (&scratch);
}
