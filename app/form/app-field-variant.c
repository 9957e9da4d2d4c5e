/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-variant.h"

#include <string.h>

#include "app-field-schema-parts.h"
#include "app-field-schema-values.h"
#include "app-field-schema-words.h"
#include "mcp-json-writer.h"

/* For one form: several are tried, in every union, each time that somebody types. */
static const McpSchemaBudget budget = { MCP_SCHEMA_MAX_DEPTH, 200000, 10, 20 };

struct _AppFieldVariant
{
  const AppFieldSchema *schema;     /* borrowed: of the field */
  GArray               *branches;   /* of AppFieldBranch */
  char                **remembered; /* (nullable) each: the last value under the branch */
  char                 *switched;   /* (nullable): what the last choice of a branch wrote */
};

/* A label that stands there already gets a number. */
static char *
dup_unlike (GListStore *options, char *label)
{
  guint like = 1;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (options)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (options), i);

      like += g_str_has_prefix (option->label, label);
    }
  if (like > 1)
    {
      char *numbered = g_strdup_printf ("%s %u", label, like);

      g_free (label);
      return numbered;
    }
  return label;
}

AppFieldVariant *
app_field_variant_new (const AppFieldSchema *schema, const char *key, GListModel **options)
{
  AppFieldVariant *self = g_new0 (AppFieldVariant, 1);
  GListStore      *list = g_list_store_new (APP_TYPE_FIELD_OPTION);

  self->schema = schema;
  self->branches = app_field_schema_list_branches (schema, 0);
  self->remembered = g_new0 (char *, self->branches->len);
  for (guint i = 0; i < self->branches->len; i++)
    {
      AppFieldSchema branch;

      app_field_schema_init_branch (&branch, schema, app_field_variant_get_branch (self, i), key);
      g_autofree char *label = dup_unlike (list, app_field_schema_dup_branch_label (&branch));
      g_autofree char *description = mcp_json_value_dup_string (
          app_field_schema_get_annotation (&branch, "description"), NULL);
      app_field_schema_clear (&branch);
      g_autoptr (AppFieldOption) option = app_field_option_new (label, description, "");
      g_list_store_append (list, option);
    }
  *options = G_LIST_MODEL (list);
  return self;
}

void
app_field_variant_free (AppFieldVariant *self)
{
  for (guint i = 0; i < self->branches->len; i++)
    g_free (self->remembered[i]);
  g_free (self->remembered);
  g_free (self->switched);
  g_array_unref (self->branches);
  g_free (self);
}

const AppFieldBranch *
app_field_variant_get_branch (AppFieldVariant *self, guint index)
{
  return index < self->branches->len ? &g_array_index (self->branches, AppFieldBranch, index)
                                     : NULL;
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
holds (AppFieldVariant *self, guint index, McpJsonValue value)
{
  AppFieldSchema branch;
  guint          types;

  app_field_schema_init_branch (&branch, self->schema, app_field_variant_get_branch (self, index),
                                NULL);
  types = branch.types;
  app_field_schema_clear (&branch);
  return (types & get_types (value)) != 0;
}

static int
find_type (AppFieldVariant *self, guint selected, McpJsonValue value, gboolean *fits)
{
  /* The current one goes first: another must be better. */
  for (guint i = 0; i <= self->branches->len; i++)
    {
      guint                 index = i == 0 ? selected : i - 1;
      const AppFieldBranch *branch = app_field_variant_get_branch (self, index);

      if (branch != NULL && (branch->types & get_types (value)) != 0)
        {
          *fits = TRUE;
          return (int)index;
        }
    }
  return -1;
}

int
app_field_variant_find (AppFieldVariant *self, guint selected, McpJsonValue value, gboolean *fits)
{
  const AppFieldBranch *current = app_field_variant_get_branch (self, selected);
  const AppFieldUnion  *from;
  McpSchemaNode         node;
  int                   found;

  *fits = FALSE;
  if (self->schema->forms == NULL)
    return find_type (self, selected, value, fits);
  if (current != NULL && mcp_schema_node_test (current->node, value, MCP_SCHEMA_PLAIN, &budget) ==
                             MCP_SCHEMA_VALID)
    {
      *fits = TRUE;
      return (int)selected;
    }
  from = &g_array_index (self->schema->forms, AppFieldUnion, 0);
  found = mcp_schema_node_find_branch (from->node, from->keyword, value, &budget, fits);
  if (found < 0)
    return -1;
  node = mcp_schema_node_get_nth_child (from->node, from->keyword, (guint)found, NULL);
  for (guint i = 0; i < self->branches->len; i++)
    if (mcp_schema_node_equal (app_field_variant_get_branch (self, i)->node, node))
      return *fits || holds (self, i, value) ? (int)i : -1;
  return -1;
}

int
app_field_variant_get_nth (AppFieldVariant *self, guint index, const char *schema_pointer)
{
  const AppFieldBranch *branch = app_field_variant_get_branch (self, index);
  const AppFieldUnion  *from = self->schema->forms != NULL
                                   ? &g_array_index (self->schema->forms, AppFieldUnion, 0)
                                   : NULL;
  g_autofree char      *pointer = from != NULL ? mcp_schema_node_dup_pointer (from->node) : NULL;
  g_autofree char      *place =
      from != NULL ? g_strconcat (pointer, "/", mcp_schema_keyword_get_name (from->keyword), NULL)
                        : NULL;

  if (branch == NULL || pointer == NULL || strcmp (place, schema_pointer) != 0)
    return -1;
  for (guint i = 0; i < mcp_schema_node_get_n_children (from->node, from->keyword); i++)
    if (mcp_schema_node_equal (mcp_schema_node_get_nth_child (from->node, from->keyword, i, NULL),
                               branch->node))
      return (int)i;
  return -1;
}

/* What is there under a form that somebody chooses */

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
carry_members (const AppFieldSchema *branch, McpJsonValue value, AppFormProvider *provider)
{
  g_autofree char *initial = app_field_schema_dup_initial (branch, FALSE, provider);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (initial, -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) members = app_field_schema_list_members (branch, NULL);
  McpJsonValue object = mcp_json_document_get_root (document);

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk member = mcp_json_walk (object); mcp_json_walk_next (&member);)
    mcp_json_writer_add (writer, "%v: %v", member.name, member.value);
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);

      if (has_member (members, key) &&
          !mcp_json_value_exists (mcp_json_value_get_member (object, key)))
        mcp_json_writer_add (writer, "%v: %v", member.name, member.value);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* @value in another form, where it means the same. Returns: (nullable): JSON text */
