/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a field is, and how the tree of fields follows the form's value. What a person does to one
 * is in app-field-edit.c. */

#include "app-field-tree.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-field-schema-options.h"
#include "app-field-schema-parts.h"
#include "app-field-schema-values.h"
#include "app-field-schema-words.h"
#include "app-field-variant.h"
#include "app-form-edit.h"
#include "app-json-pointer.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppField
{
  GObject parent_instance;

  AppFieldInfo  info;
  AppFieldPlace place;
  AppFieldCore  core;
  McpSchema    *index; /* keeps what the schema borrows */

  gboolean shown; /* whether it looked at the form's value at all */
  char    *error;
  char    *reference; /* (nullable) */

  GHashTable *named; /* (nullable): names of members that are fields or hidden */
  guint       holds; /* the value is being changed from inside: the chosen form stays */
};

enum {
  PROP_LABEL = 1,
  PROP_REQUIRED,
  PROP_UNUSED,
  PROP_PRESENCE,
  PROP_TEXT,
  PROP_ACTIVE,
  PROP_SELECTED,
  PROP_ERROR,
  PROP_SUMMARY,
  PROP_REFERENCE,
  N_PROPS
};

static const McpProperty rows[N_PROPS] = {
  [PROP_LABEL] = { "label", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppField, place.label) },
  [PROP_REQUIRED] = { "required", G_TYPE_BOOLEAN,
                      .offset = G_STRUCT_OFFSET (AppField, place.required) },
  [PROP_UNUSED] = { "unused", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppField, place.unused) },
  [PROP_PRESENCE] = { "presence", G_TYPE_UINT,
                      .offset = G_STRUCT_OFFSET (AppField, core.value.state.presence) },
  [PROP_TEXT] = { "text", G_TYPE_STRING, G_CALLBACK (app_field_get_text) },
  [PROP_ACTIVE] = { "active", G_TYPE_BOOLEAN,
                    .offset = G_STRUCT_OFFSET (AppField, core.value.state.active) },
  [PROP_SELECTED] = { "selected", G_TYPE_UINT,
                      .offset = G_STRUCT_OFFSET (AppField, core.value.state.selected) },
  [PROP_ERROR] = { "error", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppField, error) },
  [PROP_SUMMARY] = { "summary", G_TYPE_STRING,
                     .offset = G_STRUCT_OFFSET (AppField, core.value.state.summary) },
  [PROP_REFERENCE] = { "reference", G_TYPE_STRING,
                       .offset = G_STRUCT_OFFSET (AppField, reference) },
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppField, app_field, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppField, app_field)
{
  if (self->core.children != NULL || self->core.chosen != NULL)
    app_field_detach (self);
  g_clear_object (&self->core.children);
  g_clear_object (&self->core.chosen);
  g_clear_pointer (&self->core.variant, app_field_variant_free);
  g_clear_object (&self->info.options);
  app_field_schema_clear (&self->core.schema);
  g_clear_pointer (&self->core.applying, g_array_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
  g_clear_pointer (&self->index, mcp_schema_unref);
  g_free (self->place.key);
  g_free (self->place.label);
  g_free (self->info.description);
  g_free (self->info.hint);
  g_free (self->info.placeholder);
  g_free (self->info.constraints);
  g_free (self->info.conflict);
  g_free (self->info.header);
  g_free (self->error);
  g_free (self->reference);
  app_field_value_clear (&self->core.value);
}

static void
app_field_class_init (AppFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_field_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
app_field_init (AppField *self)
{
  self->place.position = G_MAXUINT;
  app_field_value_init (&self->core.value);
}

static void
notify (AppField *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* @text: (transfer full) (nullable) */
static void
take_string (AppField *self, guint property, char *text)
{
  char **place = G_STRUCT_MEMBER_P (self, rows[property].offset);
  char  *before = *place;

  *place = text;
  if (g_strcmp0 (before, text) != 0)
    notify (self, property);
  g_free (before);
}

static void
set_flag (AppField *self, guint property, gboolean flag)
{
  gboolean *place = G_STRUCT_MEMBER_P (self, rows[property].offset);
  gboolean  before = *place;

  *place = flag;
  if (before != flag)
    notify (self, property);
}

/* Fields are made from sub-schemas: by name, by position, one form of several. */

static AppField *
new_at (AppForm *form, AppField *parent, const char *key)
{
  AppField *self = g_object_new (APP_TYPE_FIELD, NULL);

  self->place.form = form;
  self->place.parent = parent;
  self->place.depth = parent != NULL ? parent->place.depth + 1 : 0;
  self->place.key = g_strdup (key != NULL ? key : "");
  self->index = parent != NULL ? mcp_schema_ref (parent->index) : NULL;
  return self;
}

static char *
dup_annotation (AppField *self, const char *name)
{
  return mcp_json_value_dup_string (app_field_schema_get_annotation (&self->core.schema, name),
                                    NULL);
}

static gboolean
has_annotation (AppField *self, const char *name)
{
  return mcp_json_value_get_boolean (app_field_schema_get_annotation (&self->core.schema, name),
                                     FALSE);
}

/* Deep in unions of unions there are no forms to choose from: a circle of them has no end. */
static void
make_variant (AppField *self)
{
  guint count = 0;

  if (self->core.schema.kind != APP_FIELD_VARIANT)
    return;
  for (AppField *up = self->place.parent; up != NULL && up->core.variant != NULL;
       up = up->place.parent)
    count++;
  if (count >= APP_FIELD_SCHEMA_MAX_UNIONS)
    {
      self->core.schema.kind = APP_FIELD_JSON;
      return;
    }
  self->core.variant =
      app_field_variant_new (&self->core.schema, self->place.key, &self->info.options);
  self->core.value.state.selected = 0;
}

/* What the schema says, once it is known. */
static AppField *
finish (AppField *self, const char *label)
{
  const AppFieldSchema *schema = &self->core.schema;
  McpJsonValue          examples = app_field_schema_get_annotation (schema, "examples");
  g_autofree char      *title = dup_annotation (self, "title");

  if (label == NULL)
    label = title != NULL && title[0] != '\0' ? title : self->place.key;
  self->place.label = g_strdup (label);
  self->info.description = dup_annotation (self, "description");
  self->info.hint = app_field_schema_dup_hint (app_field_schema_get_annotation (schema, "default"));
  self->info.placeholder =
      app_field_schema_dup_hint (mcp_json_value_get_item (examples, 0));
  self->info.conflict = app_field_schema_dup_conflict (schema);
  self->info.constraints = self->info.conflict != NULL ? g_strdup (self->info.conflict)
                                                       : app_field_schema_dup_constraints (schema);
  self->info.options = app_field_schema_create_options (schema);
  make_variant (self);
  self->info.kind = schema->kind;
  self->info.schema = schema->schema;
  self->info.nullable = schema->nullable;
  self->info.header = dup_annotation (self, "x-mcp-header");
  self->info.read_only = has_annotation (self, "readOnly");
  self->info.deprecated = has_annotation (self, "deprecated");
  self->info.secret =
      app_field_schema_is_secret (schema, self->place.key[0] != '\0' ? self->place.key : NULL);
  return self;
}

AppField *
app_field_new_root (AppForm *form, McpSchema *index)
{
  AppField *self = new_at (form, NULL, NULL);

  self->index = mcp_schema_ref (index);
  app_field_schema_init_whole (&self->core.schema, index, NULL);
  /* Whatever arguments are, they are an object; its forms are taken by a field of their own. */
  self->core.schema.kind = APP_FIELD_OBJECT;
  self->core.schema.nullable = FALSE;
  return finish (self, NULL);
}

AppField *
app_field_new_member (AppField *parent, const char *key, GArray *parts)
{
  AppField *self = new_at (parent->place.form, parent, key);

  app_field_schema_init (&self->core.schema, parent->core.schema.root, parts, &parent->core.schema,
                         key);
  return finish (self, NULL);
}

AppField *
app_field_new_extra (AppField *parent, const char *key, GArray *parts)
{
  AppField *self = app_field_new_member (parent, key, parts);

  self->place.extra = TRUE;
  /* A title is what all of them are called. */
  g_free (self->place.label);
  self->place.label = g_strdup (key);
  return self;
}

static char *
dup_item_label (guint position)
{
  return g_strdup_printf (_ ("Item %u"), position + 1);
}

AppField *
app_field_new_item (AppField *parent, guint position)
{
  AppField    *self = new_at (parent->place.form, parent, NULL);
  McpJsonValue least = app_field_schema_get_limit (&parent->core.schema, MCP_SCHEMA_MIN_ITEMS);
  g_autoptr (GArray) parts = app_field_schema_list_item_parts (&parent->core.schema, position);

  app_field_schema_init (&self->core.schema, parent->core.schema.root, parts, &parent->core.schema,
                         NULL);
  self->place.position = position;
  self->place.item = TRUE;
  self->place.fixed = position < app_field_schema_get_n_places (&parent->core.schema);
  self->place.required = self->place.fixed && position < mcp_json_value_get_double (least, 0);
  finish (self, NULL);
  if (self->place.label[0] == '\0')
    {
      g_free (self->place.label);
      self->place.label = dup_item_label (position);
    }
  return self;
}

/* A form of @parent, which is a VARIANT. */
static AppField *
new_branch (AppField *parent, const AppFieldBranch *branch)
{
  AppField *self = new_at (parent->place.form, parent, parent->place.key);

  app_field_schema_init_branch (&self->core.schema, &parent->core.schema, branch,
                                parent->place.key);
  self->place.branch = TRUE;
  self->place.part = parent->place.selector;
  self->place.depth = parent->place.depth;
  self->place.required = parent->place.required;
  finish (self, parent->place.label);
  if (self->info.hint == NULL)
    self->info.hint = g_strdup (parent->info.hint);
  return self;
}

/* What the object @parent takes of one of its unions. */
static AppField *
new_selector (AppField *parent, guint index)
{
  AppField *self = new_at (parent->place.form, parent, NULL);

  app_field_schema_init_selector (&self->core.schema, &parent->core.schema, index);
  self->place.branch = TRUE;
  self->place.selector = TRUE;
  return finish (self, _ ("Variant"));
}

void
app_field_detach (AppField *self)
{
  guint n_items =
      self->core.children ? g_list_model_get_n_items (G_LIST_MODEL (self->core.children)) : 0;

  if (self->core.chosen != NULL)
    app_field_detach (self->core.chosen);
  self->place.form = NULL;
  self->place.parent = NULL;
  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->core.children), i);

      app_field_detach (child);
    }
}

