/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-saved-calls.h"

#include "app-error.h"
#include "app-json-literal.h"
#include "app-placeholders.h"
#include "mcp-array-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-file-watch.h"
#include "store-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define FILE_NAME "saved-calls.json"
/* Editors save in several steps; one look after the last of them is enough. */
#define SETTLE_MS 150
#define FILE_MODE 0600

/* What workers use. They hold no list: the last one to let go of that is the main thread. */
typedef struct
{
  char   *path;
  GMutex  lock;
  guint64 written; /* under the lock: the serial of the newest state in the file */
} Target;

struct _AppSavedCalls
{
  GObject parent_instance;

  AppWorkspace   *workspace;
  Target         *target;
  GPtrArray      *items;
  StoreFileWatch *watch;
  GBytes         *content; /* (nullable): of the file, as far as it is known */
  gboolean        broken;  /* the file is none of ours */
  gboolean        unwritten;
  gboolean        writing;
  guint64         n_writings;
  char           *problem; /* (nullable) */

  GQueue        waiting; /* of AppSavedItem: to be run */
  AppSavedRun  *run;     /* (nullable): while something runs */
  AppSavedRun  *next;    /* (nullable): for which the person is asked */
  GCancellable *cancellable;
};

enum {
  PROP_RUNNING = 1,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
target_clear (gpointer data)
{
  Target *target = data;

  g_free (target->path);
  g_mutex_clear (&target->lock);
}

static void
target_unref (gpointer target)
{
  g_atomic_rc_box_release_full (target, target_clear);
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AppSavedCalls,
                               app_saved_calls,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppSavedCalls, items, APP_TYPE_SAVED_ITEM))

static void
set_problem (AppSavedCalls *self, const char *problem)
{
  mcp_property_take_text (self, &self->problem, g_strdup (problem), properties[PROP_PROBLEM]);
}

/* Reading */

typedef struct
{
  GBytes        *content;
  AppCollection *collection; /* (nullable): there is no file */
} Reading;

static void
reading_free (Reading *reading)
{
  g_clear_pointer (&reading->content, g_bytes_unref);
  g_clear_pointer (&reading->collection, app_collection_unref);
  g_free (reading);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Target *target = data;
  GError *error = NULL;
  g_autoptr (StoreFile) file = store_file_read (target->path, APP_SAVED_CALLS_MAX_BYTES, &error);

  if (file == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  Reading *reading = g_new0 (Reading, 1);
  reading->content = g_bytes_ref (store_file_get_bytes (file));
  if (store_file_exists (file))
    reading->collection = app_collection_parse (reading->content, &error);
  if (error == NULL)
    {
      g_task_return_pointer (task, reading, (GDestroyNotify)reading_free);
      return;
    }
  g_prefix_error (&error, "%s: ", target->path);
  reading_free (reading);
  g_task_return_error (task, error);
}

static void
take_collection (AppSavedCalls *self, AppCollection *collection)
{
  GPtrArray *calls = collection != NULL ? app_collection_get_calls (collection) : NULL;
  guint      n = self->items->len;

  g_ptr_array_set_size (self->items, 0);
  for (guint i = 0; calls != NULL && i < calls->len; i++)
    g_ptr_array_add (self->items, app_saved_item_new (collection, i));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n, self->items->len);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppSavedCalls) self = data;
  g_autoptr (GError) error = NULL;
  Reading *reading = g_task_propagate_pointer (G_TASK (result), &error);

  /* What was changed here meanwhile comes after it. */
  self->broken = reading == NULL;
  if (reading != NULL && !self->unwritten && !self->writing &&
      (self->content == NULL || !g_bytes_equal (reading->content, self->content)))
    {
      g_clear_pointer (&self->content, g_bytes_unref);
      self->content = g_bytes_ref (reading->content);
      app_saved_calls_stop (self);
      take_collection (self, reading->collection);
    }
  set_problem (self, reading == NULL ? error->message : NULL);
  g_clear_pointer (&reading, reading_free);
}

static void
read_file (gpointer data)
{
  AppSavedCalls *self = data;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_read, g_object_ref (self));

  g_task_set_task_data (task, g_atomic_rc_box_acquire (self->target), target_unref);
  g_task_run_in_thread (task, read_in_worker);
}

/* Writing */

static GBytes *
print (AppSavedCalls *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "calls");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < self->items->len; i++)
    app_saved_call_write (app_saved_item_get_call (self->items->pdata[i]), writer);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  char *text = mcp_json_writer_finish_pretty (writer, 2);
  return g_bytes_new_take (text, strlen (text));
}

