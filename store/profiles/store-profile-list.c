/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-list.h"

#include "mcp-object.h"
#include "store-error.h"
#include "store-file-watch.h"
#include "store-profile-file.h"
#include "store-profile-reader.h"

typedef enum {
  JOB_LOAD,
  JOB_ADD,
  JOB_REPLACE,
  JOB_REMOVE,
} JobKind;

/* What the worker gets; it and the book never look at it at the same time. */
typedef struct
{
  JobKind       kind;
  char         *path;
  char         *id;      /* (nullable) */
  StoreProfile *profile; /* (nullable) */
  StoreProfile *base;    /* (nullable) */
} Job;

struct _StoreProfileList
{
  GObject         parent_instance;
  char           *path;
  GError         *error;
  GPtrArray      *profiles;
  GPtrArray      *findings;
  GBytes         *bytes;   /* (nullable): the text that the list comes from */
  GQueue          waiting; /* tasks, one at a time, so that no older reading follows a newer one */
  GTask          *running;
  StoreFileWatch *watch; /* (nullable) */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StoreProfileList,
                               store_profile_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void start_next (StoreProfileList *self);

static void
job_free (Job *job)
{
  g_free (job->path);
  g_free (job->id);
  g_clear_object (&job->profile);
  g_clear_object (&job->base);
  g_free (job);
}

/* The list */

static GType
get_item_type (GListModel *model)
{
  return STORE_TYPE_PROFILE;
}

static guint
get_n_items (GListModel *model)
{
  return STORE_PROFILE_LIST (model)->profiles->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  StoreProfileList *self = STORE_PROFILE_LIST (model);

  return position < self->profiles->len
             ? g_object_ref (g_ptr_array_index (self->profiles, position))
             : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Whether a change of the profile waits to be written: what was read before it is older than what
 * the profile holds. */
static gboolean
is_changing (StoreProfileList *self, StoreProfile *profile)
{
  for (GList *each = self->waiting.head; each != NULL; each = each->next)
    {
      const Job *job = g_task_get_task_data (each->data);

      if (job->kind == JOB_REPLACE &&
          g_str_equal (store_profile_get_id (job->profile), store_profile_get_id (profile)))
        return TRUE;
    }
  return FALSE;
}

/* Takes over what was read: known items stay the same objects and get the new content. */
static void
take_profiles (StoreProfileList *self, GPtrArray *read)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->profiles);
  guint head = 0, tail = 0;

  self->profiles = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < old->len; i++)
    g_hash_table_insert (known, (gpointer)store_profile_get_id (g_ptr_array_index (old, i)),
                         g_ptr_array_index (old, i));
  for (guint i = 0; i < read->len; i++)
    {
      StoreProfile *profile = g_ptr_array_index (read, i);
      StoreProfile *item = g_hash_table_lookup (known, store_profile_get_id (profile));

      g_ptr_array_add (self->profiles, g_object_ref (item != NULL ? item : profile));
    }
  while (head < MIN (old->len, self->profiles->len) &&
         g_ptr_array_index (old, head) == g_ptr_array_index (self->profiles, head))
    head++;
  while (tail < MIN (old->len, self->profiles->len) - head &&
         g_ptr_array_index (old, old->len - 1 - tail) ==
             g_ptr_array_index (self->profiles, self->profiles->len - 1 - tail))
    tail++;
  if (head + tail < MAX (old->len, self->profiles->len))
    g_list_model_items_changed (G_LIST_MODEL (self), head, old->len - head - tail,
                                self->profiles->len - head - tail);
  for (guint i = 0; i < read->len && i < self->profiles->len; i++)
    if (is_changing (self, g_ptr_array_index (read, i)))
      g_clear_pointer (&self->bytes, g_bytes_unref); /* for the next reading to be taken whole */
    else if (g_ptr_array_index (self->profiles, i) != g_ptr_array_index (read, i))
      store_profile_assign (g_ptr_array_index (self->profiles, i), g_ptr_array_index (read, i));
}