void
app_field_take_name (AppField *self, const char *name)
{
  g_free (self->place.key);
  self->place.key = g_strdup (name);
  take_string (self, PROP_LABEL, g_strdup (name));
}

/* The form that is chosen */

static void
drop_chosen (AppField *self)
{
  if (self->core.chosen != NULL)
    app_field_detach (self->core.chosen);
  g_clear_object (&self->core.chosen);
}

AppField *
app_field_get_branch (AppField *self)
{
  const AppFieldBranch *branch;

  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  branch = self->core.variant != NULL && self->place.form != NULL
               ? app_field_variant_get_branch (self->core.variant, self->core.value.state.selected)
               : NULL;
  if (branch == NULL)
    return NULL;
  if (self->core.chosen == NULL)
    {
      g_autofree char *pointer = app_field_dup_pointer (self);
      g_autoptr (GString) path = g_string_new (pointer);

      self->core.chosen = new_branch (self, branch);
      app_field_refresh (self->core.chosen, app_field_get_value (self), path, NULL);
    }
  return self->core.chosen;
}

void
app_field_take_branch (AppField *self, guint index)
{
  self->core.value.state.selected = index;
  drop_chosen (self);
  app_field_value_forget_draft (&self->core.value);
  notify (self, PROP_SELECTED);
}

