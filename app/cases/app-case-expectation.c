/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-expectation.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-matcher.h"
#include "app-case-members.h"
#include "app-error.h"
#include "app-visible-text.h"

#define MAX_CALLS 1000u
#define MAX_TIMES 100
/* Characters of what a model said that are quoted. */
#define QUOTED 80

/* One call that is expected. */
typedef struct
{
  char           *tool;
  AppCaseMatcher *arguments; /* (nullable): any */
} Wanted;

struct _AppCaseExpectation
{
  GPtrArray *wanted; /* Wanted */
  gboolean   strict;
  char     **never; /* (nullable) */
  char     **only;  /* (nullable) */
  char      *first; /* (nullable) */
  gboolean   no_call;
  gboolean   some_call;
  gint64     max_extra; /* negative: any number */
  char     **contains;  /* (nullable) */
  char     **patterns;  /* (nullable) */
  GPtrArray *matches;   /* GRegex, of these */
  gboolean   not_empty;
  gboolean   no_errors;
  gint64     tokens_under;   /* 0: any number */
  gint64     requests_under; /* 0: any number */
};

static void
wanted_free (gpointer data)
{
  Wanted *self = data;

  g_free (self->tool);
  app_case_matcher_free (self->arguments);
  g_free (self);
}

void
app_case_expectation_free (AppCaseExpectation *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->wanted);
  g_strfreev (self->never);
  g_strfreev (self->only);
  g_free (self->first);
  g_strfreev (self->contains);
  g_strfreev (self->patterns);
  g_ptr_array_unref (self->matches);
  g_free (self);
}

guint
app_case_expectation_count_calls (const AppCaseExpectation *self)
{
  return self->wanted->len;
}

/* @tools: (nullable) */
static gboolean
has_tool (char **tools, const AppCaseCall *call)
{
  for (guint i = 0; tools != NULL && tools[i] != NULL; i++)
    if (app_case_call_is_of (call, tools[i]))
      return TRUE;
  return FALSE;
}

AppCaseExpected
app_case_expectation_find (const AppCaseExpectation *self, const AppCaseCall *call)
{
  if (self == NULL)
    return APP_CASE_NOTHING_SAID;
  for (guint i = 0; i < self->wanted->len; i++)
    if (app_case_call_is_of (call, ((const Wanted *)self->wanted->pdata[i])->tool))
      return APP_CASE_EXPECTED;
  if (has_tool (self->only, call) ||
      (self->first != NULL && app_case_call_is_of (call, self->first)))
    return APP_CASE_EXPECTED;
  if (self->wanted->len == 0 && self->only == NULL && self->first == NULL && !self->no_call &&
      !has_tool (self->never, call))
    return APP_CASE_NOTHING_SAID;
  return APP_CASE_NOT_EXPECTED;
}

/* Reading */

/* Returns: (transfer full) (nullable): %NULL also where all arguments do */
static AppCaseMatcher *
read_arguments (McpJsonValue call, GError **error)
{
  McpJsonValue     arguments = mcp_json_value_get_member (call, "arguments");
  g_autofree char *match = mcp_json_value_dup_member_string (call, "match");

  if (match != NULL && !g_str_equal (match, "partial") && !g_str_equal (match, "exact") &&
      !g_str_equal (match, "ignore"))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("“match” is partial, exact or ignore."));
      return NULL;
    }
  if (!mcp_json_value_exists (arguments) || g_strcmp0 (match, "ignore") == 0)
    return NULL;
  return app_case_matcher_new (arguments, g_strcmp0 (match, "exact") == 0, error);
}

