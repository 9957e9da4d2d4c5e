/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-search.h"

#include <string.h>

/* The first one that a tool has is meant. */
static const char *const arguments[] = { "query", "q", "search", "search_query", "searchQuery",
                                         "search_term", "searchTerm", "term", "terms", "keyword",
                                         "keywords", "text", "pattern", "name" };
static const char *const verbs[] = { "search", "find", "lookup", "discover" };

/* What tools, resources and prompts are called in the names of tools; one too many is no harm. */
static const char *const tool_nouns[] = { "tool", "function", "capability", "capabilities" };
static const char *const resource_nouns[] = { "resource", "file", "document", "doc", "page",
                                              "note", "content", "article" };
static const char *const prompt_nouns[] = { "prompt", "template" };
static const char *const everything[] = { "all", "everything", "anything", "catalog", "catalogue" };

typedef enum {
  FIT_NONE,
  FIT_SOMETHING, /* it searches, and who knows what */
  FIT_EVERYTHING,
  FIT_WANTED,
} Fit;

/* Whether @word stands in @name, from one beginning of a word to the next; a plural is as good. */
static gboolean
has_word (const char *name, const char *word)
{
  gsize length = strlen (word);

  for (const char *p = name; *p != '\0'; p++)
    {
      const char *end = p + length;

      if (g_ascii_strncasecmp (p, word, length) != 0 ||
          (p > name && g_ascii_isalpha (p[-1]) &&
           !(g_ascii_isupper (p[0]) && g_ascii_islower (p[-1]))))
        continue;
      end += *end == 's' ? 1 : 0;
      if (!g_ascii_islower (*end))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_any (const char *name, const char *const *words, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (has_word (name, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_verb (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (g_ascii_strcasecmp (name, verbs[i]) == 0)
      return TRUE;
  return FALSE;
}

static Fit
judge (const char *name, McpDefinitionKind wanted)
{
  gboolean found =
      wanted == MCP_DEFINITION_TOOL ? has_any (name, tool_nouns, G_N_ELEMENTS (tool_nouns))
      : wanted == MCP_DEFINITION_PROMPT
          ? has_any (name, prompt_nouns, G_N_ELEMENTS (prompt_nouns))
          : has_any (name, resource_nouns, G_N_ELEMENTS (resource_nouns));

  if (!has_any (name, verbs, G_N_ELEMENTS (verbs)))
    return FIT_NONE;
  if (found)
    return FIT_WANTED;
  return is_verb (name) || has_any (name, everything, G_N_ELEMENTS (everything)) ? FIT_EVERYTHING
                                                                                 : FIT_SOMETHING;
}

static gboolean
is_text (McpJsonValue schema)
{
  McpJsonValue type = mcp_json_value_get_member (schema, "type");

  return !mcp_json_value_exists (type) || mcp_json_value_string_equals (type, "string");
}

/* Returns: (transfer none) (nullable) */
static const char *
find_argument (McpTool *tool)
{
  McpJsonValue properties =
      mcp_json_value_get_member (mcp_tool_get_input_schema (tool), "properties");

  for (gsize i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      McpJsonValue property = mcp_json_value_get_member (properties, arguments[i]);

      if (mcp_json_value_exists (property) && is_text (property))
        return arguments[i];
    }
  return NULL;
}

McpTool *
app_server_search_find (GListModel *tools, McpDefinitionKind wanted, char **argument)
{
  g_autoptr (McpTool) best = NULL;
  const char *best_argument = NULL;
  Fit         best_fit = FIT_NONE;
  guint       n_searching = 0;

  g_return_val_if_fail (G_IS_LIST_MODEL (tools), NULL);
  g_return_val_if_fail (argument != NULL, NULL);

  *argument = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      Fit         fit = judge (mcp_definition_get_name (MCP_DEFINITION (tool)), wanted);
      const char *own = fit != FIT_NONE ? find_argument (tool) : NULL;

      n_searching += own != NULL ? 1 : 0;
      if (own == NULL || fit <= best_fit)
        continue;
      g_set_object (&best, tool);
      best_argument = own;
      best_fit = fit;
    }
  if (best == NULL || (best_fit == FIT_SOMETHING && n_searching > 1))
    return NULL;
  *argument = g_strdup (best_argument);
  return g_steal_pointer (&best);
}
