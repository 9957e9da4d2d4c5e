/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call-private.h"

#include <glib/gi18n-lib.h>

enum {
  PROP_0,
  PROP_KIND,
  PROP_TARGET,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_RUNNING,
  PROP_PROGRESS,
  PROP_PROGRESS_TOTAL,
  PROP_PROGRESS_MESSAGE,
  PROP_ELAPSED,
  PROP_PROBLEM,
  PROP_RESULT,
  PROP_OBJECT,
  PROP_RESULT_SIZE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

GType
app_call_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_CALL_PREPARED, "APP_CALL_PREPARED", "prepared" },
    { APP_CALL_NEEDS_APPROVAL, "APP_CALL_NEEDS_APPROVAL", "needs-approval" },
    { APP_CALL_RUNNING, "APP_CALL_RUNNING", "running" },
    { APP_CALL_CANCELLING, "APP_CALL_CANCELLING", "cancelling" },
    { APP_CALL_DONE, "APP_CALL_DONE", "done" },
    { APP_CALL_FAILED, "APP_CALL_FAILED", "failed" },
    { APP_CALL_CANCELLED, "APP_CALL_CANCELLED", "cancelled" },
    { APP_CALL_DECLINED, "APP_CALL_DECLINED", "declined" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppCallState", values));
  return type;
}

GType
app_call_kind_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_CALL_TOOL, "APP_CALL_TOOL", "tool" },
    { APP_CALL_READ, "APP_CALL_READ", "read" },
    { APP_CALL_PROMPT, "APP_CALL_PROMPT", "prompt" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppCallKind", values));
  return type;
}

G_DEFINE_FINAL_TYPE (AppCall, app_call, G_TYPE_OBJECT)

static void
app_call_dispose (GObject *object)
{
  AppCall *self = APP_CALL (object);

  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->problem);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_object (&self->followed);
  g_clear_pointer (&self->answer, mcp_result_unref);
  g_clear_object (&self->blocks);
  g_clear_object (&self->object);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->pages);
  G_OBJECT_CLASS (app_call_parent_class)->dispose (object);
}

static void
app_call_finalize (GObject *object)
{
  AppCall *self = APP_CALL (object);

  g_weak_ref_clear (&self->session);
  g_free (self->target);
  g_free (self->arguments);
  g_clear_pointer (&self->marks, app_reference_marks_unref);
  g_free (self->sent_arguments);
  g_free (self->meta);
  g_free (self->progress_message);
  app_progress_free (self->pace);
  G_OBJECT_CLASS (app_call_parent_class)->finalize (object);
}

static void
app_call_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppCall *self = APP_CALL (object);

  switch (prop_id)
    {
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_TARGET:
      g_value_set_string (value, self->target);
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_STATE_NAME:
      g_value_set_string (value, app_call_get_state_name (self));
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, app_call_is_running (self));
      break;
    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    case PROP_PROGRESS_TOTAL:
      g_value_set_double (value, self->progress_total);
      break;
    case PROP_PROGRESS_MESSAGE:
      g_value_set_string (value, self->progress_message);
      break;
    case PROP_ELAPSED:
      g_value_set_int64 (value, app_call_get_elapsed (self));
      break;
    case PROP_PROBLEM:
      g_value_set_object (value, self->problem);
      break;
    case PROP_RESULT:
      g_value_set_object (value, self->blocks);
      break;
    case PROP_OBJECT:
      g_value_set_object (value, self->object);
      break;
    case PROP_RESULT_SIZE:
      g_value_set_uint64 (value, self->result_size);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_call_class_init (AppCallClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_call_dispose;
  object_class->finalize = app_call_finalize;
  object_class->get_property = app_call_get_property;

  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, APP_TYPE_CALL_KIND,
                                             APP_CALL_TOOL, flags);
  properties[PROP_TARGET] = g_param_spec_string ("target", NULL, NULL, NULL, flags);
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, APP_TYPE_CALL_STATE,
                                              APP_CALL_PREPARED, flags);
  properties[PROP_STATE_NAME] = g_param_spec_string ("state-name", NULL, NULL, NULL, flags);
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, -G_MAXDOUBLE,
                                                   G_MAXDOUBLE, -1, flags);
  properties[PROP_PROGRESS_TOTAL] = g_param_spec_double ("progress-total", NULL, NULL, -G_MAXDOUBLE,
                                                         G_MAXDOUBLE, -1, flags);
  properties[PROP_PROGRESS_MESSAGE] = g_param_spec_string ("progress-message", NULL, NULL, NULL,
                                                           flags);
  properties[PROP_ELAPSED] = g_param_spec_int64 ("elapsed", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_PROBLEM] = g_param_spec_object ("problem", NULL, NULL, APP_TYPE_PROBLEM, flags);
  properties[PROP_RESULT] = g_param_spec_object ("result", NULL, NULL, APP_TYPE_RESULT, flags);
  properties[PROP_OBJECT] = g_param_spec_object ("object", NULL, NULL, STORE_TYPE_OBJECT, flags);
  properties[PROP_RESULT_SIZE] = g_param_spec_uint64 ("result-size", NULL, NULL, 0, G_MAXUINT64, 0,
                                                      flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_call_init (AppCall *self)
{
  self->task_ttl_ms = -1;
  self->progress = -1;
  self->progress_total = -1;
  self->pace = app_progress_new ();
  self->cancellable = g_cancellable_new ();
  g_weak_ref_init (&self->session, NULL);
}

AppCall *
app_call_new (GObject *session, AppCallKind kind, const char *target, const char *arguments)
{
  AppCall *self = g_object_new (APP_TYPE_CALL, NULL);

  g_weak_ref_set (&self->session, session);
  self->kind = kind;
  self->target = g_strdup (target);
  self->arguments = g_strdup (arguments);
  return self;
}

void
app_call_set_state (AppCall *self, AppCallState state)
{
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE_NAME]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

AppCallKind
app_call_get_kind (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), APP_CALL_TOOL);
  return self->kind;
}

