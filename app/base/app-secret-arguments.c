/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-secret-arguments.h"

#include <string.h>

#include "app-key-words.h"

/* Deeper and more is data, not what somebody types. */
#define MAX_DEPTH 16u
#define MAX_STEPS 20000u
/* References that lead on to others. */
#define MAX_REFERENCES 16u

typedef struct
{
  AppRedactor *redactor;
  McpJsonValue root; /* of the schema */
  guint        steps;
} Search;

/* Narrower than store_variables_name_looks_secret(): arguments are about anything, and a value that
 * is taken for a secret is masked wherever it stands. */
gboolean
app_secret_arguments_is_name (const char *key)
{
  static const char *const secrets[] = { "password", "passwd", "pwd", "passphrase",
                                         "secret", "apikey", "credential", "credentials",
                                         "authorization", "bearer", "otp", NULL };
  static const char *const whole[] = { "pass", "pin", NULL };
  static const char *const tokens[] = { "token", NULL };
  /* Tokens that are places in a list, and numbers of tokens. */
  static const char *const cursors[] = { "skip", "page", "next", "cursor", "continuation", "start",
                                         "max", "min", "count", "limit", "num", "delta", "sync",
                                         "pagination", "resume", "skiptoken", NULL };
  static const char *const owners[] = { "api", "access", "private", "auth", NULL };
  static const char *const keys[] = { "key", NULL };
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (key != NULL, FALSE);

  words = app_key_words_split (key);
  return app_key_words_have (words, secrets) ||
         (g_strv_length (words) == 1 && app_key_words_have (words, whole)) ||
         (app_key_words_have (words, tokens) && !app_key_words_have (words, cursors)) ||
         (app_key_words_have (words, keys) && app_key_words_have (words, owners));
}

/* All that is in it. */
static void
add (Search *search, McpJsonValue value, guint depth)
{
  g_autofree char *text = NULL;
  McpJsonIter      iter;
  McpJsonValue     name, member;

  if (depth > MAX_DEPTH || search->steps++ > MAX_STEPS)
    return;
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      text = mcp_json_value_dup_string (value, NULL);
      app_redactor_add_secret (search->redactor, text);
      break;
    case MCP_JSON_NUMBER:
      text = mcp_json_value_dup_text (value);
      app_redactor_add_secret (search->redactor, text);
      break;
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      mcp_json_iter_init (&iter, value);
      while (mcp_json_iter_next (&iter, &name, &member))
        add (search, member, depth + 1);
      break;
    default:
      break;
    }
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
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  McpJsonIter  iter;
  McpJsonValue name, member;
  guint        position = 0;

  if (depth > MAX_DEPTH || search->steps++ > MAX_STEPS)
    return;
  schema = resolve (search, schema);
  if (is_declared (schema))
    {
      add (search, value, depth);
      return;
    }
  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT)
    look_in_branches (search, value, schema, depth);
  if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, &member))
    {
      g_autofree char *key =
          kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (name, NULL) : NULL;

      if (key != NULL && app_secret_arguments_is_name (key) &&
          mcp_json_value_get_kind (member) != MCP_JSON_NUMBER)
        add (search, member, depth);
      else
        look (search, member,
              key != NULL ? find_member_schema (schema, key)
                          : find_item_schema (schema, position++),
              depth + 1);
    }
}

void
app_secret_arguments_add (AppRedactor *redactor, McpJsonValue arguments, McpJsonValue schema)
{
  Search search = { redactor, schema, 0 };

  g_return_if_fail (APP_IS_REDACTOR (redactor));

  look (&search, arguments, schema, 0);
}