static void
take_reading (StoreProfileList *self, StoreProfileReading *reading)
{
  gboolean same = self->bytes != NULL && reading->bytes != NULL && self->error == NULL &&
                  reading->error == NULL && g_bytes_equal (self->bytes, reading->bytes);

  if (same)
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = g_steal_pointer (&reading->bytes);
  if (reading->profiles != NULL)
    take_profiles (self, reading->profiles);
  g_clear_error (&self->error);
  self->error = g_steal_pointer (&reading->error);
  g_ptr_array_unref (self->findings);
  self->findings = g_ptr_array_ref (reading->findings);
}

/* Jobs */

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job                 *job = data;
  StoreProfileReading *reading = NULL;
  GError              *error = NULL;

  switch (job->kind)
    {
    case JOB_LOAD:
      reading = store_profile_file_read (job->path);
      break;
    case JOB_ADD:
      reading = store_profile_file_add (job->path, job->profile, &error);
      break;
    case JOB_REPLACE:
      reading = store_profile_file_replace (job->path, job->base, job->profile, &error);
      break;
    case JOB_REMOVE:
      reading = store_profile_file_remove (job->path, job->id, &error);
      if (reading != NULL)
        {
          g_autofree char *folder = g_path_get_dirname (job->path);

          store_memory_forget (folder, job->id);
        }
      break;
    default:
      g_assert_not_reached ();
    }
  if (reading != NULL)
    g_task_return_pointer (task, reading, (GDestroyNotify)store_profile_reading_free);
  else
    g_task_return_error (task, error);
}

/* Ends the caller's task with what the worker found. */
static void
finish_job (StoreProfileList *self, GTask *task, StoreProfileReading *reading)
{
  Job          *job = g_task_get_task_data (task);
  StoreProfile *item;

  take_reading (self, reading);
  if (job->kind == JOB_LOAD && self->error != NULL)
    {
      g_task_return_error (task, g_error_copy (self->error));
    }
  else if (job->kind == JOB_ADD)
    {
      item = store_profile_list_find (self, reading->id);
      if (item != NULL)
        g_task_return_pointer (task, g_object_ref (item), g_object_unref);
      else
        g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_FAILED,
                                 "The new entry cannot be read");
    }
  else
    {
      g_task_return_boolean (task, TRUE);
    }
}

static void
on_job_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StoreProfileList) self = data;
  g_autoptr (GTask) task = g_steal_pointer (&self->running);
  GError *error = NULL;

  g_autoptr (StoreProfileReading) reading = g_task_propagate_pointer (G_TASK (result), &error);
  if (reading != NULL)
    finish_job (self, task, reading);
  else
    g_task_return_error (task, error);
  start_next (self);
}

/* Returns: (nullable) */
static StoreProfile *
copy_item (StoreProfileList *self, StoreProfile *profile)
{
  StoreProfile *item = store_profile_list_find (self, store_profile_get_id (profile));

  return item != NULL ? store_profile_copy (item) : NULL;
}

static void
start_next (StoreProfileList *self)
{
  if (self->running != NULL)
    return;
  self->running = g_queue_pop_head (&self->waiting);
  if (self->running == NULL)
    return;
  Job *job = g_task_get_task_data (self->running);
  if (job->kind == JOB_REPLACE && job->base == NULL)
    job->base = copy_item (self, job->profile);
  if (g_task_return_error_if_cancelled (self->running))
    {
      g_clear_object (&self->running);
      start_next (self);
      return;
    }
  if (job->kind == JOB_REPLACE && job->base == NULL)
    {
      g_task_return_new_error (self->running, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                               "There is no server “%s”", store_profile_get_id (job->profile));
      g_clear_object (&self->running);
      start_next (self);
      return;
    }
  /* The book is not the worker's source: its last reference must not be dropped in a thread. The
   * job belongs to the caller's task, which waits. Nothing is cancelled half-way: either it is
   * written or it is not. */
  g_autoptr (GTask) worker = g_task_new (NULL, NULL, on_job_done, g_object_ref (self));
  g_task_set_source_tag (worker, start_next);
  g_task_set_task_data (worker, job, NULL);
  g_task_run_in_thread (worker, run_job);
}

