/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-call-result.h"

struct _McpCallResult
{
  McpResult    parent_instance;
  GPtrArray   *contents;
  McpJsonValue structured;
  McpJsonValue task_id;
  gboolean     is_error;
};

G_DEFINE_FINAL_TYPE (McpCallResult, mcp_call_result, MCP_TYPE_RESULT)

static void
call_result_read_contents (McpCallResult *self, McpJsonValue content, GPtrArray **findings)
{
  McpJsonKind  kind = mcp_json_value_get_kind (content);
  McpJsonIter  iter;
  McpJsonValue block;

  if (kind == MCP_JSON_NONE)
    {
      mcp_finding_add (findings, MCP_FINDING_ERROR, "content-missing", "/content",
                       "The result has no content.");
      return;
    }
  if (kind != MCP_JSON_ARRAY)
    {
      mcp_finding_add (findings, MCP_FINDING_ERROR, "content-not-array", "/content",
                       "The content is not an array but: %s.", mcp_json_kind_get_name (kind));
      /* One block in the place of a list of blocks is easily understood. */
      if (kind == MCP_JSON_STRING || kind == MCP_JSON_OBJECT)
        g_ptr_array_add (self->contents, mcp_content_new (content));
      return;
    }

  mcp_json_iter_init (&iter, content);
  while (self->contents->len < MCP_RESULT_MAX_ITEMS && mcp_json_iter_next (&iter, NULL, &block))
    g_ptr_array_add (self->contents, mcp_content_new (block));
  if (mcp_json_value_get_n_items (content) > MCP_RESULT_MAX_ITEMS)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "content-many", "/content",
                     "The content has %u blocks; those after %d are in the raw value only.",
                     mcp_json_value_get_n_items (content), MCP_RESULT_MAX_ITEMS);
}

/** The id of the task that was begun instead, in either era's way. */
static McpJsonValue
find_task_id (McpJsonValue value)
{
  McpJsonValue task = mcp_json_value_get_member (value, "task");
  McpJsonValue id = MCP_JSON_NO_VALUE;

  if (mcp_json_value_string_equals (mcp_json_value_get_member (value, "resultType"), "task"))
    id = mcp_json_value_get_member (value, "taskId");
  else if (!mcp_json_value_exists (mcp_json_value_get_member (value, "content")))
    id = mcp_json_value_get_member (task, "taskId");
  return mcp_json_value_get_kind (id) == MCP_JSON_STRING ? id : MCP_JSON_NO_VALUE;
}

static void
mcp_call_result_read (McpResult *result, McpJsonValue value, GPtrArray **findings)
{
  McpCallResult *self = MCP_CALL_RESULT (result);
  McpJsonValue   is_error = mcp_json_value_get_member (value, "isError");

  self->structured = mcp_json_value_get_member (value, "structuredContent");
  self->is_error = mcp_json_value_get_boolean (is_error, FALSE);
  if (mcp_json_value_exists (is_error) && mcp_json_value_get_kind (is_error) != MCP_JSON_BOOLEAN)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "is-error-not-boolean", "/isError",
                     "The member “isError” is not a boolean.");
  if (mcp_json_value_exists (self->structured) &&
      mcp_json_value_get_kind (self->structured) != MCP_JSON_OBJECT &&
      !mcp_json_value_exists (mcp_json_value_get_member (value, "resultType")))
    mcp_finding_add (findings, MCP_FINDING_ERROR, "structured-not-object", "/structuredContent",
                     "Up to 2025-11-25 “structuredContent” is an object; here it is: %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (self->structured)));
  self->task_id = find_task_id (value);
  if (mcp_json_value_exists (self->task_id))
    return;
  call_result_read_contents (self, mcp_json_value_get_member (value, "content"), findings);
}

static void
mcp_call_result_finalize (GObject *object)
{
  g_ptr_array_unref (MCP_CALL_RESULT (object)->contents);

  G_OBJECT_CLASS (mcp_call_result_parent_class)->finalize (object);
}

static void
mcp_call_result_class_init (McpCallResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_call_result_finalize;
  MCP_RESULT_CLASS (klass)->read = mcp_call_result_read;
}

static void
mcp_call_result_init (McpCallResult *self)
{
  self->contents = g_ptr_array_new_with_free_func (g_object_unref);
}

McpCallResult *
mcp_call_result_new (McpAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, NULL);

  return MCP_CALL_RESULT (
      mcp_result_new_of_type (MCP_TYPE_CALL_RESULT, answer, MCP_JSON_NO_VALUE));
}

McpCallResult *
mcp_call_result_new_for_value (McpJsonValue value)
{
  return MCP_CALL_RESULT (mcp_result_new_of_type (MCP_TYPE_CALL_RESULT, NULL, value));
}

GPtrArray *
mcp_call_result_get_contents (McpCallResult *self)
{
  return self->contents;
}

gboolean
mcp_call_result_has_structured (McpCallResult *self)
{
  return mcp_json_value_exists (self->structured);
}

McpJsonValue
mcp_call_result_get_structured (McpCallResult *self)
{
  return self->structured;
}

gboolean
mcp_call_result_get_is_error (McpCallResult *self)
{
  return self->is_error;
}

gboolean
mcp_call_result_is_task (McpCallResult *self)
{
  return mcp_json_value_exists (self->task_id);
}

McpJsonValue
mcp_call_result_get_task_id (McpCallResult *self)
{
  return self->task_id;
}
