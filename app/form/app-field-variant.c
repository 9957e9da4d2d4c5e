/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A field that takes one of several forms. The form that is chosen is a field of its own at the
 * same place; what was there under another form is remembered until somebody comes back to it. */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-writer.h"

/* For one form: several are tried, in every union, each time that somebody types. */
static const McpSchemaBudget budget = { MCP_SCHEMA_MAX_DEPTH, 200000, 10, 20 };

struct _AppFieldVariant
{
  GArray   *branches;   /* of AppFieldBranch */
  AppField *active;     /* (nullable): of the selected branch, made when asked for */
  char    **remembered; /* (nullable) each: the last value under the branch */
  char     *switched;   /* (nullable): what the last choice of a branch wrote */
  guint     holds;      /* the value is being changed from inside: the branch stays */
};

static const AppFieldBranch *
get_branch (AppField *self, guint index)
{
  return &g_array_index (self->variant->branches, AppFieldBranch, index);
}

GArray *
app_field_list_branches (AppField *self)
{
  return self->variant != NULL ? self->variant->branches : NULL;
}

/* A label that stands there already gets a number. */
static char *
dup_unlike (GListStore *options, char *label)
{
  guint like = 1;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (options)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (options), i);

      like += g_str_has_prefix (app_field_option_get_label (option), label);
    }
  if (like > 1)
    {
      char *numbered = g_strdup_printf ("%s %u", label, like);

      g_free (label);
      return numbered;
    }
  return label;
}

/* Unions that stand directly in unions above @self; a circle of them has no end. */
static guint
count_unions (AppField *self)
{
  guint count = 0;

  for (AppField *up = self->parent; up != NULL && up->variant != NULL; up = up->parent)
    count++;
  return count;
}

static void
fill (AppField *self)
{
  GListStore      *options = g_list_store_new (APP_TYPE_FIELD_OPTION);
  AppFieldVariant *variant = g_new0 (AppFieldVariant, 1);

  variant->branches = app_field_schema_list_branches (&self->schema, 0);
  variant->remembered = g_new0 (char *, variant->branches->len);
  self->variant = variant;
  for (guint i = 0; i < variant->branches->len; i++)
    {
      AppFieldSchema   branch;
      g_autofree char *label = NULL;
      g_autofree char *description = NULL;
      g_autoptr (AppFieldOption) option = NULL;

      app_field_schema_init_branch (&branch, &self->schema, get_branch (self, i), self->key);
      label = dup_unlike (options, app_field_schema_dup_branch_label (&branch));
      description = mcp_json_value_dup_string (
          app_field_schema_get_annotation (&branch, "description"), NULL);
      app_field_schema_clear (&branch);
      option = app_field_option_new (label, description, "");
      g_list_store_append (options, option);
    }
  self->options = G_LIST_MODEL (options);
  self->selected = 0;
}

void
app_field_make_variant (AppField *self)
{
  if (self->schema.kind != APP_FIELD_VARIANT)
    return;
  if (count_unions (self) < APP_FIELD_SCHEMA_MAX_UNIONS)
    fill (self);
  else
    self->schema.kind = APP_FIELD_JSON;
}

void
app_field_free_variant (AppField *self)
{
  AppFieldVariant *variant = self->variant;

  if (variant == NULL)
    return;
  for (guint i = 0; i < variant->branches->len; i++)
    g_free (variant->remembered[i]);
  g_free (variant->remembered);
  g_free (variant->switched);
  g_clear_object (&variant->active);
  g_array_unref (variant->branches);
  g_free (variant);
  self->variant = NULL;
}

void
app_field_detach_variant (AppField *self)
{
  if (self->variant != NULL && self->variant->active != NULL)
    app_field_detach (self->variant->active);
}

static void
drop_active (AppField *self)
{
  app_field_detach_variant (self);
  g_clear_object (&self->variant->active);
}

AppField *
app_field_get_branch (AppField *self)
{
  AppFieldVariant *variant;

  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  variant = self->variant;
  if (variant == NULL || self->form == NULL || self->selected >= variant->branches->len)
    return NULL;
  if (variant->active == NULL)
    {
      g_autofree char *pointer = app_field_dup_pointer (self);
      g_autoptr (GString) path = g_string_new (pointer);

      variant->active = app_field_new_branch (self, get_branch (self, self->selected));
      app_field_refresh (variant->active, app_field_get_value (self), path);
    }
  return variant->active;
}

AppField *
app_field_peek_branch (AppField *self)
{
  return self->variant != NULL ? self->variant->active : NULL;
}

AppForm *
app_field_get_form (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->form;
}

gboolean
app_field_is_branch (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->branch;
}

AppField *
app_field_get_place (AppField *self)
{
  while (self->branch && self->parent != NULL)
    self = self->parent;
  return self;
}

void
app_field_hold_variants (AppField *self, GPtrArray *held)
{
  for (AppField *field = self; field != NULL; field = field->parent)
    if (field->branch && field->parent != NULL && field->parent->variant != NULL)
      {
        field->parent->variant->holds++;
        g_ptr_array_add (held, g_object_ref (field->parent));
      }
}

