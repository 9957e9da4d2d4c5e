/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-task-list.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-call-walk.h"
#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-task-list.h"

struct _AppTask
{
  GObject parent_instance;

  GWeakRef session;
  McpTask *task;
  AppCall *call;  /* (nullable): until it is asked for */
  gboolean ended; /* the call needs to hear no more */
  guint    deadline;
};

enum {
  TASK_CHANGED,
  TASK_CALL_REPLACED,
  N_TASK_SIGNALS
};

static guint task_signals[N_TASK_SIGNALS];

G_DEFINE_FINAL_TYPE (AppTask, app_task, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppTask, app_task)
{
  g_clear_handle_id (&self->deadline, g_source_remove);
  g_weak_ref_clear (&self->session);
  g_clear_object (&self->call);
  g_clear_object (&self->task);
}

static void
app_task_class_init (AppTaskClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_task_finalize;
  task_signals[TASK_CHANGED] = mcp_signal_new (klass, "changed", 0);
  task_signals[TASK_CALL_REPLACED] = mcp_signal_new (klass, "call-replaced", 0);
}

static void
app_task_init (AppTask *self)
{
  g_weak_ref_init (&self->session, NULL);
}

/* Whether it means that the task is gone: not merely the connection. @error: (nullable) */
static gboolean
is_final (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE) ||
         g_error_matches (error, MCP_ERROR, MCP_ERROR_RESPONSE) ||
         g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
}

/* The call that became the task runs until the task is finished, whatever happens to the connection
 * meanwhile */

static void
report (AppTask *self)
{
  const McpTaskState *state = mcp_task_get_state (self->task);

  app_call_report (self->call, state->progress < 0 ? NAN : state->progress,
                   state->progress_total < 0 ? NAN : state->progress_total,
                   state->progress_message != NULL ? state->progress_message : state->message);
}

static void
end_call (AppTask *self)
{
  const McpTaskState *state = mcp_task_get_state (self->task);

  self->ended = TRUE;
  if (state->result != NULL)
    app_call_respond (self->call, state->result);
  else if (mcp_json_value_exists (state->rpc_error.value))
    app_call_refuse (self->call, state->rpc_error.value);
  else if (state->status == MCP_TASK_CANCELLED)
    app_call_fail (self->call,
                   mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("The task was cancelled.")));
  else
    app_call_fail (self->call, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s",
                                              state->message != NULL
                                                  ? state->message
                                                  : _ ("The task ended without a result.")));
}

/* Where it is given up because of the connection, it is asked for again with another one. */
static void
drive_call (AppTask *self)
{
  const GError *error = mcp_task_get_error (self->task);

  if (self->call == NULL || self->ended || !app_call_is_running (self->call))
    return;
  report (self);
  if (mcp_task_is_finished (self->task))
    end_call (self);
  else if (is_final (error))
    {
      self->ended = TRUE;
      app_call_fail (self->call, g_error_copy (error));
    }
}

static void
on_cancelled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppTask) self = user_data;
  g_autoptr (GError) error = NULL;

  if (mcp_task_cancel_finish (MCP_TASK (source), result, &error) ||
      app_call_get_state (self->call) != APP_CALL_CANCELLING)
    return;
  /* It goes on, and what it says now is why. */
  app_call_report (self->call, NAN, NAN, error->message);
  app_call_go_on (self->call);
}

static gboolean
on_cancelling (AppCall *call, AppTask *self)
{
  mcp_task_cancel_async (self->task, NULL, on_cancelled, g_object_ref (self));
  return TRUE;
}

static void
on_task_changed (AppTask *self)
{
  g_autoptr (AppTask) alive = g_object_ref (self);

  drive_call (self);
  g_signal_emit (self, task_signals[TASK_CHANGED], 0);
}

/* @session: (nullable): held weakly. Returns: (transfer full) */
static AppTask *
create_task (AppSession *session, McpTask *task)
{
  AppTask *self = g_object_new (APP_TYPE_TASK, NULL);

  g_weak_ref_set (&self->session, session);
  self->task = g_object_ref (task);
  mcp_signal_connect (task, "changed", on_task_changed, self);
  return self;
}

const McpTaskState *
app_task_get_state (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);
  return mcp_task_get_state (self->task);
}

const char *
app_task_get_title (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);
  const char *tool = mcp_task_get_tool_name (self->task);
  return tool != NULL ? tool : mcp_task_get_state (self->task)->id;
}

gboolean
app_task_is_finished (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), FALSE);
  return app_task_is_lost (self) || mcp_task_is_finished (self->task);
}

/* Nobody will follow it any more. */
static void
abandon (AppTask *self)
{
  if (self->call == NULL || self->ended || !app_call_is_running (self->call))
    return;
  self->ended = TRUE;
  app_call_fail (self->call,
                 g_error_new_literal (APP_ERROR, APP_ERROR_NOT_CONNECTED,
                                      _ ("The server is no longer connected.")));
}