static void
queue_job (StoreProfileList   *self,
           JobKind             kind,
           StoreProfile       *profile,
           const char         *id,
           gpointer            tag,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Job   *job = g_new0 (Job, 1);

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  job->kind = kind;
  job->path = g_strdup (self->path);
  job->id = g_strdup (id);
  job->profile = profile != NULL ? store_profile_copy (profile) : NULL;
  /* What differs is what the caller saw and changed, also where it must wait for its turn. */
  if (kind == JOB_REPLACE)
    job->base = copy_item (self, profile);
  g_task_set_task_data (task, job, (GDestroyNotify)job_free);
  g_queue_push_tail (&self->waiting, task);
  start_next (self);
}

/* Watching */

static void
on_file_changed (gpointer data)
{
  queue_job (data, JOB_LOAD, NULL, NULL, on_file_changed, NULL, NULL, NULL);
}

void
store_profile_list_set_watching (StoreProfileList *self, gboolean watching)
{
  g_return_if_fail (STORE_IS_PROFILE_LIST (self));

  g_clear_pointer (&self->watch, store_file_watch_free);
  if (watching)
    self->watch =
        store_file_watch_new (self->path, STORE_PROFILE_LIST_SETTLE_MS, on_file_changed, self);
}

/* Public */

StoreProfileList *
store_profile_list_new (const char *path)
{
  StoreProfileList *self = g_object_new (STORE_TYPE_PROFILE_LIST, NULL);

  self->path = path != NULL
                   ? g_strdup (path)
                   : g_build_filename (g_get_user_config_dir (), "spyglass", "servers.yaml", NULL);
  return self;
}

MCP_DEFINE_GETTER (const char *, StoreProfileList, store_profile_list, path)

StoreMemory *
store_profile_list_open_memory (StoreProfileList *self, const char *id, StoreMemoryKind kind)
{
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self->path) : NULL;

  return store_memory_new (folder, id, kind);
}

MCP_DEFINE_GETTER (const GError *, StoreProfileList, store_profile_list, error)
MCP_DEFINE_GETTER (GPtrArray *, StoreProfileList, store_profile_list, findings)

gboolean
store_profile_list_load (StoreProfileList *self, GError **error)
{
  g_return_val_if_fail (STORE_IS_PROFILE_LIST (self), FALSE);

  g_autoptr (StoreProfileReading) reading = store_profile_file_read (self->path);
  take_reading (self, reading);
  if (self->error != NULL && error != NULL)
    *error = g_error_copy (self->error);
  return self->error == NULL;
}

void
store_profile_list_add_async (StoreProfileList   *self,
                              StoreProfile       *profile,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_LIST (self) && STORE_IS_PROFILE (profile));

  queue_job (self, JOB_ADD, profile, NULL, store_profile_list_add_async, cancellable, callback,
             user_data);
}

MCP_DEFINE_FINISH_POINTER (store_profile_list_add_finish, StoreProfileList, StoreProfile)

void
store_profile_list_replace_async (StoreProfileList   *self,
                                  StoreProfile       *profile,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_LIST (self) && STORE_IS_PROFILE (profile));

  queue_job (self, JOB_REPLACE, profile, NULL, store_profile_list_replace_async, cancellable,
             callback, user_data);
}

MCP_DEFINE_FINISH (store_profile_list_replace_finish, StoreProfileList)

void
store_profile_list_remove_async (StoreProfileList   *self,
                                 const char         *id,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_LIST (self) && id != NULL);

  queue_job (self, JOB_REMOVE, NULL, id, store_profile_list_remove_async, cancellable, callback,
             user_data);
}

