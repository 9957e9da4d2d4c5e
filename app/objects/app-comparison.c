/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-comparison.h"

#include "app-difference.h"
#include "mcp-json-document.h"
#include "mcp-object.h"
#include "store-value-diff.h"

#include <string.h>

/* What is compared with what. Made in the main thread, then worked on in the other alone. */
typedef struct
{
  const char     *title; /* (nullable) */
  gboolean        are_messages;
  StoreObject    *before;  /* (nullable) */
  StoreObject    *after;   /* (nullable) */
  GBytes         *sent[2]; /* (nullable): of messages, until they are read */
  StoreValueDiff *diff;    /* (nullable): of JSON that differs */
  gboolean        differs; /* as a whole */
} Part;

struct _AppComparison
{
  GObject parent_instance;

  GPtrArray  *parts; /* of Part */
  GListStore *differences;
  gboolean    has_more;
};

G_DEFINE_FINAL_TYPE (AppComparison, app_comparison, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppComparison, app_comparison)

static void
part_free (gpointer data)
{
  Part *part = data;

  g_clear_object (&part->before);
  g_clear_object (&part->after);
  g_clear_pointer (&part->sent[0], g_bytes_unref);
  g_clear_pointer (&part->sent[1], g_bytes_unref);
  g_clear_pointer (&part->diff, store_value_diff_free);
  g_free (part);
}

MCP_DEFINE_FINALIZE (AppComparison, app_comparison)
{
  g_ptr_array_unref (self->parts);
  g_object_unref (self->differences);
}

static void
app_comparison_init (AppComparison *self)
{
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->differences = g_list_store_new (APP_TYPE_DIFFERENCE);
}

AppComparison *
app_comparison_new (void)
{
  return g_object_new (APP_TYPE_COMPARISON, NULL);
}

void
app_comparison_add_messages (AppComparison *self,
                             const char    *part,
                             GBytes        *before,
                             GBytes        *after)
{
  g_return_if_fail (APP_IS_COMPARISON (self));

  Part *added = g_new0 (Part, 1);

  added->title = part;
  added->are_messages = TRUE;
  added->sent[0] = before != NULL ? g_bytes_ref (before) : NULL;
  added->sent[1] = after != NULL ? g_bytes_ref (after) : NULL;
  g_ptr_array_add (self->parts, added);
}

/* In the thread */

/* A text that holds JSON is compared as JSON.
 * Returns: (transfer full) (nullable) */
static StoreObject *
read_text (StoreObject *object)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  g_autoptr (McpJsonDocument) document = NULL;
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);
  gsize       blanks = 0;

  while (blanks < length && strchr (" \t\r\n", data[blanks]) != NULL && data[blanks] != '\0')
    blanks++;
  if (blanks < length && (data[blanks] == '{' || data[blanks] == '['))
    document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  return document != NULL
             ? store_object_new_json (mcp_json_document_get_root (document), NULL, NULL)
             : NULL;
}

static gboolean
are_json (Part *part)
{
  return store_object_get_kind (part->before) == STORE_OBJECT_JSON &&
         store_object_get_kind (part->after) == STORE_OBJECT_JSON;
}

/* Where both are JSON once they are read. */
static void
open_texts (Part *part)
{
  StoreObjectKind kinds[] = { store_object_get_kind (part->before),
                              store_object_get_kind (part->after) };
  g_autoptr (StoreObject) before =
      kinds[0] == STORE_OBJECT_TEXT ? read_text (part->before) : NULL;
  g_autoptr (StoreObject) after = kinds[1] == STORE_OBJECT_TEXT ? read_text (part->after) : NULL;

  if ((before != NULL || kinds[0] == STORE_OBJECT_JSON) &&
      (after != NULL || kinds[1] == STORE_OBJECT_JSON))
    {
      if (before != NULL)
        g_set_object (&part->before, before);
      if (after != NULL)
        g_set_object (&part->after, after);
    }
}

static void
compare_part (Part *part, GCancellable *cancellable)
{
  if (part->sent[0] != NULL)
    part->before = app_objects_new_object (part->sent[0]);
  if (part->sent[1] != NULL)
    part->after = app_objects_new_object (part->sent[1]);
  part->differs = (part->before == NULL) != (part->after == NULL);
  if (part->before == NULL || part->after == NULL || g_cancellable_is_cancelled (cancellable))
    return;
  open_texts (part);
  if (are_json (part))
    {
      part->diff = store_value_diff_new (store_object_get_value (part->before),
                                         store_object_get_value (part->after),
                                         APP_COMPARISON_MAX, cancellable);
      return;
    }
  g_autoptr (GBytes) before = store_object_dup_bytes (part->before);
  g_autoptr (GBytes) after = store_object_dup_bytes (part->after);
  part->differs = !g_bytes_equal (before, after);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *parts = data;

  for (guint i = 0; i < parts->len; i++)
    compare_part (parts->pdata[i], cancellable);
  g_task_return_boolean (task, TRUE);
}

