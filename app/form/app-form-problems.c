/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong with the form's value, and where: what the schema's validator has against it, told
 * at rows. Of a union it is what the chosen form has against it. */

#include "app-form-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-form-problem-text.h"
#include "app-json-pointer.h"

/* Members that stand twice are told of in texts up to here; looking is linear. */
#define FIND_BYTES (1024u * 1024u)
#define FIND_COUNT 50u
/* For a whole value while somebody types. */
#define CHECK_MILLISECONDS 100u
/* Unions in unions whose reasons are looked through. */
#define MAX_UNIONS 8u

typedef struct
{
  AppFormProblem *problem;
  gsize           start; /* of the value that it is about, or of what it is missing in */
} Found;

typedef struct
{
  AppForm    *form;
  GArray     *found;
  GHashTable *told; /* pointer and message */
} Search;

typedef struct
{
  AppForm   *form;
  GPtrArray *list;
} Problems;

static void
add (Search *self, const char *pointer, char *message, gboolean missing, gsize start)
{
  g_autofree char *text = message;
  char            *key = g_strconcat (pointer, "\n", text, NULL);
  Found            found = { NULL, start };

  /* Sub-schemas that say the same are told of once. */
  if (!g_hash_table_add (self->told, key))
    return;
  found.problem = app_form_problem_new (text, pointer, missing);
  g_array_append_val (self->found, found);
}

static gboolean
is_missing_preset (Search *self, McpSchemaError *error)
{
  g_autoptr (GString) pointer = g_string_new (mcp_schema_error_get_instance_pointer (error));

  if (!app_form_problem_is_about_missing (error))
    return FALSE;
  app_json_pointer_append (pointer, mcp_schema_error_get_property (error));
  return app_form_is_provided (self->form, pointer->str);
}

static gboolean is_missing_presets (Search *self, McpSchemaError *error, guint depth);

/* Whether one branch of a union lacks nothing but what is put in when it is sent. */
static gboolean
has_complete_branch (Search *self, GPtrArray *causes, guint depth)
{
  g_autoptr (GHashTable) branches = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer       complete;

  for (guint i = 0; i < causes->len; i++)
    {
      gpointer branch = GINT_TO_POINTER (mcp_schema_error_get_branch (causes->pdata[i]));
      gboolean lacks_presets = is_missing_presets (self, causes->pdata[i], depth + 1);

      if (!lacks_presets || !g_hash_table_contains (branches, branch))
        g_hash_table_insert (branches, branch, GINT_TO_POINTER (lacks_presets));
    }
  g_hash_table_iter_init (&iter, branches);
  while (g_hash_table_iter_next (&iter, NULL, &complete))
    if (complete != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_missing_presets (Search *self, McpSchemaError *error, guint depth)
{
  GPtrArray *causes = mcp_schema_error_get_causes (error);

  if (depth > MAX_UNIONS)
    return FALSE;
  return causes != NULL ? has_complete_branch (self, causes, depth)
                        : is_missing_preset (self, error);
}

/* The branch that a person chose for a union; -1 where nobody could. */
static int
get_chosen_branch (AppField *field, const char *schema_pointer)
{
  for (; field != NULL && field->variant != NULL; field = app_field_peek_branch (field))
    {
      const AppFieldUnion *from = field->schema.forms != NULL
                                      ? &g_array_index (field->schema.forms, AppFieldUnion, 0)
                                      : NULL;
      GArray              *branches = app_field_list_branches (field);
      g_autofree char     *pointer = from != NULL ? mcp_schema_node_dup_pointer (from->node) : NULL;
      g_autofree char     *place =
          g_strconcat (pointer, "/", from ? mcp_schema_keyword_get_name (from->keyword) : "", NULL);

      if (pointer == NULL || strcmp (place, schema_pointer) != 0 ||
          field->selected >= branches->len)
        continue;
      for (guint i = 0; i < mcp_schema_node_get_n_children (from->node, from->keyword); i++)
        if (mcp_schema_node_equal (
                mcp_schema_node_get_nth_child (from->node, from->keyword, i, NULL),
                g_array_index (branches, AppFieldBranch, field->selected).node))
          return (int)i;
    }
  if (field != NULL && field->children != NULL && field->schema.kind == APP_FIELD_OBJECT)
    for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (field->children)); i++)
      {
        g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (field->children), i);
        int branch = child->selector ? get_chosen_branch (child, schema_pointer) : -1;

        if (branch >= 0)
          return branch;
      }
  return -1;
}

static void add_error (Search *self, McpSchemaError *error, guint depth);

/* What the form that is chosen, or comes closest, has against the value.
 * Returns: %FALSE where that says less than that no form fits */
