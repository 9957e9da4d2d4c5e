/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-secret-arguments.h"

#include <string.h>

#include "store-secret-signs.h"

/* Deeper and more is data, not what somebody types. */
#define MAX_DEPTH 16u
#define MAX_STEPS 20000u
#define MAX_SECRETS 64u
/* Bytes of a value that is secret because what it stands in is: the rest is "basic" and "true". */
#define MIN_PART 8u
/* References that lead on to others. */
#define MAX_REFERENCES 16u

typedef struct
{
  AppRedactor *redactor;
  McpJsonValue root; /* of the schema */
  guint        steps;
  guint        n_secrets;
} Search;

gboolean
app_secret_arguments_is_name (const char *key)
{
  return store_secret_signs_is_argument (key);
}

static void
add_text (Search *search, const char *text)
{
  if (text != NULL && search->n_secrets++ < MAX_SECRETS)
    app_redactor_add_secret (search->redactor, text);
}

/* @is_part: of an object that is secret as a whole */
static void
add (Search *search, McpJsonValue value, guint depth, gboolean is_part)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *text = NULL;

  if (depth > MAX_DEPTH || search->steps++ > MAX_STEPS)
    return;
  if (kind == MCP_JSON_STRING)
    text = mcp_json_value_dup_string (value, NULL);
  else if (kind == MCP_JSON_NUMBER)
    text = mcp_json_value_dup_text (value);
  if (text != NULL && (!is_part || (kind == MCP_JSON_STRING && strlen (text) >= MIN_PART)))
    add_text (search, text);
  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    return;
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    add (search, member.value, depth + 1, is_part || kind == MCP_JSON_OBJECT);
}

/* What has the name of a secret: a text, or a list of texts. What is an object has names itself. */
static void
add_named (Search *search, const char *key, McpJsonValue value)
{
  g_autofree char *text = NULL;

  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    for (guint i = 0; i < mcp_json_value_get_n_items (value) && search->n_secrets < MAX_SECRETS;
         i++)
      {
        g_autofree char *item =
            mcp_json_value_dup_string (mcp_json_value_get_item (value, i), NULL);

        add_text (search, item);
      }
  else if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    text = mcp_json_value_dup_string (value, NULL);
  /* "pwd" is a folder as well. */
  if (text != NULL && !(g_ascii_strcasecmp (key, "pwd") == 0 && strchr (text, '/') != NULL))
    add_text (search, text);
}

/* Where "$ref" leads, within the same schema. */
static McpJsonValue
resolve (Search *search, McpJsonValue schema)
{
  for (guint i = 0; i < MAX_REFERENCES; i++)
    {
      g_autofree char *reference = mcp_json_value_dup_member_string (schema, "$ref");
      g_autofree char *pointer =
          reference != NULL && reference[0] == '#' ? g_uri_unescape_string (reference + 1, NULL)
                                                   : NULL;

      if (pointer == NULL)
        break;
      schema = mcp_json_value_resolve_pointer (search->root, pointer);
    }
  return schema;
}

static gboolean
is_declared (McpJsonValue schema)
{
  return mcp_json_value_string_equals (mcp_json_value_get_member (schema, "format"), "password") ||
         mcp_json_value_get_boolean (mcp_json_value_get_member (schema, "writeOnly"), FALSE);
}

static McpJsonValue
find_item_schema (McpJsonValue schema, guint position)
{
  McpJsonValue items = mcp_json_value_get_member (schema, "items");
  McpJsonValue first = mcp_json_value_get_member (schema, "prefixItems");

  if (mcp_json_value_get_kind (items) == MCP_JSON_ARRAY)
    first = items;
  if (position < mcp_json_value_get_n_items (first))
    return mcp_json_value_get_item (first, position);
  return items;
}

static McpJsonValue
find_member_schema (McpJsonValue schema, const char *key)
{
  McpJsonValue found =
      mcp_json_value_get_member (mcp_json_value_get_member (schema, "properties"), key);

  return mcp_json_value_exists (found) ? found
                                       : mcp_json_value_get_member (schema, "additionalProperties");
}

static void look (Search *search, McpJsonValue value, McpJsonValue schema, guint depth);

/* Whichever of them holds. */
static void
look_in_branches (Search *search, McpJsonValue value, McpJsonValue schema, guint depth)
{
  static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
  static const char *const single[] = { "then", "else" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      McpJsonValue branches = mcp_json_value_get_member (schema, lists[i]);

      for (guint k = 0; k < mcp_json_value_get_n_items (branches); k++)
        look (search, value, mcp_json_value_get_item (branches, k), depth + 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    look (search, value, mcp_json_value_get_member (schema, single[i]), depth + 1);
}

/* @schema: of @value; may be none, as that of a branch may */
static void
look (Search *search, McpJsonValue value, McpJsonValue schema, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  guint       position = 0;

  if (depth > MAX_DEPTH || search->steps++ > MAX_STEPS)
    return;
  /* What stands beside a reference holds too. */
  if (is_declared (schema) || is_declared (schema = resolve (search, schema)))
    {
      add (search, value, depth, FALSE);
      return;
    }
  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT)
    look_in_branches (search, value, schema, depth);
  if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY)
    return;
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key =
          kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (member.name, NULL) : NULL;

      if (key != NULL && store_secret_signs_is_argument (key))
        add_named (search, key, member.value);
      look (search, member.value,
            key != NULL ? find_member_schema (schema, key) : find_item_schema (schema, position++),
            depth + 1);
    }
}

void
app_secret_arguments_add (AppRedactor *redactor, McpJsonValue arguments, McpJsonValue schema)
{
  Search search = { redactor, schema, 0, 0 };

  g_return_if_fail (APP_IS_REDACTOR (redactor));

  /* A schema that leads in circles takes nothing from the names. */
  look (&search, arguments, MCP_JSON_NO_VALUE, 0);
  search.steps = 0;
  if (mcp_json_value_exists (schema))
    look (&search, arguments, schema, 0);
}
