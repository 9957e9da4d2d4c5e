/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-completion.h"

#include "app-field-schema-options.h"
#include "app-field-schema-parts.h"
#include "app-field-schema-words.h"
#include "app-field-tree.h"
#include "app-json-place.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

#include <glib/gi18n.h>
#include <string.h>

/* What may apply at one place: its own schema, and each that could apply beside it. */
#define MAX_SCHEMAS 64u
#define MAX_INSERT_BYTES 10000u
#define MAX_LABEL 80
#define MAX_COMMENT 160

typedef struct
{
  AppFormCompletion *result;
  GHashTable        *known; /* texts that are proposed */
  const char        *typed; /* casefolded */
  gboolean           string;
  gboolean           asked;
} Search;

static void
free_schema (gpointer data)
{
  app_field_schema_clear (data);
  g_free (data);
}

/* @parts: (transfer full) */
static void
add_schema (GPtrArray *schemas, const AppFieldSchema *around, GArray *parts, const char *key)
{
  if (parts->len > 0 && schemas->len < MAX_SCHEMAS)
    {
      AppFieldSchema *schema = g_new0 (AppFieldSchema, 1);

      app_field_schema_init (schema, around->root, parts, around, key);
      g_ptr_array_add (schemas, schema);
    }
  g_array_unref (parts);
}

/* Forms that a value may take, and what depends on it. Those that are sure go first.
 * Returns: how many are sure */
static guint
expand (GPtrArray *schemas)
{
  guint n_sure = schemas->len;

  for (guint i = 0; i < n_sure; i++)
    {
      const AppFieldSchema *schema = g_ptr_array_index (schemas, i);
      g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (AppFieldLayer));

      app_field_schema_append_possible (schema, layers);
      for (guint l = 0; l < layers->len; l++)
        {
          GArray *parts = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));

          g_array_append_val (parts, g_array_index (layers, AppFieldLayer, l).node);
          add_schema (schemas, schema, parts, NULL);
        }
    }
  return n_sure;
}

static GPtrArray *
step_down (GPtrArray *schemas, const AppJsonStep *step)
{
  GPtrArray *below = g_ptr_array_new_with_free_func (free_schema);

  expand (schemas);
  for (guint i = 0; i < schemas->len; i++)
    {
      const AppFieldSchema *schema = g_ptr_array_index (schemas, i);

      add_schema (below, schema,
                  step->name != NULL ? app_field_schema_list_member_parts (schema, NULL, step->name)
                                     : app_field_schema_list_item_parts (schema, step->index),
                  step->name);
    }
  return below;
}

static char *
dup_types (const AppFieldSchema *schema)
{
  static const struct
  {
    guint       type;
    const char *name;
  } types[] = {
    { MCP_SCHEMA_TYPE_OBJECT, "object" },
    { MCP_SCHEMA_TYPE_ARRAY, "array" },
    { MCP_SCHEMA_TYPE_STRING, "string" },
    { MCP_SCHEMA_TYPE_NUMBER, "number" },
    { MCP_SCHEMA_TYPE_INTEGER, "integer" },
    { MCP_SCHEMA_TYPE_BOOLEAN, "boolean" },
    { MCP_SCHEMA_TYPE_NULL, "null" },
  };
  guint    admitted = schema->types;
  GString *text = g_string_new (NULL);

  if ((admitted & MCP_SCHEMA_TYPE_NUMBER) != 0)
    admitted &= ~(guint)MCP_SCHEMA_TYPE_INTEGER;
  for (guint i = 0; schema->types != MCP_SCHEMA_TYPE_ANY && i < G_N_ELEMENTS (types); i++)
    if ((admitted & types[i].type) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? _ (" or ") : "", types[i].name);
  return g_string_free (text, FALSE);
}