void
app_field_release_variants (GPtrArray *held)
{
  for (guint i = 0; i < held->len; i++)
    {
      AppField *field = g_ptr_array_index (held, i);

      if (field->variant != NULL)
        field->variant->holds--;
    }
}

/* The types that a value is of. */
static guint
get_types (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NULL:
      return MCP_SCHEMA_TYPE_NULL;
    case MCP_JSON_BOOLEAN:
      return MCP_SCHEMA_TYPE_BOOLEAN;
    case MCP_JSON_NUMBER:
      return MCP_SCHEMA_TYPE_NUMBER | MCP_SCHEMA_TYPE_INTEGER;
    case MCP_JSON_STRING:
      return MCP_SCHEMA_TYPE_STRING;
    case MCP_JSON_ARRAY:
      return MCP_SCHEMA_TYPE_ARRAY;
    case MCP_JSON_OBJECT:
      return MCP_SCHEMA_TYPE_OBJECT;
    case MCP_JSON_NONE:
    default:
      return 0;
    }
}

/* Whether a form can hold the value at all, right or wrong. */
static gboolean
holds (AppField *self, guint index, McpJsonValue value)
{
  AppFieldSchema branch;
  guint          types;

  app_field_schema_init_branch (&branch, &self->schema, get_branch (self, index), NULL);
  types = branch.types;
  app_field_schema_clear (&branch);
  return (types & get_types (value)) != 0;
}

static int
find_type (AppField *self, McpJsonValue value, gboolean *fits)
{
  guint n_branches = self->variant->branches->len;

  /* The current one goes first: another must be better. */
  for (guint i = 0; i <= n_branches; i++)
    {
      guint index = i == 0 ? self->selected : i - 1;

      if (index < n_branches && (get_branch (self, index)->types & get_types (value)) != 0)
        {
          *fits = TRUE;
          return (int)index;
        }
    }
  return -1;
}

static gboolean
fits_branch (AppField *self, guint index, McpJsonValue value)
{
  return mcp_schema_node_test (get_branch (self, index)->node, value, MCP_SCHEMA_PLAIN, &budget) ==
         MCP_SCHEMA_VALID;
}

/* Which form a value has. @fits: (out): whether the form's schema has nothing against it
 * Returns: the index; -1 where it has none of them */
static int
find_branch (AppField *self, McpJsonValue value, gboolean *fits)
{
  GArray              *branches = self->variant->branches;
  const AppFieldUnion *from;
  int                  found;

  *fits = FALSE;
  if (self->schema.forms == NULL)
    return find_type (self, value, fits);
  if (self->selected < branches->len && fits_branch (self, self->selected, value))
    {
      *fits = TRUE;
      return (int)self->selected;
    }
  from = &g_array_index (self->schema.forms, AppFieldUnion, 0);
  found = mcp_schema_node_find_branch (from->node, from->keyword, value, &budget, fits);
  if (found >= 0)
    {
      McpSchemaNode node =
          mcp_schema_node_get_nth_child (from->node, from->keyword, (guint)found, NULL);

      for (guint i = 0; i < branches->len; i++)
        if (mcp_schema_node_equal (get_branch (self, i)->node, node))
          return *fits || holds (self, i, value) ? (int)i : -1;
    }
  return -1;
}

void
app_field_infer_branch (AppField *self, McpJsonValue value)
{
  gboolean fits = FALSE;
  int      branch;

  if (self->variant->holds > 0 || !mcp_json_value_exists (value) ||
      mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return;
  branch = find_branch (self, value, &fits);
  if (branch < 0 || (guint)branch == self->selected)
    return;
  self->selected = (guint)branch;
  drop_active (self);
}

void
app_field_refresh_branch (AppField *self, McpJsonValue value, GString *pointer)
{
  if (self->variant->active != NULL)
    app_field_refresh (self->variant->active, value, pointer);
}

const char *
app_field_get_branch_error (AppField *self)
{
  AppField *active = self->variant != NULL ? self->variant->active : NULL;

  if (active == NULL)
    return NULL;
  return active->variant != NULL ? app_field_get_branch_error (active) : active->draft_error;
}

static gboolean
is_text (AppFieldKind kind)
{
  return kind == APP_FIELD_STRING || kind == APP_FIELD_TEXT;
}

static gboolean
is_constant (const AppFieldMember *member)
{
  for (guint i = 0; i < member->parts->len; i++)
    if (mcp_json_value_exists (mcp_schema_node_get_keyword (
            g_array_index (member->parts, McpSchemaNode, i), MCP_SCHEMA_CONST)))
      return TRUE;
  return FALSE;
}

/* Whether a form has a member that may have another value. */
static gboolean
has_member (GPtrArray *members, const char *name)
{
  for (guint i = 0; i < members->len; i++)
    {
      const AppFieldMember *member = g_ptr_array_index (members, i);

      if (strcmp (member->name, name) == 0)
        return !is_constant (member);
    }
  return FALSE;
}

/* Members that both forms know go along; constants are the new form's own. */
static char *
carry_members (const AppFieldSchema *branch, McpJsonValue value, gboolean presets)
{
  g_autofree char *initial = app_field_schema_dup_initial (branch, FALSE, presets);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (initial, -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) members = app_field_schema_list_members (branch, NULL);
  McpJsonValue object = mcp_json_document_get_root (document);
  McpJsonValue name;
  McpJsonValue member;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, &member))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, member);
    }
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, &member))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (!has_member (members, key) ||
          mcp_json_value_exists (mcp_json_value_get_member (object, key)))
        continue;
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, member);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* @value in another form, where it means the same. Returns: (nullable): JSON text */
static char *
convert (AppField *self, const AppFieldSchema *branch, McpJsonValue value)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *text = mcp_json_value_dup_text (value);

  if (kind == MCP_JSON_STRING && branch->kind == APP_FIELD_ARRAY)
    return g_strdup_printf ("[%s]", text);
  if (kind == MCP_JSON_ARRAY && is_text (branch->kind))
    {
      McpJsonValue first = mcp_json_value_get_item (value, 0);

      return mcp_json_value_get_kind (first) == MCP_JSON_STRING ? mcp_json_value_dup_text (first)
                                                                : NULL;
    }
  if (kind == MCP_JSON_NUMBER && is_text (branch->kind))
    return mcp_json_quote (text, -1);
  if (kind == MCP_JSON_OBJECT && branch->kind == APP_FIELD_OBJECT)
    return carry_members (branch, value, app_form_hides_presets (self->form));
  return NULL;
}