static gboolean
on_deadline (gpointer data)
{
  AppTask    *self = data;
  guint       total_ms = app_call_get_options (self->call)->total_ms;
  const char *id = mcp_task_get_state (self->task)->id;

  self->deadline = 0;
  if (self->ended || !app_call_is_running (self->call))
    return G_SOURCE_REMOVE;
  self->ended = TRUE;
  app_call_fail (self->call,
                 mcp_error_new (MCP_ERROR_TIMED_OUT,
                                _ ("The task “%s” has not finished within %.3g seconds. The "
                                   "server continues with it."),
                                id, total_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

/* A deadline that the call was given holds for all of it; what is usual is for a single request. */
static void
watch_deadline (AppTask *self)
{
  guint  total_ms = app_call_get_options (self->call)->total_ms;
  gint64 gone = app_call_get_elapsed (self->call) / 1000;

  g_clear_handle_id (&self->deadline, g_source_remove);
  if (total_ms != MCP_DEADLINE_DEFAULT && total_ms > 0)
    self->deadline =
        g_timeout_add (gone < total_ms ? total_ms - (guint)gone : 0, on_deadline, self);
}

/* @call became this task: from now on it has the task's progress and its end. */
static void
set_call (AppTask *self, AppCall *call)
{
  g_autoptr (AppTask) alive = g_object_ref (self);

  /* Whoever looked at the task before its call was known was given one that stands for it. */
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_func (self->call, on_cancelling, self);
  g_set_object (&self->call, call);
  g_signal_connect_object (call, "cancelling", G_CALLBACK (on_cancelling), self, 0);
  app_call_go_on (call);
  watch_deadline (self);
  drive_call (self);
  g_signal_emit (self, task_signals[TASK_CALL_REPLACED], 0);
}

gboolean
app_task_is_lost (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), FALSE);
  return !mcp_task_is_finished (self->task) && is_final (mcp_task_get_error (self->task));
}

const char *
app_task_get_state_name (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);

  if (app_task_is_lost (self))
    return C_ ("task", "expired");
  if (!mcp_task_is_finished (self->task) && !mcp_task_is_following (self->task))
    return C_ ("task", "waiting for the connection");
  switch (mcp_task_get_state (self->task)->status)
    {
    case MCP_TASK_WORKING:
      return C_ ("task", "working");
    case MCP_TASK_INPUT_REQUIRED:
      return C_ ("task", "waiting for you");
    case MCP_TASK_COMPLETED:
      return C_ ("task", "completed");
    case MCP_TASK_FAILED:
      return C_ ("task", "failed");
    case MCP_TASK_CANCELLED:
      return C_ ("task", "cancelled");
    case MCP_TASK_UNKNOWN:
    default:
      return C_ ("task", "unknown");
    }
}

const char *
app_task_get_message (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);

  const GError *error = mcp_task_get_error (self->task);
  return error != NULL && !mcp_task_is_finished (self->task)
             ? error->message
             : mcp_task_get_state (self->task)->message;
}

double
app_task_get_progress (AppTask *self)
{
  const McpTaskState *state = mcp_task_get_state (self->task);

  g_return_val_if_fail (APP_IS_TASK (self), -1);

  return state->progress >= 0 && state->progress_total > 0
             ? MIN (state->progress / state->progress_total, 1)
             : -1;
}

gint64
app_task_get_created (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), 0);

  const char *text = mcp_task_get_state (self->task)->created;
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;
  return time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0;
}

AppCall *
app_task_get_call (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);

  if (self->call == NULL)
    {
      g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
      const char *tool = mcp_task_get_tool_name (self->task);
      g_autoptr (AppCall) call = app_call_new (
          session, APP_CALL_TOOL, tool != NULL ? tool : mcp_task_get_state (self->task)->id, NULL);

      set_call (self, call);
    }
  return self->call;
}

/* The list */

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

MCP_DEFINE_DISPOSE (AppTaskList, app_task_list)
{
  for (guint i = 0; i < self->tasks->len; i++)
    abandon (self->tasks->pdata[i]);
}

MCP_DEFINE_FINALIZE (AppTaskList, app_task_list)
{
  g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->list);
  g_clear_weak_pointer (&self->client);
  g_clear_weak_pointer (&self->session);
  g_ptr_array_unref (self->tasks);
}

MCP_DEFINE_CLASS (AppTaskList, app_task_list)
{
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

      g_ptr_array_insert (self->tasks, (int)(position + i), create_task (self->session, task));
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
    if (APP_TASK (self->tasks->pdata[i])->task == task)
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
  AppTaskList *self = APP_TASK_LIST (feature);

  if (!mcp_result_is_task (result))
    return FALSE;
  g_autofree char *id = mcp_json_value_dup_text (result->task_id);
  McpTask         *task = id != NULL ? mcp_task_list_find (self->list, id) : NULL;
  if (task == NULL)
    return FALSE;
  set_call (find_task (self, task), call);
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
    if (APP_TASK (self->tasks->pdata[i])->call == call)
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
    n += mcp_task_is_finished (APP_TASK (self->tasks->pdata[i])->task) ? 0 : 1;
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

  mcp_task_list_refresh_finish (MCP_TASK_LIST (source), result, &error);
  mcp_async_return (task, error);
}

void
app_task_list_refresh_async (AppTaskList        *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (APP_IS_TASK_LIST (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_task_list_refresh_async);
  if (self->session == NULL || app_session_get_state (self->session) != APP_SESSION_READY)
    g_task_return_error (task, app_session_make_error (self->session));
  else
    mcp_task_list_refresh_async (self->list, cancellable, on_refreshed, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (app_task_list_refresh_finish, AppTaskList)

void
app_task_list_recall (AppTaskList *self, const char *id)
{
  g_return_if_fail (APP_IS_TASK_LIST (self));
  g_return_if_fail (id != NULL);

  mcp_task_list_add (self->list, id);
}