void
app_field_hold_branch (AppField *self, gboolean hold)
{
  self->holds += hold ? 1u : -1u;
}

/* Chooses the form that the value has. */
static void
infer_branch (AppField *self, McpJsonValue value)
{
  gboolean fits = FALSE;
  int      branch;

  if (self->holds > 0 || !mcp_json_value_exists (value) ||
      mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return;
  branch =
      app_field_variant_find (self->core.variant, self->core.value.state.selected, value, &fits);
  if (branch < 0 || (guint)branch == self->core.value.state.selected)
    return;
  self->core.value.state.selected = (guint)branch;
  drop_chosen (self);
}

/* What was typed wrongly in the form that is chosen. */
static const char *
get_branch_error (AppField *self)
{
  if (self->core.chosen == NULL)
    return NULL;
  return self->core.chosen->core.variant != NULL ? get_branch_error (self->core.chosen)
                                                 : self->core.chosen->core.value.draft_error;
}

/* The members of an object as its value is now: those that its schema names, those that it names
 * under a condition that holds, selectors of its unions, and what else is there. A field that is
 * still wanted keeps its identity. */

static AppField *
get_child (AppField *self, guint position)
{
  /* The list keeps it. */
  g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->core.children), position);

  return child;
}

static guint
count_children (AppField *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->core.children));
}

