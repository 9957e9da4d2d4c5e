/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-expectation.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-matcher.h"
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
  GPtrArray *matches;   /* GRegex */
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

gboolean
app_case_check_members (McpJsonValue object, const char *const *members, GError **error)
{
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *line = NULL;

      if (g_strv_contains (members, text))
        continue;
      line = app_visible_text_line (text, QUOTED);
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: %s is a word of a file */
                   _ ("“%s” is not understood."), line);
      return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): texts of a list, or of one alone */
static char **
dup_texts (McpJsonValue value)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char *text = mcp_json_value_dup_string (value, NULL);

  if (text != NULL)
    {
      g_strv_builder_add (builder, text);
      g_free (text);
      return g_strv_builder_end (builder);
    }
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return NULL;
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      text = mcp_json_value_dup_string (item.value, NULL);
      if (text == NULL)
        return NULL;
      g_strv_builder_add (builder, text);
      g_free (text);
    }
  return g_strv_builder_end (builder);
}

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
read_calls (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return FALSE;
  for (McpJsonWalk call = mcp_json_walk (value); mcp_json_walk_next (&call);)
    if (!read_call (self, call.value, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_order (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  self->strict = mcp_json_value_string_equals (value, "strict");
  return self->strict || mcp_json_value_string_equals (value, "any");
}

static gboolean
read_never (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  self->never = dup_texts (value);
  return self->never != NULL;
}

static gboolean
read_only (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  self->only = dup_texts (value);
  return self->only != NULL;
}

static gboolean
read_first (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  self->first = mcp_json_value_dup_string (value, NULL);
  return self->first != NULL;
}

static gboolean
read_flag (McpJsonValue value, gboolean *flag)
{
  *flag = mcp_json_value_get_boolean (value, FALSE);
  return mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN;
}

static gboolean
read_no_call (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  return read_flag (value, &self->no_call);
}

static gboolean
read_some_call (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  return read_flag (value, &self->some_call);
}

static gboolean
read_no_errors (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  return read_flag (value, &self->no_errors);
}

static gboolean
read_max_extra (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  return mcp_json_value_get_int64 (value, &self->max_extra) && self->max_extra >= 0;
}

static gboolean
read_tokens (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  return mcp_json_value_get_int64 (value, &self->tokens_under) && self->tokens_under > 0;
}

static gboolean
read_requests (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  return mcp_json_value_get_int64 (value, &self->requests_under) && self->requests_under > 0 &&
         self->requests_under <= G_MAXUINT16;
}

static gboolean
read_matches (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  g_auto (GStrv) patterns = dup_texts (value);

  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    {
      GRegex *regex = g_regex_new (patterns[i], 0, 0, error);

      if (regex == NULL)
        return FALSE;
      g_ptr_array_add (self->matches, regex);
    }
  return patterns != NULL;
}

static gboolean
read_answer (AppCaseExpectation *self, McpJsonValue value, GError **error)
{
  static const char *const members[] = { "contains", "matches", "not_empty", NULL };
  McpJsonValue             contains = mcp_json_value_get_member (value, "contains");
  McpJsonValue             matches = mcp_json_value_get_member (value, "matches");
  McpJsonValue             not_empty = mcp_json_value_get_member (value, "not_empty");

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return FALSE;
  if (!app_case_check_members (value, members, error))
    return FALSE;
  if (mcp_json_value_exists (contains))
    self->contains = dup_texts (contains);
  return (!mcp_json_value_exists (contains) || self->contains != NULL) &&
         (!mcp_json_value_exists (matches) || read_matches (self, matches, error)) &&
         (!mcp_json_value_exists (not_empty) || read_flag (not_empty, &self->not_empty));
}

static const struct
{
  const char *name;
  gboolean (*read) (AppCaseExpectation *self, McpJsonValue value, GError **error);
} parts[] = {
  { "calls", read_calls },
  { "order", read_order },
  { "never", read_never },
  { "only", read_only },
  { "first", read_first },
  { "no_call", read_no_call },
  { "some_call", read_some_call },
  { "max_extra", read_max_extra },
  { "answer", read_answer },
  { "no_errors", read_no_errors },
  { "tokens_under", read_tokens },
  { "requests_under", read_requests },
};

static gboolean
read_part (AppCaseExpectation *self, const char *name, McpJsonValue value, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GError) inner = NULL;

      if (!g_str_equal (parts[i].name, name))
        continue;
      if (parts[i].read (self, value, &inner))
        return TRUE;
      if (inner != NULL)
        g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, "“%s”: %s", name, inner->message);
      else
        g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                     _ ("What “%s” has is not what it takes."), name);
      return FALSE;
    }
  return TRUE;
}

AppCaseExpectation *
app_case_expectation_new (McpJsonValue value, GError **error)
{
  g_autoptr (AppCaseExpectation) self = g_new0 (AppCaseExpectation, 1);
  const char *names[G_N_ELEMENTS (parts) + 1] = { NULL };

  self->wanted = g_ptr_array_new_with_free_func (wanted_free);
  self->matches = g_ptr_array_new_with_free_func ((GDestroyNotify)g_regex_unref);
  self->max_extra = -1;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    names[i] = parts[i].name;
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("What “expect” has is not what it takes."));
      return NULL;
    }
  if (!app_case_check_members (value, names, error))
    return NULL;
  for (McpJsonWalk part = mcp_json_walk (value); mcp_json_walk_next (&part);)
    {
      g_autofree char *text = mcp_json_value_dup_string (part.name, NULL);

      if (!read_part (self, text, part.value, error))
        return NULL;
    }
  return g_steal_pointer (&self);
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
  g_autofree char *problem = NULL;

  if (!app_case_call_is_of (call, wanted->tool))
    return FALSE;
  problem = check_arguments (wanted, call);
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
      const Wanted    *wanted = pairing->self->wanted->pdata[i];
      g_autofree char *why = NULL;
      int              spare;

      if (pairing->call[i] >= 0)
        continue;
      spare = find_spare (pairing, wanted);
      if (spare < 0)
        {
          add (problems, APP_CASE_MISSING,
               /* Translators: %s is the name of a tool, as in those below */
               g_strdup_printf (_ ("“%s” was not called."), wanted->tool));
          continue;
        }
      pairing->wanted[spare] = (int)i;
      why = check_arguments (wanted, pairing->calls->pdata[spare]);
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
      g_autofree char *name = NULL;

      if (pairing->wanted[i] >= 0 || ++n <= pairing->self->max_extra)
        continue;
      name = dup_name (pairing->calls->pdata[i]);
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
      g_autofree char *name = NULL;

      if (!is_wrong || !g_hash_table_add (told, call->told))
        continue;
      name = dup_name (call);
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

static gboolean
holds (const char *text, const char *part)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  return strstr (folded, folded_part) != NULL;
}

static void
check_answer (const AppCaseExpectation *self, const char *answer, GPtrArray *problems)
{
  for (guint i = 0; self->contains != NULL && self->contains[i] != NULL; i++)
    if (!holds (answer, self->contains[i]))
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
      g_autofree char   *name = NULL;

      if (!call->is_error || call->was_kept)
        continue;
      name = dup_name (call);
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
         g_strdup_printf (_ ("It took %.0f tokens, not less than %.0f."), (double)outcome->tokens,
                          (double)self->tokens_under));
  if (self->requests_under > 0 && outcome->requests >= self->requests_under)
    add (problems, APP_CASE_LIMIT,
         g_strdup_printf (_ ("It took %u requests, not less than %u."), outcome->requests,
                          (guint)self->requests_under));
}
