/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-kept-conversations.h"

#include "mcp-array-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-conversations.h"

/* One */

struct _AppKeptEntry
{
  GObject parent_instance;

  AppModelFacts facts;
};

MCP_DEFINE_OBJECT (AppKeptEntry, app_kept_entry)

MCP_DEFINE_FINALIZE (AppKeptEntry, app_kept_entry)
{
  g_free (self->facts.id);
  g_free (self->facts.title);
  g_free (self->facts.provider);
  g_free (self->facts.model);
}

static AppKeptEntry *
create_entry (const StoreKeptConversation *kept)
{
  AppKeptEntry *self = g_object_new (APP_TYPE_KEPT_ENTRY, NULL);
  McpJsonValue  header = mcp_json_document_get_root (kept->header);

  self->facts.id = g_strdup (kept->id);
  self->facts.title = mcp_json_value_dup_member_string (header, "title");
  self->facts.provider = mcp_json_value_dup_member_string (header, "provider");
  self->facts.model = mcp_json_value_dup_member_string (header, "model");
  self->facts.changed = kept->changed;
  self->facts.size = kept->size;
  return self;
}

const AppModelFacts *
app_kept_entry_get_facts (AppKeptEntry *self)
{
  g_return_val_if_fail (APP_IS_KEPT_ENTRY (self), NULL);
  return &self->facts;
}

/* All of them */

struct _AppKeptConversations
{
  GObject parent_instance;

  char       *folder;
  GListStore *entries;
  GQueue      waiting; /* of GTask: the jobs; the first of them is running */
};

typedef enum {
  LOOK,
  RENAME,
  REMOVE,
  REMOVE_ALL,
} What;

typedef struct
{
  What  what;
  char *folder;
  char *id;    /* (nullable) */
  char *title; /* (nullable) */
} Job;

G_DEFINE_FINAL_TYPE_WITH_CODE (AppKeptConversations,
                               app_kept_conversations,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_INNER_LIST (AppKeptConversations,
                                                         entries,
                                                         APP_TYPE_KEPT_ENTRY))
MCP_DEFINE_CLASS_INIT (AppKeptConversations, app_kept_conversations)

MCP_DEFINE_FINALIZE (AppKeptConversations, app_kept_conversations)
{
  g_free (self->folder);
  g_object_unref (self->entries);
}

static void
app_kept_conversations_init (AppKeptConversations *self)
{
  self->entries = g_list_store_new (APP_TYPE_KEPT_ENTRY);
  g_signal_connect_swapped (self->entries, "items-changed",
                            G_CALLBACK (g_list_model_items_changed), self);
}

AppKeptConversations *
app_kept_conversations_new (const char *folder)
{
  AppKeptConversations *self = g_object_new (APP_TYPE_KEPT_CONVERSATIONS, NULL);

  self->folder = folder != NULL ? g_strdup (folder) : store_conversations_dup_folder ();
  return self;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->folder);
  g_free (job->id);
  g_free (job->title);
  g_free (job);
}

/* The title alone is another one: whatever else the line says stays. */
static char *
change_title (McpJsonValue header, const char *title)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (header); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "title"))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
  mcp_json_writer_member_string (writer, "title", title);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static gboolean
rename_one (const Job *job, GError **error)
{
  g_autoptr (GPtrArray) found = store_conversations_list (job->folder, error);
  g_autofree char *header = NULL;

  for (guint i = 0; found != NULL && i < found->len; i++)
    {
      const StoreKeptConversation *each = found->pdata[i];

      if (g_str_equal (each->id, job->id))
        header = change_title (mcp_json_document_get_root (each->header), job->title);
    }
  if (found == NULL)
    return FALSE;
  if (header != NULL)
    return store_conversations_set_header (job->folder, job->id, header, error);
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is no conversation “%s”",
               job->id);
  return FALSE;
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job     *job = data;
  GError  *error = NULL;
  gboolean done = TRUE;
  g_autoptr (GPtrArray) found = NULL;

  if (job->what == RENAME)
    done = rename_one (job, &error);
  else if (job->what == REMOVE)
    done = store_conversations_remove (job->folder, job->id, &error);
  else if (job->what == REMOVE_ALL)
    done = store_conversations_remove_all (job->folder, NULL, &error);
  if (done)
    found = store_conversations_list (job->folder, &error);
  if (found != NULL)
    g_task_return_pointer (task, g_steal_pointer (&found), (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* Jobs run one after the other, so that a list from before a removal is not reported after it. */
static void
run_first (AppKeptConversations *self)
{
  if (!g_queue_is_empty (&self->waiting))
    g_task_run_in_thread (g_queue_peek_head (&self->waiting), run_job);
}

static void
on_job (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppKeptConversations *self = g_task_get_source_object (task);
  GError               *error = NULL;
  GPtrArray            *found = g_task_propagate_pointer (G_TASK (result), &error);

  g_object_unref (g_queue_pop_head (&self->waiting));
  run_first (self);
  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* A worker may be the last to hold its task: the list is not its to let go.
 * @task: (transfer full): of the main thread */
static void
start (AppKeptConversations *self,
       What                  what,
       const char           *id,
       const char           *title,
       GTask                *task)
{
  GTask *work = g_task_new (NULL, g_task_get_cancellable (task), on_job, task);
  Job   *job = g_new0 (Job, 1);

  job->what = what;
  job->folder = g_strdup (self->folder);
  job->id = g_strdup (id);
  job->title = g_strdup (title);
  g_task_set_source_tag (task, start);
  g_task_set_source_tag (work, start);
  g_task_set_task_data (work, job, job_free);
  g_queue_push_tail (&self->waiting, work);
  if (self->waiting.length == 1)
    run_first (self);
}

void
app_kept_conversations_load_async (AppKeptConversations *self,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  g_return_if_fail (APP_IS_KEPT_CONVERSATIONS (self));

  start (self, LOOK, NULL, NULL, g_task_new (self, cancellable, callback, user_data));
}

void
app_kept_conversations_rename_async (AppKeptConversations *self,
                                     const char           *id,
                                     const char           *title,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data)
{
  g_return_if_fail (APP_IS_KEPT_CONVERSATIONS (self));
  g_return_if_fail (id != NULL && title != NULL);

  start (self, RENAME, id, title, g_task_new (self, cancellable, callback, user_data));
}

void
app_kept_conversations_remove_async (AppKeptConversations *self,
                                     const char           *id,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data)
{
  g_return_if_fail (APP_IS_KEPT_CONVERSATIONS (self));

  start (self, id != NULL ? REMOVE : REMOVE_ALL, id, NULL,
         g_task_new (self, cancellable, callback, user_data));
}

gboolean
app_kept_conversations_finish (AppKeptConversations *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), error);
  if (found == NULL)
    return FALSE;
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (entries, create_entry (found->pdata[i]));
  g_list_store_splice (self->entries, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->entries)), entries->pdata,
                       entries->len);
  return TRUE;
}