static gboolean
read_call (AppCaseExpectation *self, McpJsonValue call, GError **error)
{
  static const char *const members[] = { "tool", "arguments", "match", "times", NULL };
  g_autofree char         *tool = mcp_json_value_dup_member_string (call, "tool");
  gint64                   times = mcp_json_value_get_member_int64 (call, "times", 1);

  if (tool == NULL || *tool == '\0' || times < 1 || times > MAX_TIMES ||
      self->wanted->len + (guint)times > MAX_CALLS)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("A call that is expected has the name of a “tool”."));
      return FALSE;
    }
  if (!app_case_check_members (call, members, error))
    return FALSE;
  for (gint64 i = 0; i < times; i++)
    {
      g_autoptr (GError) inner = NULL;
      Wanted *wanted = g_new0 (Wanted, 1);

      wanted->tool = g_strdup (tool);
      g_ptr_array_add (self->wanted, wanted);
      wanted->arguments = read_arguments (call, &inner);
      if (inner != NULL)
        {
          g_propagate_prefixed_error (error, g_steal_pointer (&inner), "%s: ", tool);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_calls (gpointer record, McpJsonValue value, GError **error)
{
  for (McpJsonWalk call = mcp_json_walk (value); mcp_json_walk_next (&call);)
    if (!read_call (record, call.value, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_answer (gpointer record, McpJsonValue value, GError **error)
{
  static const AppCaseMember members[] = {
    APP_CASE_MEMBER ("contains", SOME_TEXTS, AppCaseExpectation, contains),
    APP_CASE_MEMBER ("matches", SOME_TEXTS, AppCaseExpectation, patterns),
    APP_CASE_MEMBER ("not_empty", FLAG, AppCaseExpectation, not_empty),
    { NULL },
  };
  AppCaseExpectation *self = record;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT ||
      !app_case_members_read (members, value, self, error))
    return FALSE;
  for (guint i = 0; self->patterns != NULL && self->patterns[i] != NULL; i++)
    {
      GRegex *regex = g_regex_new (self->patterns[i], 0, 0, error);

      if (regex == NULL)
        return FALSE;
      g_ptr_array_add (self->matches, regex);
    }
  return TRUE;
}

static const char *const orders[] = { "any", "strict", NULL };

static const AppCaseMember expectation_members[] = {
  { "calls", APP_CASE_MEMBER_ARRAY, .max = G_MAXUINT, .read = read_calls, .names_errors = TRUE },
  APP_CASE_MEMBER_OF ("order", AppCaseExpectation, strict, orders),
  APP_CASE_MEMBER ("never", SOME_TEXTS, AppCaseExpectation, never),
  APP_CASE_MEMBER ("only", SOME_TEXTS, AppCaseExpectation, only),
  APP_CASE_MEMBER ("first", TEXT, AppCaseExpectation, first),
  APP_CASE_MEMBER ("no_call", FLAG, AppCaseExpectation, no_call),
  APP_CASE_MEMBER ("some_call", FLAG, AppCaseExpectation, some_call),
  APP_CASE_MEMBER_IN ("max_extra", NUMBER, AppCaseExpectation, max_extra, 0, G_MAXINT64),
  { "answer", APP_CASE_MEMBER_VALUE, .read = read_answer, .names_errors = TRUE },
  APP_CASE_MEMBER ("no_errors", FLAG, AppCaseExpectation, no_errors),
  APP_CASE_MEMBER_IN ("tokens_under", NUMBER, AppCaseExpectation, tokens_under, 1, G_MAXINT64),
  APP_CASE_MEMBER_IN ("requests_under", NUMBER, AppCaseExpectation, requests_under, 1, G_MAXUINT16),
  { NULL },
};

AppCaseExpectation *
app_case_expectation_new (McpJsonValue value, GError **error)
{
  g_autoptr (AppCaseExpectation) self = g_new0 (AppCaseExpectation, 1);

  self->wanted = g_ptr_array_new_with_free_func (wanted_free);
  self->matches = g_ptr_array_new_with_free_func ((GDestroyNotify)g_regex_unref);
  self->max_extra = -1;
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    app_case_member_fail ("expect", error);
  else if (app_case_members_read (expectation_members, value, self, error))
    return g_steal_pointer (&self);
  return NULL;
}

/* Checking */

static void
add (GPtrArray *problems, AppCaseProblemKind kind, char *text)
{
  g_ptr_array_add (problems, app_case_problem_new (kind, text));
}

static char *
dup_name (const AppCaseCall *call)
{
  return app_visible_text_line (call->name != NULL ? call->name : call->told, QUOTED);
}

/* Returns: (transfer full) (nullable): why it is not the call that is wanted */
static char *
check_arguments (const Wanted *wanted, const AppCaseCall *call)
{
  if (wanted->arguments == NULL)
    return NULL;
  if (mcp_json_value_get_kind (call->arguments.value) != MCP_JSON_OBJECT)
    return g_strdup (_ ("the arguments are not a JSON object"));
  return app_case_matcher_check (wanted->arguments, call->arguments.value, NULL);
}

static gboolean
fits (const Wanted *wanted, const AppCaseCall *call)
{
  if (!app_case_call_is_of (call, wanted->tool))
    return FALSE;
  g_autofree char *problem = check_arguments (wanted, call);
  return problem == NULL;
}

/* Which call is taken for which one that is wanted: as many as can be. */
typedef struct
{
  const AppCaseExpectation *self;
  GPtrArray                *calls;
  gboolean                 *fit;      /* of [wanted][call] */
  int                      *wanted;   /* of a call; -1: none */
  int                      *call;     /* of what is wanted; -1: none */
  gboolean                 *was_seen; /* call, in this round */
} Pairing;

static gboolean
get_fit (Pairing *pairing, guint wanted, guint call)
{
  return pairing->fit[wanted * pairing->calls->len + call];
}

/* Kuhn's way: what is taken already may be given something else. */
static gboolean
find_call (Pairing *pairing, guint wanted)
{
  for (guint i = 0; i < pairing->calls->len; i++)
    {
      if (pairing->was_seen[i] || !get_fit (pairing, wanted, i))
        continue;
      pairing->was_seen[i] = TRUE;
      if (pairing->wanted[i] >= 0 && !find_call (pairing, (guint)pairing->wanted[i]))
        continue;
      pairing->wanted[i] = (int)wanted;
      pairing->call[wanted] = (int)i;
      return TRUE;
    }
  return FALSE;
}

static void
pairing_init (Pairing *self, const AppCaseExpectation *expectation, GPtrArray *calls)
{
  guint n_wanted = expectation->wanted->len;

  self->self = expectation;
  self->calls = calls;
  self->fit = g_new0 (gboolean, (gsize)n_wanted * calls->len + 1);
  self->wanted = g_new (int, calls->len + 1);
  self->call = g_new (int, n_wanted + 1);
  self->was_seen = g_new0 (gboolean, calls->len + 1);
  for (guint i = 0; i < calls->len; i++)
    self->wanted[i] = -1;
  for (guint i = 0; i < n_wanted; i++)
    {
      self->call[i] = -1;
      for (guint j = 0; j < calls->len; j++)
        self->fit[i * calls->len + j] = fits (expectation->wanted->pdata[i], calls->pdata[j]);
    }
  for (guint i = 0; i < n_wanted; i++)
    {
      memset (self->was_seen, 0, sizeof *self->was_seen * calls->len);
      find_call (self, i);
    }
}

static void
pairing_clear (Pairing *self)
{
  g_free (self->fit);
  g_free (self->wanted);
  g_free (self->call);
  g_free (self->was_seen);
}

/* Taking the earliest call each time finds all of them in their order where that is possible. */
static gboolean
is_in_order (Pairing *pairing)
{
  guint next = 0;

  for (guint i = 0; i < pairing->self->wanted->len; i++)
    {
      while (next < pairing->calls->len && !get_fit (pairing, i, next))
        next++;
      if (next == pairing->calls->len)
        return FALSE;
      next++;
    }
  return TRUE;
}

/* Returns: a call of the tool that nothing was found for; -1 where there is none */
static int
find_spare (Pairing *pairing, const Wanted *wanted)
{
  for (guint i = 0; i < pairing->calls->len; i++)
    if (pairing->wanted[i] < 0 && app_case_call_is_of (pairing->calls->pdata[i], wanted->tool))
      return (int)i;
  return -1;
}

/* A call of that tool with other arguments is told as such, and is no extra one. */
static void
check_missing (Pairing *pairing, GPtrArray *problems)
{
  for (guint i = 0; i < pairing->self->wanted->len; i++)
    {
      const Wanted *wanted = pairing->self->wanted->pdata[i];

      if (pairing->call[i] >= 0)
        continue;
      int spare = find_spare (pairing, wanted);
      if (spare < 0)
        {
          add (problems, APP_CASE_MISSING,
               /* Translators: %s is the name of a tool, as in those below */
               g_strdup_printf (_ ("“%s” was not called."), wanted->tool));
          continue;
        }
      pairing->wanted[spare] = (int)i;
      g_autofree char *why = check_arguments (wanted, pairing->calls->pdata[spare]);
      add (problems, APP_CASE_ARGUMENTS,
           /* Translators: the name of a tool, then a clause: what is wrong with an argument */
           g_strdup_printf (_ ("“%s” was called with other arguments: %s."), wanted->tool, why));
    }
}

static void
check_extra (Pairing *pairing, GPtrArray *problems)
{
  gint64 n = 0;

  if (pairing->self->max_extra < 0)
    return;
  for (guint i = 0; i < pairing->calls->len; i++)
    {
      if (pairing->wanted[i] >= 0 || ++n <= pairing->self->max_extra)
        continue;
      g_autofree char *name = dup_name (pairing->calls->pdata[i]);
      add (problems, APP_CASE_EXTRA, g_strdup_printf (_ ("“%s” was called in addition."), name));
    }
}

static void
check_calls (const AppCaseExpectation *self, GPtrArray *calls, GPtrArray *problems)
{
  Pairing  pairing;
  gboolean all = TRUE;

  pairing_init (&pairing, self, calls);
  for (guint i = 0; i < self->wanted->len; i++)
    all = all && pairing.call[i] >= 0;
  if (all && self->strict && !is_in_order (&pairing))
    add (problems, APP_CASE_ORDER, g_strdup (_ ("The calls were made in another order.")));
  check_missing (&pairing, problems);
  check_extra (&pairing, problems);
  pairing_clear (&pairing);
}

/* Tools that should not have been called: each is told once. */
static void
check_tools (const AppCaseExpectation *self, GPtrArray *calls, GPtrArray *problems)
{
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < calls->len; i++)
    {
      const AppCaseCall *call = calls->pdata[i];
      gboolean           is_wrong = self->no_call || has_tool (self->never, call) ||
                          (self->only != NULL && !has_tool (self->only, call));

      if (!is_wrong || !g_hash_table_add (told, call->told))
        continue;
      g_autofree char *name = dup_name (call);
      add (problems, APP_CASE_EXTRA,
           g_strdup_printf (_ ("“%s” was called, which it should not be."), name));
    }
  if (self->some_call && calls->len == 0)
    add (problems, APP_CASE_MISSING, g_strdup (_ ("No tool was called.")));
  if (self->first == NULL)
    return;
  if (calls->len == 0)
    add (problems, APP_CASE_MISSING, g_strdup_printf (_ ("“%s” was not called."), self->first));
  else if (!app_case_call_is_of (calls->pdata[0], self->first))
    {
      g_autofree char *name = dup_name (calls->pdata[0]);

      add (problems, APP_CASE_ORDER,
           /* Translators: the names of two tools */
           g_strdup_printf (_ ("“%s” was called first, not “%s”."), name, self->first));
    }
}

static void
check_answer (const AppCaseExpectation *self, const char *answer, GPtrArray *problems)
{
  for (guint i = 0; self->contains != NULL && self->contains[i] != NULL; i++)
    if (!app_case_text_holds (answer, self->contains[i]))
      add (problems, APP_CASE_ANSWER,
           /* Translators: %s is a text */
           g_strdup_printf (_ ("The answer does not have “%s” in it."), self->contains[i]));
  for (guint i = 0; i < self->matches->len; i++)
    if (!g_regex_match (self->matches->pdata[i], answer, 0, NULL))
      add (problems, APP_CASE_ANSWER,
           /* Translators: %s is a regular expression */
           g_strdup_printf (_ ("The answer does not match “%s”."),
                            g_regex_get_pattern (self->matches->pdata[i])));
  if (self->not_empty && answer[strspn (answer, " \t\r\n")] == '\0')
    add (problems, APP_CASE_ANSWER, g_strdup (_ ("The answer is empty.")));
}

static void
check_errors (GPtrArray *calls, GPtrArray *problems)
{
  for (guint i = 0; i < calls->len; i++)
    {
      const AppCaseCall *call = calls->pdata[i];

      if (!call->is_error || call->was_kept)
        continue;
      g_autofree char *name = dup_name (call);
      add (problems, APP_CASE_ERROR, g_strdup_printf (_ ("“%s” came to an error."), name));
    }
}

void
app_case_expectation_check (const AppCaseExpectation *self,
                            const AppCaseOutcome     *outcome,
                            GPtrArray                *problems)
{
  check_calls (self, outcome->calls, problems);
  check_tools (self, outcome->calls, problems);
  check_answer (self, outcome->answer, problems);
  if (self->no_errors)
    check_errors (outcome->calls, problems);
  if (self->tokens_under > 0 && outcome->tokens >= self->tokens_under)
    add (problems, APP_CASE_LIMIT,
         /* Translators: two numbers */
         g_strdup_printf (_ ("It took %'.0f tokens, not less than %'.0f."), (double)outcome->tokens,
                          (double)self->tokens_under));
  if (self->requests_under > 0 && outcome->requests >= self->requests_under)
    add (problems, APP_CASE_LIMIT,
         g_strdup_printf (_ ("It took %u requests, not less than %u."), outcome->requests,
                          (guint)self->requests_under));
}
