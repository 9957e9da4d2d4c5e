/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-array-list.h"
#include "mcp-task-list.h"

#include "mcp-json-writer.h"
#include "mcp-task-private.h"

#include <string.h>

/* Pages of tasks/list that are read; a server that has more goes in a circle. */
#define MAX_PAGES 100

struct _McpTaskList
{
  GObject    parent_instance;
  GPtrArray *tasks;
  McpClient *client; /* (nullable): weak */
};

static void
task_list_model_init (GListModelInterface *iface)
{
  mcp_array_list_init (iface, MCP_TYPE_TASK, G_STRUCT_OFFSET (McpTaskList, tasks));
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpTaskList,
                               mcp_task_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, task_list_model_init))

static void
mcp_task_list_dispose (GObject *object)
{
  McpTaskList *self = MCP_TASK_LIST (object);

  g_clear_weak_pointer (&self->client);
  for (guint i = 0; i < self->tasks->len; i++)
    mcp_task_detach (g_ptr_array_index (self->tasks, i));

  G_OBJECT_CLASS (mcp_task_list_parent_class)->dispose (object);
}

static void
mcp_task_list_finalize (GObject *object)
{
  g_ptr_array_unref (MCP_TASK_LIST (object)->tasks);

  G_OBJECT_CLASS (mcp_task_list_parent_class)->finalize (object);
}

static void
mcp_task_list_class_init (McpTaskListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_task_list_dispose;
  object_class->finalize = mcp_task_list_finalize;
}

static void
mcp_task_list_init (McpTaskList *self)
{
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
}

McpTaskList *
mcp_task_list_new (void)
{
  return g_object_new (MCP_TYPE_TASK_LIST, NULL);
}

McpTask *
mcp_task_list_find (McpTaskList *self, const char *id_text)
{
  g_return_val_if_fail (MCP_IS_TASK_LIST (self), NULL);

  for (guint i = 0; i < self->tasks->len; i++)
    if (g_str_equal (mcp_task_get_id_text (g_ptr_array_index (self->tasks, i)), id_text))
      return g_ptr_array_index (self->tasks, i);
  return NULL;
}

static void
task_list_remove_index (McpTaskList *self, guint index)
{
  g_autoptr (McpTask) task = g_object_ref (g_ptr_array_index (self->tasks, index));

  g_ptr_array_remove_index (self->tasks, index);
  mcp_task_detach (task);
  g_list_model_items_changed (G_LIST_MODEL (self), index, 1, 0);
}

static void
task_list_make_room (McpTaskList *self)
{
  if (self->tasks->len < MCP_TASK_LIST_MAX)
    return;
  for (guint i = 0; i < self->tasks->len; i++)
    if (mcp_task_is_finished (g_ptr_array_index (self->tasks, i)))
      {
        task_list_remove_index (self, i);
        return;
      }
  task_list_remove_index (self, 0);
}

/** @task: (transfer full). Returns: (transfer none) */
static McpTask *
task_list_append (McpTaskList *self, McpTask *task)
{
  task_list_make_room (self);
  g_ptr_array_add (self->tasks, task);
  g_list_model_items_changed (G_LIST_MODEL (self), self->tasks->len - 1, 0, 1);
  if (self->client != NULL && mcp_client_get_state (self->client) == MCP_CLIENT_READY)
    mcp_task_attach (task, self->client);
  return task;
}