static char *
dup_comment (const AppFieldSchema *schema)
{
  g_autofree char *constraints = app_field_schema_dup_constraints (schema);
  g_autofree char *words =
      mcp_json_value_dup_string (app_field_schema_get_annotation (schema, "description"), NULL);
  g_auto (GStrv) lines = g_strsplit (words != NULL ? g_strchug (words) : "", "\n", 2);
  const char      *line = lines[0] != NULL ? lines[0] : "";
  g_autofree char *both =
      constraints != NULL ? g_strconcat (line, line[0] != '\0' ? " · " : "", constraints, NULL)
                          : g_strdup (line);

  return app_visible_text_summary (both, MAX_COMMENT);
}

/* Whether what is typed is the beginning of @json. */
static gboolean
begins_as_typed (Search *search, const char *json)
{
  g_autofree char *folded = g_utf8_casefold (json, -1);

  return g_str_has_prefix (folded, search->typed) &&
         (search->asked || strcmp (folded, search->typed) != 0);
}

/* @json: what is compared with what is typed. @insert: (transfer full).
 * Returns: (transfer none) (nullable): without detail and comment yet */
static AppFormProposal *
add_proposal (Search *search, const char *json, const char *label, char *insert)
{
  if (search->result->proposals->len >= APP_FORM_COMPLETION_MAX ||
      strlen (insert) > MAX_INSERT_BYTES || !begins_as_typed (search, json) ||
      g_hash_table_contains (search->known, json))
    {
      g_free (insert);
      return NULL;
    }
  g_hash_table_add (search->known, g_strdup (json));
  AppFormProposal *proposal = g_new0 (AppFormProposal, 1);
  proposal->label = app_visible_text_line (label, MAX_LABEL);
  proposal->insert = insert;
  g_ptr_array_add (search->result->proposals, proposal);
  return proposal;
}

static void
add_name (Search               *search,
          const AppFieldSchema *object,
          const char           *name,
          gboolean              sure,
          gboolean              colon)
{
  g_autofree char *json = mcp_json_quote (name, -1);
  AppFormProposal *proposal =
      add_proposal (search, json, name, g_strconcat (json, colon ? "" : ": ", NULL));

  if (proposal == NULL)
    return;
  AppFieldSchema schema;
  g_autoptr (GArray) parts = app_field_schema_list_member_parts (object, NULL, name);
  app_field_schema_init (&schema, object->root, parts, object, name);
  g_autofree char *types = dup_types (&schema);
  proposal->required =
      sure && app_field_schema_requires (object, NULL, MCP_JSON_NO_VALUE, name);
  proposal->detail = !proposal->required ? g_steal_pointer (&types)
                     : types[0] == '\0'  ? g_strdup (_ ("required"))
                                         : g_strdup_printf (_ ("%s, required"), types);
  proposal->comment = dup_comment (&schema);
  app_field_schema_clear (&schema);
}

static int
compare_required (gconstpointer a, gconstpointer b)
{
  const AppFormProposal *first = *(AppFormProposal *const *)a;
  const AppFormProposal *second = *(AppFormProposal *const *)b;

  return second->required - first->required;
}

static void
add_names (Search *search, GPtrArray *schemas, const AppJsonPlace *place)
{
  guint n_sure = expand (schemas);

  for (guint i = 0; i < schemas->len; i++)
    {
      const AppFieldSchema *schema = g_ptr_array_index (schemas, i);
      g_autoptr (GPtrArray) members = app_field_schema_list_members (schema, NULL);

      for (guint m = 0; m < members->len; m++)
        {
          const AppFieldMember *member = g_ptr_array_index (members, m);

          if (!g_hash_table_contains (place->names, member->name))
            add_name (search, schema, member->name, i < n_sure, place->colon);
        }
    }
  /* Which keeps the order of the others. */
  g_ptr_array_sort (search->result->proposals, compare_required);
}

static void
add_value (Search     *search,
           const char *json,
           const char *label,
           const char *detail,
           const char *comment)
{
  if (search->string && json[0] != '"')
    return;
  AppFormProposal *proposal = add_proposal (search, json, label, g_strdup (json));
  if (proposal == NULL)
    return;
  proposal->detail = g_strdup (detail);
  proposal->comment = app_visible_text_summary (comment != NULL ? comment : "", MAX_COMMENT);
}

