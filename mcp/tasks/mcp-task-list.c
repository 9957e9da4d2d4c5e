/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-task-list.h"

#include "mcp-json-writer.h"
#include "mcp-modern-era.h"
#include "mcp-subscription.h"
#include "mcp-task-receiver.h"

/* Pages of tasks/list that are read; a server that has more goes in a circle. */
#define MAX_PAGES 100

struct _McpTaskList
{
  GObject          parent_instance;
  GPtrArray       *tasks;
  McpClient       *client;   /* (nullable): weak: the last one that was ready */
  McpTaskReceiver *receiver; /* (nullable): of the client to which the list was added */
};

static void task_list_listen (McpTaskList *self);

McpTask *
mcp_task_list_find (McpTaskList *self, const char *id_text)
{
  g_return_val_if_fail (MCP_IS_TASK_LIST (self), NULL);

  for (guint i = 0; i < self->tasks->len; i++)
    if (g_str_equal (mcp_task_get_state (self->tasks->pdata[i])->id_text, id_text))
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
  task_list_listen (self);
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
  task_list_listen (self);
  if (self->client != NULL && mcp_client_get_state (self->client) == MCP_CLIENT_READY)
    mcp_task_attach (task, self->client);
  return task;
}

McpTask *
mcp_task_list_add (McpTaskList *self, const char *id)
{
  g_return_val_if_fail (MCP_IS_TASK_LIST (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  g_autofree char *text = mcp_json_quote (id, -1);
  McpTask         *found = mcp_task_list_find (self, text);
  if (found != NULL)
    return found;
  return task_list_append (self,
                           mcp_task_new (g_strdup (id), g_steal_pointer (&text), NULL, NULL));
}

void
mcp_task_list_remove_finished (McpTaskList *self)
{
  g_return_if_fail (MCP_IS_TASK_LIST (self));

  for (guint i = self->tasks->len; i-- > 0;)
    if (mcp_task_is_finished (g_ptr_array_index (self->tasks, i)))
      task_list_remove_index (self, i);
}

static void
task_list_opened (McpClientFeature *feature, McpClient *client)
{
  McpTaskList *self = MCP_TASK_LIST (feature);
  g_autoptr (GPtrArray) tasks =
      g_ptr_array_copy (self->tasks, (GCopyFunc)(void *)g_object_ref, NULL);

  g_ptr_array_set_free_func (tasks, g_object_unref);
  g_set_weak_pointer (&self->client, client);
  for (guint i = 0; i < tasks->len; i++)
    mcp_task_attach (tasks->pdata[i], client);
  task_list_listen (self);
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
  task = mcp_task_new (mcp_json_value_dup_string (id, NULL), g_steal_pointer (&text), tool_name,
                       token);
  mcp_task_report (task, value);
  return task_list_append (self, task);
}

static gboolean
task_list_responded (McpClientFeature *feature,
                     McpClient        *client,
                     McpRequest       *request,
                     McpResponse      *response,
                     GTask            *task)
{
  McpJsonValue     value = mcp_response_get_result (response);
  McpJsonValue     created = mcp_json_value_get_member (value, "task");
  g_autofree char *name = NULL;

  if (!g_str_equal (mcp_request_get_method (request), "tools/call"))
    return FALSE;
  if (mcp_json_value_string_equals (mcp_json_value_get_member (value, "resultType"), "task"))
    created = value;
  else if (mcp_json_value_get_kind (created) != MCP_JSON_OBJECT ||
           mcp_json_value_exists (mcp_json_value_get_member (value, "content")))
    return FALSE;

  name = mcp_json_value_dup_string (mcp_request_get_member (request, "name"), NULL);
  task_list_take_value (MCP_TASK_LIST (feature), created, name, mcp_request_get_id (request));
  return FALSE;
}

static void
task_list_take_progress (McpTaskList *self, McpJsonValue params)
{
  g_autoptr (McpRequestId) token =
      mcp_request_id_new_from_value (mcp_json_value_get_member (params, "progressToken"));

  for (guint i = 0; token != NULL && i < self->tasks->len; i++)
    mcp_task_report_progress (self->tasks->pdata[i], token, params);
}

static void
task_list_notified (McpClientFeature *feature, McpClient *client, McpMessage *message)
{
  McpTaskList *self = MCP_TASK_LIST (feature);
  const char  *method = mcp_message_get_method (message);
  McpJsonValue params = mcp_message_get_params (message);

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

  g_autofree char *text = mcp_json_value_dup_text (mcp_json_value_get_member (params, "taskId"));
  McpTask         *task = text != NULL ? mcp_task_list_find (self, text) : NULL;
  if (task != NULL && mcp_task_is_following (task))
    mcp_task_report (task, params);
}

/* All that the server has */

static void on_page (GObject *source, GAsyncResult *result, gpointer user_data);

typedef struct
{
  gint64 started;
  guint  n_pages;
} Refresh;

/** The deadline over all is one of the whole list. @cursor: (nullable): JSON text */
static void
ask_page (GTask *task, McpClient *client, const char *cursor)
{
  g_autoptr (McpRequest) request = mcp_request_new ("tasks/list");
  const Refresh *refresh = g_task_get_task_data (task);
  guint          total = mcp_client_get_options (client)->total_ms;
  gint64         gone = (g_get_monotonic_time () - refresh->started) / 1000;

  if (total > 0 && gone >= total)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_TIMED_OUT,
                                                "The list of tasks did not end in time: %u pages "
                                                "came.",
                                                refresh->n_pages));
      return;
    }
  if (total > 0)
    mcp_request_get_options (request)->total_ms = total - (guint)gone;
  if (cursor != NULL)
    mcp_request_set_json (request, "cursor", cursor);
  mcp_client_send_async (client, request, g_task_get_cancellable (task), on_page,
                         g_object_ref (task));
}

