/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-past-comparison.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  AppPastList  *list;
  AppPastEntry *entries[2];
  guint         n_read;
  GBytes       *requests[2];  /* (nullable) */
  GBytes       *responses[2]; /* (nullable) */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_object_unref (reading->list);
  for (guint i = 0; i < 2; i++)
    {
      g_object_unref (reading->entries[i]);
      g_clear_pointer (&reading->requests[i], g_bytes_unref);
      g_clear_pointer (&reading->responses[i], g_bytes_unref);
    }
  g_free (reading);
}

static void
on_run (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (app_comparison_run_finish (APP_COMPARISON (source), result, &error))
    g_task_return_pointer (task, g_object_ref (source), g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
compare (GTask *task, Reading *reading)
{
  g_autoptr (AppComparison) comparison = app_comparison_new ();

  app_comparison_add_messages (comparison, _ ("Request"), reading->requests[0],
                               reading->requests[1]);
  app_comparison_add_messages (comparison, _ ("Response"), reading->responses[0],
                               reading->responses[1]);
  app_comparison_run_async (comparison, g_task_get_cancellable (task), on_run,
                            g_object_ref (task));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Reading *reading = g_task_get_task_data (task);
  guint    n = reading->n_read;
  GError  *error = NULL;
  g_autoptr (StoreExchange) exchange = app_past_list_get_finish (
      reading->list, result, &reading->requests[n], &reading->responses[n], &error);

  if (exchange == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  reading->n_read++;
  if (reading->n_read == 2)
    compare (task, reading);
  else
    app_past_list_get_async (reading->list, reading->entries[1],
                             g_task_get_cancellable (task), on_read, g_object_ref (task));
}

void
app_past_comparison_async (AppPastList        *list,
                           AppPastEntry       *before,
                           AppPastEntry       *after,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (APP_IS_PAST_LIST (list));
  g_return_if_fail (APP_IS_PAST_ENTRY (before) && APP_IS_PAST_ENTRY (after));

  g_autoptr (GTask) task = g_task_new (list, cancellable, callback, user_data);
  Reading *reading = g_new0 (Reading, 1);

  reading->list = g_object_ref (list);
  reading->entries[0] = g_object_ref (before);
  reading->entries[1] = g_object_ref (after);
  g_task_set_task_data (task, reading, reading_free);
  app_past_list_get_async (list, before, cancellable, on_read, g_object_ref (task));
}

AppComparison *
app_past_comparison_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