/* One state of the list, on its way into the file. */
typedef struct
{
  Target *target;
  GBytes *content;
  guint64 serial;
} Writing;

static void
writing_free (Writing *writing)
{
  target_unref (writing->target);
  g_bytes_unref (writing->content);
  g_free (writing);
}

static Writing *
writing_new (AppSavedCalls *self)
{
  Writing *writing = g_new (Writing, 1);

  g_clear_pointer (&self->content, g_bytes_unref);
  self->content = print (self);
  writing->target = g_atomic_rc_box_acquire (self->target);
  writing->content = g_bytes_ref (self->content);
  writing->serial = ++self->n_writings;
  return writing;
}

/* Any thread: an older state never takes the place of a newer one. */
static gboolean
write_content (const Writing *writing, GError **error)
{
  Target *target = writing->target;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&target->lock);

  if (writing->serial < target->written)
    return TRUE;
  g_autoptr (StoreFile) file = store_file_read (target->path, APP_SAVED_CALLS_MAX_BYTES, error);
  if (file == NULL || !store_file_write (file, writing->content, FILE_MODE, error))
    return FALSE;
  target->written = writing->serial;
  return TRUE;
}

static void
write_in_worker (GTask *task, gpointer source, gpointer writing, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_content (writing, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void write_file (AppSavedCalls *self);

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppSavedCalls) self = data;
  g_autoptr (GError) error = NULL;

  self->writing = FALSE;
  g_task_propagate_boolean (G_TASK (result), &error);
  set_problem (self, error != NULL ? error->message : NULL);
  if (self->unwritten)
    write_file (self);
}

static void
write_file (AppSavedCalls *self)
{
  self->unwritten = TRUE;
  if (self->writing)
    return;
  self->unwritten = FALSE;
  self->writing = TRUE;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_written, g_object_ref (self));
  g_task_set_task_data (task, writing_new (self), (GDestroyNotify)writing_free);
  g_task_run_in_thread (task, write_in_worker);
}

void
app_saved_calls_flush (AppSavedCalls *self)
{
  Writing *writing;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (APP_IS_SAVED_CALLS (self));

  if (!self->unwritten && !self->writing)
    return;
  self->unwritten = FALSE;
  writing = writing_new (self);
  if (!write_content (writing, &error))
    g_warning ("%s: %s", self->target->path, error->message);
  writing_free (writing);
}

/* The list */

MCP_DEFINE_DISPOSE (AppSavedCalls, app_saved_calls)
{
  g_clear_pointer (&self->watch, store_file_watch_free);
  g_cancellable_cancel (self->cancellable);
  g_queue_clear_full (&self->waiting, g_object_unref);
  g_clear_object (&self->run);
  g_clear_object (&self->next);
  g_clear_object (&self->workspace);
}

MCP_DEFINE_FINALIZE (AppSavedCalls, app_saved_calls)
{
  g_ptr_array_unref (self->items);
  g_clear_pointer (&self->content, g_bytes_unref);
  g_clear_object (&self->cancellable);
  g_free (self->problem);
  target_unref (self->target);
}

MCP_DEFINE_CLASS (AppSavedCalls, app_saved_calls)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_RUNNING] = { "running", G_TYPE_BOOLEAN, G_CALLBACK (app_saved_calls_is_running) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING,
                       .offset = G_STRUCT_OFFSET (AppSavedCalls, problem) },
  };

  object_class->dispose = app_saved_calls_dispose;
  object_class->finalize = app_saved_calls_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_saved_calls_init (AppSavedCalls *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  g_queue_init (&self->waiting);
}

AppSavedCalls *
app_saved_calls_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  AppSavedCalls   *self = g_object_new (APP_TYPE_SAVED_CALLS, NULL);
  const char      *profiles = store_profile_list_get_path (app_workspace_get_book (workspace));
  g_autofree char *folder = g_path_get_dirname (profiles);

  self->workspace = g_object_ref (workspace);
  self->target = g_atomic_rc_box_new0 (Target);
  self->target->path = g_build_filename (folder, FILE_NAME, NULL);
  g_mutex_init (&self->target->lock);
  self->watch = store_file_watch_new (self->target->path, SETTLE_MS, read_file, self);
  read_file (self);
  return self;
}

