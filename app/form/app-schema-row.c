/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-schema-row.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-schema-keyword.h"

#define MAX_NAME 120
#define MAX_VALUE 60
#define MAX_DESCRIPTION 400
#define MAX_SOURCE_INDENT 2u
/* Choices that a note lists. */
#define MAX_CHOICES 12u

MCP_DEFINE_OBJECT (AppSchemaRow, app_schema_row)

MCP_DEFINE_FINALIZE (AppSchemaRow, app_schema_row)
{
  g_free (self->name);
  g_free (self->kind_text);
  g_free (self->note);
  g_free (self->description);
  mcp_schema_unref (self->schema);
}

/* Where a schema names no type, its alternatives do: all of them, or none counts. */
static guint
find_types (McpSchemaNode node)
{
  static const McpSchemaKeyword keywords[] = { MCP_SCHEMA_ANY_OF, MCP_SCHEMA_ONE_OF };
  guint                         types = mcp_schema_node_get_types (node);

  for (guint i = 0; i < G_N_ELEMENTS (keywords) && types == MCP_SCHEMA_TYPE_ANY; i++)
    {
      McpSchemaNodeIter iter;
      McpSchemaNode     child;
      guint             found = 0;

      mcp_schema_node_iter_init (&iter, node, keywords[i]);
      while (mcp_schema_node_iter_next (&iter, NULL, &child))
        found |= mcp_schema_node_get_types (mcp_schema_node_follow (child));
      if (found != 0)
        types = found;
    }
  return types;
}

static char *
dup_types (McpSchemaNode node)
{
  static const char *const names[] = { "null", "boolean", "number", "string",
                                       "array", "object", "integer" };
  guint                    types = find_types (node);
  GString                 *text = g_string_new (NULL);

  if (types == MCP_SCHEMA_TYPE_ANY)
    return g_string_free (text, FALSE);
  /* What takes every number takes the whole ones. */
  if ((types & MCP_SCHEMA_TYPE_NUMBER) != 0)
    types &= ~(guint)MCP_SCHEMA_TYPE_INTEGER;
  for (guint i = 1; i <= G_N_ELEMENTS (names); i++)
    if ((types & (1u << (i % G_N_ELEMENTS (names)))) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? _ (" or ") : "",
                              names[i % G_N_ELEMENTS (names)]);
  return g_string_free (text, FALSE);
}

static char *
dup_kind (AppSchemaRow *self)
{
  McpJsonValue     reference = mcp_schema_node_get_keyword (self->node, MCP_SCHEMA_REF);
  g_autofree char *types = dup_types (self->said);
  g_autofree char *target = mcp_json_value_dup_string (reference, NULL);
  g_autofree char *visible = app_visible_text_line (target, MAX_NAME);
  gboolean         lost =
      mcp_schema_node_is_reference (self->node) && !mcp_schema_node_exists (self->said);

  if (mcp_schema_node_is_false (self->node))
    return g_strdup (_ ("no value allowed"));
  if (lost)
    /* Translators: %s is a reference in a schema */
    return g_strdup_printf (_ ("→ %s (not found)"), visible);
  if (target != NULL)
    return g_strdup_printf ("%s%s→ %s", types, types[0] != '\0' ? " " : "", visible);
  return g_steal_pointer (&types);
}

static void
add_value (GString *text, AppSchemaRow *self, McpSchemaKeyword keyword, const char *format)
{
  McpJsonValue value = mcp_schema_node_get_keyword (self->said, keyword);

  if (!mcp_json_value_exists (value))
    return;
  g_autofree char *json = mcp_json_value_print_compact (value);
  g_autofree char *visible = app_visible_text_line (json, MAX_VALUE);
  g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", format, visible);
}

static void
add_choices (GString *text, AppSchemaRow *self)
{
  McpJsonValue choices = mcp_schema_node_get_keyword (self->said, MCP_SCHEMA_ENUM);
  guint        n = mcp_json_value_get_n_items (choices);
  guint        i = 0;

  for (McpJsonWalk choice = mcp_json_walk (choices);
       mcp_json_walk_next (&choice) && i < MAX_CHOICES;)
    {
      g_autofree char *json = mcp_json_value_print_compact (choice.value);
      g_autofree char *visible = app_visible_text_line (json, MAX_VALUE);

      g_string_append_printf (text, "%s%s", i++ > 0 ? " | " : text->len > 0 ? ", "
                                                                            : "",
                              visible);
    }
  if (n > i)
    g_string_append_printf (text, _ (" … %'u more"), n - i);
}

