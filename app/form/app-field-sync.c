/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The fields of an object as its value is now: the members that its schema names, those that it
 * names under a condition that holds, selectors of its unions, and what else is there. A field that
 * is still wanted keeps its identity. */

#include "app-field-private.h"

#include <string.h>

/* Members that are found fast enough one after the other. */
#define FEW_MEMBERS 16u

static AppField *
get_child (AppField *self, guint position)
{
  /* The list keeps it. */
  g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->children), position);

  return child;
}

static guint
count_children (AppField *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->children));
}

static gboolean
have_same_nodes (GArray *a, GArray *b)
{
  if (a == NULL || b == NULL || a->len != b->len)
    return a == b;
  for (guint i = 0; i < a->len; i++)
    if (!mcp_schema_node_equal (g_array_index (a, AppFieldLayer, i).node,
                                g_array_index (b, AppFieldLayer, i).node))
      return FALSE;
  return TRUE;
}

/* Returns: whether other conditions hold than before */
static gboolean
look_at_conditions (AppField *self, McpJsonValue value)
{
  GArray *active;

  if (!self->schema.conditional)
    return FALSE;
  active = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
  app_field_schema_append_active (&self->schema, value, active);
  if (self->applying != NULL && have_same_nodes (self->applying, active))
    {
      g_array_unref (active);
      return FALSE;
    }
  g_clear_pointer (&self->applying, g_array_unref);
  self->applying = active;
  return TRUE;
}

/* Members that a form has and its object names are fields of the object. */
static gboolean
is_named_outside (AppField *self, const char *name)
{
  for (AppField *up = self; up->part && up->parent != NULL && up->parent->parent != NULL;)
    {
      up = up->parent->parent;
      if (app_field_schema_names (&up->schema, NULL, name))
        return TRUE;
    }
  return FALSE;
}

gboolean
app_field_requires (AppField *self, McpJsonValue value, const char *name)
{
  if (app_field_schema_requires (&self->schema, self->applying, value, name))
    return TRUE;
  return self->part && self->parent != NULL && self->parent->parent != NULL &&
         app_field_requires (self->parent->parent, value, name);
}

/* Those that are fields already, by name; selectors by their union. */
static GHashTable *
index_children (AppField *self)
{
  GHashTable *known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < count_children (self); i++)
    {
      AppField *child = get_child (self, i);

      if (!child->selector)
        g_hash_table_insert (known, child->key, child);
    }
  return known;
}

static AppField *
find_selector (AppField *self, guint index)
{
  McpSchemaNode node = g_array_index (self->schema.forms, AppFieldUnion, index).node;

  for (guint i = 0; i < count_children (self); i++)
    {
      AppField *child = get_child (self, i);

      if (child->selector && mcp_schema_node_equal (
                                 g_array_index (child->schema.forms, AppFieldUnion, 0).node, node))
        return child;
    }
  return NULL;
}

/* Appends the fields of the members that are named now. */
static void
want_members (AppField *self, GHashTable *known, GPtrArray *wanted)
{
  g_autoptr (GPtrArray) members = app_field_schema_list_members (&self->schema, self->applying);

  g_hash_table_remove_all (self->named);
  for (guint i = 0; i < members->len && wanted->len < APP_FIELD_MAX_MEMBERS; i++)
    {
      const AppFieldMember *member = g_ptr_array_index (members, i);
      AppField             *child = g_hash_table_lookup (known, member->name);

      if (is_named_outside (self, member->name))
        continue;
      g_hash_table_add (self->named, g_strdup (member->name));
      if (app_form_hides_presets (self->form) &&
          app_field_member_is_preset (member, self->schema.root))
        continue;
      if (child != NULL && !child->extra &&
          app_field_schema_has_parts (&child->schema, member->parts))
        {
          app_field_set_unused (child, FALSE);
          g_ptr_array_add (wanted, g_object_ref (child));
        }
      else
        g_ptr_array_add (wanted, app_field_new_member (self, member->name, member->parts));
    }
}

/* Forms in forms of the same object; a circle of them has no end. */
static guint
count_selectors (AppField *self)
{
  guint count = 0;

  for (; self->part && self->parent != NULL && self->parent->parent != NULL; count++)
    self = self->parent->parent;
  return count;
}

static void
want_selectors (AppField *self, GPtrArray *wanted)
{
  if (count_selectors (self) >= APP_FIELD_SCHEMA_MAX_UNIONS)
    return;
  for (guint i = 0; self->schema.forms != NULL && i < self->schema.forms->len; i++)
    {
      AppField *selector = find_selector (self, i);

      g_ptr_array_add (wanted, selector != NULL ? g_object_ref (selector)
                                                : app_field_new_selector (self, i));
    }
}

static gboolean is_selected_member (AppField *self, const char *name);

static gboolean
has_member (AppField *selector, const char *name)
{
  AppField *branch = app_field_get_branch (selector);

  return branch != NULL && (app_field_schema_names (&branch->schema, branch->applying, name) ||
                            is_selected_member (branch, name));
}

/* Whether a form that is chosen inside has the member. */
static gboolean
is_selected_member (AppField *self, const char *name)
{
  if (self->schema.forms == NULL || app_field_get_children (self) == NULL)
    return FALSE;
  for (guint i = 0; i < count_children (self); i++)
    if (get_child (self, i)->selector && has_member (get_child (self, i), name))
      return TRUE;
  return FALSE;
}

/* The same of selectors that are not children yet. */
static gboolean
is_wanted_member (GPtrArray *wanted, const char *name)
{
  for (guint i = wanted->len; i > 0; i--)
    {
      AppField *child = g_ptr_array_index (wanted, i - 1);

      if (child->selector && has_member (child, name))
        return TRUE;
    }
  return FALSE;
}