/* In the main thread again */

/* Each message has its own. */
static gboolean
is_told_apart (const StoreValueDifference *difference)
{
  return g_str_equal (difference->path, "id") ||
         g_str_equal (difference->path, "params._meta.progressToken");
}

static StoreObject *
new_object (McpJsonValue value)
{
  return mcp_json_value_exists (value) ? store_object_new_json (value, NULL, NULL) : NULL;
}

static void
list_part (AppComparison *self, Part *part)
{
  GPtrArray *all = part->diff != NULL ? store_value_diff_get_all (part->diff) : NULL;

  if (part->differs)
    {
      g_autoptr (AppDifference) whole =
          app_difference_new (part->title, "", part->before, part->after);

      g_list_store_append (self->differences, whole);
    }
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const StoreValueDifference *each = all->pdata[i];
      g_autoptr (StoreObject) before = new_object (each->before);
      g_autoptr (StoreObject) after = new_object (each->after);
      g_autoptr (AppDifference) difference =
          app_difference_new (part->title, each->path, before, after);

      if (!part->are_messages || !is_told_apart (each))
        g_list_store_append (self->differences, difference);
    }
  self->has_more |= part->diff != NULL && store_value_diff_has_more (part->diff);
}

void
app_comparison_run_async (AppComparison      *self,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_return_if_fail (APP_IS_COMPARISON (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_task_data (task, g_steal_pointer (&self->parts), (GDestroyNotify)g_ptr_array_unref);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  g_task_run_in_thread (task, run);
}

gboolean
app_comparison_run_finish (AppComparison *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  GPtrArray *parts = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    list_part (self, parts->pdata[i]);
  return TRUE;
}

GListModel *
app_comparison_get_differences (AppComparison *self)
{
  g_return_val_if_fail (APP_IS_COMPARISON (self), NULL);
  return G_LIST_MODEL (self->differences);
}

MCP_DEFINE_FLAG (AppComparison, app_comparison, has_more)

/* Two objects that are kept: one after the other, then compared */

typedef struct
{
  AppComparison    *comparison;
  Part             *part; /* borrowed: the comparison's */
  StoreObjectEntry *entries[2];
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_object_unref (reading->comparison);
  g_object_unref (reading->entries[0]);
  g_object_unref (reading->entries[1]);
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

static void read_next (AppObjectCache *object_cache, GTask *task);

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Reading     *reading = g_task_get_task_data (task);
  GError      *error = NULL;
  StoreObject *object =
      app_object_cache_get_finish (APP_OBJECT_CACHE (source), result, &error);

  if (object == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (reading->part->before == NULL)
    {
      reading->part->before = object;
      read_next (APP_OBJECT_CACHE (source), task);
      return;
    }
  reading->part->after = object;
  app_comparison_run_async (reading->comparison, g_task_get_cancellable (task), on_run,
                            g_object_ref (task));
}

static void
read_next (AppObjectCache *object_cache, GTask *task)
{
  Reading                *reading = g_task_get_task_data (task);
  const StoreObjectFacts *facts =
      store_object_entry_get_facts (reading->entries[reading->part->before != NULL]);

  app_object_cache_get_async (object_cache, facts->store, facts->id, g_task_get_cancellable (task),
                              on_read, g_object_ref (task));
}

void
app_comparison_of_objects_async (AppObjectCache     *object_cache,
                                 StoreObjectEntry   *before,
                                 StoreObjectEntry   *after,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (object_cache));
  g_return_if_fail (before != NULL && after != NULL);

  g_autoptr (GTask) task = g_task_new (object_cache, cancellable, callback, user_data);
  Reading *reading = g_new0 (Reading, 1);

  reading->comparison = app_comparison_new ();
  reading->part = g_new0 (Part, 1);
  g_ptr_array_add (reading->comparison->parts, reading->part);
  reading->entries[0] = g_object_ref (before);
  reading->entries[1] = g_object_ref (after);
  g_task_set_task_data (task, reading, reading_free);
  read_next (object_cache, task);
}

AppComparison *
app_comparison_of_objects_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