/* What is sent under a branch that somebody chose. Returns: (nullable): nothing yet */
static char *
dup_value_in (AppField *self, guint index, const AppFieldSchema *branch, McpJsonValue value)
{
  AppFieldVariant *variant = self->variant;
  gboolean         unchanged = g_strcmp0 (variant->switched, self->lexeme) == 0;
  char            *text = NULL;

  if (!mcp_json_value_exists (value) || mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return branch->kind == APP_FIELD_OBJECT ? app_field_schema_dup_least (branch) : NULL;
  if (unchanged && variant->remembered[index] != NULL)
    return g_strdup (variant->remembered[index]);
  text = convert (self, branch, value);
  if (text == NULL)
    text = g_strdup (variant->remembered[index]);
  return text != NULL ? text : app_field_schema_dup_least (branch);
}

static char *
dup_branch_value (AppField *self, guint index, McpJsonValue value)
{
  AppFieldSchema branch;
  char          *text;

  app_field_schema_init_branch (&branch, &self->schema, get_branch (self, index), self->key);
  text = dup_value_in (self, index, &branch, value);
  app_field_schema_clear (&branch);
  return text;
}

void
app_field_remember (AppField *self, guint branch, char *text)
{
  if (branch >= self->variant->branches->len)
    {
      g_free (text);
      return;
    }
  g_free (self->variant->remembered[branch]);
  self->variant->remembered[branch] = text;
}

const char *
app_field_recall (AppField *self, guint branch)
{
  return branch < self->variant->branches->len ? self->variant->remembered[branch] : NULL;
}

void
app_field_take_branch (AppField *self, guint index)
{
  self->selected = index;
  drop_active (self);
  app_field_forget_draft (self);
  g_object_notify (G_OBJECT (self), "selected");
}

void
app_field_select_branch (AppField *self, guint index)
{
  AppFieldVariant *variant = self->variant;
  g_autoptr (AppField) keep = g_object_ref (self);
  McpJsonValue     value = app_field_get_value (self);
  g_autofree char *text = NULL;

  if (index >= variant->branches->len || self->form == NULL ||
      !app_form_is_editable (self->form))
    return;
  if (self->selector)
    {
      variant->holds++;
      app_field_select_members (self, index);
      if (self->variant != NULL)
        self->variant->holds--;
      return;
    }
  text = dup_branch_value (self, index, value);
  if (self->presence == APP_PRESENCE_VALUE)
    app_field_remember (self, self->selected, g_strdup (self->lexeme));
  app_field_take_branch (self, index);
  if (text == NULL)
    return;
  variant->holds++;
  app_field_write (self, text);
  if (self->variant != NULL)
    {
      self->variant->holds--;
      g_free (self->variant->switched);
      self->variant->switched = g_strdup (self->lexeme);
    }
}

/* Lists and objects are meant as such; a word, or a number where none is wanted, is text. */
char *
app_field_dup_variant_text (AppField *self, const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue value = document ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE;
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  char        *quoted = mcp_json_quote (text, -1);
  gboolean     fits = FALSE;
  g_autoptr (McpJsonDocument) string = NULL;

  if (kind == MCP_JSON_NONE)
    return quoted;
  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    {
      string = mcp_json_document_parse_text (quoted, -1, NULL);
      find_branch (self, value, &fits);
      if (!fits)
        find_branch (self, mcp_json_document_get_root (string), &fits);
      else
        fits = FALSE;
    }
  if (fits)
    return quoted;
  g_free (quoted);
  return mcp_json_value_dup_text (value);
}