/* The object that a selector's form adds its members to. Returns: (nullable) */
static AppField *
get_whole (AppField *part)
{
  return part->place.part && part->place.parent != NULL ? part->place.parent->place.parent : NULL;
}

/* Members that a form has and its object names are fields of the object. */
static gboolean
is_named_outside (AppField *self, const char *name)
{
  for (AppField *up = get_whole (self); up != NULL; up = get_whole (up))
    if (app_field_schema_names (&up->core.schema, NULL, name))
      return TRUE;
  return FALSE;
}

/* Whether a member must be there as the object is now. */
static gboolean
requires_member (AppField *self, McpJsonValue value, const char *name)
{
  for (AppField *up = self; up != NULL; up = get_whole (up))
    if (app_field_schema_requires (&up->core.schema, up->core.applying, value, name))
      return TRUE;
  return FALSE;
}

/* Those that are fields already, by name. */
static GHashTable *
index_children (AppField *self)
{
  GHashTable *known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < count_children (self); i++)
    {
      AppField *child = get_child (self, i);

      if (!child->place.selector)
        g_hash_table_insert (known, child->place.key, child);
    }
  return known;
}

static AppField *
find_selector (AppField *self, guint index)
{
  McpSchemaNode node = g_array_index (self->core.schema.forms, AppFieldUnion, index).node;

  for (guint i = 0; i < count_children (self); i++)
    {
      AppField *child = get_child (self, i);

      if (child->place.selector &&
          mcp_schema_node_equal (g_array_index (child->core.schema.forms, AppFieldUnion, 0).node,
                                 node))
        return child;
    }
  return NULL;
}

/* Appends the fields of the members that are named now. */
static void
want_members (AppField *self, GPtrArray *wanted)
{
  g_autoptr (GPtrArray) members =
      app_field_schema_list_members (&self->core.schema, self->core.applying);
  g_autoptr (GHashTable) known = index_children (self);
  AppFormProvider *provider = app_form_get_provider (self->place.form);

  g_hash_table_remove_all (self->named);
  for (guint i = 0; i < members->len && wanted->len < APP_FIELD_MAX_MEMBERS; i++)
    {
      const AppFieldMember *member = g_ptr_array_index (members, i);
      AppField             *child = g_hash_table_lookup (known, member->name);

      if (is_named_outside (self, member->name))
        continue;
      g_hash_table_add (self->named, g_strdup (member->name));
      if (app_field_schema_hides (&self->core.schema, member->parts, provider))
        continue;
      if (child != NULL && !child->place.extra &&
          app_field_schema_has_parts (&child->core.schema, member->parts))
        {
          set_flag (child, PROP_UNUSED, FALSE);
          g_ptr_array_add (wanted, g_object_ref (child));
        }
      else
        g_ptr_array_add (wanted, app_field_new_member (self, member->name, member->parts));
    }
}

