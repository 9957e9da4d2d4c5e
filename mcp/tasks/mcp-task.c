/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-task-private.h"

enum {
  PROP_0,
  PROP_ID,
  PROP_TOOL_NAME,
  PROP_STATUS,
  PROP_STATUS_NAME,
  PROP_MESSAGE,
  PROP_CREATED,
  PROP_UPDATED,
  PROP_TTL,
  PROP_POLL_INTERVAL,
  PROP_FINISHED,
  PROP_FOLLOWING,
  PROP_ERROR,
  PROP_RESULT,
  PROP_PROGRESS,
  PROP_PROGRESS_TOTAL,
  PROP_PROGRESS_MESSAGE,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpTask, mcp_task, G_TYPE_OBJECT)

static const GEnumValue STATUSES[] = {
  { MCP_TASK_WORKING, "MCP_TASK_WORKING", "working" },
  { MCP_TASK_INPUT_REQUIRED, "MCP_TASK_INPUT_REQUIRED", "input_required" },
  { MCP_TASK_COMPLETED, "MCP_TASK_COMPLETED", "completed" },
  { MCP_TASK_FAILED, "MCP_TASK_FAILED", "failed" },
  { MCP_TASK_CANCELLED, "MCP_TASK_CANCELLED", "cancelled" },
  { MCP_TASK_UNKNOWN, "MCP_TASK_UNKNOWN", "unknown" },
  { 0, NULL, NULL },
};

GType
mcp_task_status_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("McpTaskStatus", STATUSES));
  return type;
}

static void
mcp_task_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpTask *self = MCP_TASK (object);

  switch (id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_TOOL_NAME:
      g_value_set_string (value, self->tool_name);
      break;
    case PROP_STATUS:
      g_value_set_enum (value, self->status);
      break;
    case PROP_STATUS_NAME:
      g_value_set_string (value, self->status_name);
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    case PROP_CREATED:
      g_value_set_string (value, self->created);
      break;
    case PROP_UPDATED:
      g_value_set_string (value, self->updated);
      break;
    case PROP_TTL:
      g_value_set_int64 (value, self->ttl);
      break;
    case PROP_POLL_INTERVAL:
      g_value_set_uint (value, self->poll_ms);
      break;
    case PROP_FINISHED:
      g_value_set_boolean (value, self->finished);
      break;
    case PROP_FOLLOWING:
      g_value_set_boolean (value, mcp_task_is_following (self));
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_RESULT:
      g_value_set_boxed (value, self->result);
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
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_task_dispose (GObject *object)
{
  mcp_task_detach (MCP_TASK (object));

  G_OBJECT_CLASS (mcp_task_parent_class)->dispose (object);
}

static void
mcp_task_finalize (GObject *object)
{
  McpTask *self = MCP_TASK (object);

  g_free (self->id);
  g_free (self->id_text);
  g_free (self->tool_name);
  g_clear_pointer (&self->token, mcp_request_id_unref);
  mcp_json_slot_clear (&self->value);
  g_free (self->status_name);
  g_free (self->message);
  g_free (self->created);
  g_free (self->updated);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->result, mcp_result_unref);
  mcp_json_slot_clear (&self->rpc_error);
  g_clear_error (&self->error);
  g_free (self->progress_message);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_hash_table_unref (self->asked);

  G_OBJECT_CLASS (mcp_task_parent_class)->finalize (object);
}

