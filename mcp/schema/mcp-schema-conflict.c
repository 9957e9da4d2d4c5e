/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether any value can fit, as far as types, lists of values and limits say: what a form and a
 * lint rule ask. Unions and conditions are not looked into; they are schemas of their own. */

#include "mcp-schema-node.h"

#include <glib/gi18n-lib.h>

/* Sub-schemas that speak of one value; real ones have 10 at the most. */
#define MAX_LAYERS 100u
/* Values of a list that are tried. */
#define MAX_VALUES 1000u

#define NUMBERS ((guint)(MCP_SCHEMA_TYPE_NUMBER | MCP_SCHEMA_TYPE_INTEGER))

typedef struct
{
  McpSchemaKeyword least;
  McpSchemaKeyword most;
  guint            types;    /* McpSchemaTypes that it is about */
  gboolean         excludes; /* the limit itself */
} Pair;

static const Pair pairs[] = {
  { MCP_SCHEMA_MINIMUM, MCP_SCHEMA_MAXIMUM, NUMBERS, FALSE },
  { MCP_SCHEMA_MINIMUM, MCP_SCHEMA_EXCLUSIVE_MAXIMUM, NUMBERS, TRUE },
  { MCP_SCHEMA_EXCLUSIVE_MINIMUM, MCP_SCHEMA_MAXIMUM, NUMBERS, TRUE },
  { MCP_SCHEMA_EXCLUSIVE_MINIMUM, MCP_SCHEMA_EXCLUSIVE_MAXIMUM, NUMBERS, TRUE },
  { MCP_SCHEMA_MIN_LENGTH, MCP_SCHEMA_MAX_LENGTH, MCP_SCHEMA_TYPE_STRING, FALSE },
  { MCP_SCHEMA_MIN_ITEMS, MCP_SCHEMA_MAX_ITEMS, MCP_SCHEMA_TYPE_ARRAY, FALSE },
  { MCP_SCHEMA_MIN_PROPERTIES, MCP_SCHEMA_MAX_PROPERTIES, MCP_SCHEMA_TYPE_OBJECT, FALSE },
};

/* The node, what it refers to and what it has in "allOf". */
static void
collect_layers (McpSchemaNode node, GArray *layers)
{
  McpSchemaNode     child;
  McpSchemaNodeIter iter;

  if (!mcp_schema_node_exists (node) || layers->len >= MAX_LAYERS)
    return;
  for (guint i = 0; i < layers->len; i++)
    if (mcp_schema_node_equal (g_array_index (layers, McpSchemaNode, i), node))
      return;
  g_array_append_val (layers, node);
  if (mcp_schema_node_is_reference (node))
    collect_layers (mcp_schema_node_resolve (node), layers);
  mcp_schema_node_iter_init (&iter, node, MCP_SCHEMA_ALL_OF);
  while (mcp_schema_node_iter_next (&iter, NULL, &child))
    collect_layers (child, layers);
}

/* The strictest of the layers. @sign: 1 where the largest is, else -1 */
static McpJsonValue
find_limit (GArray *layers, McpSchemaKeyword keyword, int sign)
{
  McpJsonValue strictest = MCP_JSON_NO_VALUE;

  for (guint i = 0; i < layers->len; i++)
    {
      McpJsonValue value =
          mcp_schema_node_get_keyword (g_array_index (layers, McpSchemaNode, i), keyword);

      if (mcp_json_value_get_kind (value) == MCP_JSON_NUMBER &&
          (!mcp_json_value_exists (strictest) ||
           sign * mcp_schema_number_compare (value, strictest) > 0))
        strictest = value;
    }
  return strictest;
}

