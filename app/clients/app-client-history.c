/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-history.h"

#include "app-client-problem.h"
#include "mcp-object.h"
#include "store-client-journal.h"
#include "store-file-watch.h"

/* Milliseconds: a change to several applications is several records. */
#define SETTLE_MS 200

struct _AppClientHistory
{
  GObject parent_instance;

  GListModel     *items; /* a GListStore */
  StoreFileWatch *watch;
  GCancellable   *reading; /* (nullable) */
  AppProblem     *problem;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (AppClientHistory, app_client_history, G_TYPE_OBJECT)

/* A file is read once for all of its changes. */
static StoreClientSight *
look (GHashTable *sights, StoreClientRecord *record)
{
  g_autofree char  *key = g_strconcat (record->client, " ", record->path, NULL);
  StoreClientSight *sight = g_hash_table_lookup (sights, key);

  if (sight == NULL)
    {
      g_autoptr (StoreFile) file = store_file_read (record->path, STORE_CLIENT_MAX_BYTES, NULL);

      sight = store_client_sight_new (file, store_client_format_find (record->client));
      g_hash_table_insert (sights, g_steal_pointer (&key), sight);
    }
  return sight;
}

static AppClientHistoryItem *
create_item (GHashTable *sights, StoreClientRecord *record)
{
  return app_client_history_item_new (
      record, store_client_sight_get_since (look (sights, record), record));
}

static GHashTable *
create_sights (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                (GDestroyNotify)store_client_sight_free);
}

GPtrArray *
app_client_history_read (GError **error)
{
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (GPtrArray) records = store_client_journal_list (journal, error);
  g_autoptr (GHashTable) sights = create_sights ();

  if (records == NULL)
    return NULL;
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < records->len; i++)
    g_ptr_array_add (items, create_item (sights, records->pdata[i]));
  return items;
}

AppClientHistoryItem *
app_client_history_find (gint64 id, GError **error)
{
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (StoreClientRecord) record = store_client_journal_find (journal, id, error);
  g_autoptr (GHashTable) sights = create_sights ();

  return record != NULL ? create_item (sights, record) : NULL;
}

/* In a worker */

static void
run_read (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError    *error = NULL;
  GPtrArray *items = app_client_history_read (&error);

  if (items != NULL)
    g_task_return_pointer (task, items, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  AppClientHistory *self = APP_CLIENT_HISTORY (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  g_clear_object (&self->problem);
  self->problem = error != NULL ? app_client_problem_new (error, NULL, NULL) : NULL;
  g_list_store_splice (G_LIST_STORE (self->items), 0, g_list_model_get_n_items (self->items),
                       items != NULL ? items->pdata : NULL, items != NULL ? items->len : 0);
  g_signal_emit (self, changed_signal, 0);
}

void
app_client_history_refresh (AppClientHistory *self)
{
  g_return_if_fail (APP_IS_CLIENT_HISTORY (self));

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  self->reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->reading, on_read, NULL);
  g_task_set_source_tag (task, app_client_history_refresh);
  g_task_run_in_thread (task, run_read);
}

static void
on_changed (gpointer data)
{
  app_client_history_refresh (data);
}

/* The object */

MCP_DEFINE_DISPOSE (AppClientHistory, app_client_history)
{
  g_clear_pointer (&self->watch, store_file_watch_free);
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

MCP_DEFINE_FINALIZE (AppClientHistory, app_client_history)
{
  g_object_unref (self->items);
  g_clear_object (&self->problem);
}

static void
app_client_history_class_init (AppClientHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_client_history_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_client_history_finalize;

  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_client_history_init (AppClientHistory *self)
{
  self->items = G_LIST_MODEL (g_list_store_new (APP_TYPE_CLIENT_HISTORY_ITEM));
}

AppClientHistory *
app_client_history_new (void)
{
  AppClientHistory *self = g_object_new (APP_TYPE_CLIENT_HISTORY, NULL);
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);

  self->watch = store_file_watch_new (store_client_journal_get_path (journal), SETTLE_MS,
                                      on_changed, self);
  app_client_history_refresh (self);
  return self;
}

MCP_DEFINE_GETTER (GListModel *, AppClientHistory, app_client_history, items)
MCP_DEFINE_GETTER (AppProblem *, AppClientHistory, app_client_history, problem)