static void
mcp_task_class_init (McpTaskClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_task_get_property;
  object_class->dispose = mcp_task_dispose;
  object_class->finalize = mcp_task_finalize;

  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_TOOL_NAME] = g_param_spec_string ("tool-name", NULL, NULL, NULL, flags);
  properties[PROP_STATUS] = g_param_spec_enum ("status", NULL, NULL, MCP_TYPE_TASK_STATUS,
                                               MCP_TASK_UNKNOWN, flags);
  properties[PROP_STATUS_NAME] = g_param_spec_string ("status-name", NULL, NULL, NULL, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  properties[PROP_CREATED] = g_param_spec_string ("created", NULL, NULL, NULL, flags);
  properties[PROP_UPDATED] = g_param_spec_string ("updated", NULL, NULL, NULL, flags);
  properties[PROP_TTL] = g_param_spec_int64 ("ttl", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[PROP_POLL_INTERVAL] =
      g_param_spec_uint ("poll-interval", NULL, NULL, 0, G_MAXUINT, MCP_TASK_POLL_MS, flags);
  properties[PROP_FINISHED] = g_param_spec_boolean ("finished", NULL, NULL, FALSE, flags);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, FALSE, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_RESULT] =
      g_param_spec_boxed ("result", NULL, NULL, MCP_TYPE_RESULT, flags);
  properties[PROP_PROGRESS] =
      g_param_spec_double ("progress", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, -1, flags);
  properties[PROP_PROGRESS_TOTAL] =
      g_param_spec_double ("progress-total", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, -1, flags);
  properties[PROP_PROGRESS_MESSAGE] =
      g_param_spec_string ("progress-message", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_task_init (McpTask *self)
{
  self->status = MCP_TASK_UNKNOWN;
  self->fetched = MCP_TASK_UNKNOWN;
  self->status_name = g_strdup ("");
  self->ttl = -1;
  self->poll_ms = MCP_TASK_POLL_MS;
  self->progress = self->progress_total = -1;
  self->context = g_main_context_ref_thread_default ();
  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

McpTask *
mcp_task_new (const char *id)
{
  McpTask *self;

  g_return_val_if_fail (id != NULL, NULL);

  self = g_object_new (MCP_TYPE_TASK, NULL);
  self->id = g_strdup (id);
  self->id_text = mcp_json_quote (id, -1);
  return self;
}

McpTask *
mcp_task_new_for_id_value (McpJsonValue id)
{
  McpTask *self;

  g_return_val_if_fail (mcp_json_value_get_kind (id) == MCP_JSON_STRING, NULL);

  self = g_object_new (MCP_TYPE_TASK, NULL);
  self->id = mcp_json_value_dup_string (id, NULL);
  self->id_text = mcp_json_value_dup_text (id);
  return self;
}

void
mcp_task_set_origin (McpTask *self, const char *tool_name, McpRequestId *token)
{
  self->tool_name = g_strdup (tool_name);
  self->token = token != NULL ? mcp_request_id_ref (token) : NULL;
}

/* What the server says of it */

void
mcp_task_add_finding (McpTask *self, const char *code, const char *text)
{
  if (!mcp_finding_list_has (self->findings, code))
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, code, NULL, "%s", text);
}

gboolean
mcp_task_is_terminal (McpTask *self)
{
  return self->status == MCP_TASK_COMPLETED || self->status == MCP_TASK_FAILED ||
         self->status == MCP_TASK_CANCELLED;
}

static void
task_take_string (McpTask *self, char **field, McpJsonValue value, const char *name, guint property)
{
  char *text = mcp_json_value_dup_member_string (value, name);

  if (g_strcmp0 (text, *field) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*field);
  *field = text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
task_take_status (McpTask *self, McpJsonValue value)
{
  g_autofree char *name = mcp_json_value_dup_member_string (value, "status");
  McpTaskStatus    status = MCP_TASK_UNKNOWN;

  for (guint i = 0; name != NULL && i < MCP_TASK_UNKNOWN; i++)
    if (g_str_equal (STATUSES[i].value_nick, name))
      status = (McpTaskStatus)i;
  if (status == MCP_TASK_UNKNOWN)
    mcp_task_add_finding (self, "task-status", "The server gave a status that is none.");
  if (mcp_task_is_terminal (self) && status != self->status)
    {
      mcp_task_add_finding (self, "task-revived",
                            "The server gave another status to a task that had ended.");
      return;
    }
  if (name == NULL || g_str_equal (name, self->status_name))
    return;

  g_free (self->status_name);
  self->status_name = g_steal_pointer (&name);
  self->status = status;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS_NAME]);
}

static McpJsonValue
get_either (McpJsonValue value, const char *name, const char *other)
{
  McpJsonValue member = mcp_json_value_get_member (value, name);

  return mcp_json_value_exists (member) ? member : mcp_json_value_get_member (value, other);
}

static void
task_take_times (McpTask *self, McpJsonValue value)
{
  McpJsonValue interval = get_either (value, "pollIntervalMs", "pollInterval");
  gint64       poll = MCP_TASK_POLL_MS;
  gint64       ttl = -1;

  if (mcp_json_value_get_int64 (interval, &poll) &&
      (poll < MCP_TASK_MIN_POLL_MS || poll > MCP_TASK_MAX_POLL_MS))
    mcp_task_add_finding (self, "task-poll-interval",
                          "The server asks to be polled too often or too rarely.");
  poll = CLAMP (poll, MCP_TASK_MIN_POLL_MS, MCP_TASK_MAX_POLL_MS);
  if ((guint)poll != self->poll_ms)
    {
      self->poll_ms = (guint)poll;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POLL_INTERVAL]);
    }

  mcp_json_value_get_int64 (get_either (value, "ttlMs", "ttl"), &ttl);
  ttl = MAX (ttl, -1);
  if (ttl != self->ttl)
    {
      self->ttl = ttl;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TTL]);
    }
}

