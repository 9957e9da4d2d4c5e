/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The values that a place lists, or proposes. */

#include "app-field-schema-options.h"

/* What is listed so far; a value that stands there already is left out. */
typedef struct
{
  GListStore *options;
  GHashTable *known; /* JSON texts, with their labels where these tell them apart */
  gboolean    labelled;
} List;

/* Whether the choices are of several types, so that "1" and 1 must look different. */
static gboolean
is_mixed (McpJsonValue choices)
{
  McpJsonKind first = MCP_JSON_NONE;

  for (McpJsonWalk item = mcp_json_walk (choices); mcp_json_walk_next (&item);)
    {
      McpJsonKind kind = mcp_json_value_get_kind (item.value);

      if (first == MCP_JSON_NONE)
        first = kind;
      if (kind == MCP_JSON_STRING && first != kind)
        return TRUE;
      if (first == MCP_JSON_STRING && kind != first)
        return TRUE;
    }
  return FALSE;
}

static void
add_option (List *list, McpJsonValue value, char *title, char *description, gboolean mixed)
{
  g_autofree char *lexeme = mcp_json_value_dup_text (value);
  g_autofree char *label = title;
  g_autofree char *words = description;
  g_autoptr (AppFieldOption) option = NULL;

  if (label == NULL && !mixed)
    label = mcp_json_value_dup_string (value, NULL);
  if (!g_hash_table_add (list->known, list->labelled ? g_strdup_printf ("%s\n%s", lexeme, label)
                                                     : g_strdup (lexeme)))
    return;
  option = app_field_option_new (label != NULL ? label : lexeme, words, lexeme);
  g_list_store_append (list->options, option);
}

/* Words that stand beside the values, one for each. */
static void
init_words (McpJsonIter *iter, McpSchemaNode node, const char *name, const char *other)
{
  McpJsonValue schema = mcp_schema_node_get_value (node);
  McpJsonValue words = mcp_json_value_get_member (schema, name);

  if (mcp_json_value_get_kind (words) != MCP_JSON_ARRAY)
    words = mcp_json_value_get_member (schema, other);
  if (mcp_json_value_get_kind (words) != MCP_JSON_ARRAY)
    words = MCP_JSON_NO_VALUE;
  mcp_json_iter_init (iter, words);
}

static char *
dup_next_word (McpJsonIter *iter)
{
  McpJsonValue word;

  return mcp_json_iter_next (iter, NULL, &word) ? mcp_json_value_dup_string (word, NULL) : NULL;
}

static void
add_enum (List *list, McpSchemaNode node)
{
  McpJsonValue choices = mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM);
  gboolean     mixed = is_mixed (choices);
  McpJsonValue value;
  McpJsonIter  iter;
  McpJsonIter  titles;
  McpJsonIter  descriptions;

  mcp_json_iter_init (&iter, choices);
  init_words (&titles, node, "enumNames", "x-enumNames");
  init_words (&descriptions, node, "enumDescriptions", "x-enumDescriptions");
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *title = dup_next_word (&titles);
      g_autofree char *description = dup_next_word (&descriptions);

      if (mcp_json_value_get_kind (value) != MCP_JSON_NULL)
        add_option (list, value, g_steal_pointer (&title), g_steal_pointer (&description), mixed);
    }
}

static void add_values (List *list, const AppFieldSchema *self);

/* A branch that is a list itself, perhaps behind references. */
static void
add_branch (List *list, const AppFieldSchema *self, McpSchemaNode branch)
{
  McpSchemaNode target = mcp_schema_node_follow (branch);
  McpJsonValue  constant = app_field_schema_get_constant (target);

  if (mcp_json_value_exists (constant))
    {
      McpJsonValue outer = mcp_schema_node_get_value (branch);
      McpJsonValue inner = mcp_schema_node_get_value (target);
      char        *title = mcp_json_value_dup_member_string (outer, "title");
      char        *description = mcp_json_value_dup_member_string (outer, "description");

      if (title == NULL)
        title = mcp_json_value_dup_member_string (inner, "title");
      if (description == NULL)
        description = mcp_json_value_dup_member_string (inner, "description");
      if (mcp_json_value_get_kind (constant) != MCP_JSON_NULL)
        add_option (list, constant, title, description, FALSE);
    }
  else if (mcp_json_value_exists (mcp_schema_node_get_keyword (target, MCP_SCHEMA_ENUM)))
    add_enum (list, target);
  else
    {
      AppFieldSchema view;
      AppFieldBranch inside = { branch, MCP_SCHEMA_TYPE_ANY };

      app_field_schema_init_branch (&view, self, &inside, NULL);
      if (view.kind == APP_FIELD_ENUM || view.kind == APP_FIELD_CONST)
        add_values (list, &view);
      app_field_schema_clear (&view);
    }
}

