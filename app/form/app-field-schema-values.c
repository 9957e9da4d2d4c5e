/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The values that a sub-schema gives by itself: constants, required defaults, the least ones. */

#include "app-field-schema-values.h"

#include "app-field-schema-options.h"
#include "app-field-schema-parts.h"
#include "mcp-json-writer.h"

/* Places of a tuple that are filled in at once. */
#define LEAST_PLACES 100u

typedef struct
{
  gboolean         prefill;
  AppFormProvider *provider; /* (nullable) */
  guint            visits;
  GArray          *path; /* guint32: nodes of the object schemas that are being filled */
} Filler;

gboolean
app_field_schema_hides (const AppFieldSchema *self, GArray *parts, AppFormProvider *provider)
{
  for (guint i = 0; provider != NULL && i < parts->len; i++)
    if (APP_FORM_PROVIDER_GET_IFACE (provider)->hides (
            provider, self->root,
            mcp_schema_node_get_value (g_array_index (parts, McpSchemaNode, i))))
      return TRUE;
  return FALSE;
}

static char *fill_object (Filler *self, const AppFieldSchema *schema, gboolean *any);

static gboolean
is_on_path (Filler *self, McpJsonValue schema)
{
  for (guint i = 0; i < self->path->len; i++)
    if (g_array_index (self->path, guint32, i) == schema.node)
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): the text of a member that has a value by itself. */
static char *
fill_member (Filler *self, const AppFieldSchema *object, const AppFieldMember *member)
{
  AppFieldSchema schema;
  char          *text = NULL;
  gboolean       any = FALSE;

  gboolean required = app_field_schema_requires (object, NULL, MCP_JSON_NO_VALUE, member->name);
  if (!required && !self->prefill)
    return NULL;
  app_field_schema_init (&schema, object->root, member->parts, object, member->name);
  McpJsonValue value = app_field_schema_get_annotation (&schema, "default");
  if (required && schema.kind == APP_FIELD_CONST)
    value = app_field_schema_get_keyword (&schema, MCP_SCHEMA_CONST);
  if (mcp_json_value_exists (value))
    text = mcp_json_value_dup_text (value);
  else if (required && schema.kind == APP_FIELD_OBJECT && !schema.nullable &&
           self->path->len < APP_FIELD_SCHEMA_MAX_DEPTH && !is_on_path (self, schema.schema))
    text = fill_object (self, &schema, &any);
  if (!mcp_json_value_exists (value) && !any)
    g_clear_pointer (&text, g_free);
  app_field_schema_clear (&schema);
  return text;
}

static char *
fill_object (Filler *self, const AppFieldSchema *schema, gboolean *any)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) members = app_field_schema_list_members (schema, NULL);

  g_array_append_val (self->path, schema->schema.node);
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < members->len && self->visits++ < APP_FIELD_SCHEMA_MAX_FILLED; i++)
    {
      const AppFieldMember *member = g_ptr_array_index (members, i);

      if (app_field_schema_hides (schema, member->parts, self->provider))
        continue;
      g_autofree char *text = fill_member (self, schema, member);
      if (text == NULL)
        continue;
      mcp_json_writer_name (writer, member->name);
      mcp_json_writer_raw (writer, text, -1);
      *any = TRUE;
    }
  mcp_json_writer_end_object (writer);
  g_array_set_size (self->path, self->path->len - 1);
  return mcp_json_writer_finish_text (writer);
}

char *
app_field_schema_dup_initial (const AppFieldSchema *self,
                              gboolean              prefill,
                              AppFormProvider      *provider)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Filler   filler = { prefill, provider, 0, path };
  gboolean any = FALSE;

  return fill_object (&filler, self, &any);
}

/* Of the first form; a union in a union may lead back here. */
static char *
dup_least_branch (const AppFieldSchema *self)
{
  g_autoptr (GArray) branches = app_field_schema_list_branches (self, 0);
  AppFieldSchema branch;
  char          *text = NULL;

  if (branches->len == 0)
    return g_strdup ("null");
  app_field_schema_init_branch (&branch, self, &g_array_index (branches, AppFieldBranch, 0), NULL);
  if (branch.kind != APP_FIELD_VARIANT)
    text = app_field_schema_dup_least (&branch);
  app_field_schema_clear (&branch);
  return text != NULL ? text : g_strdup ("null");
}

/* Every place that has a schema of its own and must be there. */
static char *
dup_least_array (const AppFieldSchema *self)
{
  McpJsonValue limit = app_field_schema_get_limit (self, MCP_SCHEMA_MIN_ITEMS);
  double       least = mcp_json_value_get_double (limit, 0);
  guint        n_places = app_field_schema_get_n_places (self);
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < n_places && i < least && i < LEAST_PLACES; i++)
    {
      g_autofree char *item = app_field_schema_dup_placeholder (self, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", item);
    }
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
app_field_schema_dup_placeholder (const AppFieldSchema *self, guint position)
{
  g_autoptr (GArray) parts = app_field_schema_list_item_parts (self, position);
  AppFieldSchema item;

  app_field_schema_init (&item, self->root, parts, self, NULL);
  McpJsonValue value = app_field_schema_get_annotation (&item, "default");
  if (item.kind == APP_FIELD_CONST)
    value = app_field_schema_get_keyword (&item, MCP_SCHEMA_CONST);
  char *text = mcp_json_value_exists (value) ? mcp_json_value_dup_text (value) : g_strdup ("null");
  app_field_schema_clear (&item);
  return text;
}

/* The first value of the list. */
static char *
dup_first_option (const AppFieldSchema *self)
{
  g_autoptr (GListModel) options = app_field_schema_create_options (self);
  g_autoptr (AppFieldOption) first = options != NULL ? g_list_model_get_item (options, 0) : NULL;

  return g_strdup (first != NULL ? first->lexeme : "null");
}

char *
app_field_schema_dup_least (const AppFieldSchema *self)
{
  McpJsonValue initial = app_field_schema_get_annotation (self, "default");

  if (mcp_json_value_exists (initial))
    return mcp_json_value_dup_text (initial);

  switch (self->kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      return g_strdup ("\"\"");
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      return g_strdup ("0");
    case APP_FIELD_BOOLEAN:
      return g_strdup ("false");
    case APP_FIELD_CONST:
    case APP_FIELD_ENUM:
      return dup_first_option (self);
    case APP_FIELD_ARRAY:
      return dup_least_array (self);
    case APP_FIELD_OBJECT:
      return app_field_schema_dup_initial (self, FALSE, NULL);
    case APP_FIELD_VARIANT:
      return dup_least_branch (self);
    case APP_FIELD_JSON:
    default:
      if ((self->types & MCP_SCHEMA_TYPE_OBJECT) != 0 && self->types != MCP_SCHEMA_TYPE_ANY)
        return g_strdup ("{}");
      if ((self->types & MCP_SCHEMA_TYPE_ARRAY) != 0 && self->types != MCP_SCHEMA_TYPE_ANY)
        return g_strdup ("[]");
      return g_strdup ("null");
    }
}
