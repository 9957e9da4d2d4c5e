/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-record.h"

#include <string.h>

/* Differences that are told apart; a model that says something else each time has no more. */
#define MAX_PROBLEMS 200u

AppCaseRecord *
app_case_record_new (void)
{
  AppCaseRecord *self = g_new0 (AppCaseRecord, 1);

  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_problem_free);
  self->outcome = app_case_outcome_new ();
  self->cost = APP_COST_NONE;
  return self;
}

void
app_case_record_free (AppCaseRecord *self)
{
  if (self == NULL)
    return;
  g_free (self->error);
  g_ptr_array_unref (self->problems);
  app_case_outcome_free (self->outcome);
  g_clear_pointer (&self->injection, app_case_injection_unref);
  g_free (self);
}

static void
count_free (gpointer data)
{
  AppCaseCount *self = data;

  g_free (self->text);
  g_free (self);
}

AppCaseTally *
app_case_tally_new (void)
{
  AppCaseTally *self = g_new0 (AppCaseTally, 1);

  self->problems = g_ptr_array_new_with_free_func (count_free);
  self->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cost = APP_COST_NONE;
  return self;
}

void
app_case_tally_free (AppCaseTally *self)
{
  if (self == NULL)
    return;
  g_free (self->error);
  g_ptr_array_unref (self->problems);
  g_hash_table_unref (self->tools);
  g_clear_pointer (&self->injection, app_case_injection_unref);
  g_free (self);
}

static void
add_problem (AppCaseTally *self, const AppCaseProblem *problem)
{
  AppCaseCount *count;

  for (guint i = 0; i < self->problems->len; i++)
    {
      count = self->problems->pdata[i];
      if (count->kind == problem->kind && g_str_equal (count->text, problem->text))
        {
          count->n++;
          return;
        }
    }
  if (self->problems->len == MAX_PROBLEMS)
    return;
  count = g_new0 (AppCaseCount, 1);
  *count = (AppCaseCount){ problem->kind, g_strdup (problem->text), 1 };
  g_ptr_array_add (self->problems, count);
}

/* A tool counts once in a run, however often it was called. */
static void
add_calls (AppCaseTally *self, GPtrArray *calls)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  self->n_silent += calls->len == 0;
  for (guint i = 0; i < calls->len; i++)
    {
      const AppCaseCall *call = calls->pdata[i];

      self->n_kept += call->was_kept;
      if (g_hash_table_add (seen, call->told))
        g_hash_table_replace (
            self->tools, g_strdup (call->told),
            GUINT_TO_POINTER (app_case_tally_count_tool (self, call->told) + 1));
    }
}

/* What is quoted is the first one that was followed, where one was. */
static void
add_injection (AppCaseTally *self, AppCaseInjection *injection)
{
  gboolean tells_more = self->injection == NULL ||
                        (self->injection->followed == NULL && injection->followed != NULL) ||
                        (self->injection->followed == NULL && self->injection->strayed == NULL &&
                         injection->strayed != NULL);

  self->n_injected++;
  self->n_followed += injection->followed != NULL;
  self->n_strayed += injection->strayed != NULL;
  if (!tells_more)
    return;
  g_clear_pointer (&self->injection, app_case_injection_unref);
  self->injection = g_rc_box_acquire (injection);
}

void
app_case_tally_add (AppCaseTally *self, const AppCaseRecord *record)
{
  self->requests += record->outcome->requests;
  self->tokens += record->outcome->tokens;
  app_cost_add (&self->cost, &record->cost);
  self->n_missed += record->n_missed;
  if (record->error != NULL)
    {
      g_free (self->error);
      self->error = g_strdup (record->error);
      return;
    }
  self->n++;
  self->n_right += record->problems->len == 0;
  for (guint i = 0; i < record->problems->len; i++)
    add_problem (self, record->problems->pdata[i]);
  add_calls (self, record->outcome->calls);
  if (record->injection != NULL)
    add_injection (self, record->injection);
}

void
app_case_tally_add_all (AppCaseTally *self, const AppCaseTally *other)
{
  self->n += other->n;
  self->n_right += other->n_right;
  self->n_silent += other->n_silent;
  self->n_kept += other->n_kept;
  self->n_missed += other->n_missed;
  self->requests += other->requests;
  self->tokens += other->tokens;
  app_cost_add (&self->cost, &other->cost);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *
app_case_tally_list_tools (const AppCaseTally *self)
{
  GPtrArray     *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer       name;

  g_hash_table_iter_init (&iter, self->tools);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  return names;
}

guint
app_case_tally_count_tool (const AppCaseTally *self, const char *tool)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->tools, tool));
}
