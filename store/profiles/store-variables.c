/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-variables.h"

#include "store-secret-signs.h"

typedef struct
{
  char    *name;
  char    *text; /* the value, or the reference */
  gboolean secret;
} Variable;

struct _StoreVariables
{
  GPtrArray *items;
};

G_DEFINE_BOXED_TYPE (StoreVariables, store_variables, store_variables_copy, store_variables_free)

static void
variable_free (Variable *variable)
{
  g_free (variable->name);
  g_free (variable->text);
  g_free (variable);
}

static const Variable *
peek (const StoreVariables *self, guint index)
{
  return g_ptr_array_index (self->items, index);
}

StoreVariables *
store_variables_new (void)
{
  StoreVariables *self = g_new0 (StoreVariables, 1);

  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify)variable_free);
  return self;
}

static void
append (StoreVariables *self, const char *name, const char *text, gboolean secret)
{
  Variable *variable = g_new0 (Variable, 1);

  variable->name = g_strdup (name);
  variable->text = g_strdup (text);
  variable->secret = secret;
  g_ptr_array_add (self->items, variable);
}

static void
put (StoreVariables *self, const char *name, const char *text, gboolean secret)
{
  Variable *variable;
  guint     index;

  if (store_variables_find (self, name, &index))
    {
      variable = g_ptr_array_index (self->items, index);
      if (variable->text != text)
        {
          g_free (variable->text);
          variable->text = g_strdup (text);
        }
      variable->secret = secret;
    }
  else
    {
      append (self, name, text, secret);
    }
}

StoreVariables *
store_variables_copy (const StoreVariables *self)
{
  StoreVariables *copy = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (self); i++)
    append (copy, peek (self, i)->name, peek (self, i)->text, peek (self, i)->secret);
  return copy;
}

void
store_variables_free (StoreVariables *self)
{
  g_ptr_array_unref (self->items);
  g_free (self);
}

gboolean
store_variables_equal (const StoreVariables *a, const StoreVariables *b)
{
  guint count = store_variables_get_n_items (a);

  if (count != store_variables_get_n_items (b))
    return FALSE;
  for (guint i = 0; i < count; i++)
    if (peek (a, i)->secret != peek (b, i)->secret ||
        !g_str_equal (peek (a, i)->name, peek (b, i)->name) ||
        !g_str_equal (peek (a, i)->text, peek (b, i)->text))
      return FALSE;
  return TRUE;
}

void
store_variables_set (StoreVariables *self, const char *name, const char *value)
{
  g_return_if_fail (self != NULL && name != NULL && value != NULL);

  put (self, name, value, FALSE);
}

void
store_variables_set_secret (StoreVariables *self, const char *name, const char *reference)
{
  g_return_if_fail (self != NULL && name != NULL && reference != NULL);

  put (self, name, reference, TRUE);
}

gboolean
store_variables_remove (StoreVariables *self, const char *name)
{
  guint index;

  if (!store_variables_find (self, name, &index))
    return FALSE;
  g_ptr_array_remove_index (self->items, index);
  return TRUE;
}

guint
store_variables_get_n_items (const StoreVariables *self)
{
  return self == NULL ? 0 : self->items->len;
}

const char *
store_variables_get_name (const StoreVariables *self, guint index)
{
  g_return_val_if_fail (index < store_variables_get_n_items (self), NULL);

  return peek (self, index)->name;
}

const char *
store_variables_get_value (const StoreVariables *self, guint index)
{
  g_return_val_if_fail (index < store_variables_get_n_items (self), NULL);

  return peek (self, index)->secret ? NULL : peek (self, index)->text;
}

const char *
store_variables_get_secret (const StoreVariables *self, guint index)
{
  g_return_val_if_fail (index < store_variables_get_n_items (self), NULL);

  return peek (self, index)->secret ? peek (self, index)->text : NULL;
}

static gboolean
find (const StoreVariables *self, const char *name, gboolean caseless, guint *index)
{
  for (guint i = 0; i < store_variables_get_n_items (self); i++)
    if (caseless ? g_ascii_strcasecmp (peek (self, i)->name, name) == 0
                 : g_str_equal (peek (self, i)->name, name))
      {
        if (index != NULL)
          *index = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
store_variables_find (const StoreVariables *self, const char *name, guint *index)
{
  return find (self, name, FALSE, index);
}

gboolean
store_variables_find_caseless (const StoreVariables *self, const char *name, guint *index)
{
  return find (self, name, TRUE, index);
}

const char *
store_variables_lookup (const StoreVariables *self, const char *name)
{
  guint index;

  return find (self, name, FALSE, &index) ? store_variables_get_value (self, index) : NULL;
}

gboolean
store_variables_looks_secret (const char *name, const char *value)
{
  g_autoptr (GPtrArray) found = store_secret_signs_find (value);

  return found != NULL || (value != NULL && store_secret_signs_is_named (name, value));
}
