/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-task-state.h"

static const char *const STATUSES[MCP_TASK_UNKNOWN] = {
  [MCP_TASK_WORKING] = "working",
  [MCP_TASK_INPUT_REQUIRED] = "input_required",
  [MCP_TASK_COMPLETED] = "completed",
  [MCP_TASK_FAILED] = "failed",
  [MCP_TASK_CANCELLED] = "cancelled",
};

void
mcp_task_state_init (McpTaskState *self, char *id, char *id_text)
{
  *self = (McpTaskState){
    .id = id,
    .id_text = id_text,
    .status = MCP_TASK_UNKNOWN,
    .status_name = g_strdup (""),
    .ttl_ms = -1,
    .poll_ms = MCP_TASK_POLL_MS,
    .progress = -1,
    .progress_total = -1,
  };
}

void
mcp_task_state_clear (McpTaskState *self)
{
  g_free (self->id);
  g_free (self->id_text);
  g_free (self->status_name);
  g_free (self->message);
  g_free (self->created);
  mcp_json_slot_clear (&self->value);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self->progress_message);
  g_clear_pointer (&self->result, mcp_result_unref);
  mcp_json_slot_clear (&self->rpc_error);
}

void
mcp_task_state_add_finding (McpTaskState *self, const char *code, const char *text)
{
  if (!mcp_finding_list_has (self->findings, code))
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, code, NULL, "%s", text);
}

gboolean
mcp_task_state_is_terminal (const McpTaskState *self)
{
  return self->status == MCP_TASK_COMPLETED || self->status == MCP_TASK_FAILED ||
         self->status == MCP_TASK_CANCELLED;
}

static gboolean
task_state_read_status (McpTaskState *self, McpJsonValue value)
{
  g_autofree char *name = mcp_json_value_dup_member_string (value, "status");
  McpTaskStatus    status = MCP_TASK_UNKNOWN;

  for (guint i = 0; name != NULL && i < MCP_TASK_UNKNOWN; i++)
    if (g_str_equal (STATUSES[i], name))
      status = (McpTaskStatus)i;
  if (status == MCP_TASK_UNKNOWN)
    mcp_task_state_add_finding (self, "task-status", "The server gave a status that is none.");
  if (mcp_task_state_is_terminal (self) && status != self->status)
    {
      mcp_task_state_add_finding (self, "task-revived",
                                  "The server gave another status to a task that had ended.");
      return FALSE;
    }
  if (name == NULL || g_str_equal (name, self->status_name))
    return FALSE;

  g_free (self->status_name);
  self->status_name = g_steal_pointer (&name);
  self->status = status;
  return TRUE;
}

static McpJsonValue
get_either (McpJsonValue value, const char *name, const char *other)
{
  McpJsonValue member = mcp_json_value_get_member (value, name);

  return mcp_json_value_exists (member) ? member : mcp_json_value_get_member (value, other);
}

static void
task_state_read_times (McpTaskState *self, McpJsonValue value)
{
  McpJsonValue interval = get_either (value, "pollIntervalMs", "pollInterval");
  gint64       poll = MCP_TASK_POLL_MS;
  gint64       ttl = -1;

  if (mcp_json_value_get_int64 (interval, &poll) &&
      (poll < MCP_TASK_MIN_POLL_MS || poll > MCP_TASK_MAX_POLL_MS))
    mcp_task_state_add_finding (self, "task-poll-interval",
                                "The server asks to be polled too often or too rarely.");
  self->poll_ms = (guint)CLAMP (poll, MCP_TASK_MIN_POLL_MS, MCP_TASK_MAX_POLL_MS);
  mcp_json_value_get_int64 (get_either (value, "ttlMs", "ttl"), &ttl);
  self->ttl_ms = MAX (ttl, -1);
}

gboolean
mcp_task_state_read (McpTaskState *self, McpJsonValue value)
{
  mcp_json_slot_set (&self->value, value);
  task_state_read_times (self, value);
  g_free (self->message);
  self->message = mcp_json_value_dup_member_string (value, "statusMessage");
  g_free (self->created);
  self->created = mcp_json_value_dup_member_string (value, "createdAt");
  return task_state_read_status (self, value);
}

void
mcp_task_state_read_progress (McpTaskState *self, McpJsonValue params)
{
  self->progress =
      mcp_json_value_get_double (mcp_json_value_get_member (params, "progress"), -1);
  self->progress_total =
      mcp_json_value_get_double (mcp_json_value_get_member (params, "total"), -1);
  g_free (self->progress_message);
  self->progress_message = mcp_json_value_dup_member_string (params, "message");
}

void
mcp_task_state_set_outcome (McpTaskState *self, McpResult *result, McpJsonValue rpc_error)
{
  g_autoptr (McpResult) old = self->result;

  self->result = result != NULL ? mcp_result_ref (result) : NULL;
  mcp_json_slot_set (&self->rpc_error, rpc_error);
}
