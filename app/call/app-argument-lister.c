/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-argument-lister.h"

#include <string.h>

#include "app-approval-rule.h"
#include "mcp-json-document.h"

/* Objects and arrays inside each other on the way to a list. */
#define MAX_DEPTH 4u
/* Bytes of a text that is no JSON, which are searched. */
#define MAX_TEXT 200000u

/* What is said again in each call, however many tools have it. */
static const char *const contents[] = {
  "body",
  "code",
  "command",
  "comment",
  "content",
  "data",
  "description",
  "expression",
  "filter",
  "html",
  "input",
  "instruction",
  "markdown",
  "message",
  "pattern",
  "prompt",
  "q",
  "query",
  "question",
  "reason",
  "sql",
  "summary",
  "text",
  "title",
  "value",
  NULL,
};

/* Ends of names that say how a thing is named rather than what it is. */
static const char *const namings[] = { "id", "ids", "name", "key", "slug", "uuid", NULL };

/* "listWorkspaces", "list-workspaces" and "list_workspaces" have the same words.
 * Returns: (transfer full) (element-type utf8) */
static GPtrArray *
split_words (const char *name)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *p = name; TRUE; p++)
    {
      gboolean letter = g_ascii_isalnum (*p);

      if (word->len > 0 && (!letter || (g_ascii_isupper (*p) && g_ascii_islower (p[-1]))))
        {
          g_ptr_array_add (words, g_strdup (word->str));
          g_string_truncate (word, 0);
        }
      if (letter)
        g_string_append_c (word, g_ascii_tolower (*p));
      if (*p == '\0')
        return words;
    }
}

/* Whether a property is a text, perhaps among other things. */
static gboolean
takes_text (McpJsonValue schema, guint depth)
{
  McpJsonValue type = mcp_json_value_get_member (schema, "type");

  if (mcp_json_value_string_equals (type, "string"))
    return !mcp_json_value_exists (mcp_json_value_get_member (schema, "enum"));
  if (mcp_json_value_lists (type, "string"))
    return TRUE;
  for (McpJsonWalk item = mcp_json_walk (mcp_json_value_get_member (schema, "anyOf"));
       depth == 0 && mcp_json_walk_next (&item);)
    if (takes_text (item.value, depth + 1))
      return TRUE;
  return FALSE;
}

AppArgumentKind
app_argument_get_kind (GListModel *tools, const char *name)
{
  guint    n = 0;
  guint    n_required = 0;
  gboolean is_content;

  g_return_val_if_fail (G_IS_LIST_MODEL (tools), APP_ARGUMENT_OTHER);
  g_return_val_if_fail (name != NULL, APP_ARGUMENT_OTHER);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      McpJsonValue schema = mcp_tool_get_input_schema (tool);
      McpJsonValue property =
          mcp_json_value_get_member (mcp_json_value_get_member (schema, "properties"), name);

      if (!takes_text (property, 0))
        continue;
      n++;
      n_required +=
          mcp_json_value_lists (mcp_json_value_get_member (schema, "required"), name);
    }
  if (n < APP_ARGUMENT_RECURS)
    return APP_ARGUMENT_OTHER;
  g_autoptr (GPtrArray) words = split_words (name);
  is_content =
      words->len > 0 && g_strv_contains (contents, words->pdata[words->len - 1]);
  if (is_content)
    return APP_ARGUMENT_OTHER;
  return n_required >= APP_ARGUMENT_RECURS ? APP_ARGUMENT_FILLED : APP_ARGUMENT_OFFERED;
}

/* "workspace" and "workspaces", "index" and "indexes", "category" and "categories". */
static gboolean
is_noun (const char *word, const char *noun, gboolean plural_only)
{
  gsize length = strlen (noun);

  if (g_str_equal (word, noun))
    return !plural_only || (length > 0 && noun[length - 1] == 's');
  if (!g_str_has_prefix (word, noun))
    return length > 1 && noun[length - 1] == 'y' && strncmp (word, noun, length - 1) == 0 &&
           g_str_equal (word + length - 1, "ies");
  return g_str_equal (word + length, "s") || g_str_equal (word + length, "es");
}

/* Whether @words has the nouns from @first on at @at, the last of them in the plural or not. */
static gboolean
has_nouns (GPtrArray *words, guint at, GPtrArray *nouns, guint first, gboolean plural_only)
{
  guint n = nouns->len - first;

  if (at + n > words->len)
    return FALSE;
  for (guint i = 0; i + 1 < n; i++)
    if (!g_str_equal (words->pdata[at + i], nouns->pdata[first + i]))
      return FALSE;
  return is_noun (words->pdata[at + n - 1], nouns->pdata[nouns->len - 1], plural_only);
}

/* How well a tool's name says that it lists the nouns: 0 for not at all. */
static guint
score (GPtrArray *words, GPtrArray *nouns)
{
  for (guint first = 0; first < nouns->len; first++)
    for (guint i = 0; i < words->len; i++)
      {
        guint    n = nouns->len - first;
        gboolean lists = g_str_equal (words->pdata[i], "list");
        gboolean gets = g_str_equal (words->pdata[i], "get");
        /* Words that are left over say something else: fewer are better. */
        guint rest = words->len > n + 1 ? words->len - n - 1 : 0;
        guint best = 100 - MIN (rest, 9) * 10 - MIN (first, 9);

        if ((lists || gets) && i + 1 + n == words->len &&
            has_nouns (words, i + 1, nouns, first, gets))
          return best - (gets ? 1 : 0);
        if (lists && i == n && words->len == n + 1 && has_nouns (words, 0, nouns, first, FALSE))
          return best;
      }
  return 0;
}