AppCallState
app_call_get_state (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), APP_CALL_PREPARED);
  return self->state;
}

const char *
app_call_get_state_name (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);

  switch (self->state)
    {
    case APP_CALL_NEEDS_APPROVAL:
      return C_ ("call", "waiting for your approval");
    case APP_CALL_RUNNING:
      return C_ ("call", "running");
    case APP_CALL_CANCELLING:
      return C_ ("call", "cancelling");
    case APP_CALL_DONE:
      return app_call_is_error (self) ? C_ ("call", "tool error") : C_ ("call", "done");
    case APP_CALL_FAILED:
      return C_ ("call", "failed");
    case APP_CALL_CANCELLED:
      return C_ ("call", "cancelled");
    case APP_CALL_DECLINED:
      return C_ ("call", "not allowed");
    case APP_CALL_PREPARED:
    default:
      return C_ ("call", "prepared");
    }
}

gboolean
app_call_is_running (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), FALSE);
  return self->state == APP_CALL_RUNNING || self->state == APP_CALL_CANCELLING;
}

const char *
app_call_get_target (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->target;
}

const char *
app_call_get_arguments (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->arguments;
}

void
app_call_set_marks (AppCall *self, AppReferenceMarks *marks)
{
  g_return_if_fail (APP_IS_CALL (self));

  g_clear_pointer (&self->marks, app_reference_marks_unref);
  if (marks != NULL && app_reference_marks_get_n (marks) > 0)
    self->marks = app_reference_marks_ref (marks);
}

AppReferenceMarks *
app_call_get_marks (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->marks;
}

const char *
app_call_get_sent_arguments (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->sent_arguments;
}

void
app_call_set_meta (AppCall *self, const char *meta)
{
  g_return_if_fail (APP_IS_CALL (self));

  g_free (self->meta);
  self->meta = g_strdup (meta);
}

const char *
app_call_get_meta (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->meta;
}

GObject *
app_call_dup_session (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return g_weak_ref_get (&self->session);
}

gint64
app_call_get_elapsed (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), 0);
  return self->tick != 0 ? g_get_monotonic_time () - self->started_ticks : self->elapsed;
}

double
app_call_get_progress (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), -1);
  return self->progress;
}

double
app_call_get_progress_total (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), -1);
  return self->progress_total;
}

const char *
app_call_get_progress_message (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->progress_message;
}

double
app_call_get_progress_rate (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), -1);
  return app_progress_get_rate (self->pace, g_get_monotonic_time ());
}

gint64
app_call_get_remaining (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), -1);
  return app_progress_get_remaining (self->pace, g_get_monotonic_time ());
}

AppProblem *
app_call_get_problem (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->problem;
}

McpJsonValue
app_call_get_result (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), MCP_JSON_NO_VALUE);
  return self->answer != NULL ? self->answer->slot.value : MCP_JSON_NO_VALUE;
}

McpJsonValue
app_call_get_error_answer (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), MCP_JSON_NO_VALUE);

  if (self->followed != NULL)
    return mcp_task_get_rpc_error (self->followed);
  if (self->answer == NULL || !mcp_result_is_rpc_error (self->answer))
    return MCP_JSON_NO_VALUE;
  return mcp_message_get_error (mcp_answer_get_message (self->answer->answer));
}

gboolean
app_call_is_error (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), FALSE);
  return self->blocks != NULL && app_result_is_error (self->blocks);
}

AppResult *
app_call_get_blocks (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->blocks;
}

GPtrArray *
app_call_get_findings (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->findings;
}

StoreObject *
app_call_get_object (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->object;
}

guint64
app_call_get_result_size (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), 0);
  return self->result_size;
}

const char *
app_call_get_approval_reason (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->approval_reason;
}
