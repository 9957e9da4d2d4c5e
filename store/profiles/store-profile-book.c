/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-book.h"

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

struct _StoreProfileBook
{
  GObject         parent_instance;
  char           *path;
  StoreBookState  state;
  GError         *error;
  GPtrArray      *profiles;
  GPtrArray      *findings;
  GBytes         *bytes;   /* (nullable): the text that the list comes from */
  GQueue          waiting; /* tasks, one at a time, so that no older reading follows a newer one */
  GTask          *running;
  StoreFileWatch *watch; /* (nullable) */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StoreProfileBook,
                               store_profile_book,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

enum {
  PROP_0,
  PROP_PATH,
  PROP_STATE,
  PROP_ERROR,
  PROP_FINDINGS,
  PROP_WATCHING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void start_next (StoreProfileBook *self);

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
  return STORE_PROFILE_BOOK (model)->profiles->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  StoreProfileBook *self = STORE_PROFILE_BOOK (model);

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

/* Takes over what was read: known items stay the same objects and get the new content. */
static void
take_profiles (StoreProfileBook *self, GPtrArray *read)
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
    if (g_ptr_array_index (self->profiles, i) != g_ptr_array_index (read, i))
      store_profile_assign (g_ptr_array_index (self->profiles, i), g_ptr_array_index (read, i));
}

static void
take_reading (StoreProfileBook *self, StoreBookReading *reading)
{
  gboolean same = self->bytes != NULL && reading->bytes != NULL && self->error == NULL &&
                  reading->error == NULL && self->state == reading->state &&
                  g_bytes_equal (self->bytes, reading->bytes);

  if (same)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = g_steal_pointer (&reading->bytes);
  if (reading->profiles != NULL)
    take_profiles (self, reading->profiles);
  if (self->state != reading->state)
    {
      self->state = reading->state;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
    }
  if (self->error != NULL || reading->error != NULL)
    {
      g_clear_error (&self->error);
      self->error = g_steal_pointer (&reading->error);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
    }
  if (self->findings->len > 0 || reading->findings->len > 0)
    {
      g_ptr_array_unref (self->findings);
      self->findings = g_ptr_array_ref (reading->findings);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FINDINGS]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/* Jobs */

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job              *job = data;
  StoreBookReading *reading = NULL;
  GError           *error = NULL;

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
    g_task_return_pointer (task, reading, (GDestroyNotify)store_book_reading_free);
  else
    g_task_return_error (task, error);
}

/* Ends the caller's task with what the worker found. */
static void
finish_job (StoreProfileBook *self, GTask *task, StoreBookReading *reading)
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
      item = store_profile_book_find (self, reading->id);
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
  g_autoptr (StoreProfileBook) self = data;
  g_autoptr (GTask) task = g_steal_pointer (&self->running);
  g_autoptr (StoreBookReading) reading = NULL;
  GError *error = NULL;

  reading = g_task_propagate_pointer (G_TASK (result), &error);
  if (reading != NULL)
    finish_job (self, task, reading);
  else
    g_task_return_error (task, error);
  start_next (self);
}

/* Returns: (nullable) */
static StoreProfile *
copy_item (StoreProfileBook *self, StoreProfile *profile)
{
  StoreProfile *item = store_profile_book_find (self, store_profile_get_id (profile));

  return item != NULL ? store_profile_copy (item) : NULL;
}

static void
start_next (StoreProfileBook *self)
{
  g_autoptr (GTask) worker = NULL;
  Job *job;

  if (self->running != NULL)
    return;
  self->running = g_queue_pop_head (&self->waiting);
  if (self->running == NULL)
    return;
  job = g_task_get_task_data (self->running);
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
  worker = g_task_new (NULL, NULL, on_job_done, g_object_ref (self));
  g_task_set_source_tag (worker, start_next);
  g_task_set_task_data (worker, job, NULL);
  g_task_run_in_thread (worker, run_job);
}

static void
queue_job (StoreProfileBook   *self,
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
  store_profile_book_load_async (data, NULL, NULL, NULL);
}

gboolean
store_profile_book_get_watching (StoreProfileBook *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self), FALSE);

  return self->watch != NULL;
}

void
store_profile_book_set_watching (StoreProfileBook *self, gboolean watching)
{
  g_return_if_fail (STORE_IS_PROFILE_BOOK (self));

  if (watching == store_profile_book_get_watching (self))
    return;
  g_clear_pointer (&self->watch, store_file_watch_free);
  if (watching)
    self->watch =
        store_file_watch_new (self->path, STORE_PROFILE_BOOK_SETTLE_MS, on_file_changed, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WATCHING]);
}

/* Public */

StoreProfileBook *
store_profile_book_new (const char *path)
{
  return g_object_new (STORE_TYPE_PROFILE_BOOK, "path", path, NULL);
}

const char *
store_profile_book_get_path (StoreProfileBook *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self), NULL);

  return self->path;
}

