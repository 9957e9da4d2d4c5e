/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-typed-argument.h"

#include "app-field-schema.h"
#include "mcp-json-writer.h"

/* Unions and references that lead deeper decide nothing; they may also lead in a circle. */
#define MAX_DEPTH 4u
/* Sub-schemas that speak of one argument; real ones have three at the most. */
#define MAX_NODES 100u
/* Arguments whose readings are tried together, where the schema couples them: 15 ways at the
 * most. */
#define MAX_COUPLED 4u

static void
clear (gpointer data)
{
  AppTypedArgument *self = data;

  g_free (self->name);
  g_free (self->text);
  g_clear_pointer (&self->json, mcp_json_document_unref);
}

GArray *
app_typed_argument_list_new (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (AppTypedArgument));

  g_array_set_clear_func (list, clear);
  return list;
}

void
app_typed_argument_list_add (GArray *list, const char *name, const char *text)
{
  AppTypedArgument argument = { g_strdup (name), g_strdup (text), NULL, TRUE };

  g_return_if_fail (name != NULL && text != NULL);

  g_array_append_val (list, argument);
}

static gboolean
has (GArray *list, McpJsonValue name)
{
  for (guint i = 0; i < list->len; i++)
    if (mcp_json_value_string_equals (name, g_array_index (list, AppTypedArgument, i).name))
      return TRUE;
  return FALSE;
}

char *
app_typed_argument_list_dup_json (GArray *list, McpJsonValue others)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (others); mcp_json_walk_next (&each);)
    if (!has (list, each.name))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
  for (guint i = 0; i < list->len; i++)
    {
      const AppTypedArgument *argument = &g_array_index (list, AppTypedArgument, i);

      if (argument->is_text)
        mcp_json_writer_member_string (writer, argument->name, argument->text);
      else
        mcp_json_writer_member_value (writer, argument->name,
                                      mcp_json_document_get_root (argument->json));
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Which types an argument may have */

static guint
find_types (McpSchemaNode node, guint depth)
{
  static const McpSchemaKeyword several[] = { MCP_SCHEMA_ALL_OF, MCP_SCHEMA_ANY_OF,
                                              MCP_SCHEMA_ONE_OF };

  McpJsonValue constant = mcp_schema_node_get_keyword (node, MCP_SCHEMA_CONST);
  McpJsonValue choices = mcp_schema_node_get_keyword (node, MCP_SCHEMA_ENUM);
  guint        types = mcp_schema_node_get_types (node);
  guint        listed = 0;

  if (mcp_schema_node_is_false (node))
    return 0;
  if (mcp_json_value_exists (constant))
    types &= app_field_schema_get_types_of (constant);
  for (McpJsonWalk each = mcp_json_walk (choices); mcp_json_walk_next (&each);)
    listed |= app_field_schema_get_types_of (each.value);
  if (mcp_json_value_get_kind (choices) == MCP_JSON_ARRAY)
    types &= listed;
  if (depth == 0)
    return types;
  if (mcp_schema_node_is_reference (node))
    types &= find_types (mcp_schema_node_resolve (node), depth - 1);
  for (guint i = 0; i < G_N_ELEMENTS (several); i++)
    {
      guint             any = several[i] == MCP_SCHEMA_ALL_OF ? MCP_SCHEMA_TYPE_ANY : 0;
      McpSchemaNodeIter iter;
      McpSchemaNode     child;

      if (mcp_schema_node_get_n_children (node, several[i]) == 0)
        continue;
      mcp_schema_node_iter_init (&iter, node, several[i]);
      while (mcp_schema_node_iter_next (&iter, NULL, &child))
        if (several[i] == MCP_SCHEMA_ALL_OF)
          any &= find_types (child, depth - 1);
        else
          any |= find_types (child, depth - 1);
      types &= any;
    }
  return types;
}

/* The sub-schemas that speak of the argument, whatever the others are. */
static void
append_nodes (McpSchemaNode node, const char *name, guint depth, GArray *nodes)
{
  McpSchemaNodeIter iter;
  McpSchemaNode     child;

  if (!mcp_schema_node_exists (node) || nodes->len > MAX_NODES)
    return;
  mcp_schema_node_append_member (node, name, nodes);
  if (depth == 0)
    return;
  append_nodes (mcp_schema_node_resolve (node), name, depth - 1, nodes);
  mcp_schema_node_iter_init (&iter, node, MCP_SCHEMA_ALL_OF);
  while (mcp_schema_node_iter_next (&iter, NULL, &child))
    append_nodes (child, name, depth - 1, nodes);
}

static McpSchemaOutcome
test (GArray *nodes, McpJsonValue value)
{
  McpSchemaOutcome outcome = MCP_SCHEMA_VALID;

  for (guint i = 0; i < nodes->len && outcome != MCP_SCHEMA_INVALID; i++)
    outcome = MIN (outcome, mcp_schema_node_test (g_array_index (nodes, McpSchemaNode, i), value,
                                                  MCP_SCHEMA_PLAIN, NULL));
  return outcome;
}

/* Reading */

static void
read_one (AppTypedArgument *self, McpSchemaNode root)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
  g_autofree char *quoted = mcp_json_quote (self->text, -1);
  g_autoptr (McpJsonDocument) text = mcp_json_document_parse_text (quoted, -1, NULL);
  McpJsonValue json;
  guint        types = MCP_SCHEMA_TYPE_ANY;

  self->json = mcp_json_document_parse_text (self->text, -1, NULL);
  if (self->json == NULL || text == NULL)
    return;
  json = mcp_json_document_get_root (self->json);
  append_nodes (root, self->name, MAX_DEPTH, nodes);
  for (guint i = 0; i < nodes->len; i++)
    types &= find_types (g_array_index (nodes, McpSchemaNode, i), MAX_DEPTH);
  McpSchemaOutcome as_json = test (nodes, json);
  McpSchemaOutcome as_text = test (nodes, mcp_json_document_get_root (text));
  if (types == MCP_SCHEMA_TYPE_STRING)
    self->is_text = as_text >= as_json;
  else if (as_json != as_text || as_json != MCP_SCHEMA_INVALID)
    self->is_text = as_text > as_json;
  else
    /* Neither fits. Of the reading that has the right type the error says more. */
    self->is_text = (types & app_field_schema_get_types_of (json)) == 0 &&
                    (types & MCP_SCHEMA_TYPE_STRING) != 0;
}