static void
want_selectors (AppField *self, GPtrArray *wanted)
{
  guint depth = 0;

  /* Forms in forms of the same object; a circle of them has no end. */
  for (AppField *up = get_whole (self); up != NULL; up = get_whole (up))
    depth++;
  if (depth >= APP_FIELD_SCHEMA_MAX_UNIONS)
    return;
  for (guint i = 0; self->core.schema.forms != NULL && i < self->core.schema.forms->len; i++)
    {
      AppField *selector = find_selector (self, i);

      g_ptr_array_add (wanted,
                       selector != NULL ? g_object_ref (selector) : new_selector (self, i));
    }
}

static gboolean is_selected_member (AppField *self, const char *name);

static gboolean
has_member (AppField *selector, const char *name)
{
  AppField *branch = app_field_get_branch (selector);

  return branch != NULL &&
         (app_field_schema_names (&branch->core.schema, branch->core.applying, name) ||
          is_selected_member (branch, name));
}

/* Whether a form that is chosen inside has the member. */
static gboolean
is_selected_member (AppField *self, const char *name)
{
  if (self->core.schema.forms == NULL || app_field_get_children (self) == NULL)
    return FALSE;
  for (guint i = 0; i < count_children (self); i++)
    if (get_child (self, i)->place.selector && has_member (get_child (self, i), name))
      return TRUE;
  return FALSE;
}

/* The same of selectors that are not children yet. */
static gboolean
is_wanted_member (AppField *self, GPtrArray *wanted, const char *name)
{
  if (self->core.schema.forms == NULL)
    return FALSE;
  for (guint i = wanted->len; i > 0; i--)
    {
      AppField *child = g_ptr_array_index (wanted, i - 1);

      if (child->place.selector && has_member (child, name))
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
      guint     selected = child->core.value.state.selected;

      if (!child->place.selector)
        continue;
      infer_branch (child, value);
      if (selected != child->core.value.state.selected)
        notify (child, PROP_SELECTED);
    }
}

/* Where a schema that does not apply now names the member, it keeps its looks. */
static AppField *
new_other (AppField *self, const char *name)
{
  g_autoptr (GArray) layers = NULL;
  g_autoptr (GArray) parts = NULL;

  if (self->core.schema.conditional || self->core.schema.forms != NULL)
    {
      layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));
      app_field_schema_append_possible (&self->core.schema, layers);
      if (app_field_schema_names (&self->core.schema, layers, name))
        {
          parts = app_field_schema_list_member_parts (&self->core.schema, layers, name);
          AppField *child = app_field_new_member (self, name, parts);

          child->place.unused = TRUE;
          return child;
        }
    }
  parts = app_field_schema_list_member_parts (&self->core.schema, self->core.applying, name);
  return app_field_new_extra (self, name, parts);
}