/* The keywords as they are called: whoever reads a schema knows them. */
static char *
dup_note (AppSchemaRow *self)
{
  static const McpSchemaKeyword keywords[] = {
    MCP_SCHEMA_CONST,
    MCP_SCHEMA_FORMAT,
    MCP_SCHEMA_PATTERN,
    MCP_SCHEMA_MINIMUM,
    MCP_SCHEMA_MAXIMUM,
    MCP_SCHEMA_EXCLUSIVE_MINIMUM,
    MCP_SCHEMA_EXCLUSIVE_MAXIMUM,
    MCP_SCHEMA_MULTIPLE_OF,
    MCP_SCHEMA_MIN_LENGTH,
    MCP_SCHEMA_MAX_LENGTH,
    MCP_SCHEMA_MIN_ITEMS,
    MCP_SCHEMA_MAX_ITEMS,
    MCP_SCHEMA_UNIQUE_ITEMS,
    MCP_SCHEMA_MIN_PROPERTIES,
    MCP_SCHEMA_MAX_PROPERTIES,
    MCP_SCHEMA_DEFAULT,
  };
  GString *text = g_string_new (NULL);

  add_choices (text, self);
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    add_value (text, self, keywords[i], mcp_schema_keyword_get_name (keywords[i]));
  return g_string_free (text, FALSE);
}

/* What stands beside a reference goes before what it leads to. */
static char *
dup_description (AppSchemaRow *self)
{
  const McpSchemaNode nodes[] = { self->node, self->said };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      McpJsonValue     value = mcp_schema_node_get_value (nodes[i]);
      g_autofree char *text = mcp_json_value_dup_member_string (value, "description");

      if (text == NULL)
        text = mcp_json_value_dup_member_string (value, "title");
      if (text != NULL)
        return app_visible_text_summary (text, MAX_DESCRIPTION);
    }
  return g_strdup ("");
}

/* @name: (transfer full) */
static AppSchemaRow *
row_new (McpSchema *schema, McpSchemaNode node, char *name, gboolean required)
{
  AppSchemaRow *self = g_object_new (APP_TYPE_SCHEMA_ROW, NULL);

  self->schema = mcp_schema_ref (schema);
  self->node = node;
  self->said = mcp_schema_node_follow (node);
  self->name = name;
  self->required = required;
  self->kind_text = dup_kind (self);
  self->note = dup_note (self);
  self->description = dup_description (self);
  return self;
}

AppSchemaRow *
app_schema_row_new_root (McpJsonValue schema, const char *name)
{
  g_autoptr (McpSchema) indexed = mcp_schema_new (schema);

  return row_new (indexed, mcp_schema_get_root (indexed), app_visible_text_line (name, MAX_NAME),
                  FALSE);
}

char *
app_schema_row_dup_source (AppSchemaRow *self)
{
  g_return_val_if_fail (APP_IS_SCHEMA_ROW (self), NULL);
  return mcp_json_value_print_pretty (mcp_schema_node_get_value (self->node), MAX_SOURCE_INDENT);
}

typedef enum {
  BY_NAME,  /* members: by theirs */
  BY_PLACE, /* [0], [1] … */
  BY_CHOICE /* by what they are one of */
} Naming;

static const struct
{
  McpSchemaKeyword keyword;
  Naming           naming;
  const char      *words;
} many[] = {
  { MCP_SCHEMA_PROPERTIES, BY_NAME, "%s" },
  { MCP_SCHEMA_PATTERN_PROPERTIES, BY_NAME, N_ ("properties matching %s") },
  { MCP_SCHEMA_DEPENDENT_SCHEMAS, BY_NAME, N_ ("if %s is present") },
  { MCP_SCHEMA_PREFIX_ITEMS, BY_PLACE, "[%u]" },
  { MCP_SCHEMA_ANY_OF, BY_CHOICE, N_ ("any of (%u)") },
  { MCP_SCHEMA_ONE_OF, BY_CHOICE, N_ ("one of (%u)") },
  { MCP_SCHEMA_ALL_OF, BY_CHOICE, N_ ("all of (%u)") },
};

static const struct
{
  McpSchemaKeyword keyword;
  const char      *words;
} single[] = {
  { MCP_SCHEMA_ITEMS, N_ ("items") },
  { MCP_SCHEMA_ADDITIONAL_ITEMS, N_ ("additional items") },
  { MCP_SCHEMA_CONTAINS, N_ ("contains") },
  { MCP_SCHEMA_ADDITIONAL_PROPERTIES, N_ ("additional properties") },
  { MCP_SCHEMA_PROPERTY_NAMES, N_ ("property names") },
  { MCP_SCHEMA_NOT, N_ ("not") },
  { MCP_SCHEMA_IF, N_ ("if") },
  { MCP_SCHEMA_THEN, N_ ("then") },
  { MCP_SCHEMA_ELSE, N_ ("else") },
};

