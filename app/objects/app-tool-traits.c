/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tool-traits.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-tool.h"

/* A description may be wrapped anywhere between two words. */
static const struct
{
  const char *first; /* a part of it that is cheap to look for */
  const char *pattern;
  const char *word;
  const char *sign;
  const char *meaning;
} rows[APP_TOOL_N_TRAITS] = {
  [APP_TOOL_TAKES_REFERENCES] = { "references",
                                  "accept\\s+object\\s+references\\s+in\\s+the\\s+form",
                                  N_ ("accepts references"), "@",
                                  N_ ("Arguments can be references to stored objects.") },
  [APP_TOOL_STORES_OUTPUT] = { "stored", "output\\s+is\\s+automatically\\s+stored",
                               N_ ("stores its output"), "→ @",
                               N_ ("The server stores the result; later calls can refer to it.") },
};

gboolean
app_tool_trait_has (McpDefinition *tool, AppToolTrait trait)
{
  const char *description = MCP_IS_TOOL (tool) ? mcp_definition_get_description (tool) : NULL;

  return description != NULL && strstr (description, rows[trait].first) != NULL &&
         g_regex_match_simple (rows[trait].pattern, description, 0, 0);
}

const char *
app_tool_trait_get_word (AppToolTrait trait)
{
  return _ (rows[trait].word);
}

const char *
app_tool_trait_get_sign (AppToolTrait trait)
{
  return rows[trait].sign;
}

const char *
app_tool_trait_get_meaning (AppToolTrait trait)
{
  return _ (rows[trait].meaning);
}