static void
task_list_take_page (McpTaskList *self, McpJsonValue tasks)
{
  for (McpJsonWalk each = mcp_json_walk (tasks);
       self->tasks->len < MCP_TASK_LIST_MAX && mcp_json_walk_next (&each);)
    task_list_take_value (self, each.value, NULL, NULL);
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpTaskList *self = g_task_get_source_object (task);
  Refresh     *refresh = g_task_get_task_data (task);
  GError      *error = NULL;

  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  if (response == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (mcp_response_is_error (response))
    {
      g_task_return_error (task, mcp_response_make_error (response));
      return;
    }

  task_list_take_page (self,
                       mcp_json_value_get_member (mcp_response_get_result (response), "tasks"));
  McpJsonValue next = mcp_json_value_get_member (mcp_response_get_result (response), "nextCursor");
  if (mcp_json_value_get_kind (next) != MCP_JSON_STRING || ++refresh->n_pages >= MAX_PAGES ||
      self->tasks->len >= MCP_TASK_LIST_MAX)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_autofree char *cursor = mcp_json_value_dup_text (next);
  ask_page (task, MCP_CLIENT (source), cursor);
}

void
mcp_task_list_refresh_async (McpTaskList        *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (MCP_IS_TASK_LIST (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Refresh *refresh = g_new0 (Refresh, 1);
  refresh->started = g_get_monotonic_time ();
  g_task_set_task_data (task, refresh, g_free);
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

MCP_DEFINE_FINISH (mcp_task_list_refresh_finish, McpTaskList)

gboolean
mcp_task_list_is_offered_by (McpClient *client)
{
  g_return_val_if_fail (MCP_IS_CLIENT (client), FALSE);

  McpServerInfo *info = mcp_client_get_server_info (client);
  if (info == NULL)
    return FALSE;
  if (mcp_client_get_era (client) == MCP_ERA_LEGACY)
    return mcp_server_info_offers (info, "tasks/requests/tools/call");
  return mcp_json_value_exists (mcp_json_value_get_member (
             mcp_json_value_get_member (mcp_server_info_get_capabilities (info), "extensions"),
             MCP_EXTENSION_TASKS)) &&
         mcp_client_capabilities_has_extension (mcp_client_get_capabilities (client),
                                                MCP_EXTENSION_TASKS);
}

/* The feature */

/** From 2026-07-28 on the server tells of tasks, where it is asked to. */
static void
task_list_listen (McpTaskList *self)
{
  if (self->client == NULL || mcp_client_get_state (self->client) != MCP_CLIENT_READY ||
      mcp_client_get_era (self->client) != MCP_ERA_MODERN ||
      !mcp_task_list_is_offered_by (self->client))
    return;
  McpSubscription *subscription = mcp_client_get_feature (self->client, MCP_TYPE_SUBSCRIPTION);
  if (subscription == NULL)
    return;
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->tasks->len; i++)
    if (!mcp_task_is_finished (self->tasks->pdata[i]))
      g_ptr_array_add (ids, g_strdup (mcp_task_get_state (self->tasks->pdata[i])->id_text));
  mcp_subscription_set_task_ids (subscription, ids);
}

static void
task_list_attach (McpClientFeature *feature, McpClient *client)
{
  McpTaskList *self = MCP_TASK_LIST (feature);

  g_clear_pointer (&self->receiver, mcp_task_receiver_free);
  self->receiver = mcp_task_receiver_new (client);
}

static void
task_list_detach (McpClientFeature *feature, McpClient *client)
{
  McpTaskList *self = MCP_TASK_LIST (feature);

  if (self->receiver != NULL && mcp_task_receiver_get_client (self->receiver) == client)
    g_clear_pointer (&self->receiver, mcp_task_receiver_free);
}

static void
task_list_closed (McpClientFeature *feature, McpClient *client)
{
  McpTaskList *self = MCP_TASK_LIST (feature);

  if (self->receiver != NULL && mcp_task_receiver_get_client (self->receiver) == client)
    mcp_task_receiver_clear (self->receiver);
}

static gboolean
task_list_asked (McpClientFeature *feature, McpClient *client, McpInboundRequest *request)
{
  McpTaskList *self = MCP_TASK_LIST (feature);

  return self->receiver != NULL && mcp_task_receiver_take (self->receiver, request);
}

/** A tool that shall run as a task, up to 2025-11-25. */
static gboolean
task_list_prepare (McpClientFeature *feature,
                   McpClient        *client,
                   McpRequest       *request,
                   GError          **error)
{
  const McpRequestOptions *options = mcp_request_get_options (request);

  if (!options->as_task || !g_str_equal (mcp_request_get_method (request), "tools/call") ||
      mcp_client_get_era (client) != MCP_ERA_LEGACY)
    return TRUE;
  if (!mcp_task_list_is_offered_by (client))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                               "The server does not run tools as tasks."));
      return FALSE;
    }
  if (mcp_json_value_exists (mcp_request_get_member (request, "task")))
    return TRUE;
  g_autofree char *text = mcp_json_build ("{'ttl': ?%x}", options->task_ttl_ms);
  mcp_request_set_json (request, "task", text);
  return TRUE;
}