/* Appends the fields of members that are there and not named now. */
static void
want_others (AppField *self, McpJsonValue value, GPtrArray *wanted)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  /* Those that are rows already stay in their order. */
  for (guint i = 0; i < count_children (self); i++)
    {
      AppField   *child = get_child (self, i);
      const char *key = child->place.key;

      if (child->place.selector || g_hash_table_contains (self->named, key) ||
          !mcp_json_value_exists (mcp_json_value_get_member (value, key)) ||
          is_wanted_member (self, wanted, key))
        continue;
      if (!child->place.extra)
        set_flag (child, PROP_UNUSED, TRUE);
      g_hash_table_add (taken, g_strdup (key));
      g_ptr_array_add (wanted, g_object_ref (child));
    }
  for (McpJsonWalk each = mcp_json_walk (
           mcp_json_value_get_kind (value) == MCP_JSON_OBJECT ? value : MCP_JSON_NO_VALUE);
       g_hash_table_size (taken) < APP_FIELD_MAX_MEMBERS && mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (g_hash_table_contains (taken, key) || g_hash_table_contains (self->named, key) ||
          is_wanted_member (self, wanted, key))
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
      g_list_store_remove (self->core.children, i - 1);
    }
  if (count_children (self) == 0)
    {
      g_list_store_splice (self->core.children, 0, 0, wanted->pdata, wanted->len);
      return;
    }
  for (guint i = 0; i < wanted->len; i++)
    {
      AppField *child = g_ptr_array_index (wanted, i);
      guint     position;

      if (i < count_children (self) && get_child (self, i) == child)
        continue;
      if (g_list_store_find (self->core.children, child, &position))
        g_list_store_remove (self->core.children, position);
      g_list_store_insert (self->core.children, i, child);
    }
}

/* Makes the members that the schema names as the object is now, and those that nothing names. */
static void
sync_members (AppField *self, McpJsonValue value)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean changed =
      app_field_schema_update_active (&self->core.schema, value, &self->core.applying);

  if (self->named == NULL)
    {
      self->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      changed = TRUE;
    }
  if (changed)
    {
      want_members (self, wanted);
      want_selectors (self, wanted);
    }
  for (guint i = 0; !changed && i < count_children (self); i++)
    if (!get_child (self, i)->place.extra && !get_child (self, i)->place.unused)
      g_ptr_array_add (wanted, g_object_ref (get_child (self, i)));
  choose_forms (wanted, value);
  if (!self->place.part)
    want_others (self, value, wanted);
  if (!is_shown (self, wanted))
    show (self, wanted);
}

/* Following the form's value */

/* The error to show: what was typed wrongly first, then what the schema has against the value. */
static char *
dup_error (AppField *self, const char *pointer)
{
  gboolean    missing = FALSE;
  const char *problem = app_form_find_problem (self->place.form, pointer, &missing);

  if (self->reference != NULL)
    return g_strdup (problem);
  if (self->core.value.draft_error != NULL)
    return g_strdup (self->core.value.draft_error);
  if (get_branch_error (self) != NULL)
    return g_strdup (get_branch_error (self));
  if (problem == NULL || (missing && !app_form_is_attempted (self->place.form)))
    return NULL;
  return g_strdup (problem);
}

static guint
find_option (AppField *self, McpJsonValue value)
{
  guint n_options = self->info.options ? g_list_model_get_n_items (self->info.options) : 0;

  if (!mcp_json_value_exists (value))
    return G_MAXUINT;
  for (guint i = 0; i < n_options; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->info.options, i);

      if (app_field_value_has_lexeme (value, option->lexeme))
        return i;
    }
  return G_MAXUINT;
}

static void
read_value (AppField *self, McpJsonValue value)
{
  static const struct
  {
    guint change;
    guint property;
  } told[] = {
    { APP_FIELD_VALUE_PRESENCE, PROP_PRESENCE },
    { APP_FIELD_VALUE_TEXT, PROP_TEXT },
    { APP_FIELD_VALUE_ACTIVE, PROP_ACTIVE },
    { APP_FIELD_VALUE_SUMMARY, PROP_SUMMARY },
  };
  guint selected = self->core.value.state.selected;
  guint changes =
      app_field_value_read (&self->core.value, value, self->core.schema.kind, self->info.secret);

  self->shown = TRUE;
  if (changes == 0)
    return;
  if (self->core.variant != NULL)
    infer_branch (self, value);
  else
    self->core.value.state.selected = find_option (self, value);
  selected ^= self->core.value.state.selected;
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    if ((changes & told[i].change) != 0)
      notify (self, told[i].property);
  if (selected != 0)
    notify (self, PROP_SELECTED);
}