StoreMemory *
store_profile_book_open_memory (StoreProfileBook *self, const char *id, StoreMemoryKind kind)
{
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self->path) : NULL;

  return store_memory_new (folder, id, kind);
}

StoreBookState
store_profile_book_get_state (StoreProfileBook *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self), STORE_BOOK_UNREAD);

  return self->state;
}

const GError *
store_profile_book_get_error (StoreProfileBook *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self), NULL);

  return self->error;
}

GPtrArray *
store_profile_book_get_findings (StoreProfileBook *self)
{
  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self), NULL);

  return self->findings;
}

gboolean
store_profile_book_load (StoreProfileBook *self, GError **error)
{
  g_autoptr (StoreBookReading) reading = NULL;

  g_return_val_if_fail (STORE_IS_PROFILE_BOOK (self), FALSE);

  reading = store_profile_file_read (self->path);
  take_reading (self, reading);
  if (self->error != NULL && error != NULL)
    *error = g_error_copy (self->error);
  return self->error == NULL;
}

void
store_profile_book_load_async (StoreProfileBook   *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_BOOK (self));

  queue_job (self, JOB_LOAD, NULL, NULL, store_profile_book_load_async, cancellable, callback,
             user_data);
}

gboolean
store_profile_book_load_finish (StoreProfileBook *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
store_profile_book_add_async (StoreProfileBook   *self,
                              StoreProfile       *profile,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_BOOK (self) && STORE_IS_PROFILE (profile));

  queue_job (self, JOB_ADD, profile, NULL, store_profile_book_add_async, cancellable, callback,
             user_data);
}

StoreProfile *
store_profile_book_add_finish (StoreProfileBook *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
store_profile_book_replace_async (StoreProfileBook   *self,
                                  StoreProfile       *profile,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_BOOK (self) && STORE_IS_PROFILE (profile));

  queue_job (self, JOB_REPLACE, profile, NULL, store_profile_book_replace_async, cancellable,
             callback, user_data);
}

gboolean
store_profile_book_replace_finish (StoreProfileBook *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
store_profile_book_remove_async (StoreProfileBook   *self,
                                 const char         *id,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (STORE_IS_PROFILE_BOOK (self) && id != NULL);

  queue_job (self, JOB_REMOVE, NULL, id, store_profile_book_remove_async, cancellable, callback,
             user_data);
}

gboolean
store_profile_book_remove_finish (StoreProfileBook *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The object */

static void
store_profile_book_constructed (GObject *object)
{
  StoreProfileBook *self = STORE_PROFILE_BOOK (object);

  if (self->path == NULL)
    self->path = g_build_filename (g_get_user_config_dir (), "spyglass", "servers.yaml", NULL);
  G_OBJECT_CLASS (store_profile_book_parent_class)->constructed (object);
}

static void
store_profile_book_dispose (GObject *object)
{
  g_clear_pointer (&STORE_PROFILE_BOOK (object)->watch, store_file_watch_free);
  G_OBJECT_CLASS (store_profile_book_parent_class)->dispose (object);
}

static void
store_profile_book_finalize (GObject *object)
{
  StoreProfileBook *self = STORE_PROFILE_BOOK (object);

  g_free (self->path);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->profiles);
  g_ptr_array_unref (self->findings);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  G_OBJECT_CLASS (store_profile_book_parent_class)->finalize (object);
}

static void
store_profile_book_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreProfileBook *self = STORE_PROFILE_BOOK (object);

  switch (id)
    {
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_FINDINGS:
      g_value_set_boxed (value, self->findings);
      break;
    case PROP_WATCHING:
      g_value_set_boolean (value, store_profile_book_get_watching (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
store_profile_book_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StoreProfileBook *self = STORE_PROFILE_BOOK (object);

  switch (id)
    {
    case PROP_PATH:
      self->path = g_value_dup_string (value);
      break;
    case PROP_WATCHING:
      store_profile_book_set_watching (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
store_profile_book_class_init (StoreProfileBookClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   read_only = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = store_profile_book_constructed;
  object_class->dispose = store_profile_book_dispose;
  object_class->finalize = store_profile_book_finalize;
  object_class->get_property = store_profile_book_get_property;
  object_class->set_property = store_profile_book_set_property;

  properties[PROP_PATH] =
      g_param_spec_string ("path", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_STATE] =
      g_param_spec_uint ("state", NULL, NULL, 0, STORE_BOOK_UNREADABLE, 0, read_only);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, read_only);
  properties[PROP_FINDINGS] =
      g_param_spec_boxed ("findings", NULL, NULL, G_TYPE_PTR_ARRAY, read_only);
  properties[PROP_WATCHING] =
      g_param_spec_boolean ("watching", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
store_profile_book_init (StoreProfileBook *self)
{
  self->profiles = g_ptr_array_new_with_free_func (g_object_unref);
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify)store_book_finding_free);
  g_queue_init (&self->waiting);
}
