/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-task-list.h"

#include <glib/gi18n-lib.h>

#include "mcp-task-list.h"

struct _AppTaskList
{
  GObject parent_instance;

  AppSession  *session; /* (nullable): weak */
  McpClient   *client;  /* (nullable): weak */
  McpTaskList *list;
  GPtrArray   *tasks; /* of AppTask, in the order of @list: the oldest first */
};

static GType
task_list_get_item_type (GListModel *model)
{
  return APP_TYPE_TASK;
}

static guint
task_list_get_n_items (GListModel *model)
{
  return APP_TASK_LIST (model)->tasks->len;
}

static gpointer
task_list_get_item (GListModel *model, guint position)
{
  GPtrArray *tasks = APP_TASK_LIST (model)->tasks;

  return position < tasks->len ? g_object_ref (tasks->pdata[tasks->len - 1 - position]) : NULL;
}

static void
task_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = task_list_get_item_type;
  iface->get_n_items = task_list_get_n_items;
  iface->get_item = task_list_get_item;
}

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppTaskList,
                               app_task_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, task_list_model_init)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

static void
app_task_list_dispose (GObject *object)
{
  AppTaskList *self = APP_TASK_LIST (object);

  for (guint i = 0; i < self->tasks->len; i++)
    app_task_abandon (self->tasks->pdata[i]);
  G_OBJECT_CLASS (app_task_list_parent_class)->dispose (object);
}

static void
app_task_list_finalize (GObject *object)
{
  AppTaskList *self = APP_TASK_LIST (object);

  g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->list);
  g_clear_weak_pointer (&self->client);
  g_clear_weak_pointer (&self->session);
  g_ptr_array_unref (self->tasks);
  G_OBJECT_CLASS (app_task_list_parent_class)->finalize (object);
}

static void
app_task_list_class_init (AppTaskListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_task_list_dispose;
  object_class->finalize = app_task_list_finalize;
}

static void
on_list_changed (AppTaskList *self, guint position, guint removed, guint added, GListModel *list)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < removed; i++)
    g_ptr_array_add (gone, g_ptr_array_steal_index (self->tasks, position));
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (list, position + i);

      g_ptr_array_insert (self->tasks, (int)(position + i), app_task_new (self->session, task));
    }
  g_list_model_items_changed (G_LIST_MODEL (self), self->tasks->len - position - added, removed,
                              added);
}

static void
app_task_list_init (AppTaskList *self)
{
  self->list = mcp_task_list_new ();
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect_swapped (self->list, "items-changed", G_CALLBACK (on_list_changed), self);
}

static AppTask *
find_task (AppTaskList *self, McpTask *task)
{
  for (guint i = 0; i < self->tasks->len; i++)
    if (app_task_get_task (self->tasks->pdata[i]) == task)
      return self->tasks->pdata[i];
  return NULL;
}

static void
app_task_list_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_TASK_LIST (feature)->session, session);
}

/* Tasks are followed on @client from when it is ready. */
static void
app_task_list_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppTaskList *self = APP_TASK_LIST (feature);

  g_set_weak_pointer (&self->client, client);
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (self->list));
}

/* A call whose response is a task becomes that task. */
static gboolean
app_task_list_responded (AppSessionFeature *feature,
                         AppSession        *session,
                         AppCall           *call,
                         McpResult         *result)
{
  AppTaskList     *self = APP_TASK_LIST (feature);
  g_autofree char *id = NULL;
  McpTask         *task;

  if (!mcp_result_is_task (result))
    return FALSE;
  id = mcp_json_value_dup_text (result->task_id);
  task = id != NULL ? mcp_task_list_find (self->list, id) : NULL;
  if (task == NULL)
    return FALSE;
  app_task_set_call (find_task (self, task), call);
  return TRUE;
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_task_list_attach;
  iface->opening = app_task_list_opening;
  iface->responded = app_task_list_responded;
}

gboolean
app_task_list_has_call (AppTaskList *self, AppCall *call)
{
  g_return_val_if_fail (APP_IS_TASK_LIST (self), FALSE);

  for (guint i = 0; i < self->tasks->len; i++)
    if (app_task_has_call (self->tasks->pdata[i], call))
      return TRUE;
  return FALSE;
}

AppTaskChoice
app_task_list_get_choice (AppTaskList *self, McpTool *tool)
{
  g_return_val_if_fail (APP_IS_TASK_LIST (self), APP_TASK_CHOICE_NONE);

  if (self->client == NULL || mcp_client_get_era (self->client) != MCP_ERA_LEGACY ||
      !mcp_task_list_is_offered_by (self->client))
    return APP_TASK_CHOICE_NONE;
  switch (mcp_tool_get_task_support (tool))
    {
    case MCP_TOOL_TASK_OPTIONAL:
      return APP_TASK_CHOICE_OPTIONAL;
    case MCP_TOOL_TASK_REQUIRED:
      return APP_TASK_CHOICE_REQUIRED;
    case MCP_TOOL_TASK_FORBIDDEN:
    default:
      return APP_TASK_CHOICE_NONE;
    }
}

guint
app_task_list_count_unfinished (AppTaskList *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_TASK_LIST (self), 0);

  for (guint i = 0; i < self->tasks->len; i++)
    n += app_task_is_finished (self->tasks->pdata[i]) ? 0 : 1;
  return n;
}

void
app_task_list_clear_finished (AppTaskList *self)
{
  g_return_if_fail (APP_IS_TASK_LIST (self));
  mcp_task_list_remove_finished (self->list);
}

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_task_list_refresh_finish (MCP_TASK_LIST (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
app_task_list_refresh_async (AppTaskList        *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (APP_IS_TASK_LIST (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_task_list_refresh_async);
  if (self->session == NULL || app_session_get_state (self->session) != APP_SESSION_READY)
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                             _ ("The server is not connected."));
  else
    mcp_task_list_refresh_async (self->list, cancellable, on_refreshed, g_steal_pointer (&task));
}

gboolean
app_task_list_refresh_finish (AppTaskList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
app_task_list_recall (AppTaskList *self, const char *id)
{
  g_return_if_fail (APP_IS_TASK_LIST (self));
  g_return_if_fail (id != NULL);

  mcp_task_list_add (self->list, id);
}