MCP_DEFINE_FINISH (store_profile_list_remove_finish, StoreProfileList)

/* Questions to the list */

StoreProfile *
store_profile_list_find (StoreProfileList *self, const char *id)
{
  g_return_val_if_fail (STORE_IS_PROFILE_LIST (self) && id != NULL, NULL);

  for (guint i = 0; i < self->profiles->len; i++)
    if (g_str_equal (store_profile_get_id (g_ptr_array_index (self->profiles, i)), id))
      return g_ptr_array_index (self->profiles, i);
  return NULL;
}

StoreProfile *
store_profile_list_find_by_name (StoreProfileList *self, const char *name)
{
  StoreProfile    *found = store_profile_list_find (self, name);
  g_autofree char *folded = g_utf8_casefold (name, -1);
  guint            count = 0;

  for (guint i = 0; found == NULL && i < self->profiles->len; i++)
    if (g_str_equal (store_profile_get_name (g_ptr_array_index (self->profiles, i)), name))
      found = g_ptr_array_index (self->profiles, i);
  if (found != NULL)
    return found;
  for (guint i = 0; i < self->profiles->len; i++)
    {
      StoreProfile    *item = g_ptr_array_index (self->profiles, i);
      g_autofree char *item_name = g_utf8_casefold (store_profile_get_name (item), -1);
      g_autofree char *item_id = g_utf8_casefold (store_profile_get_id (item), -1);

      if (g_str_equal (item_name, folded) || g_str_equal (item_id, folded))
        {
          found = item;
          count++;
        }
    }
  return count == 1 ? found : NULL;
}

gboolean
store_profile_list_uses_secret (StoreProfileList *self, const char *reference, StoreProfile *except)
{
  g_return_val_if_fail (STORE_IS_PROFILE_LIST (self) && reference != NULL, FALSE);

  for (guint i = 0; i < self->profiles->len; i++)
    {
      StoreProfile *item = g_ptr_array_index (self->profiles, i);

      if (except != NULL &&
          g_str_equal (store_profile_get_id (item), store_profile_get_id (except)))
        continue;
      g_auto (GStrv) references = store_profile_dup_secret_references (item);
      if (g_strv_contains ((const char *const *)references, reference))
        return TRUE;
    }
  return FALSE;
}

char *
store_profile_list_dup_free_name (StoreProfileList *self, const char *name)
{
  g_return_val_if_fail (STORE_IS_PROFILE_LIST (self) && name != NULL, NULL);

  if (store_profile_list_find_by_name (self, name) == NULL)
    return g_strdup (name);
  for (guint i = 2;; i++)
    {
      g_autofree char *other = g_strdup_printf ("%s %u", name, i);

      if (store_profile_list_find_by_name (self, other) == NULL)
        return g_steal_pointer (&other);
    }
}

StoreProfile *
store_profile_list_prepare_duplicate (StoreProfileList *self, StoreProfile *profile)
{
  g_return_val_if_fail (STORE_IS_PROFILE_LIST (self) && STORE_IS_PROFILE (profile), NULL);

  StoreProfile    *copy = store_profile_copy (profile);
  g_autofree char *name = store_profile_list_dup_free_name (self, store_profile_get_name (profile));
  g_object_set (copy, "name", name, "id", NULL, NULL);
  return copy;
}

/* The object */

MCP_DEFINE_DISPOSE (StoreProfileList, store_profile_list)
{
  g_clear_pointer (&self->watch, store_file_watch_free);
}

MCP_DEFINE_FINALIZE (StoreProfileList, store_profile_list)
{
  g_free (self->path);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->profiles);
  g_ptr_array_unref (self->findings);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

static void
store_profile_list_class_init (StoreProfileListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = store_profile_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = store_profile_list_finalize;
}

static void
store_profile_list_init (StoreProfileList *self)
{
  self->profiles = g_ptr_array_new_with_free_func (g_object_unref);
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify)store_profile_finding_free);
  g_queue_init (&self->waiting);
}