static void
drop_child (AppField *self, guint position)
{
  g_autoptr (AppField) child = g_object_ref (get_child (self, position));

  app_field_detach (child);
  g_list_store_remove (self->core.children, position);
}

static void
sync_items (AppField *self, McpJsonValue value)
{
  guint n_places = MIN (app_field_schema_get_n_places (&self->core.schema), APP_FIELD_MAX_PLACES);
  guint n_values = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY
                       ? MIN (mcp_json_value_get_n_items (value), APP_FIELD_MAX_ITEMS)
                       : 0;
  guint wanted = MAX (n_values, n_places);

  while (count_children (self) > wanted)
    drop_child (self, count_children (self) - 1);
  while (count_children (self) < wanted)
    {
      g_autoptr (AppField) item = app_field_new_item (self, count_children (self));

      g_list_store_append (self->core.children, item);
    }
}

/* @token: (nullable): of the item that changed; %NULL for any */
static void
refresh_items (
    AppField *self, McpJsonValue value, GString *pointer, const char *token, const char *rest)
{
  gsize        length = pointer->len;
  McpJsonValue item;
  McpJsonIter  iter;

  if (token == NULL)
    sync_items (self, value);
  mcp_json_iter_init (&iter, mcp_json_value_get_kind (value) == MCP_JSON_ARRAY ? value
                                                                               : MCP_JSON_NO_VALUE);
  for (guint i = 0; i < count_children (self); i++)
    {
      g_autoptr (AppField) child = g_object_ref (get_child (self, i));

      if (!mcp_json_iter_next (&iter, NULL, &item))
        item = MCP_JSON_NO_VALUE;
      child->place.position = i;
      g_string_append_printf (pointer, "/%u", i);
      if (token == NULL || strcmp (pointer->str + length + 1, token) == 0)
        app_field_refresh (child, item, pointer, rest);
      g_string_truncate (pointer, length);
    }
}

static void
refresh_members (
    AppField *self, McpJsonValue value, GString *pointer, const char *token, const char *rest)
{
  gsize    length = pointer->len;
  gboolean all = token == NULL || self->core.schema.conditional || self->core.schema.forms != NULL;

  if (all)
    sync_members (self, value);
  for (guint i = 0; i < count_children (self); i++)
    {
      g_autoptr (AppField) child = g_object_ref (get_child (self, i));
      const char *key = child->place.key;

      if (child->place.selector)
        {
          g_autofree char *inside =
              token != NULL && child->shown ? g_strconcat ("/", token, rest, NULL) : NULL;

          app_field_refresh (child, value, pointer, inside);
          continue;
        }
      if (all)
        set_flag (child, PROP_REQUIRED, requires_member (self, value, key));
      app_json_pointer_append (pointer, key);
      if (token == NULL || !child->shown || strcmp (pointer->str + length + 1, token) == 0)
        app_field_refresh (child, mcp_json_value_get_member (value, key), pointer,
                           child->shown ? rest : NULL);
      g_string_truncate (pointer, length);
    }
}

/* Brings the list of children in line with @value and refreshes them. */
static void
refresh_children (AppField *self, McpJsonValue value, GString *pointer, const char *rest)
{
  g_autofree char *token = NULL;

  if (rest != NULL && *rest == '/')
    {
      gsize length = strcspn (rest + 1, "/");

      token = g_strndup (rest + 1, length);
      rest += 1 + length;
    }
  else
    rest = NULL;
  if (self->core.schema.kind == APP_FIELD_OBJECT)
    refresh_members (self, value, pointer, token, rest);
  else
    refresh_items (self, value, pointer, token, rest);
}