/* Selectors go first: what others are hangs on them. */
static void
choose_forms (GPtrArray *wanted, McpJsonValue value)
{
  for (guint i = 0; i < wanted->len; i++)
    {
      AppField *child = g_ptr_array_index (wanted, i);
      guint     selected = child->selected;

      if (!child->selector)
        continue;
      app_field_infer_branch (child, value);
      if (selected != child->selected)
        g_object_notify (G_OBJECT (child), "selected");
    }
}

/* Where a schema that does not apply now names the member, it keeps its looks. */
static AppField *
new_other (AppField *self, const char *name)
{
  g_autoptr (GArray) parts = NULL;
  AppField *child;

  if (self->schema.conditional || self->schema.forms != NULL)
    {
      g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));

      app_field_schema_append_possible (&self->schema, layers);
      if (app_field_schema_names (&self->schema, layers, name))
        {
          parts = app_field_schema_list_member_parts (&self->schema, layers, name);
          child = app_field_new_member (self, name, parts);
          child->unused = TRUE;
          return child;
        }
    }
  parts = app_field_schema_list_member_parts (&self->schema, self->applying, name);
  child = app_field_new_member (self, name, parts);
  child->extra = TRUE;
  /* A title is what all of them are called. */
  g_free (child->label);
  child->label = g_strdup (name);
  return child;
}

/* The names of an object's members where looking for each of them would take long.
 * Returns: (transfer full) (nullable) */
static GHashTable *
index_names (McpJsonValue object)
{
  GHashTable  *names;
  McpJsonValue name;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT ||
      mcp_json_value_get_n_items (object) <= FEW_MEMBERS)
    return NULL;
  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, NULL))
    g_hash_table_add (names, mcp_json_value_dup_string (name, NULL));
  return names;
}

static gboolean
is_there (McpJsonValue object, GHashTable *names, const char *name)
{
  if (names != NULL)
    return g_hash_table_contains (names, name);
  return mcp_json_value_exists (mcp_json_value_get_member (object, name));
}

/* Appends the fields of members that are there and not named now. */
static void
want_others (AppField *self, McpJsonValue value, GPtrArray *wanted)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = index_names (value);
  gboolean     selects = self->schema.forms != NULL;
  McpJsonValue name;
  McpJsonIter  iter;

  /* Those that are rows already stay in their order. */
  for (guint i = 0; i < count_children (self); i++)
    {
      AppField *child = get_child (self, i);

      if (child->selector || g_hash_table_contains (self->named, child->key) ||
          !is_there (value, names, child->key) ||
          (selects && is_wanted_member (wanted, child->key)))
        continue;
      if (!child->extra)
        app_field_set_unused (child, TRUE);
      g_hash_table_add (taken, g_strdup (child->key));
      g_ptr_array_add (wanted, g_object_ref (child));
    }
  mcp_json_iter_init (&iter, mcp_json_value_get_kind (value) == MCP_JSON_OBJECT
                                 ? value
                                 : MCP_JSON_NO_VALUE);
  while (g_hash_table_size (taken) < APP_FIELD_MAX_MEMBERS &&
         mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (g_hash_table_contains (taken, key) || g_hash_table_contains (self->named, key) ||
          (selects && is_wanted_member (wanted, key)))
        continue;
      g_ptr_array_add (wanted, new_other (self, key));
      g_hash_table_add (taken, g_steal_pointer (&key));
    }
}

static gboolean
is_shown (AppField *self, GPtrArray *wanted)
{
  if (count_children (self) != wanted->len)
    return FALSE;
  for (guint i = 0; i < wanted->len; i++)
    if (get_child (self, i) != g_ptr_array_index (wanted, i))
      return FALSE;
  return TRUE;
}

/* Fields go and come one by one: the rows of the others stay as they are. */
static void
show (AppField *self, GPtrArray *wanted)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < wanted->len; i++)
    g_hash_table_add (kept, g_ptr_array_index (wanted, i));
  for (guint i = count_children (self); i > 0; i--)
    {
      g_autoptr (AppField) child = g_object_ref (get_child (self, i - 1));

      if (g_hash_table_contains (kept, child))
        continue;
      app_field_detach (child);
      g_list_store_remove (self->children, i - 1);
    }
  if (count_children (self) == 0)
    {
      g_list_store_splice (self->children, 0, 0, wanted->pdata, wanted->len);
      return;
    }
  for (guint i = 0; i < wanted->len; i++)
    {
      AppField *child = g_ptr_array_index (wanted, i);
      guint     position;

      if (i < count_children (self) && get_child (self, i) == child)
        continue;
      if (g_list_store_find (self->children, child, &position))
        g_list_store_remove (self->children, position);
      g_list_store_insert (self->children, i, child);
    }
}

static void
want_named (AppField *self, gboolean changed, GPtrArray *wanted)
{
  g_autoptr (GHashTable) known = NULL;

  if (changed)
    {
      known = index_children (self);
      want_members (self, known, wanted);
      want_selectors (self, wanted);
      return;
    }
  for (guint i = 0; i < count_children (self); i++)
    {
      AppField *child = get_child (self, i);

      if (!child->extra && !child->unused)
        g_ptr_array_add (wanted, g_object_ref (child));
    }
}

void
app_field_sync_members (AppField *self, McpJsonValue value)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean changed = look_at_conditions (self, value);

  if (self->named == NULL)
    {
      self->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      changed = TRUE;
    }
  want_named (self, changed, wanted);
  choose_forms (wanted, value);
  if (!self->part)
    want_others (self, value, wanted);
  if (!is_shown (self, wanted))
    show (self, wanted);
}
