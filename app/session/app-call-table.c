/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call-table.h"

struct _AppCallTable
{
  grefcount   ref_count; /* the feature has one, and each call that is in it */
  GHashTable *values;    /* AppCall, weakly → value */
};

static void
unref (AppCallTable *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->values);
  g_free (self);
}

static void
forget (gpointer data, GObject *call)
{
  AppCallTable *self = data;

  g_hash_table_remove (self->values, call);
  unref (self);
}

AppCallTable *
app_call_table_new (GDestroyNotify free_value)
{
  AppCallTable *self = g_new0 (AppCallTable, 1);

  g_ref_count_init (&self->ref_count);
  self->values = g_hash_table_new_full (NULL, NULL, NULL, free_value);
  return self;
}

/* A call that is going may be what frees it: its weak reference cannot be taken back then. */
void
app_call_table_free (AppCallTable *self)
{
  g_hash_table_remove_all (self->values);
  unref (self);
}

void
app_call_table_set (AppCallTable *self, AppCall *call, gpointer value)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (APP_IS_CALL (call));

  if (!g_hash_table_contains (self->values, call))
    {
      g_ref_count_inc (&self->ref_count);
      g_object_weak_ref (G_OBJECT (call), forget, self);
    }
  g_hash_table_insert (self->values, call, value);
}

gpointer
app_call_table_lookup (AppCallTable *self, AppCall *call)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_hash_table_lookup (self->values, call);
}