void
mcp_task_apply (McpTask *self, McpJsonValue value)
{
  mcp_json_slot_set (&self->value, value);
  task_take_times (self, value);
  task_take_string (self, &self->message, value, "statusMessage", PROP_MESSAGE);
  task_take_string (self, &self->created, value, "createdAt", PROP_CREATED);
  task_take_string (self, &self->updated, value, "lastUpdatedAt", PROP_UPDATED);
  task_take_status (self, value);
}

void
mcp_task_set_progress (McpTask *self, McpJsonValue params)
{
  self->progress =
      mcp_json_value_get_double (mcp_json_value_get_member (params, "progress"), -1);
  self->progress_total =
      mcp_json_value_get_double (mcp_json_value_get_member (params, "total"), -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS_TOTAL]);
  task_take_string (self, &self->progress_message, params, "message", PROP_PROGRESS_MESSAGE);
}

void
mcp_task_set_error (McpTask *self, const GError *error)
{
  if (self->error == NULL && error == NULL)
    return;
  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

void
mcp_task_set_outcome (McpTask *self, McpResult *result, McpJsonValue rpc_error)
{
  mcp_json_slot_set (&self->rpc_error, rpc_error);
  if (self->result == result)
    return;
  g_clear_pointer (&self->result, mcp_result_unref);
  self->result = result != NULL ? mcp_result_ref (result) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RESULT]);
}

void
mcp_task_set_finished (McpTask *self)
{
  if (self->finished)
    return;
  self->finished = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FINISHED]);
}

void
mcp_task_notify_following (McpTask *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOWING]);
}

/* What it is */

const char *
mcp_task_get_id (McpTask *self)
{
  return self->id;
}

const char *
mcp_task_get_id_text (McpTask *self)
{
  return self->id_text;
}

const char *
mcp_task_get_tool_name (McpTask *self)
{
  return self->tool_name;
}

McpTaskStatus
mcp_task_get_status (McpTask *self)
{
  return self->status;
}

const char *
mcp_task_get_status_name (McpTask *self)
{
  return self->status_name;
}

const char *
mcp_task_get_message (McpTask *self)
{
  return self->message;
}

const char *
mcp_task_get_created (McpTask *self)
{
  return self->created;
}

gint64
mcp_task_get_ttl (McpTask *self)
{
  return self->ttl;
}

guint
mcp_task_get_poll_interval (McpTask *self)
{
  return self->poll_ms;
}

gboolean
mcp_task_is_finished (McpTask *self)
{
  return self->finished;
}

gboolean
mcp_task_is_following (McpTask *self)
{
  return self->client != NULL;
}

const GError *
mcp_task_get_error (McpTask *self)
{
  return self->error;
}

McpResult *
mcp_task_get_result (McpTask *self)
{
  return self->result;
}

McpJsonValue
mcp_task_get_rpc_error (McpTask *self)
{
  return self->rpc_error.value;
}

McpJsonValue
mcp_task_get_value (McpTask *self)
{
  return self->value.value;
}

GPtrArray *
mcp_task_get_findings (McpTask *self)
{
  return self->findings;
}