static void
add_values_of (Search *search, const AppFieldSchema *schema)
{
  g_autoptr (GListModel) options = app_field_schema_create_options (schema);
  McpJsonValue     preset = app_field_schema_get_annotation (schema, "default");
  g_autofree char *text = mcp_json_value_dup_text (preset);

  for (guint i = 0; options != NULL && i < g_list_model_get_n_items (options) &&
                    i < 4 * APP_FORM_COMPLETION_MAX;
       i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      g_autofree char *label = app_visible_text_line (option->label, MAX_LABEL);

      add_value (search, option->lexeme, option->lexeme,
                 text != NULL && strcmp (text, option->lexeme) == 0 ? _ ("default") : "",
                 option->description != NULL              ? option->description
                 : strstr (option->lexeme, label) == NULL ? label
                                                          : NULL);
    }
  if (text != NULL)
    add_value (search, text, text, _ ("default"), NULL);
  for (McpJsonWalk example = mcp_json_walk (app_field_schema_get_annotation (schema, "examples"));
       mcp_json_walk_next (&example) && search->result->proposals->len < APP_FORM_COMPLETION_MAX;)
    {
      g_autofree char *json = mcp_json_value_dup_text (example.value);

      add_value (search, json, json, _ ("example"), NULL);
    }
  if (schema->kind == APP_FIELD_BOOLEAN)
    {
      add_value (search, "true", "true", "", NULL);
      add_value (search, "false", "false", "", NULL);
    }
  if (schema->nullable)
    add_value (search, "null", "null", "", NULL);
}

static GPtrArray *
find_schemas (AppForm *form, const AppJsonPlace *place)
{
  const AppFieldSchema *root = &app_field_get_core (app_form_get_root (form))->schema;
  GPtrArray            *schemas = g_ptr_array_new_with_free_func (free_schema);

  add_schema (schemas, root, g_array_ref (root->parts), NULL);
  for (guint i = 0; i < place->path->len && schemas->len > 0; i++)
    {
      GPtrArray *below = step_down (schemas, &g_array_index (place->path, AppJsonStep, i));

      g_ptr_array_unref (schemas);
      schemas = below;
    }
  return schemas;
}

static void
search_schemas (Search *search, AppForm *form, const AppJsonPlace *place)
{
  g_autoptr (GPtrArray) schemas = find_schemas (form, place);

  if (place->kind == APP_JSON_PLACE_NAME)
    add_names (search, schemas, place);
  else
    {
      expand (schemas);
      for (guint i = 0; i < schemas->len; i++)
        add_values_of (search, g_ptr_array_index (schemas, i));
    }
}

AppFormCompletion *
app_form_completion_new (AppForm *form, const char *text, gsize cursor, gboolean asked)
{
  AppJsonPlace place;

  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (cursor <= strlen (text), NULL);

  app_json_place_init (&place, text, cursor);
  AppFormCompletion *self = g_new0 (AppFormCompletion, 1);
  self->start = place.start;
  self->end = place.end;
  self->proposals = g_ptr_array_new_with_free_func ((GDestroyNotify)app_form_proposal_free);
  g_autofree char *raw = g_strndup (text + place.start, cursor - place.start);
  g_autofree char *typed = g_utf8_casefold (raw, -1);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { self, known, typed, raw[0] == '"', asked };
  if (place.kind != APP_JSON_PLACE_NONE &&
      (asked || !(g_ascii_isdigit (raw[0]) || raw[0] == '-')))
    search_schemas (&search, form, &place);
  app_json_place_clear (&place);
  return self;
}

void
app_form_completion_free (AppFormCompletion *self)
{
  g_ptr_array_unref (self->proposals);
  g_free (self);
}

void
app_form_proposal_free (AppFormProposal *self)
{
  g_free (self->label);
  g_free (self->insert);
  g_free (self->detail);
  g_free (self->comment);
  g_free (self);
}