static void
task_list_feature_init (McpClientFeatureInterface *iface)
{
  iface->attach = task_list_attach;
  iface->detach = task_list_detach;
  iface->opened = task_list_opened;
  iface->closed = task_list_closed;
  iface->notified = task_list_notified;
  iface->asked = task_list_asked;
  iface->prepare = task_list_prepare;
  iface->responded = task_list_responded;
}

/* The object */

G_DEFINE_FINAL_TYPE_WITH_CODE (McpTaskList,
                               mcp_task_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (McpTaskList, tasks, MCP_TYPE_TASK)
                                   G_IMPLEMENT_INTERFACE (MCP_TYPE_CLIENT_FEATURE,
                                                          task_list_feature_init))

MCP_DEFINE_DISPOSE (McpTaskList, mcp_task_list)
{
  g_clear_pointer (&self->receiver, mcp_task_receiver_free);
  g_clear_weak_pointer (&self->client);
  for (guint i = 0; i < self->tasks->len; i++)
    mcp_task_detach (g_ptr_array_index (self->tasks, i));
}

MCP_DEFINE_FINALIZE (McpTaskList, mcp_task_list)
{
  g_ptr_array_unref (self->tasks);
}

MCP_DEFINE_CLASS (McpTaskList, mcp_task_list)
{
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
