/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of what is wrong with the form's value: from the top of the form down, what is missing
 * at the place of its field. Rows come and go with the value, so the order follows them. */

#include "app-form-private.h"

#include <string.h>

#include "app-json-pointer.h"

/* Behind all rows: of the whole form, or of what has no row. */
#define NO_ROW G_MAXUINT

typedef struct
{
  AppFormProblem *problem; /* owned */
  GArray         *rows;    /* of guint: which row of the form, which row in that group, … */
} Placed;

static void
placed_clear (gpointer data)
{
  Placed *self = data;

  g_clear_object (&self->problem);
  g_clear_pointer (&self->rows, g_array_unref);
}

static gboolean add_rows (AppField *field, const char *pointer, GArray *rows);

static gboolean
has_token (AppField *child, const char *token)
{
  char position[16];

  if (child->position == G_MAXUINT)
    return g_strcmp0 (child->key, token) == 0;
  g_snprintf (position, sizeof position, "%u", child->position);
  return strcmp (position, token) == 0;
}

/* A selector's rows are those of the object that it belongs to. */
static gboolean
add_selector_rows (AppField *selector, guint row, const char *pointer, GArray *rows)
{
  g_array_append_val (rows, row);
  if (add_rows (selector, pointer, rows))
    return TRUE;
  g_array_set_size (rows, rows->len - 1);
  return FALSE;
}

/* Adds the rows on the way to @pointer inside of a field. Returns: whether there is one */
static gboolean
add_rows (AppField *field, const char *pointer, GArray *rows)
{
  GListModel      *children;
  const char      *rest = pointer;
  g_autofree char *token = app_json_pointer_take (&rest);

  if (token == NULL)
    return TRUE;
  while (field != NULL && field->variant != NULL)
    field = app_field_get_branch (field);
  children = field != NULL ? app_field_get_children (field) : NULL;
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (child->selector && add_selector_rows (child, i, pointer, rows))
        return TRUE;
      if (child->selector || !has_token (child, token))
        continue;
      g_array_append_val (rows, i);
      add_rows (child, rest, rows);
      return TRUE;
    }
  return FALSE;
}

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const GArray *one = ((const Placed *)a)->rows;
  const GArray *two = ((const Placed *)b)->rows;

  for (guint i = 0; i < MIN (one->len, two->len); i++)
    {
      guint left = g_array_index (one, guint, i);
      guint right = g_array_index (two, guint, i);

      if (left != right)
        return left < right ? -1 : 1;
    }
  /* A group's own come before those of its rows. */
  return (one->len > two->len) - (one->len < two->len);
}

static gboolean
is_in_order (GArray *placed)
{
  for (guint i = 1; i < placed->len; i++)
    if (compare_placed (&g_array_index (placed, Placed, i - 1),
                        &g_array_index (placed, Placed, i)) > 0)
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full): of Placed, as they are listed */
static GArray *
place_problems (AppForm *self, guint n_problems)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (Placed));

  g_array_set_clear_func (placed, placed_clear);
  for (guint i = 0; i < n_problems; i++)
    {
      AppFormProblem *problem = g_list_model_get_item (G_LIST_MODEL (self->problems), i);
      Placed          one = { problem, g_array_new (FALSE, FALSE, sizeof (guint)) };
      const char     *pointer = app_form_problem_get_pointer (problem);
      const guint     none = NO_ROW;

      if (*pointer == '\0' || !add_rows (self->root, pointer, one.rows))
        g_array_append_val (one.rows, none);
      g_array_append_val (placed, one);
    }
  return placed;
}

void
app_form_order_problems (AppForm *self)
{
  guint n_problems = g_list_model_get_n_items (G_LIST_MODEL (self->problems));
  g_autoptr (GArray) placed = NULL;
  g_autoptr (GPtrArray) ordered = NULL;

  if (n_problems < 2)
    return;
  placed = place_problems (self, n_problems);
  if (is_in_order (placed))
    return;
  /* Stable: of one row they stay in the order of the value. */
  g_array_sort (placed, compare_placed);
  ordered = g_ptr_array_new ();
  for (guint i = 0; i < placed->len; i++)
    g_ptr_array_add (ordered, g_array_index (placed, Placed, i).problem);
  g_list_store_splice (self->problems, 0, n_problems, ordered->pdata, ordered->len);
}