/* Returns: (transfer full) (nullable): %NULL where something is between the limits */
static char *
check_pair (const Pair *pair, GArray *layers)
{
  McpJsonValue least = find_limit (layers, pair->least, 1);
  McpJsonValue most = find_limit (layers, pair->most, -1);

  if (!mcp_json_value_exists (least) || !mcp_json_value_exists (most))
    return NULL;
  int order = mcp_schema_number_compare (least, most);
  if (order < 0 || (order == 0 && !pair->excludes))
    return NULL;
  g_autofree char *low = mcp_json_value_dup_text (least);
  g_autofree char *high = mcp_json_value_dup_text (most);
  /* Translators: a keyword of JSON Schema and its number, another and its number */
  return g_strdup_printf (_ ("“%s” is %.40s and “%s” is %.40s."),
                          mcp_schema_keyword_get_name (pair->least), low,
                          mcp_schema_keyword_get_name (pair->most), high);
}

/* @text: (out): set where a list leaves nothing. Returns: the types that are left */
static guint
check_values (McpSchemaNode     self,
              McpSchemaNode     layer,
              guint             types,
              McpSchemaKeyword *keyword,
              char            **text)
{
  McpJsonValue constant = mcp_schema_node_get_keyword (layer, MCP_SCHEMA_CONST);
  McpJsonValue values = mcp_schema_node_get_keyword (layer, MCP_SCHEMA_ENUM);
  gboolean     is_constant = mcp_json_value_exists (constant);
  guint        n = is_constant ? 1 : mcp_json_value_get_n_items (values);
  McpJsonWalk  each = mcp_json_walk (values);
  gboolean     takes_null = FALSE;

  if (!is_constant && (mcp_json_value_get_kind (values) != MCP_JSON_ARRAY || n > MAX_VALUES))
    return types;
  for (guint i = 0; i < n && (is_constant || mcp_json_walk_next (&each)); i++)
    {
      McpJsonValue value = is_constant ? constant : each.value;

      if (mcp_schema_node_test (self, value, MCP_SCHEMA_PLAIN, NULL) == MCP_SCHEMA_INVALID)
        continue;
      if (mcp_json_value_get_kind (value) != MCP_JSON_NULL)
        return types;
      takes_null = TRUE;
    }
  if (takes_null)
    return MCP_SCHEMA_TYPE_NULL;
  *keyword = is_constant ? MCP_SCHEMA_CONST : MCP_SCHEMA_ENUM;
  *text = n == 0 ? g_strdup (_ ("“enum” is empty."))
                 : g_strdup_printf (_ ("each value of “%s” breaks another rule."),
                                    mcp_schema_keyword_get_name (*keyword));
  return 0;
}

guint
mcp_schema_node_find_conflict (McpSchemaNode self, McpSchemaKeyword *keyword, char **text)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (McpSchemaNode));
  g_autofree char *reason = NULL;
  guint            types = MCP_SCHEMA_TYPE_ANY;

  *keyword = MCP_SCHEMA_UNKNOWN_KEYWORD;
  *text = NULL;
  collect_layers (self, layers);
  for (guint i = 0; i < layers->len; i++)
    {
      McpSchemaNode node = g_array_index (layers, McpSchemaNode, i);

      types &= mcp_schema_node_get_types (node);
      if (mcp_schema_node_is_false (node) && reason == NULL)
        reason = g_strdup (_ ("a schema is false."));
    }
  if (reason != NULL)
    types = 0;
  else if (types == 0)
    {
      *keyword = MCP_SCHEMA_TYPE;
      reason = g_strdup (_ ("the types exclude each other."));
    }
  for (guint i = 0; i < G_N_ELEMENTS (pairs) && reason == NULL; i++)
    if ((types & pairs[i].types) != 0 && (reason = check_pair (&pairs[i], layers)) != NULL)
      {
        *keyword = pairs[i].least;
        types &= ~pairs[i].types;
      }
  for (guint i = 0; i < layers->len && reason == NULL; i++)
    types = check_values (self, g_array_index (layers, McpSchemaNode, i), types, keyword, &reason);
  if (reason != NULL && types == 0)
    /* Translators: the reason follows, a clause */
    *text = g_strdup_printf (_ ("No value fits: %s"), reason);
  else
    *text = g_steal_pointer (&reason);
  return types;
}
