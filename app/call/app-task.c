/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-task.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-call-walk.h"
#include "mcp-error.h"

struct _AppTask
{
  GObject parent_instance;

  GWeakRef session;
  McpTask *task;
  AppCall *call;  /* (nullable): until it is asked for */
  gboolean ended; /* the call needs to hear no more */
};

enum {
  PROP_0,
  PROP_ID,
  PROP_TOOL,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_MESSAGE,
  PROP_PROGRESS,
  PROP_FINISHED,
  PROP_FOLLOWING,
  PROP_CALL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

GType
app_task_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_TASK_WORKING, "APP_TASK_WORKING", "working" },
    { APP_TASK_INPUT_REQUIRED, "APP_TASK_INPUT_REQUIRED", "input-required" },
    { APP_TASK_COMPLETED, "APP_TASK_COMPLETED", "completed" },
    { APP_TASK_FAILED, "APP_TASK_FAILED", "failed" },
    { APP_TASK_CANCELLED, "APP_TASK_CANCELLED", "cancelled" },
    { APP_TASK_UNKNOWN, "APP_TASK_UNKNOWN", "unknown" },
    { APP_TASK_LOST, "APP_TASK_LOST", "lost" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppTaskState", values));
  return type;
}

G_DEFINE_FINAL_TYPE (AppTask, app_task, G_TYPE_OBJECT)

static void
app_task_finalize (GObject *object)
{
  AppTask *self = APP_TASK (object);

  g_weak_ref_clear (&self->session);
  g_clear_object (&self->call);
  g_clear_object (&self->task);
  G_OBJECT_CLASS (app_task_parent_class)->finalize (object);
}

static void
app_task_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppTask *self = APP_TASK (object);

  switch (prop_id)
    {
    case PROP_ID:
      g_value_set_string (value, app_task_get_id (self));
      break;
    case PROP_TOOL:
      g_value_set_string (value, app_task_get_tool (self));
      break;
    case PROP_STATE:
      g_value_set_enum (value, app_task_get_state (self));
      break;
    case PROP_STATE_NAME:
      g_value_set_string (value, app_task_get_state_name (self));
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, app_task_get_message (self));
      break;
    case PROP_PROGRESS:
      g_value_set_double (value, app_task_get_progress (self));
      break;
    case PROP_FINISHED:
      g_value_set_boolean (value, app_task_is_finished (self));
      break;
    case PROP_FOLLOWING:
      g_value_set_boolean (value, mcp_task_is_following (self->task));
      break;
    case PROP_CALL:
      g_value_set_object (value, app_task_get_call (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_task_class_init (AppTaskClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_task_finalize;
  object_class->get_property = app_task_get_property;

  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_TOOL] = g_param_spec_string ("tool", NULL, NULL, NULL, flags);
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, APP_TYPE_TASK_STATE,
                                              APP_TASK_UNKNOWN, flags);
  properties[PROP_STATE_NAME] = g_param_spec_string ("state-name", NULL, NULL, NULL, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, -1, 1, -1, flags);
  properties[PROP_FINISHED] = g_param_spec_boolean ("finished", NULL, NULL, FALSE, flags);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, FALSE, flags);
  properties[PROP_CALL] = g_param_spec_object ("call", NULL, NULL, APP_TYPE_CALL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_task_init (AppTask *self)
{
  g_weak_ref_init (&self->session, NULL);
}

/* Whether it means that the task is gone: not merely the connection. @error: (nullable) */
static gboolean
app_task_is_final (const GError *error)
{
  return g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE) ||
         g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
}

/* The call that became the task runs until the task is finished, whatever happens to the connection
 * meanwhile */

static void
report (AppTask *self)
{
  double           progress = -1;
  double           total = -1;
  g_autofree char *message = NULL;

  g_object_get (self->task, "progress", &progress, "progress-total", &total, "progress-message",
                &message, NULL);
  app_call_report (self->call, progress < 0 ? NAN : progress, total < 0 ? NAN : total,
                   message != NULL ? message : mcp_task_get_message (self->task));
}