static char *
make_name (guint index, McpJsonValue member, guint number)
{
  g_autofree char *name = mcp_json_value_dup_string (member, NULL);
  g_autofree char *visible = app_visible_text_line (name, MAX_NAME);
  g_auto (GStrv) parts = g_strsplit (_ (many[index].words),
                                     many[index].naming == BY_NAME ? "%s" : "%u", 2);
  g_autofree char *count =
      g_strdup_printf ("%u", number + (many[index].naming == BY_CHOICE ? 1 : 0));

  return g_strconcat (parts[0], many[index].naming == BY_NAME ? visible : count, parts[1], NULL);
}

/* A schema that only lets anything be says nothing. */
static gboolean
is_worth_a_row (McpSchemaNode child)
{
  return mcp_schema_node_exists (child) &&
         mcp_json_value_get_kind (mcp_schema_node_get_value (child)) == MCP_JSON_OBJECT;
}

static gboolean
has_children (McpSchemaNode node)
{
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    if (mcp_schema_node_get_n_children (node, many[i].keyword) > 0)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    if (is_worth_a_row (mcp_schema_node_get_child (node, single[i].keyword)))
      return TRUE;
  return FALSE;
}

GListModel *
app_schema_row_create_children (AppSchemaRow *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_SCHEMA_ROW (self), NULL);

  if (!has_children (self->said))
    return NULL;
  GListStore *store = g_list_store_new (APP_TYPE_SCHEMA_ROW);
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    {
      McpSchemaNodeIter iter;
      McpSchemaNode     child;
      McpJsonValue      name = MCP_JSON_NO_VALUE;
      guint             number = 0;

      mcp_schema_node_iter_init (&iter, self->said, many[i].keyword);
      while (mcp_schema_node_iter_next (&iter, &name, &child) && n < APP_SCHEMA_ROW_MAX_CHILDREN)
        {
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);
          gboolean         required = many[i].keyword == MCP_SCHEMA_PROPERTIES && key != NULL &&
                              mcp_schema_node_requires (self->said, key);
          g_autoptr (AppSchemaRow) row =
              row_new (self->schema, child, make_name (i, name, number++), required);

          g_list_store_append (store, row);
          n++;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (single) && n < APP_SCHEMA_ROW_MAX_CHILDREN; i++)
    {
      McpSchemaNode child = mcp_schema_node_get_child (self->said, single[i].keyword);
      g_autoptr (AppSchemaRow) row = NULL;

      if (!is_worth_a_row (child))
        continue;
      row = row_new (self->schema, child, g_strdup (_ (single[i].words)), FALSE);
      g_list_store_append (store, row);
      n++;
    }
  return G_LIST_MODEL (store);
}

typedef struct
{
  GListStore *found;
  char      **words;
  GArray     *way; /* McpSchemaNode: of references that were followed */
  guint       n_visited;
} Search;

static gboolean
row_matches (AppSchemaRow *row, char **words)
{
  g_autofree char *text = g_strjoin ("\n", row->name, row->kind_text, row->note, row->description,
                                     NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_on_way (GArray *way, McpSchemaNode node)
{
  for (guint i = 0; i < way->len; i++)
    if (mcp_schema_node_equal (g_array_index (way, McpSchemaNode, i), node))
      return TRUE;
  return FALSE;
}

static void
search_below (Search *search, AppSchemaRow *row, const char *path, guint depth)
{
  if (depth > APP_SCHEMA_ROW_MAX_DEPTH || is_on_way (search->way, row->said))
    return;
  g_array_append_val (search->way, row->said);
  g_autoptr (GListModel) children = app_schema_row_create_children (row);
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppSchemaRow) child = g_list_model_get_item (children, i);
      g_autofree char *name =
          path != NULL ? g_strdup_printf ("%s › %s", path, child->name) : g_strdup (child->name);

      if (search->n_visited++ >= APP_SCHEMA_ROW_MAX_VISITED ||
          g_list_model_get_n_items (G_LIST_MODEL (search->found)) >= APP_SCHEMA_ROW_MAX_FOUND)
        break;
      if (row_matches (child, search->words))
        {
          g_autoptr (AppSchemaRow) found =
              row_new (child->schema, child->node, g_strdup (name), child->required);

          g_list_store_append (search->found, found);
        }
      search_below (search, child, name, depth + 1);
    }
  g_array_set_size (search->way, search->way->len - 1);
}

GListModel *
app_schema_row_search (AppSchemaRow *self, const char *words)
{
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
  Search search = { .way = way };

  g_return_val_if_fail (APP_IS_SCHEMA_ROW (self), NULL);
  g_return_val_if_fail (words != NULL, NULL);

  g_autofree char *folded = g_utf8_casefold (words, -1);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t", -1);
  search.words = parts;
  search.found = g_list_store_new (APP_TYPE_SCHEMA_ROW);
  search_below (&search, self, NULL, 0);
  return G_LIST_MODEL (search.found);
}
