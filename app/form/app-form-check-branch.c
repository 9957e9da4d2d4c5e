/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of several forms a value is meant for. */

#include "app-form-check.h"
#include "app-form-schema.h"

/* What a discriminator weighs beside problems of other members. */
#define WRONG_CONSTANT 1000u

/* Whether a form can hold the value at all, right or wrong. */
static gboolean
kind_holds (AppFieldKind kind, McpJsonKind value)
{
  switch (kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      return value == MCP_JSON_STRING;
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      return value == MCP_JSON_NUMBER;
    case APP_FIELD_BOOLEAN:
      return value == MCP_JSON_BOOLEAN;
    case APP_FIELD_ARRAY:
      return value == MCP_JSON_ARRAY;
    case APP_FIELD_OBJECT:
      return value == MCP_JSON_OBJECT;
    case APP_FIELD_ENUM:
    case APP_FIELD_CONST:
    case APP_FIELD_JSON:
    case APP_FIELD_VARIANT:
    default:
      return FALSE;
    }
}

/* Members that are constants and are others than the value has tell most. */
static guint
weigh_constants (const AppFormSchema *schema, McpJsonValue value)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;
  guint        weight = 0;

  mcp_json_iter_init (&iter, app_form_schema_get_properties (schema));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      McpJsonValue     constant = app_form_schema_get_constant (property);
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (mcp_json_value_exists (constant) &&
          !mcp_json_value_equal (constant, mcp_json_value_get_member (value, key)))
        weight += WRONG_CONSTANT;
    }
  return weight;
}

int
app_form_check_find_branch (McpJsonValue        root,
                            const McpJsonValue *branches,
                            guint               n_branches,
                            McpJsonValue        value,
                            guint               current,
                            guint              *visits,
                            gboolean           *fits)
{
  guint own_visits = 0;
  guint least = G_MAXUINT;
  int   closest = -1;

  if (visits == NULL)
    visits = &own_visits;
  /* The current one goes first: another must be better. */
  for (guint turn = 0; turn <= n_branches; turn++)
    {
      guint         i = turn == 0 ? current : turn - 1;
      AppFormSchema branch;
      guint         weight;

      if (i >= n_branches || (turn > 0 && i == current))
        continue;
      app_form_schema_read (&branch, root, branches[i], NULL);
      weight = app_form_check_count (root, branches[i], value, visits);
      if (weight > 0 && !kind_holds (branch.kind, mcp_json_value_get_kind (value)))
        continue;
      if (weight > 0)
        weight += weigh_constants (&branch, value);
      if (weight < least)
        {
          least = weight;
          closest = (int)i;
        }
    }
  *fits = least == 0;
  return closest;
}
