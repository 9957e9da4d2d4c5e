/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-memory.h"

#include <string.h>

#include "app-session-private.h"
#include "app-task-list.h"
#include "mcp-json-writer.h"
#include "store-server-file.h"

/* Escapes make texts longer. */
#define MAX_FILE_BYTES                                               \
  (2 * (APP_SESSION_MEMORY_WATCHED + APP_SESSION_MEMORY_TASKS + 1) * \
   APP_SESSION_MEMORY_BYTES)

struct _AppSessionMemory
{
  AppSession      *session; /* it has this */
  StoreServerFile *file;
  GListModel      *watched;
  GListModel      *tasks;
};

static void
write_items (McpJsonWriter *writer,
             const char    *name,
             GListModel    *items,
             guint          max,
             const char *(*get) (gpointer item))
{
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (items), max); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (items, i);
      const char *text = get (item);

      if (text != NULL && strlen (text) <= APP_SESSION_MEMORY_BYTES)
        mcp_json_writer_string (writer, text);
    }
  mcp_json_writer_end_array (writer);
}

static const char *
get_uri (gpointer item)
{
  return app_subscription_get_uri (item);
}

static const char *
get_id (gpointer item)
{
  return app_task_get_id (item);
}

/* Changes are a person's, and few. */
static void
keep (AppSessionMemory *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *target = store_profile_dup_summary (self->session->profile);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "target", target);
  write_items (writer, "watched", self->watched, APP_SESSION_MEMORY_WATCHED, get_uri);
  write_items (writer, "tasks", self->tasks, APP_SESSION_MEMORY_TASKS, get_id);
  mcp_json_writer_end_object (writer);
  store_server_file_write (self->file, mcp_json_writer_finish_text (writer));
}

static void
on_changed (GListModel *items, guint position, guint removed, guint added, AppSessionMemory *self)
{
  /* What goes with the session is not forgotten. */
  if (self->session->profile != NULL)
    keep (self);
}

static void
recall_watched (AppSessionMemory *self, McpJsonValue list)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, list);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char *uri = mcp_json_value_dup_string (item, NULL);

      if (uri != NULL && g_list_model_get_n_items (self->watched) < APP_SESSION_MEMORY_WATCHED)
        app_subscription_list_add (APP_SUBSCRIPTION_LIST (self->watched), uri, NULL);
    }
}

/* The newest is written first. */
static void
recall_tasks (AppSessionMemory *self, McpJsonValue list)
{
  guint n = MIN (mcp_json_value_get_n_items (list), APP_SESSION_MEMORY_TASKS);

  for (guint i = n; i > 0; i--)
    {
      g_autofree char *id = mcp_json_value_dup_string (mcp_json_value_get_item (list, i - 1), NULL);

      if (id != NULL)
        app_task_list_recall (APP_TASK_LIST (self->tasks), id);
    }
}

static void
recall (AppSessionMemory *self)
{
  g_autoptr (McpJsonDocument) document = store_server_file_read (self->file, MAX_FILE_BYTES);
  g_autofree char *target = store_profile_dup_summary (self->session->profile);
  g_autofree char *kept = NULL;
  McpJsonValue     root;

  if (document == NULL)
    return;
  root = mcp_json_document_get_root (document);
  kept = mcp_json_value_dup_member_string (root, "target");
  if (g_strcmp0 (kept, target) != 0)
    return;
  recall_watched (self, mcp_json_value_get_member (root, "watched"));
  recall_tasks (self, mcp_json_value_get_member (root, "tasks"));
}

static void
memory_free (gpointer data)
{
  AppSessionMemory *self = data;

  g_signal_handlers_disconnect_by_data (self->watched, self);
  g_signal_handlers_disconnect_by_data (self->tasks, self);
  store_server_file_flush (self->file);
  g_object_unref (self->file);
  g_object_unref (self->watched);
  g_object_unref (self->tasks);
  g_free (self);
}

void
app_session_memory_begin (AppSession *session)
{
  static GQuark     quark;
  AppSessionMemory *self;
  g_autofree char  *folder = NULL;

  g_return_if_fail (APP_IS_SESSION (session));

  if (quark == 0)
    quark = g_quark_from_static_string ("app-session-memory");
  if (g_object_get_qdata (G_OBJECT (session), quark) != NULL)
    return;
  if (session->book != NULL)
    folder = g_path_get_dirname (store_profile_book_get_path (session->book));
  self = g_new0 (AppSessionMemory, 1);
  self->session = session;
  self->file =
      store_server_file_new (folder, "sessions", store_profile_get_id (session->profile));
  self->watched = g_object_ref (G_LIST_MODEL (app_session_get_subscriptions (session)));
  self->tasks = g_object_ref (G_LIST_MODEL (app_session_get_tasks (session)));
  recall (self);
  g_signal_connect (self->watched, "items-changed", G_CALLBACK (on_changed), self);
  g_signal_connect (self->tasks, "items-changed", G_CALLBACK (on_changed), self);
  g_object_set_qdata_full (G_OBJECT (session), quark, self, memory_free);
}