/* Secrets are in the keyring, and come into a call from the presets. */
static gboolean
check_secrets (AppSavedCalls *self, const AppSavedCall *call, const char *json, GError **error)
{
  AppSession *session =
      call->server != NULL ? app_workspace_find_id (self->workspace, call->server) : NULL;
  g_autofree char *masked =
      session != NULL ? app_redactor_redact_text (app_session_get_redactor (session), json) : NULL;

  if (masked == NULL || g_str_equal (masked, json))
    return TRUE;
  g_set_error_literal (error, APP_ERROR, APP_ERROR_SECRET,
                       _ ("The call contains a secret of this server, which would be written to a "
                          "file. Make it a preset, and leave it out here."));
  return FALSE;
}

/* Returns: (transfer full) (nullable): a collection of that one call */
static AppCollection *
make_collection (AppSavedCalls *self, const char *call, GError **error)
{
  g_autofree char *whole = g_strdup_printf ("{\"calls\": [%s\n]}", call);
  g_autoptr (GBytes) json = g_bytes_new (whole, strlen (whole));

  if (self->broken)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT, self->problem);
      return NULL;
    }
  g_autoptr (AppCollection) collection = app_collection_parse (json, error);
  /* What was typed may close the call, and open another one. */
  if (collection != NULL && app_collection_get_calls (collection)->len != 1)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("This is not one JSON value."));
      return NULL;
    }
  if (collection == NULL ||
      !check_secrets (self, app_collection_get_calls (collection)->pdata[0], call, error))
    return NULL;
  return g_steal_pointer (&collection);
}

AppSavedItem *
app_saved_calls_add (AppSavedCalls *self, const AppSavedText *text, GError **error)
{
  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), NULL);

  g_autofree char *json = app_saved_text_dup_json (text);
  g_autoptr (AppCollection) collection = make_collection (self, json, error);
  if (collection == NULL)
    return NULL;
  g_ptr_array_add (self->items, app_saved_item_new (collection, 0));
  g_list_model_items_changed (G_LIST_MODEL (self), self->items->len - 1, 0, 1);
  write_file (self);
  return self->items->pdata[self->items->len - 1];
}

gboolean
app_saved_calls_change (AppSavedCalls *self, AppSavedItem *item, const char *json, GError **error)
{
  g_autoptr (AppCollection) collection = NULL;

  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), FALSE);

  app_saved_item_set_draft (item, json);
  g_autofree char *literal = app_json_literal_dup_json (json, -1);
  collection = make_collection (self, literal != NULL ? literal : json, error);
  if (collection == NULL)
    return FALSE;
  app_saved_calls_stop (self);
  app_saved_item_set_collection (item, collection);
  write_file (self);
  return TRUE;
}

guint
app_saved_calls_remove (AppSavedCalls *self, AppSavedItem *item)
{
  guint position = 0;

  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), 0);

  if (self->broken || !g_ptr_array_find (self->items, item, &position))
    return position;
  app_saved_calls_stop (self);
  g_ptr_array_remove_index (self->items, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  write_file (self);
  return position;
}

void
app_saved_calls_insert (AppSavedCalls *self, AppSavedItem *item, guint position)
{
  g_return_if_fail (APP_IS_SAVED_CALLS (self));
  g_return_if_fail (APP_IS_SAVED_ITEM (item));

  if (self->broken || g_ptr_array_find (self->items, item, NULL))
    return;
  app_saved_calls_stop (self);
  position = MIN (position, self->items->len);
  g_ptr_array_insert (self->items, (int)position, g_object_ref (item));
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
  write_file (self);
}

void
app_saved_calls_move (AppSavedCalls *self, AppSavedItem *item, int by)
{
  guint position;

  g_return_if_fail (APP_IS_SAVED_CALLS (self));
  g_return_if_fail (by == -1 || by == 1);

  if (self->broken || !g_ptr_array_find (self->items, item, &position) ||
      (by < 0 ? position == 0 : position + 1 == self->items->len))
    return;

  g_autoptr (AppSavedItem) moved = g_object_ref (item);

  app_saved_calls_remove (self, moved);
  app_saved_calls_insert (self, moved, by < 0 ? position - 1 : position + 1);
}

/* Running */

AppSession *
app_saved_calls_find_session (AppSavedCalls *self, AppSavedItem *item)
{
  const char *server;

  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), NULL);

  server = app_saved_item_get_call (item)->server;
  AppSession *session = server != NULL ? app_workspace_find_id (self->workspace, server) : NULL;
  return session != NULL && app_session_get_state (session) == APP_SESSION_READY ? session : NULL;
}

