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

/* What a call of the tool may do. */
typedef enum {
  RISK_READ_ONLY,
  RISK_UNKNOWN, /* it does not say, or says that it only adds */
  RISK_DESTRUCTIVE,
} Risk;

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

static gboolean
says (McpTool *tool, McpToolHint hint, gboolean yes)
{
  return tool != NULL && mcp_tool_has_hint (tool, hint) && mcp_tool_get_hint (tool, hint) == yes;
}

/* A word for a change that cannot be undone. */
static gboolean
names_destruction (const char *tool_name)
{
  for (guint i = 0; tool_name != NULL && i < G_N_ELEMENTS (destructive_words); i++)
    if (has_word (tool_name, destructive_words[i].word))
      return TRUE;
  return FALSE;
}

static Risk
get_risk (McpTool *tool, const char *tool_name)
{
  gboolean reads = says (tool, MCP_TOOL_HINT_READ_ONLY, TRUE);

  if (says (tool, MCP_TOOL_HINT_DESTRUCTIVE, TRUE))
    return RISK_DESTRUCTIVE;
  /* What is declared only reads may speak of a reset: "get_reset_status". */
  if (names_destruction (tool_name) && !(reads && begins_with_reading (tool_name)))
    return RISK_DESTRUCTIVE;
  if (reads)
    return RISK_READ_ONLY;
  return !says (tool, MCP_TOOL_HINT_DESTRUCTIVE, FALSE) && tool_name != NULL &&
                 app_approval_get_verb (tool_name) != NULL
             ? RISK_DESTRUCTIVE
             : RISK_UNKNOWN;
}

gboolean
app_approval_looks_destructive (McpTool *tool, const char *tool_name)
{
  return get_risk (tool, tool_name) == RISK_DESTRUCTIVE;
}

static const char *
explain (McpTool *tool)
{
  return says (tool, MCP_TOOL_HINT_DESTRUCTIVE, TRUE)
             ? _ ("The server says that this tool can delete or overwrite data.")
             : _ ("By its name this tool can delete or overwrite data.");
}

static AppApproval
answer (AppAdmission admission, AppApprovalReach reach, const char *reason)
{
  return (AppApproval){ admission, reach, admission == APP_ADMIT_ALLOW ? NULL : reason, FALSE };
}

/* Who asked for the call decides, where no rule does. */
static AppApproval
decide_by_caller (AppCaller caller, Risk risk, McpTool *tool)
{
  static const struct
  {
    AppAdmission     unknown;
    AppApprovalReach unknown_reach;
    AppAdmission     destructive;
    AppApprovalReach destructive_reach;
  } table[] = {
    [APP_CALLER_PERSON] = { APP_ADMIT_ALLOW, 0, APP_ADMIT_ASK, APP_REACHES_ARGUMENTS },
    [APP_CALLER_COLLECTION] = { APP_ADMIT_ASK, APP_REACHES_TOOL, APP_ADMIT_ASK,
                                APP_REACHES_ARGUMENTS },
    [APP_CALLER_MODEL] = { APP_ADMIT_ASK, APP_REACHES_CALL, APP_ADMIT_ASK, APP_REACHES_CALL },
    [APP_CALLER_PROGRAM] = { APP_ADMIT_ASK, APP_REACHES_SERVER, APP_ADMIT_REFUSE, 0 },
  };

  if (risk == RISK_READ_ONLY)
    return answer (APP_ADMIT_ALLOW, 0, NULL);
  if (risk == RISK_DESTRUCTIVE)
    return answer (table[caller].destructive, table[caller].destructive_reach, explain (tool));
  return answer (table[caller].unknown, table[caller].unknown_reach,
                 _ ("Not marked as read-only."));
}

/* What a rule for all tools of a server says of a call, where it says anything. */
static gboolean
decide_by_rule (StoreApproval rule,
                gboolean      is_servers,
                AppCaller     caller,
                Risk          risk,
                AppApproval  *approval)
{
  switch (rule)
    {
    case STORE_APPROVAL_NEVER:
      *approval = answer (APP_ADMIT_REFUSE, 0,
                          is_servers ? _ ("The approval rule for this server is “never”.")
                                     : _ ("The approval rule in the preferences is “never”."));
      return TRUE;
    case STORE_APPROVAL_ASK:
      *approval = answer (APP_ADMIT_ASK,
                          caller == APP_CALLER_MODEL ? APP_REACHES_CALL : APP_REACHES_ARGUMENTS,
                          _ ("The approval rule for this server is “ask”."));
      return is_servers && !(caller == APP_CALLER_PROGRAM && risk == RISK_DESTRUCTIVE);
    case STORE_APPROVAL_AUTO:
      *approval = answer (APP_ADMIT_ALLOW, 0, NULL);
      return caller == APP_CALLER_PERSON || caller == APP_CALLER_COLLECTION;
    case STORE_APPROVAL_DEFAULT:
    default:
      return FALSE;
    }
}

static AppApproval
decide_by_own_rule (StoreApproval rule, AppCaller caller, Risk risk, McpTool *tool)
{
  if (rule == STORE_APPROVAL_NEVER)
    return answer (APP_ADMIT_REFUSE, 0, _ ("The approval rule for this tool is “never”."));
  if (rule == STORE_APPROVAL_ASK)
    return answer (APP_ADMIT_ASK, APP_REACHES_CALL,
                   _ ("The approval rule for this tool is “ask”."));
  if (caller == APP_CALLER_MODEL && risk == RISK_DESTRUCTIVE)
    return answer (APP_ADMIT_ASK, APP_REACHES_CALL, explain (tool));
  return answer (APP_ADMIT_ALLOW, 0, NULL);
}

AppApproval
app_approval_decide (AppSettings  *settings,
                     StoreProfile *profile,
                     StoreApproval own,
                     McpTool      *tool,
                     const char   *tool_name,
                     AppCaller     caller,
                     gboolean      is_changed)
{
  Risk        risk = get_risk (tool, tool_name);
  guint       setting = STORE_APPROVAL_DEFAULT;
  AppApproval approval = { .admission = APP_ADMIT_ASK };

  g_return_val_if_fail (APP_IS_SETTINGS (settings), approval);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), approval);

  StoreApproval servers = store_profile_get_decisions (profile)->approval;
  store_profile_parse_word ("approval", app_settings_get_approval (settings), &setting);
  if (own != STORE_APPROVAL_DEFAULT)
    approval = decide_by_own_rule (own, caller, risk, tool);
  else if (risk == RISK_READ_ONLY ||
           !(servers != STORE_APPROVAL_DEFAULT
                 ? decide_by_rule (servers, TRUE, caller, risk, &approval)
                 : decide_by_rule ((StoreApproval)setting, FALSE, caller, risk, &approval)))
    approval = decide_by_caller (caller, risk, tool);
  if (is_changed && approval.admission != APP_ADMIT_REFUSE)
    approval =
        answer (APP_ADMIT_ASK, approval.reach,
                _ ("The server changed this tool after you approved it. Review the changes."));
  approval.is_changed = is_changed;
  return approval;
}

AppAdmission
app_approval_settle (AppCaller caller, gboolean is_changed, const AppApprovalPerson *person)
{
  gboolean agreed = caller == APP_CALLER_MODEL ? person->allows_tools && !is_changed
                                               : person->says_yes && caller != APP_CALLER_PROGRAM;

  if (agreed)
    return APP_ADMIT_ALLOW;
  return person->can_ask ? APP_ADMIT_ASK : APP_ADMIT_REFUSE;
}
