/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-approval-rule.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Words that name changes for good, as whole words of a tool's name, and what a button says that
 * does so. */
typedef struct
{
  const char *word;
  const char *verb;
} Word;

static const Word destructive_words[] = {
  { "delete", N_ ("Delete") },
  { "remove", N_ ("Remove") },
  { "destroy", N_ ("Destroy") },
  { "drop", N_ ("Drop") },
  { "purge", N_ ("Purge") },
  { "erase", N_ ("Erase") },
  { "wipe", N_ ("Wipe") },
  { "truncate", N_ ("Truncate") },
  { "reset", N_ ("Reset") },
  { "kill", N_ ("Kill") },
  { "terminate", N_ ("Terminate") },
  { "overwrite", N_ ("Overwrite") },
  { "uninstall", N_ ("Uninstall") },
};

/* Words that name changes of what is there; "get_update_status" only reads all the same. */
static const Word changing_words[] = {
  { "create", N_ ("Create") },
  { "deploy", N_ ("Deploy") },
  { "update", N_ ("Update") },
  { "patch", N_ ("Patch") },
  { "restore", N_ ("Restore") },
};
static const char *const reading_words[] = { "get", "list", "read", "show", "find", "search",
                                             "fetch", "describe", "count", "check", "view" };

/* Splits at anything that is no letter, and where a capital begins a word. */
static gboolean
has_word (const char *name, const char *word)
{
  gsize length = strlen (word);

  for (const char *p = name; *p != '\0'; p++)
    {
      gboolean starts = p == name || !g_ascii_isalpha (p[-1]) ||
                        (g_ascii_isupper (*p) && g_ascii_islower (p[-1]));

      if (starts && g_ascii_strncasecmp (p, word, length) == 0 &&
          (!g_ascii_isalpha (p[length]) ||
           (g_ascii_isupper (p[length]) && g_ascii_islower (p[length - 1]))))
        return TRUE;
    }
  return FALSE;
}

static gboolean
begins_with_reading (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (reading_words); i++)
    {
      gsize length = strlen (reading_words[i]);

      if (g_ascii_strncasecmp (name, reading_words[i], length) == 0 &&
          (!g_ascii_isalpha (name[length]) || g_ascii_isupper (name[length])))
        return TRUE;
    }
  return FALSE;
}

const char *
app_approval_get_verb (const char *tool_name)
{
  g_return_val_if_fail (tool_name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (destructive_words); i++)
    if (has_word (tool_name, destructive_words[i].word))
      return _ (destructive_words[i].verb);
  for (guint i = 0; i < G_N_ELEMENTS (changing_words) && !begins_with_reading (tool_name); i++)
    if (has_word (tool_name, changing_words[i].word))
      return _ (changing_words[i].verb);
  return NULL;
}

gboolean
app_approval_looks_destructive (McpTool *tool, const char *tool_name)
{
  if (tool != NULL)
    {
      if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_READ_ONLY) &&
          mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY))
        return FALSE;
      if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE))
        return mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE);
    }
  return tool_name != NULL && app_approval_get_verb (tool_name) != NULL;
}

static gboolean
has_rule (StoreProfile *profile, const char *tool_name)
{
  return tool_name != NULL &&
         store_variables_find (store_profile_get_decisions (profile)->tool_approvals, tool_name,
                               NULL);
}

static AppAdmission
from_settings (AppSettings *settings)
{
  const char *policy = app_settings_get_approval (settings);

  if (g_str_equal (policy, "auto"))
    return APP_ADMIT_ALLOW;
  if (g_str_equal (policy, "never"))
    return APP_ADMIT_REFUSE;
  return APP_ADMIT_ASK;
}

/* The rule for what is destructive or says nothing. */
static AppAdmission
find_rule (AppSettings *settings, StoreProfile *profile, const char *tool_name)
{
  switch (store_profile_get_approval_for_tool (profile, tool_name))
    {
    case STORE_APPROVAL_AUTO:
      return APP_ADMIT_ALLOW;
    case STORE_APPROVAL_NEVER:
      return APP_ADMIT_REFUSE;
    case STORE_APPROVAL_ASK:
    default:
      /* "ask" is also what a profile without a rule says; the settings may be laxer or stricter. */
      return has_rule (profile, tool_name) ? APP_ADMIT_ASK : from_settings (settings);
    }
}

static const char *
explain (McpTool *tool)
{
  if (tool != NULL && mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE))
    return _ ("The server says that this tool can delete or overwrite data.");
  return _ ("By its name this tool can delete or overwrite data.");
}

AppAdmission
app_approval_decide (AppSettings  *settings,
                     StoreProfile *profile,
                     McpTool      *tool,
                     const char   *tool_name,
                     const char  **reason)
{
  AppAdmission rule;

  g_return_val_if_fail (APP_IS_SETTINGS (settings), APP_ADMIT_ASK);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), APP_ADMIT_ASK);

  rule = find_rule (settings, profile, tool_name);
  if (reason != NULL)
    *reason = NULL;
  if (rule == APP_ADMIT_REFUSE)
    {
      /* A rule for everything spares what only reads; a rule for the tool does not. */
      if (!has_rule (profile, tool_name) && tool != NULL && !mcp_tool_may_destroy (tool))
        return APP_ADMIT_ALLOW;
      if (reason != NULL)
        *reason = has_rule (profile, tool_name)
                      ? _ ("The approval rule for this tool is “never”.")
                      : _ ("The approval rule for this server is “never”.");
      return APP_ADMIT_REFUSE;
    }
  /* Whoever pressed Call wants the call; only what cannot be undone is worth a second look. */
  if (rule == APP_ADMIT_ASK && !has_rule (profile, tool_name) &&
      !app_approval_looks_destructive (tool, tool_name))
    return APP_ADMIT_ALLOW;
  if (rule == APP_ADMIT_ASK && reason != NULL)
    *reason = has_rule (profile, tool_name) ? _ ("The approval rule for this tool is “ask”.")
                                            : explain (tool);
  return rule;
}
