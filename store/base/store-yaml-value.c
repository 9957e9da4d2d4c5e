/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-value.h"

#include "store-yaml-text.h"

#include <string.h>

typedef struct
{
  char           *name;
  StoreYamlValue *value;
} Member;

struct _StoreYamlValue
{
  char      *line;    /* (nullable): of a line or a list */
  GStrv      items;   /* (nullable): of a list */
  GPtrArray *members; /* (nullable): of a mapping */
};

static void
member_free (Member *member)
{
  g_free (member->name);
  store_yaml_value_free (member->value);
  g_free (member);
}

StoreYamlValue *
store_yaml_value_new_line (char *line)
{
  StoreYamlValue *self = g_new0 (StoreYamlValue, 1);

  self->line = line;
  return self;
}

StoreYamlValue *
store_yaml_value_new_list (const char *const *items)
{
  StoreYamlValue *self = g_new0 (StoreYamlValue, 1);
  GString        *line = g_string_new (NULL);

  store_yaml_append_list (line, items);
  self->line = g_string_free (line, FALSE);
  self->items = g_strdupv ((char **)items);
  return self;
}

StoreYamlValue *
store_yaml_value_new_mapping (void)
{
  StoreYamlValue *self = g_new0 (StoreYamlValue, 1);

  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify)member_free);
  return self;
}

void
store_yaml_value_add (StoreYamlValue *self, const char *name, StoreYamlValue *value)
{
  Member *member = g_new0 (Member, 1);

  g_assert (self->members != NULL);
  member->name = g_strdup (name);
  member->value = value;
  g_ptr_array_add (self->members, member);
}

StoreYamlValue *
store_yaml_value_copy (StoreYamlValue *self)
{
  StoreYamlValue *copy;

  if (self->members == NULL)
    {
      copy = store_yaml_value_new_line (g_strdup (self->line));
      copy->items = g_strdupv (self->items);
      return copy;
    }
  copy = store_yaml_value_new_mapping ();
  for (guint i = 0; i < self->members->len; i++)
    store_yaml_value_add (copy, store_yaml_value_get_member_name (self, i),
                          store_yaml_value_copy (store_yaml_value_get_member (self, i)));
  return copy;
}

void
store_yaml_value_free (StoreYamlValue *self)
{
  g_free (self->line);
  g_strfreev (self->items);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_free (self);
}

gboolean
store_yaml_value_is_mapping (StoreYamlValue *self)
{
  return self->members != NULL;
}

guint
store_yaml_value_get_n_members (StoreYamlValue *self)
{
  return self == NULL || self->members == NULL ? 0 : self->members->len;
}

const char *
store_yaml_value_get_member_name (StoreYamlValue *self, guint index)
{
  return ((Member *)g_ptr_array_index (self->members, index))->name;
}

StoreYamlValue *
store_yaml_value_get_member (StoreYamlValue *self, guint index)
{
  return ((Member *)g_ptr_array_index (self->members, index))->value;
}

StoreYamlValue *
store_yaml_value_find_member (StoreYamlValue *self, const char *name)
{
  for (guint i = 0; i < store_yaml_value_get_n_members (self); i++)
    if (g_str_equal (store_yaml_value_get_member_name (self, i), name))
      return store_yaml_value_get_member (self, i);
  return NULL;
}

const char *const *
store_yaml_value_get_items (StoreYamlValue *self)
{
  return (const char *const *)self->items;
}

gboolean
store_yaml_value_equal (StoreYamlValue *a, StoreYamlValue *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (g_strcmp0 (a->line, b->line) != 0 ||
      store_yaml_value_get_n_members (a) != store_yaml_value_get_n_members (b))
    return FALSE;
  for (guint i = 0; i < store_yaml_value_get_n_members (a); i++)
    if (!g_str_equal (store_yaml_value_get_member_name (a, i),
                      store_yaml_value_get_member_name (b, i)) ||
        !store_yaml_value_equal (store_yaml_value_get_member (a, i),
                                 store_yaml_value_get_member (b, i)))
      return FALSE;
  return TRUE;
}

static void
append_member_line (StoreYamlValue *self, guint index, GString *target)
{
  const char *name = store_yaml_value_get_member_name (self, index);

  store_yaml_append_text (target, name, strlen (name));
  g_string_append (target, ": ");
  store_yaml_value_append_line (store_yaml_value_get_member (self, index), target);
}

void
store_yaml_value_append_line (StoreYamlValue *self, GString *target)
{
  if (self->members == NULL)
    {
      g_string_append (target, self->line);
      return;
    }
  g_string_append_c (target, '{');
  for (guint i = 0; i < self->members->len; i++)
    {
      if (i > 0)
        g_string_append (target, ", ");
      append_member_line (self, i, target);
    }
  g_string_append_c (target, '}');
}

void
store_yaml_value_append_block (StoreYamlValue *self,
                               const char     *name,
                               guint           column,
                               guint           step,
                               const char     *line_end,
                               GString        *target)
{
  g_string_append_printf (target, "%*s", (int)column, "");
  store_yaml_append_text (target, name, strlen (name));
  g_string_append_c (target, ':');
  if (store_yaml_value_get_n_members (self) == 0)
    {
      g_string_append_c (target, ' ');
      store_yaml_value_append_line (self, target);
      g_string_append (target, line_end);
      return;
    }
  g_string_append (target, line_end);
  for (guint i = 0; i < self->members->len; i++)
    store_yaml_value_append_block (store_yaml_value_get_member (self, i),
                                   store_yaml_value_get_member_name (self, i), column + step, step,
                                   line_end, target);
}
