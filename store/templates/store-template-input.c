/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-template-input.h"

#include "store-error.h"

#include <math.h>
#include <string.h>

/* A longer value is a mistake of the clipboard; the system takes no longer argument either. */
#define MAX_VALUE_BYTES (128u * 1024u)
#define MAX_VALUES 1000u

/* An empty text is a value as well; of a number or a path nothing is. */
static gboolean
takes_empty (const StoreTemplateInput *self)
{
  return self->kind == STORE_INPUT_STRING ||
         (self->kind == STORE_INPUT_CHOICE && g_strv_contains (self->choices, ""));
}

/* What a person types may begin with "~/"; what a publisher set is taken as it stands. */
static char *
dup_typed (const StoreTemplateInput *self, const char *value)
{
  gboolean is_path = self->kind == STORE_INPUT_DIRECTORY || self->kind == STORE_INPUT_FILE;

  if (is_path && g_str_equal (value, "~"))
    return g_strdup (g_get_home_dir ());
  if (is_path && g_str_has_prefix (value, "~/"))
    return g_build_filename (g_get_home_dir (), value + 2, NULL);
  return g_strdup (value);
}

GStrv
store_template_input_dup_values (const StoreTemplateInput *self, const char *const *values)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new ();
  gboolean keeps_empty = takes_empty (self);

  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    if (*values[i] != '\0')
      g_ptr_array_add (held, dup_typed (self, values[i]));
  if (held->len == 0 && keeps_empty && values != NULL && values[0] != NULL)
    g_ptr_array_add (held, g_strdup (""));
  for (guint i = 0, none = held->len; none == 0 && self->defaults[i] != NULL; i++)
    if (keeps_empty || *self->defaults[i] != '\0')
      g_ptr_array_add (held, g_strdup (self->defaults[i]));
  g_ptr_array_add (held, NULL);
  return (GStrv)g_ptr_array_free (g_steal_pointer (&held), FALSE);
}

static gboolean
check_number (const StoreTemplateInput *self, const char *value, GError **error)
{
  char  *end;
  double number = g_ascii_strtod (value, &end);

  if (end == value || *end != '\0' || !isfinite (number))
    g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” has to be a number", self->title);
  else if (number < self->minimum)
    g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” has to be at least %.15g",
                 self->title, self->minimum);
  else if (number > self->maximum)
    g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” has to be at most %.15g",
                 self->title, self->maximum);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_value (const StoreTemplateInput *self, const char *value, GError **error)
{
  if (strlen (value) > MAX_VALUE_BYTES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "“%s” is longer than %u bytes",
                   self->title, MAX_VALUE_BYTES);
      return FALSE;
    }
  switch (self->kind)
    {
    case STORE_INPUT_NUMBER:
      return check_number (self, value, error);
    case STORE_INPUT_BOOLEAN:
      if (g_str_equal (value, "true") || g_str_equal (value, "false"))
        return TRUE;
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” has to be true or false",
                   self->title);
      return FALSE;
    case STORE_INPUT_CHOICE:
      if (g_strv_contains (self->choices, value))
        return TRUE;
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” has to be one of its choices",
                   self->title);
      return FALSE;
    case STORE_INPUT_DIRECTORY:
    case STORE_INPUT_FILE:
      /* The server starts in a folder that nobody thinks of. */
      if (g_path_is_absolute (value))
        return TRUE;
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "“%s” has to be a whole path: it begins with / or ~/", self->title);
      return FALSE;
    case STORE_INPUT_STRING:
    default:
      return TRUE;
    }
}

gboolean
store_template_input_check (const StoreTemplateInput *self,
                            const char *const        *values,
                            GError                  **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_auto (GStrv) given = store_template_input_dup_values (self, values);
  guint n = g_strv_length (given);
  if (n == 0 && self->required)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” is required", self->title);
      return FALSE;
    }
  if (n > 1 && !self->multiple)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” takes one value only",
                   self->title);
      return FALSE;
    }
  if (n > MAX_VALUES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "“%s” has more than %u values",
                   self->title, MAX_VALUES);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!check_value (self, given[i], error))
      return FALSE;
  return TRUE;
}