McpTask *
mcp_task_list_add (McpTaskList *self, const char *id)
{
  g_autofree char *text = NULL;
  McpTask         *found;

  g_return_val_if_fail (MCP_IS_TASK_LIST (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  text = mcp_json_quote (id, -1);
  found = mcp_task_list_find (self, text);
  return found != NULL ? found : task_list_append (self, mcp_task_new (id));
}

void
mcp_task_list_remove_finished (McpTaskList *self)
{
  g_return_if_fail (MCP_IS_TASK_LIST (self));

  for (guint i = self->tasks->len; i-- > 0;)
    if (mcp_task_is_finished (g_ptr_array_index (self->tasks, i)))
      task_list_remove_index (self, i);
}

void
mcp_task_list_attach (McpTaskList *self, McpClient *client)
{
  g_autoptr (GPtrArray) tasks = NULL;

  g_return_if_fail (MCP_IS_TASK_LIST (self));

  g_set_weak_pointer (&self->client, client);
  if (client == NULL)
    return;
  tasks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->tasks->len; i++)
    g_ptr_array_add (tasks, g_object_ref (g_ptr_array_index (self->tasks, i)));
  for (guint i = 0; i < tasks->len; i++)
    mcp_task_attach (g_ptr_array_index (tasks, i), client);
}

/** @value: a task as a server writes it. Returns: (transfer none) (nullable): one that is new here
 * */
static McpTask *
task_list_take_value (McpTaskList  *self,
                      McpJsonValue  value,
                      const char   *tool_name,
                      McpRequestId *token)
{
  McpJsonValue     id = mcp_json_value_get_member (value, "taskId");
  g_autofree char *text = mcp_json_value_dup_text (id);
  McpTask         *task;

  if (mcp_json_value_get_kind (id) != MCP_JSON_STRING || mcp_task_list_find (self, text) != NULL)
    return NULL;
  task = mcp_task_new_for_id_value (id);
  mcp_task_set_origin (task, tool_name, token);
  mcp_task_apply (task, value);
  return task_list_append (self, task);
}

void
mcp_task_list_take_answer (McpTaskList *self, McpAnswer *answer, GBytes *params)
{
  McpJsonValue value = mcp_answer_get_result (answer);
  McpJsonValue task = mcp_json_value_get_member (value, "task");
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *name = NULL;

  if (mcp_json_value_string_equals (mcp_json_value_get_member (value, "resultType"), "task"))
    task = value;
  else if (mcp_json_value_get_kind (task) != MCP_JSON_OBJECT ||
           mcp_json_value_exists (mcp_json_value_get_member (value, "content")))
    return;

  document = params != NULL ? mcp_json_document_parse (params, NULL, NULL, NULL) : NULL;
  if (document != NULL)
    name = mcp_json_value_dup_member_string (mcp_json_document_get_root (document), "name");
  task_list_take_value (self, task, name, mcp_message_get_id (mcp_answer_get_message (answer)));
}

static void
task_list_take_progress (McpTaskList *self, McpJsonValue params)
{
  g_autoptr (McpRequestId) token =
      mcp_request_id_new_from_value (mcp_json_value_get_member (params, "progressToken"));

  for (guint i = 0; token != NULL && i < self->tasks->len; i++)
    {
      McpTask *task = g_ptr_array_index (self->tasks, i);

      if (task->token != NULL && mcp_task_is_following (task) &&
          mcp_request_id_equal (task->token, token))
        mcp_task_set_progress (task, params);
    }
}

void
mcp_task_list_take_notification (McpTaskList *self, McpMessage *message)
{
  const char      *method = mcp_message_get_method (message);
  McpJsonValue     params = mcp_message_get_params (message);
  g_autofree char *text = NULL;
  McpTask         *task;

  if (self->tasks->len == 0)
    return;
  if (g_str_equal (method, "notifications/progress"))
    {
      task_list_take_progress (self, params);
      return;
    }
  if (!g_str_equal (method, "notifications/tasks") &&
      !g_str_equal (method, "notifications/tasks/status"))
    return;

  text = mcp_json_value_dup_text (mcp_json_value_get_member (params, "taskId"));
  task = text != NULL ? mcp_task_list_find (self, text) : NULL;
  if (task == NULL || !mcp_task_is_following (task))
    return;
  mcp_task_apply (task, params);
  mcp_task_act (task);
}

/* All that the server has */

static void on_page (GObject *source, GAsyncResult *result, gpointer user_data);

/** @cursor: (nullable): JSON text */
static void
ask_page (GTask *task, McpClient *client, const char *cursor)
{
  g_autofree char *text = cursor != NULL ? g_strdup_printf ("{\"cursor\":%s}", cursor)
                                         : g_strdup ("{}");
  g_autoptr (GBytes) params = g_bytes_new (text, strlen (text));

  mcp_client_request_async (client, "tasks/list", params, NULL, g_task_get_cancellable (task),
                            on_page, g_object_ref (task));
}

static void
task_list_take_page (McpTaskList *self, McpJsonValue tasks)
{
  McpJsonIter  iter;
  McpJsonValue value;

  mcp_json_iter_init (&iter, tasks);
  while (self->tasks->len < MCP_TASK_LIST_MAX && mcp_json_iter_next (&iter, NULL, &value))
    task_list_take_value (self, value, NULL, NULL);
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpTaskList *self = g_task_get_source_object (task);
  guint        n_pages = GPOINTER_TO_UINT (g_task_get_task_data (task)) + 1;
  GError      *error = NULL;
  g_autoptr (McpAnswer) answer = NULL;
  g_autofree char *cursor = NULL;
  McpJsonValue     next;

  answer = mcp_client_request_finish (MCP_CLIENT (source), result, &error);
  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (mcp_answer_is_error (answer))
    {
      const char *text = mcp_message_get_error_message (mcp_answer_get_message (answer));

      g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                "The server does not list its tasks: %s",
                                                text != NULL ? text : "no reason given"));
      return;
    }

  task_list_take_page (self, mcp_json_value_get_member (mcp_answer_get_result (answer), "tasks"));
  next = mcp_json_value_get_member (mcp_answer_get_result (answer), "nextCursor");
  if (mcp_json_value_get_kind (next) != MCP_JSON_STRING || n_pages >= MAX_PAGES ||
      self->tasks->len >= MCP_TASK_LIST_MAX)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_task_set_task_data (task, GUINT_TO_POINTER (n_pages), NULL);
  cursor = mcp_json_value_dup_text (next);
  ask_page (task, MCP_CLIENT (source), cursor);
}

void
mcp_task_list_refresh_async (McpTaskList        *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_TASK_LIST (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_task_list_refresh_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->client == NULL || mcp_client_get_state (self->client) != MCP_CLIENT_READY)
    g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
  else if (mcp_client_get_era (self->client) != MCP_ERA_LEGACY ||
           !mcp_server_info_offers (mcp_client_get_server_info (self->client), "tasks/list"))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                              "The server does not list its tasks."));
  else
    ask_page (task, self->client, NULL);
}

gboolean
mcp_task_list_refresh_finish (McpTaskList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
