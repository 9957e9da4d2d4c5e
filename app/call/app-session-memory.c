/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-memory.h"

#include <string.h>

#include "app-subscription-list.h"
#include "app-task-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-memory.h"

struct _AppSessionMemory
{
  GObject parent_instance;

  AppSession  *session; /* weak */
  StoreMemory *memory;  /* (nullable): until it begins */
  GListModel  *watched;
  GListModel  *tasks;
};

APP_DEFINE_SESSION_FEATURE (AppSessionMemory, app_session_memory)
MCP_DEFINE_INIT (AppSessionMemory, app_session_memory)

MCP_DEFINE_DISPOSE (AppSessionMemory, app_session_memory)
{
  if (self->memory != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->watched, self);
      g_signal_handlers_disconnect_by_data (self->tasks, self);
      store_memory_flush (self->memory);
    }
  g_clear_object (&self->memory);
  g_clear_object (&self->watched);
  g_clear_object (&self->tasks);
  g_clear_weak_pointer (&self->session);
}

static void
app_session_memory_class_init (AppSessionMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_session_memory_dispose;
}

static void
app_session_memory_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_SESSION_MEMORY (feature)->session, session);
}

static void
keep_items (AppSessionMemory *self,
            const char       *name,
            GListModel       *items,
            guint             max,
            const char *(*get) (gpointer item))
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (items), max); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (items, i);
      const char *text = get (item);

      if (text != NULL && strlen (text) <= APP_SESSION_MEMORY_BYTES)
        mcp_json_writer_string (writer, text);
    }
  mcp_json_writer_end_array (writer);
  store_memory_take (self->memory, name, mcp_json_writer_finish_text (writer));
}

/* Returns: (transfer full): JSON text: where the profile leads */
static char *
dup_target (AppSessionMemory *self)
{
  g_autofree char *target = store_profile_dup_summary (app_session_get_profile (self->session));

  return mcp_json_quote (target, -1);
}

static const char *
get_uri (gpointer item)
{
  return app_subscription_get_info (item)->uri;
}

static const char *
get_id (gpointer item)
{
  return app_task_get_state (item)->id;
}

/* Changes are a person's, and few. */
static void
keep (AppSessionMemory *self)
{
  store_memory_take (self->memory, "target", dup_target (self));
  keep_items (self, "watched", self->watched, APP_SESSION_MEMORY_WATCHED, get_uri);
  keep_items (self, "tasks", self->tasks, APP_SESSION_MEMORY_TASKS, get_id);
}

static void
on_changed (GListModel *items, guint position, guint removed, guint added, AppSessionMemory *self)
{
  /* What goes with the session is not forgotten. */
  if (self->session != NULL)
    keep (self);
}

static void
recall_watched (AppSessionMemory *self, McpJsonValue list)
{
  for (McpJsonWalk item = mcp_json_walk (list); mcp_json_walk_next (&item);)
    {
      g_autofree char *uri = mcp_json_value_dup_string (item.value, NULL);

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
  g_autofree char *target = dup_target (self);
  g_autoptr (McpJsonDocument) watched = store_memory_read (self->memory, "watched");
  g_autoptr (McpJsonDocument) tasks = store_memory_read (self->memory, "tasks");

  if (g_strcmp0 (store_memory_get (self->memory, "target"), target) != 0)
    return;
  if (watched != NULL)
    recall_watched (self, mcp_json_document_get_root (watched));
  if (tasks != NULL)
    recall_tasks (self, mcp_json_document_get_root (tasks));
}

static void
app_session_memory_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_session_memory_attach;
}

void
app_session_memory_begin (AppSessionMemory *self)
{
  g_return_if_fail (APP_IS_SESSION_MEMORY (self));

  if (self->memory != NULL || self->session == NULL)
    return;
  self->memory = store_profile_list_open_memory (
      app_session_get_book (self->session),
      store_profile_get_id (app_session_get_profile (self->session)), STORE_MEMORY_SESSION);
  g_set_object (&self->watched,
                app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST));
  g_set_object (&self->tasks, app_session_get_feature (self->session, APP_TYPE_TASK_LIST));
  recall (self);
  g_signal_connect (self->watched, "items-changed", G_CALLBACK (on_changed), self);
  g_signal_connect (self->tasks, "items-changed", G_CALLBACK (on_changed), self);
}