static void
end_call (AppTask *self)
{
  McpTask     *task = self->task;
  McpJsonValue error = mcp_task_get_rpc_error (task);

  self->ended = TRUE;
  if (mcp_task_get_result (task) != NULL)
    app_call_respond (self->call, mcp_task_get_result (task));
  else if (mcp_json_value_exists (error))
    app_call_refuse (self->call, error);
  else if (mcp_task_get_status (task) == MCP_TASK_CANCELLED)
    app_call_fail (self->call,
                   mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("The task was cancelled.")));
  else
    app_call_fail (self->call, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s",
                                              mcp_task_get_message (task) != NULL
                                                  ? mcp_task_get_message (task)
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
  else if (app_task_is_final (error))
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
  for (guint i = PROP_STATE; i <= PROP_FOLLOWING; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

AppTask *
app_task_new (AppSession *session, McpTask *task)
{
  AppTask *self = g_object_new (APP_TYPE_TASK, NULL);

  g_weak_ref_set (&self->session, session);
  self->task = g_object_ref (task);
  g_signal_connect_object (task, "notify", G_CALLBACK (on_task_changed), self, G_CONNECT_SWAPPED);
  return self;
}

McpTask *
app_task_get_task (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);
  return self->task;
}

void
app_task_abandon (AppTask *self)
{
  g_return_if_fail (APP_IS_TASK (self));

  if (self->call == NULL || self->ended || !app_call_is_running (self->call))
    return;
  self->ended = TRUE;
  app_call_fail (self->call,
                 g_error_new_literal (APP_ERROR, APP_ERROR_NOT_CONNECTED,
                                      _ ("The server is not connected any more.")));
}

gboolean
app_task_has_call (AppTask *self, AppCall *call)
{
  g_return_val_if_fail (APP_IS_TASK (self), FALSE);
  return self->call == call;
}

void
app_task_set_call (AppTask *self, AppCall *call)
{
  g_autoptr (AppTask) alive = NULL;

  g_return_if_fail (APP_IS_TASK (self));
  g_return_if_fail (APP_IS_CALL (call));

  /* Whoever looked at the task before its call was known was given one that stands for it. */
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_func (self->call, on_cancelling, self);
  alive = g_object_ref (self);
  g_set_object (&self->call, call);
  g_signal_connect_object (call, "cancelling", G_CALLBACK (on_cancelling), self, 0);
  app_call_go_on (call);
  drive_call (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}

const char *
app_task_get_id (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);
  return mcp_task_get_id (self->task);
}

const char *
app_task_get_tool (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);
  return mcp_task_get_tool_name (self->task);
}

AppTaskState
app_task_get_state (AppTask *self)
{
  static const AppTaskState states[] = {
    [MCP_TASK_WORKING] = APP_TASK_WORKING,
    [MCP_TASK_INPUT_REQUIRED] = APP_TASK_INPUT_REQUIRED,
    [MCP_TASK_COMPLETED] = APP_TASK_COMPLETED,
    [MCP_TASK_FAILED] = APP_TASK_FAILED,
    [MCP_TASK_CANCELLED] = APP_TASK_CANCELLED,
    [MCP_TASK_UNKNOWN] = APP_TASK_UNKNOWN,
  };

  g_return_val_if_fail (APP_IS_TASK (self), APP_TASK_UNKNOWN);

  if (!mcp_task_is_finished (self->task) && app_task_is_final (mcp_task_get_error (self->task)))
    return APP_TASK_LOST;
  return states[mcp_task_get_status (self->task)];
}

const char *
app_task_get_state_name (AppTask *self)
{
  AppTaskState state = app_task_get_state (self);

  if (!mcp_task_is_finished (self->task) && !mcp_task_is_following (self->task) &&
      state != APP_TASK_LOST)
    return C_ ("task", "waits for the connection");
  switch (state)
    {
    case APP_TASK_WORKING:
      return C_ ("task", "working");
    case APP_TASK_INPUT_REQUIRED:
      return C_ ("task", "waits for your input");
    case APP_TASK_COMPLETED:
      return C_ ("task", "completed");
    case APP_TASK_FAILED:
      return C_ ("task", "failed");
    case APP_TASK_CANCELLED:
      return C_ ("task", "cancelled");
    case APP_TASK_LOST:
      return C_ ("task", "not known any more");
    case APP_TASK_UNKNOWN:
    default:
      return C_ ("task", "not known yet");
    }
}

const char *
app_task_get_message (AppTask *self)
{
  const GError *error;

  g_return_val_if_fail (APP_IS_TASK (self), NULL);

  error = mcp_task_get_error (self->task);
  return error != NULL && !mcp_task_is_finished (self->task) ? error->message
                                                             : mcp_task_get_message (self->task);
}

double
app_task_get_progress (AppTask *self)
{
  double progress = -1;
  double total = -1;

  g_return_val_if_fail (APP_IS_TASK (self), -1);

  g_object_get (self->task, "progress", &progress, "progress-total", &total, NULL);
  return progress >= 0 && total > 0 ? MIN (progress / total, 1) : -1;
}

gboolean
app_task_is_finished (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), FALSE);
  return mcp_task_is_finished (self->task);
}

gint64
app_task_get_created (AppTask *self)
{
  const char *text;
  g_autoptr (GDateTime) time = NULL;

  g_return_val_if_fail (APP_IS_TASK (self), 0);

  text = mcp_task_get_created (self->task);
  time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;
  return time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0;
}

AppCall *
app_task_get_call (AppTask *self)
{
  g_return_val_if_fail (APP_IS_TASK (self), NULL);

  if (self->call == NULL)
    {
      g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
      const char *tool = app_task_get_tool (self);
      g_autoptr (AppCall) call =
          app_call_new (session, APP_CALL_TOOL, tool != NULL ? tool : app_task_get_id (self), NULL);

      app_task_set_call (self, call);
    }
  return self->call;
}
