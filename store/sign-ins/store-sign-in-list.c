/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-sign-in-list.h"

#include "mcp-object.h"
#include "store-file-watch.h"
#include "store-sign-in-file.h"

/* What a worker gets, which then has it to itself. */
typedef struct
{
  char        *path;
  char        *key;    /* (nullable): %NULL only reads */
  char        *issuer; /* (nullable) */
  StoreSignIn *entry;  /* (nullable) */
} Job;

struct _StoreSignInList
{
  GObject         parent_instance;
  char           *path;
  GPtrArray      *entries; /* (nullable): until it is read */
  StoreFileWatch *watch;   /* (nullable) */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StoreSignInList,
                               store_sign_in_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))
MCP_DEFINE_INIT (StoreSignInList, store_sign_in_list)
MCP_DEFINE_CLASS_INIT (StoreSignInList, store_sign_in_list)

static void
job_free (Job *job)
{
  g_free (job->path);
  g_free (job->key);
  g_free (job->issuer);
  g_clear_object (&job->entry);
  g_free (job);
}

/* A file that cannot be read says nothing; whoever writes to it is told. */
static GPtrArray *
get_entries (StoreSignInList *self)
{
  g_autoptr (GError) error = NULL;

  if (self->entries == NULL)
    self->entries = store_sign_in_file_read (self->path, &error);
  if (self->entries == NULL)
    {
      g_info ("%s", error->message);
      self->entries = g_ptr_array_new_with_free_func (g_object_unref);
    }
  return self->entries;
}

static GType
get_item_type (GListModel *model)
{
  return STORE_TYPE_SIGN_IN;
}

static guint
get_n_items (GListModel *model)
{
  return get_entries (STORE_SIGN_IN_LIST (model))->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  GPtrArray *entries = get_entries (STORE_SIGN_IN_LIST (model));

  return position < entries->len ? g_object_ref (entries->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* What is the same stays the same object. */
static void
keep_objects (GPtrArray *read, GPtrArray *old)
{
  for (guint i = 0; i < read->len; i++)
    for (guint j = 0; j < old->len; j++)
      if (store_sign_in_equal (read->pdata[i], old->pdata[j]))
        {
          g_object_unref (read->pdata[i]);
          read->pdata[i] = g_object_ref (old->pdata[j]);
          break;
        }
}

/* @read: (transfer full) (element-type StoreSignIn) */
static void
take_entries (StoreSignInList *self, GPtrArray *read)
{
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->entries);
  guint head = 0;
  guint tail = 0;

  self->entries = read;
  if (old == NULL)
    old = g_ptr_array_new ();
  keep_objects (read, old);
  while (head < MIN (old->len, read->len) && old->pdata[head] == read->pdata[head])
    head++;
  while (tail < MIN (old->len, read->len) - head &&
         old->pdata[old->len - 1 - tail] == read->pdata[read->len - 1 - tail])
    tail++;
  if (head + tail < MAX (old->len, read->len))
    g_list_model_items_changed (G_LIST_MODEL (self), head, old->len - head - tail,
                                read->len - head - tail);
}

/* Jobs */

static void
run_job (GTask *worker, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job       *job = data;
  GPtrArray *entries;
  GError    *error = NULL;

  if (job->entry != NULL)
    entries = store_sign_in_file_put (job->path, job->entry, &error);
  else if (job->key != NULL)
    entries = store_sign_in_file_remove (job->path, job->key, job->issuer, &error);
  else
    entries = store_sign_in_file_read (job->path, &error);
  if (entries != NULL)
    g_task_return_pointer (worker, entries, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (worker, error);
}

static void
on_job_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  StoreSignInList *self = g_task_get_source_object (task);
  GError          *error = NULL;
  GPtrArray       *entries = g_task_propagate_pointer (G_TASK (result), &error);

  if (entries != NULL)
    {
      take_entries (self, entries);
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

/* The list is not the worker's source: its last reference must not be dropped in a thread. Nothing
 * is cancelled half-way: either it is written or it is not. @job: (transfer full) */
static void
run (StoreSignInList *self, Job *job, gpointer tag, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_autoptr (GTask) worker = g_task_new (NULL, NULL, on_job_done, task);

  g_task_set_source_tag (task, tag);
  job->path = g_strdup (self->path);
  g_task_set_source_tag (worker, run);
  g_task_set_task_data (worker, job, (GDestroyNotify)job_free);
  g_task_run_in_thread (worker, run_job);
}

/* Watching */

static void
on_file_changed (gpointer data)
{
  run (data, g_new0 (Job, 1), on_file_changed, NULL, NULL);
}

void
store_sign_in_list_set_watching (StoreSignInList *self, gboolean watching)
{
  g_return_if_fail (STORE_IS_SIGN_IN_LIST (self));

  g_clear_pointer (&self->watch, store_file_watch_free);
  if (watching)
    self->watch =
        store_file_watch_new (self->path, STORE_SIGN_IN_LIST_SETTLE_MS, on_file_changed, self);
}

/* Public */

StoreSignInList *
store_sign_in_list_new (const char *path)
{
  StoreSignInList *self = g_object_new (STORE_TYPE_SIGN_IN_LIST, NULL);

  self->path = path != NULL ? g_strdup (path)
                            : g_build_filename (g_get_user_state_dir (), "spyglass",
                                                "sign-ins.json", NULL);
  return self;
}

StoreSignIn *
store_sign_in_list_find (StoreSignInList *self, const char *key, const char *issuer)
{
  g_return_val_if_fail (STORE_IS_SIGN_IN_LIST (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  GPtrArray *entries = get_entries (self);
  for (guint i = 0; i < entries->len; i++)
    {
      const StoreSignInParts *parts = store_sign_in_get (entries->pdata[i]);

      if (g_str_equal (parts->key, key) && (issuer == NULL || g_str_equal (parts->issuer, issuer)))
        return entries->pdata[i];
    }
  return NULL;
}

void
store_sign_in_list_put_async (StoreSignInList    *self,
                              StoreSignIn        *entry,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (STORE_IS_SIGN_IN_LIST (self) && STORE_IS_SIGN_IN (entry));

  Job *job = g_new0 (Job, 1);
  job->entry = g_object_ref (entry);
  run (self, job, store_sign_in_list_put_async, callback, user_data);
}

MCP_DEFINE_FINISH (store_sign_in_list_put_finish, StoreSignInList)

void
store_sign_in_list_remove_async (StoreSignInList    *self,
                                 const char         *key,
                                 const char         *issuer,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (STORE_IS_SIGN_IN_LIST (self));
  g_return_if_fail (key != NULL);

  Job *job = g_new0 (Job, 1);
  job->key = g_strdup (key);
  job->issuer = g_strdup (issuer);
  run (self, job, store_sign_in_list_remove_async, callback, user_data);
}

MCP_DEFINE_FINISH (store_sign_in_list_remove_finish, StoreSignInList)

MCP_DEFINE_FINALIZE (StoreSignInList, store_sign_in_list)
{
  g_clear_pointer (&self->watch, store_file_watch_free);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_free (self->path);
}