static void
add_union (List *list, const AppFieldSchema *self, const AppFieldUnion *from)
{
  McpSchemaNode     branch;
  McpSchemaNodeIter iter;

  mcp_schema_node_iter_init (&iter, from->node, from->keyword);
  while (mcp_schema_node_iter_next (&iter, NULL, &branch))
    add_branch (list, self, branch);
}

/* Whether a list that a node has holds a value. */
static gboolean
lists (McpSchemaNode node, McpJsonValue value)
{
  McpJsonValue constant = mcp_schema_node_get_keyword (node, MCP_SCHEMA_CONST);
  McpJsonValue choices = mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM);

  if (mcp_json_value_exists (constant))
    return mcp_json_value_equal (constant, value);
  if (mcp_json_value_get_kind (choices) != MCP_JSON_ARRAY)
    return TRUE;
  for (McpJsonWalk item = mcp_json_walk (choices); mcp_json_walk_next (&item);)
    if (mcp_json_value_equal (item.value, value))
      return TRUE;
  return FALSE;
}

/* Where there are several lists, a value is in each; and it has a type that is admitted. */
static void
drop_unfit (GListStore *options, guint begin, const AppFieldSchema *self)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (options)); i > begin; i--)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (options), i - 1);
      g_autoptr (McpJsonDocument) document =
          mcp_json_document_parse_text (option->lexeme, -1, NULL);
      McpJsonValue value = mcp_json_document_get_root (document);
      gboolean     listed = (app_field_schema_get_types_of (value) & self->types) != 0;

      for (guint l = 0; l < self->layers->len && listed; l++)
        listed = lists (g_array_index (self->layers, AppFieldLayer, l).node, value);
      if (!listed)
        g_list_store_remove (options, i - 1);
    }
}

/* The values of the first list that there is. */
static void
add_values (List *list, const AppFieldSchema *self)
{
  guint n_lists = self->choices != NULL ? self->choices->len : 0;
  guint before = g_list_model_get_n_items (G_LIST_MODEL (list->options));

  for (guint i = 0; i < self->layers->len; i++)
    {
      McpSchemaNode node = g_array_index (self->layers, AppFieldLayer, i).node;
      McpJsonValue  constant = mcp_schema_node_get_keyword (node, MCP_SCHEMA_CONST);
      McpJsonValue  choices = mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM);

      if (!mcp_json_value_exists (constant) && mcp_json_value_get_n_items (choices) == 0)
        continue;
      n_lists++;
      if (before != g_list_model_get_n_items (G_LIST_MODEL (list->options)))
        continue;
      if (mcp_json_value_exists (constant))
        add_option (list, constant, NULL, NULL, FALSE);
      else
        add_enum (list, node);
    }
  if (self->choices != NULL && before == g_list_model_get_n_items (G_LIST_MODEL (list->options)))
    add_union (list, self, &g_array_index (self->choices, AppFieldUnion, 0));
  if (n_lists > 1 || self->types != MCP_SCHEMA_TYPE_ANY)
    drop_unfit (list->options, before, self);
}

/* Values that a text or number may have among others. */
static void
add_proposals (List *list, const AppFieldSchema *self, McpJsonKind kind)
{
  for (guint i = 0; self->choices != NULL && i < self->choices->len; i++)
    add_union (list, self, &g_array_index (self->choices, AppFieldUnion, i));
  for (McpJsonWalk each = mcp_json_walk (app_field_schema_get_annotation (self, "examples"));
       mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) == kind)
      add_option (list, each.value, NULL, NULL, FALSE);
}

GListModel *
app_field_schema_create_options (const AppFieldSchema *self)
{
  List list = { NULL, NULL, FALSE };

  switch (self->kind)
    {
    case APP_FIELD_ENUM:
    case APP_FIELD_CONST:
      list.options = g_list_store_new (APP_TYPE_FIELD_OPTION);
      list.labelled = TRUE;
      list.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      add_values (&list, self);
      g_hash_table_unref (list.known);
      return G_LIST_MODEL (list.options);

    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      if (self->choices == NULL &&
          !mcp_json_value_exists (app_field_schema_get_annotation (self, "examples")))
        return NULL;
      list.options = g_list_store_new (APP_TYPE_FIELD_OPTION);
      list.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      add_proposals (&list, self,
                     self->kind == APP_FIELD_NUMBER || self->kind == APP_FIELD_INTEGER
                         ? MCP_JSON_NUMBER
                         : MCP_JSON_STRING);
      g_hash_table_unref (list.known);
      if (g_list_model_get_n_items (G_LIST_MODEL (list.options)) == 0)
        g_clear_object (&list.options);
      return list.options != NULL ? G_LIST_MODEL (list.options) : NULL;

    default:
      return NULL;
    }
}