void
app_field_refresh (AppField *self, McpJsonValue value, GString *pointer, const char *rest)
{
  AppFormOverlay *overlay = app_form_get_overlay (self->place.form);

  read_value (self, value);
  take_string (self, PROP_REFERENCE,
               overlay != NULL ? g_strdup (APP_FORM_OVERLAY_GET_IFACE (overlay)->find (
                                     overlay, pointer->str))
                               : NULL);
  if (self->core.chosen != NULL)
    app_field_refresh (self->core.chosen, value, pointer, rest);
  take_string (self, PROP_ERROR, dup_error (self, pointer->str));
  if (self->core.children != NULL)
    refresh_children (self, value, pointer, rest);
  if (app_field_is_loose_item (self))
    take_string (self, PROP_LABEL, dup_item_label (self->place.position));
}

GListModel *
app_field_get_children (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (self->core.schema.kind != APP_FIELD_OBJECT && self->core.schema.kind != APP_FIELD_ARRAY)
    return NULL;
  if (self->core.children == NULL)
    {
      self->core.children = g_list_store_new (APP_TYPE_FIELD);
      if (self->place.form != NULL)
        {
          g_autofree char *pointer = app_field_dup_pointer (self);
          g_autoptr (GString) path = g_string_new (pointer);

          refresh_children (self, app_field_get_value (self), path, NULL);
        }
    }
  return G_LIST_MODEL (self->core.children);
}

/* Where it stands */

gboolean
app_field_has_token (AppField *self, const char *token)
{
  char position[16];

  if (self->place.position == G_MAXUINT)
    return strcmp (self->place.key, token) == 0;
  g_snprintf (position, sizeof position, "%u", self->place.position);
  return strcmp (position, token) == 0;
}

AppField *
app_field_get_owner (AppField *self)
{
  while (self->place.branch && self->place.parent != NULL)
    self = self->place.parent;
  return self;
}

gboolean
app_field_is_loose_item (AppField *self)
{
  return self->place.position != G_MAXUINT && !self->place.fixed;
}

char *
app_field_dup_pointer (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (self->place.parent == NULL)
    return g_strdup ("");
  if (self->place.branch)
    return app_field_dup_pointer (self->place.parent);
  g_autofree char *before = app_field_dup_pointer (self->place.parent);
  GString         *pointer = g_string_new (before);
  if (self->place.position != G_MAXUINT)
    g_string_append_printf (pointer, "/%u", self->place.position);
  else
    app_json_pointer_append (pointer, self->place.key);
  return g_string_free (pointer, FALSE);
}

McpJsonValue
app_field_get_value (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), MCP_JSON_NO_VALUE);

  const AppFieldPlace *place = app_field_get_place (self);
  if (place->form == NULL)
    return MCP_JSON_NO_VALUE;
  if (place->parent == NULL)
    return place->position == G_MAXUINT && place->depth == 0 ? app_form_get_value (place->form)
                                                             : MCP_JSON_NO_VALUE;
  McpJsonValue around = app_field_get_value (place->parent);
  if (place->branch)
    return around;
  if (place->position == G_MAXUINT)
    return mcp_json_value_get_member (around, place->key);
  return mcp_json_value_get_kind (around) == MCP_JSON_ARRAY
             ? mcp_json_value_get_item (around, place->position)
             : MCP_JSON_NO_VALUE;
}

/* What is asked of it */

const AppFieldInfo *
app_field_get_info (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return &self->info;
}

const AppFieldPlace *
app_field_get_place (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return &self->place;
}

const AppFieldState *
app_field_get_state (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return &self->core.value.state;
}

AppFieldCore *
app_field_get_core (AppField *self)
{
  return &self->core;
}

const char *
app_field_get_text (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return app_field_value_get_text (&self->core.value, self->core.value.text == NULL
                                                          ? app_field_get_value (self)
                                                          : MCP_JSON_NO_VALUE);
}

MCP_DEFINE_GETTER (const char *, AppField, app_field, error)
MCP_DEFINE_GETTER (const char *, AppField, app_field, reference)