AppExpectationList *
app_saved_calls_list_earlier (AppSavedCalls *self, AppSavedItem *item)
{
  guint position = 0;

  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), NULL);

  AppExpectationList *list = app_expectation_list_new ();
  g_ptr_array_find (self->items, item, &position);
  for (guint i = position; i > 0; i--)
    {
      AppSavedItem *earlier = self->items->pdata[i - 1];

      app_saved_item_add_values (earlier, list, app_saved_item_get_call (earlier)->name);
      if (i == position)
        app_saved_item_add_values (earlier, list, APP_PLACEHOLDERS_LAST);
    }
  return list;
}

GStrv
app_saved_calls_dup_asked (AppSavedCalls *self, GPtrArray *items)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), NULL);

  g_clear_object (&self->next);
  self->next = app_saved_run_new (NULL, NULL);
  for (guint i = 0; i < items->len; i++)
    {
      const AppSavedCall *call = app_saved_item_get_call (items->pdata[i]);
      AppSession         *session = app_saved_calls_find_session (self, items->pdata[i]);

      if (session != NULL &&
          app_saved_run_ask (self->next, session, call).admission == APP_ADMIT_ASK)
        g_strv_builder_add (names, call->target);
    }
  return g_strv_builder_end (names);
}

/* A call on its way; it may be taken off the list meanwhile. */
typedef struct
{
  AppSavedCalls *self;
  AppSavedItem  *item;
} Step;

static void run_next (AppSavedCalls *self);

static void
on_run (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Step *step = data;
  g_autoptr (AppSavedCalls) self = step->self;
  g_autoptr (AppSavedItem) item = step->item;
  g_autoptr (AppSavedOutcome) outcome =
      app_saved_run_call_finish (APP_SAVED_RUN (source), result);

  if (self->run != APP_SAVED_RUN (source)) /* stopped */
    return;
  g_object_unref (g_queue_pop_head (&self->waiting));
  app_saved_item_set_state (
      item, outcome->failure != NULL ? APP_SAVED_FAILED : APP_SAVED_PASSED, outcome);
  run_next (self);
}

static void
fail_unconnected (AppSavedItem *item)
{
  const AppSavedCall *call = app_saved_item_get_call (item);
  AppSavedOutcome     outcome = { NULL, NULL, 0 };
  g_autofree char    *failure =
      call->server != NULL
          /* Translators: %s is the id of a server */
             ? g_strdup_printf (_ ("The server “%s” is not connected."), call->server)
             : g_strdup (_ ("This call does not say for which server it is."));

  outcome.failure = failure;
  app_saved_item_set_state (item, APP_SAVED_FAILED, &outcome);
}

static void
run_next (AppSavedCalls *self)
{
  AppSavedItem *item;
  AppSession   *session = NULL;

  while ((item = g_queue_peek_head (&self->waiting)) != NULL &&
         (session = app_saved_calls_find_session (self, item)) == NULL)
    {
      fail_unconnected (item);
      g_object_unref (g_queue_pop_head (&self->waiting));
    }
  if (item == NULL)
    {
      g_clear_object (&self->run);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
      return;
    }
  Step *step = g_new (Step, 1);
  *step = (Step){ g_object_ref (self), g_object_ref (item) };
  app_saved_run_call_async (self->run, session, app_saved_item_get_call (item), self->cancellable,
                            on_run, step);
  app_saved_item_set_last_call (item, app_saved_run_get_call (self->run));
  app_saved_item_set_state (item, APP_SAVED_RUNNING, NULL);
}

void
app_saved_calls_run (AppSavedCalls *self, GPtrArray *items)
{
  g_return_if_fail (APP_IS_SAVED_CALLS (self));

  if (self->run != NULL || items->len == 0)
    return;
  for (guint i = 0; i < items->len; i++)
    {
      app_saved_item_set_state (items->pdata[i], APP_SAVED_WAITING, NULL);
      g_queue_push_tail (&self->waiting, g_object_ref (items->pdata[i]));
    }
  self->run = self->next != NULL ? g_steal_pointer (&self->next) : app_saved_run_new (NULL, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  run_next (self);
}

void
app_saved_calls_stop (AppSavedCalls *self)
{
  g_return_if_fail (APP_IS_SAVED_CALLS (self));

  if (self->run == NULL)
    return;
  /* Nobody waits for what comes of it. */
  g_clear_object (&self->run);
  while (!g_queue_is_empty (&self->waiting))
    {
      g_autoptr (AppSavedItem) item = g_queue_pop_head (&self->waiting);

      app_saved_item_set_state (item, APP_SAVED_NOT_RUN, NULL);
    }
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

gboolean
app_saved_calls_is_running (AppSavedCalls *self)
{
  g_return_val_if_fail (APP_IS_SAVED_CALLS (self), FALSE);
  return self->run != NULL;
}
