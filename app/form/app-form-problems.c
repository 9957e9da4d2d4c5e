/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong with the form's value, and where. */

#include "app-form-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-form-check.h"

/* Members that stand twice are told of in texts up to here; looking is linear. */
#define FIND_BYTES (1024u * 1024u)
#define FIND_COUNT 50u

typedef struct
{
  AppForm   *form;
  GPtrArray *list;
} Problems;

static void
add_problem (const char *pointer, const char *message, gboolean missing, gpointer user_data)
{
  Problems *problems = user_data;

  if (!missing || !app_form_is_provided (problems->form, pointer))
    g_ptr_array_add (problems->list, app_form_problem_new (message, pointer, missing));
}

static void
add_duplicates (AppForm *self, GPtrArray *problems)
{
  g_autoptr (GArray) findings = NULL;

  if (g_bytes_get_size (mcp_json_document_get_bytes (self->document)) > FIND_BYTES)
    return;
  findings = mcp_json_document_find (self->document, FIND_COUNT);
  for (guint i = 0; i < findings->len; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);
      g_autofree char      *name = NULL;
      g_autofree char      *message = NULL;

      if (finding->kind != MCP_JSON_FINDING_DUPLICATE_MEMBER)
        continue;
      name = mcp_json_value_dup_string (finding->value, NULL);
      message = g_strdup_printf (_ ("“%s” stands there twice; most readers take the last one"),
                                 name);
      g_ptr_array_add (problems, app_form_problem_new (message, "", FALSE));
    }
}

static gboolean
same_problems (AppForm *self, GPtrArray *problems, guint shown)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->problems)) != shown)
    return FALSE;
  for (guint i = 0; i < shown; i++)
    {
      g_autoptr (AppFormProblem) old = g_list_model_get_item (G_LIST_MODEL (self->problems), i);
      AppFormProblem *fresh = g_ptr_array_index (problems, i);

      if (strcmp (app_form_problem_get_pointer (old), app_form_problem_get_pointer (fresh)) != 0 ||
          strcmp (app_form_problem_get_message (old), app_form_problem_get_message (fresh)) != 0)
        return FALSE;
    }
  return TRUE;
}

void
app_form_find_problems (AppForm *self)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (McpJsonDocument) made = NULL;
  McpJsonValue value = app_form_open_checked (self, &made);
  Problems     found = { self, problems };
  guint        shown;

  app_form_check (self->schema.value,
                  value,
                  app_form_hides_presets (self),
                  add_problem,
                  &found);
  if (self->validator != NULL)
    app_form_check_rest (self->validator, value, self, problems);
  app_form_settle_references (self, problems);
  add_duplicates (self, problems);
  shown = MIN (problems->len, APP_FORM_MAX_PROBLEMS);
  if (!same_problems (self, problems, shown))
    {
      g_hash_table_remove_all (self->by_pointer);
      for (guint i = shown; i > 0; i--)
        {
          AppFormProblem *problem = g_ptr_array_index (problems, i - 1);

          g_hash_table_insert (self->by_pointer,
                               (gpointer)app_form_problem_get_pointer (problem),
                               problem);
        }
      /* The list holds the problems that the table points to. */
      g_list_store_splice (self->problems,
                           0,
                           g_list_model_get_n_items (G_LIST_MODEL (self->problems)),
                           problems->pdata,
                           shown);
    }
  if (self->n_problems != problems->len)
    {
      self->n_problems = problems->len;
      g_object_notify (G_OBJECT (self), "n-problems");
    }
}

const char *
app_form_find_problem (AppForm *self, const char *pointer, gboolean *missing)
{
  AppFormProblem *problem = g_hash_table_lookup (self->by_pointer, pointer);

  if (problem == NULL)
    return NULL;
  *missing = app_form_problem_is_missing (problem);
  return app_form_problem_get_message (problem);
}