static gboolean
add_causes (Search *self, McpSchemaError *error, AppField *field, guint depth)
{
  GPtrArray  *causes = mcp_schema_error_get_causes (error);
  const char *pointer = mcp_schema_error_get_instance_pointer (error);
  int         chosen =
      get_chosen_branch (field, mcp_schema_error_get_schema_pointer (error));
  gboolean any = FALSE;

  if (causes == NULL || causes->len == 0 || depth > MAX_UNIONS ||
      (field != NULL && field->schema.kind == APP_FIELD_ENUM))
    return FALSE;
  if (chosen < 0)
    chosen = mcp_schema_error_get_branch (causes->pdata[0]);
  for (guint i = 0; i < causes->len; i++)
    {
      McpSchemaError  *cause = causes->pdata[i];
      McpSchemaKeyword keyword = mcp_schema_error_get_keyword (cause);

      if (mcp_schema_error_get_branch (cause) == chosen &&
          (keyword == MCP_SCHEMA_TYPE || keyword == MCP_SCHEMA_UNKNOWN_KEYWORD) &&
          strcmp (mcp_schema_error_get_instance_pointer (cause), pointer) == 0)
        return FALSE;
    }
  for (guint i = 0; i < causes->len; i++)
    if (mcp_schema_error_get_branch (causes->pdata[i]) == chosen)
      {
        add_error (self, causes->pdata[i], depth + 1);
        any = TRUE;
      }
  return any;
}

static void
add_error (Search *self, McpSchemaError *error, guint depth)
{
  McpSchemaKeyword keyword = mcp_schema_error_get_keyword (error);
  gboolean         missing = app_form_problem_is_about_missing (error);
  const char      *place = mcp_schema_error_get_instance_pointer (error);
  AppField        *field = app_form_peek_field (self->form, place);
  g_autoptr (GString) pointer = g_string_new (place);

  if (is_missing_presets (self, error, 0))
    return;
  if ((keyword == MCP_SCHEMA_ANY_OF || keyword == MCP_SCHEMA_ONE_OF) &&
      add_causes (self, error, field, depth))
    return;
  if (missing)
    app_json_pointer_append (pointer, mcp_schema_error_get_property (error));
  add (self, pointer->str, app_form_problem_dup_text (error, field), missing,
       mcp_json_value_get_start (mcp_schema_error_get_instance (error)));
}

static int
compare_found (gconstpointer a, gconstpointer b)
{
  const Found *one = a;
  const Found *two = b;

  return (one->start > two->start) - (one->start < two->start);
}

/* Returns: how many there are beyond those that are found */
static guint
find (Search *self)
{
  AppForm *form = self->form;
  g_autoptr (McpJsonDocument) made = NULL;
  McpJsonValue    value = app_form_open_checked (form, &made);
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      add (self, "", g_strdup (_ ("Arguments must be an object")), FALSE, 0);
      return 0;
    }
  budget.max_errors = APP_FORM_MAX_PROBLEMS;
  budget.max_milliseconds = CHECK_MILLISECONDS;
  report = mcp_schema_validate (form->validator, value, MCP_SCHEMA_PLAIN, &budget);
  errors = mcp_schema_report_get_errors (report);
  for (guint i = 0; i < errors->len; i++)
    add_error (self, errors->pdata[i], 0);
  return mcp_schema_report_get_n_errors (report) - errors->len;
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

static void
show (AppForm *self, GPtrArray *problems)
{
  guint shown = MIN (problems->len, APP_FORM_MAX_PROBLEMS);

  if (same_problems (self, problems, shown))
    return;
  g_hash_table_remove_all (self->by_pointer);
  for (guint i = shown; i > 0; i--)
    {
      AppFormProblem *problem = g_ptr_array_index (problems, i - 1);

      g_hash_table_insert (self->by_pointer, (gpointer)app_form_problem_get_pointer (problem),
                           problem);
    }
  /* The list holds the problems that the table points to. */
  g_list_store_splice (self->problems, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->problems)), problems->pdata,
                       shown);
}

/* In the order of the value; the rows' is made of it. @n_more: (out): how many there are beside
 * those that are listed. Returns: (transfer full) (element-type AppFormProblem) */
static GPtrArray *
list_problems (AppForm *self, guint *n_more)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func (g_object_unref);
  Search     search = { self, g_array_new (FALSE, FALSE, sizeof (Found)),
                        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  *n_more = find (&search);
  g_array_sort (search.found, compare_found);
  for (guint i = 0; i < search.found->len; i++)
    g_ptr_array_add (problems, g_array_index (search.found, Found, i).problem);
  g_hash_table_unref (search.told);
  g_array_unref (search.found);
  return problems;
}

void
app_form_find_problems (AppForm *self)
{
  guint n_problems = 0;
  g_autoptr (GPtrArray) problems = list_problems (self, &n_problems);

  app_form_settle_references (self, problems);
  add_duplicates (self, problems);
  app_form_find_foreign_values (self, problems);
  show (self, problems);
  n_problems += problems->len;
  if (self->n_problems != n_problems)
    {
      self->n_problems = n_problems;
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