static gboolean
is_callable (McpTool *tool)
{
  McpJsonValue required =
      mcp_json_value_get_member (mcp_tool_get_input_schema (tool), "required");

  return mcp_json_value_get_n_items (required) == 0 &&
         !app_approval_looks_destructive (tool, mcp_definition_get_key (MCP_DEFINITION (tool)));
}

McpTool *
app_argument_find_lister (GListModel *tools, const char *name)
{
  McpTool *found = NULL;
  guint    best = 0;

  g_return_val_if_fail (G_IS_LIST_MODEL (tools), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  g_autoptr (GPtrArray) nouns = split_words (name);
  if (nouns->len > 1 && g_strv_contains (namings, nouns->pdata[nouns->len - 1]))
    g_ptr_array_set_size (nouns, (int)nouns->len - 1);
  for (guint i = 0; nouns->len > 0 && i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      g_autoptr (GPtrArray) words =
          split_words (mcp_definition_get_key (MCP_DEFINITION (tool)));
      guint now = score (words, nouns);

      if (now <= best || !is_callable (tool))
        continue;
      best = now;
      /* The list holds it. */
      found = tool;
    }
  return found;
}

typedef struct
{
  GPtrArray  *values;
  GHashTable *seen;
  const char *keys[8]; /* of members that name a thing, the likeliest first */
} Listed;

static void
add_value (Listed *listed, const char *text)
{
  if (text == NULL || *text == '\0' || strlen (text) > APP_ARGUMENT_MAX_VALUE ||
      listed->values->len >= APP_ARGUMENT_MAX_LISTED ||
      g_hash_table_contains (listed->seen, text))
    return;
  g_ptr_array_add (listed->values, g_strdup (text));
  g_hash_table_add (listed->seen, listed->values->pdata[listed->values->len - 1]);
}

static void
add_item (Listed *listed, McpJsonValue item)
{
  g_autofree char *text = mcp_json_value_dup_string (item, NULL);

  for (guint i = 0; text == NULL && i < G_N_ELEMENTS (listed->keys) && listed->keys[i] != NULL; i++)
    {
      McpJsonValue member = mcp_json_value_get_member (item, listed->keys[i]);

      text = mcp_json_value_dup_string (member, NULL);
      if (text == NULL && mcp_json_value_get_kind (member) == MCP_JSON_NUMBER)
        text = mcp_json_value_dup_text (member);
    }
  add_value (listed, text);
}

/* The first array that names something, on the way down. */
static void
read_value (Listed *listed, McpJsonValue value, guint depth)
{
  guint before = listed->values->len;

  if (depth > MAX_DEPTH)
    return;
  for (McpJsonWalk item = mcp_json_walk (value);
       mcp_json_walk_next (&item) && listed->values->len < APP_ARGUMENT_MAX_LISTED;)
    if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
      add_item (listed, item.value);
    else if (listed->values->len == before)
      read_value (listed, item.value, depth + 1);
}

/* 'name': 'production', as previews of Python values have it. */
static void
read_preview (Listed *listed, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (listed->keys) && listed->keys[i] != NULL; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (listed->keys[i], -1);
      g_autofree char *pattern =
          g_strdup_printf ("['\"]%s['\"]\\s*:\\s*(['\"])([^'\"\\n]{1,200})\\1", escaped);
      g_autoptr (GRegex) regex =
          g_regex_new (pattern, (GRegexCompileFlags)0, (GRegexMatchFlags)0, NULL);
      g_autoptr (GMatchInfo) match = NULL;
      guint before = listed->values->len;

      for (g_regex_match (regex, text, (GRegexMatchFlags)0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *found = g_match_info_fetch (match, 2);

          add_value (listed, found);
        }
      if (listed->values->len > before)
        return;
    }
}

/* "- production", one a line. */
static void
read_lines (Listed *listed, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (g_str_has_prefix (line, "- ") || g_str_has_prefix (line, "* "))
        add_value (listed, line + 2);
    }
}

static void
read_text (Listed *listed, const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  if (document != NULL)
    read_value (listed, mcp_json_document_get_root (document), 0);
  else if (strlen (text) <= MAX_TEXT)
    {
      read_preview (listed, text);
      if (listed->values->len == 0)
        read_lines (listed, text);
    }
}

GPtrArray *
app_argument_read_listed (McpJsonValue result, const char *name)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) words = split_words (name);
  gboolean    by_id = words->len > 1 && g_str_has_prefix (words->pdata[words->len - 1], "id");
  Listed      listed = { .seen = seen };
  const char *ids[] = { name, "id", "uuid", "name", "key", "title" };
  const char *names[] = { name, "name", "id", "slug", "key", "title" };

  g_return_val_if_fail (name != NULL, NULL);

  listed.values = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    listed.keys[i] = by_id ? ids[i] : names[i];
  read_value (&listed, mcp_json_value_get_member (result, "structuredContent"), 0);
  for (McpJsonWalk item = mcp_json_walk (mcp_json_value_get_member (result, "content"));
       listed.values->len == 0 && mcp_json_walk_next (&item);)
    {
      g_autofree char *text = mcp_json_value_dup_member_string (item.value, "text");

      if (text != NULL)
        read_text (&listed, text);
    }
  return listed.values;
}