static gboolean
is_valid (GArray *list, McpSchema *schema, McpJsonValue others)
{
  g_autofree char *text = app_typed_argument_list_dup_json (list, others);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return document == NULL || mcp_schema_test (schema, mcp_json_document_get_root (document),
                                              MCP_SCHEMA_PLAIN, NULL) != MCP_SCHEMA_INVALID;
}

/* What one argument has to be may depend on another one: "oneOf", "if", "dependentSchemas". */
static void
read_together (GArray *list, McpSchema *schema, McpJsonValue others)
{
  AppTypedArgument *open[MAX_COUPLED];
  guint             n = 0;

  for (guint i = 0; i < list->len && n < MAX_COUPLED; i++)
    if (g_array_index (list, AppTypedArgument, i).json != NULL)
      open[n++] = &g_array_index (list, AppTypedArgument, i);
  for (guint way = 0; n > 0 && way < 1u << n && !is_valid (list, schema, others); way++)
    /* The bits that change from this way to the next; from the last one to the first. */
    for (guint i = 0; i < n; i++)
      if (((way ^ (way + 1)) >> i & 1) != 0)
        open[i]->is_text = !open[i]->is_text;
}

void
app_typed_argument_list_read (GArray *list, McpJsonValue schema, McpJsonValue others)
{
  g_autoptr (McpSchema) index = NULL;
  McpSchemaNode root = MCP_SCHEMA_NO_NODE;

  g_return_if_fail (list != NULL);

  if (mcp_json_value_exists (schema))
    {
      index = mcp_schema_new (schema);
      root = mcp_schema_get_root (index);
    }
  for (guint i = 0; i < list->len; i++)
    {
      AppTypedArgument *argument = &g_array_index (list, AppTypedArgument, i);

      argument->is_text = TRUE;
      g_clear_pointer (&argument->json, mcp_json_document_unref);
      read_one (argument, root);
    }
  if (index != NULL)
    read_together (list, index, others);
}