static char *
convert (const AppFieldSchema *branch, McpJsonValue value, AppFormProvider *provider)
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
    return carry_members (branch, value, provider);
  return NULL;
}

char *
app_field_variant_dup_value (AppFieldVariant *self,
                             guint            index,
                             const char      *key,
                             McpJsonValue     value,
                             AppFormProvider *provider)
{
  g_autofree char *written = mcp_json_value_dup_text (value);
  gboolean         unchanged = g_strcmp0 (self->switched, written) == 0;
  AppFieldSchema   branch;
  char            *text = NULL;

  app_field_schema_init_branch (&branch, self->schema, app_field_variant_get_branch (self, index),
                                key);
  if (written == NULL || mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    text = branch.kind == APP_FIELD_OBJECT ? app_field_schema_dup_least (&branch) : NULL;
  else
    {
      if (!unchanged || self->remembered[index] == NULL)
        text = convert (&branch, value, provider);
      if (text == NULL)
        text = g_strdup (self->remembered[index]);
      if (text == NULL)
        text = app_field_schema_dup_least (&branch);
    }
  app_field_schema_clear (&branch);
  return text;
}

void
app_field_variant_remember (AppFieldVariant *self, guint index, McpJsonValue value)
{
  if (index >= self->branches->len)
    return;
  g_free (self->remembered[index]);
  self->remembered[index] = mcp_json_value_dup_text (value);
}

const char *
app_field_variant_recall (AppFieldVariant *self, guint index)
{
  return index < self->branches->len ? self->remembered[index] : NULL;
}

void
app_field_variant_set_switched (AppFieldVariant *self, McpJsonValue value)
{
  g_free (self->switched);
  self->switched = mcp_json_value_dup_text (value);
}

/* Lists and objects are meant as such; a word, or a number where none is wanted, is text. */
char *
app_field_variant_type (AppFieldVariant *self, guint selected, const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue     value = mcp_json_document_get_root (document);
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *quoted = mcp_json_quote (text, -1);
  gboolean         fits = FALSE;

  if (kind == MCP_JSON_NONE)
    return g_steal_pointer (&quoted);
  if (kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT)
    return mcp_json_value_dup_text (value);
  app_field_variant_find (self, selected, value, &fits);
  if (!fits)
    {
      g_autoptr (McpJsonDocument) string = mcp_json_document_parse_text (quoted, -1, NULL);

      app_field_variant_find (self, selected, mcp_json_document_get_root (string), &fits);
      if (fits)
        return g_steal_pointer (&quoted);
    }
  return mcp_json_value_dup_text (value);
}
