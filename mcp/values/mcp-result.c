/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-result.h"

#include <string.h>

#include "mcp-client-capabilities.h"
#include "mcp-json-writer.h"

/* As MCP_RESULT_MAX_ITEMS, within one message, where the specification has one. */
#define MAX_BLOCKS 1000

G_DEFINE_BOXED_TYPE (McpResult, mcp_result, mcp_result_ref, mcp_result_unref)

/* What tells the kinds apart. */
typedef struct
{
  void (*read) (McpResult *self, McpJsonValue value);
  gpointer (*read_part) (McpJsonValue item);
  GDestroyNotify free_part;
  const char    *many; /* the code of the finding that there are too many parts */
  const char    *pointer;
  const char    *begins; /* the sentence of it */
  const char    *parts;
} Kind;

static const Kind KINDS[4];

static void
read_parts (McpResult *self, McpJsonValue list)
{
  const Kind *kind = &KINDS[self->kind];
  guint       n_items = mcp_json_value_get_n_items (list);

  for (McpJsonWalk item = mcp_json_walk (list);
       self->parts->len < self->max_parts && mcp_json_walk_next (&item);)
    g_ptr_array_add (self->parts, kind->read_part (item.value));
  if (n_items > self->max_parts)
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, kind->many, kind->pointer,
                     "%s %u %s; those after %d are in the raw value only.", kind->begins, n_items,
                     kind->parts, (int)self->max_parts);
}

/* Before 2026-07-28 each result was the last. */
static gboolean
is_modern (const McpResult *self)
{
  const char *revision = self->response != NULL ? mcp_response_get_revision (self->response) : NULL;

  if (revision != NULL)
    return strcmp (revision, "2026-07-28") >= 0;
  return mcp_json_value_exists (mcp_json_value_get_member (self->slot.value, "resultType"));
}

/* Calls */

static gpointer
read_content (McpJsonValue item)
{
  return mcp_content_new (item);
}

static void
read_call_content (McpResult *self, McpJsonValue content)
{
  McpJsonKind kind = mcp_json_value_get_kind (content);

  if (kind == MCP_JSON_NONE)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-missing", "/content",
                       "The result has no content.");
      return;
    }
  if (kind != MCP_JSON_ARRAY)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-not-array", "/content",
                       "Invalid content: expected an array, got %s.",
                       mcp_json_kind_get_name (kind));
      /* One block in the place of a list of blocks is easily understood. */
      if (kind == MCP_JSON_STRING || kind == MCP_JSON_OBJECT)
        g_ptr_array_add (self->parts, mcp_content_new (content));
      return;
    }
  read_parts (self, content);
}

/* The id of the task that was begun instead, in either era's way. */
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

/* Before the first revision results were in a member “toolResult”, which SDKs of that time still
 * allow (CompatibilityCallToolResult). Returns: what is read in its place */
static McpJsonValue
find_old_result (McpResult *self, McpJsonValue value)
{
  McpJsonValue old = mcp_json_value_get_member (value, "toolResult");

  if (!mcp_json_value_exists (old) ||
      mcp_json_value_exists (mcp_json_value_get_member (value, "content")))
    return value;
  mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "result-old", "/toolResult",
                   "The result is in “toolResult”, which no revision of the protocol has; expected "
                   "“content”.");
  if (mcp_json_value_get_kind (mcp_json_value_get_member (old, "content")) == MCP_JSON_ARRAY)
    return old;
  g_ptr_array_add (self->parts, mcp_content_new (old));
  return MCP_JSON_NO_VALUE;
}

static void
read_call (McpResult *self, McpJsonValue whole)
{
  McpJsonValue value = find_old_result (self, whole);
  McpJsonValue is_error = mcp_json_value_get_member (value, "isError");

  if (!mcp_json_value_exists (value))
    return;
  self->structured = mcp_json_value_get_member (value, "structuredContent");
  self->is_error = mcp_json_value_get_boolean (is_error, FALSE);
  if (mcp_json_value_exists (is_error) && mcp_json_value_get_kind (is_error) != MCP_JSON_BOOLEAN)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "is-error-not-boolean", "/isError",
                     "The member “isError” is not a boolean.");
  if (mcp_json_value_exists (self->structured) &&
      mcp_json_value_get_kind (self->structured) != MCP_JSON_OBJECT &&
      !is_modern (self))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "structured-not-object",
                     "/structuredContent",
                     "Up to 2025-11-25 “structuredContent” is an object; here it is: %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (self->structured)));
  self->task_id = find_task_id (value);
  if (mcp_json_value_exists (self->task_id))
    return;
  read_call_content (self, mcp_json_value_get_member (value, "content"));
}

/* Resources */

static gpointer
read_contents (McpJsonValue item)
{
  return mcp_resource_contents_new (item);
}

static void
read_resource (McpResult *self, McpJsonValue value)
{
  McpJsonValue contents = mcp_json_value_get_member (value, "contents");
  McpJsonKind  kind = mcp_json_value_get_kind (contents);

  if (kind == MCP_JSON_ARRAY)
    {
      read_parts (self, contents);
      return;
    }
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "contents-not-array", "/contents",
                   kind == MCP_JSON_NONE ? "The result has no contents."
                                         : "Invalid contents: expected an array, got %s.",
                   mcp_json_kind_get_name (kind));
  if (kind == MCP_JSON_OBJECT)
    g_ptr_array_add (self->parts, mcp_resource_contents_new (contents));
}

/* Prompts */

static void
prompt_message_read_content (McpPromptMessage *self, McpJsonValue content)
{
  McpJsonKind kind = mcp_json_value_get_kind (content);

  if (kind != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "content-not-object", "/content",
                     "Invalid content of the message: expected an object, got %s.",
                     mcp_json_kind_get_name (kind));
  if (kind == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk block = mcp_json_walk (content);
           self->contents->len < MAX_BLOCKS && mcp_json_walk_next (&block);)
        g_ptr_array_add (self->contents, mcp_content_new (block.value));
    }
  else if (kind != MCP_JSON_NONE)
    {
      g_ptr_array_add (self->contents, mcp_content_new (content));
    }
}

static gpointer
read_message (McpJsonValue value)
{
  McpPromptMessage *self = g_new0 (McpPromptMessage, 1);

  mcp_json_slot_set (&self->slot, value);
  self->contents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_content_free);
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      self->role = mcp_json_value_dup_member_string (value, "role");
      if (g_strcmp0 (self->role, "user") != 0 && g_strcmp0 (self->role, "assistant") != 0)
        mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "role-unknown", "/role",
                         "The role is neither “user” nor “assistant”.");
      prompt_message_read_content (self, mcp_json_value_get_member (value, "content"));
    }
  else
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "message-not-object", NULL,
                       "Invalid message: expected an object, got %s.",
                       mcp_json_kind_get_name (mcp_json_value_get_kind (value)));
      g_ptr_array_add (self->contents, mcp_content_new (value));
    }
  if (self->role == NULL)
    self->role = g_strdup ("");
  return self;
}

static void
prompt_message_free (gpointer message)
{
  McpPromptMessage *self = message;

  mcp_json_slot_clear (&self->slot);
  g_free (self->role);
  g_ptr_array_unref (self->contents);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}

static void
read_prompt (McpResult *self, McpJsonValue value)
{
  McpJsonValue messages = mcp_json_value_get_member (value, "messages");
  McpJsonKind  kind = mcp_json_value_get_kind (messages);

  if (kind == MCP_JSON_ARRAY)
    read_parts (self, messages);
  else
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "messages-not-array", "/messages",
                     kind == MCP_JSON_NONE ? "The result has no messages."
                                           : "Invalid messages: expected an array, got %s.",
                     mcp_json_kind_get_name (kind));
}

/* Completions */

static void
read_completion (McpResult *self, McpJsonValue value)
{
  McpJsonValue completion = mcp_json_value_get_member (value, "completion");
  McpJsonValue values = mcp_json_value_get_member (completion, "values");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (mcp_json_value_get_kind (values) != MCP_JSON_ARRAY)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "values-not-array", "/completion/values",
                     "The answer has no completion with a list of values.");

  for (McpJsonWalk item = mcp_json_walk (values);
       self->n_values < MCP_COMPLETION_MAX_VALUES && mcp_json_walk_next (&item);)
    {
      g_autofree char *text = mcp_json_value_dup_string (item.value, NULL);

      if (text == NULL)
        {
          mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "value-not-string",
                           "/completion/values",
                           "Invalid value: expected a string, got %s.",
                           mcp_json_kind_get_name (mcp_json_value_get_kind (item.value)));
          continue;
        }
      g_strv_builder_add (builder, text);
      self->n_values++;
    }
  if (mcp_json_value_get_n_items (values) > MCP_COMPLETION_MAX_VALUES)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "values-many", "/completion/values",
                     "There are %u values; the specification allows %d.",
                     mcp_json_value_get_n_items (values), MCP_COMPLETION_MAX_VALUES);
  g_strfreev (self->values);
  self->values = g_strv_builder_end (builder);
  self->total = MAX (-1, mcp_json_value_get_member_int64 (completion, "total", -1));
  self->has_more = mcp_json_value_get_member_boolean (completion, "hasMore", FALSE);
}

/* All of them */

static const Kind KINDS[4] = {
  [MCP_RESULT_CALL] = { read_call, read_content, (GDestroyNotify)mcp_content_free, "content-many",
                        "/content", "The content has", "blocks" },
  [MCP_RESULT_RESOURCE] = { read_resource, read_contents,
                            (GDestroyNotify)mcp_resource_contents_free, "contents-many",
                            "/contents", "There are", "contents" },
  [MCP_RESULT_PROMPT] = { read_prompt, read_message, prompt_message_free, "messages-many",
                          "/messages", "There are", "messages" },
  [MCP_RESULT_COMPLETION] = { .read = read_completion },
};

/* What the codes of 2026-07-28 mean, which a server's own words may leave open. */
static void
result_explain_error (McpResponse *response, GPtrArray **findings)
{
  McpMessage  *message = mcp_response_get_message (response);
  McpJsonValue data = mcp_message_get_error_data (message);
  g_autoptr (McpClientCapabilities) none = NULL;
  g_autofree char *required = NULL;
  g_autofree char *supported = NULL;

  switch (mcp_message_get_error_code (message))
    {
    case MCP_RPC_MISSING_CAPABILITY:
      none = mcp_client_capabilities_new (MCP_CLIENT_NO_CAPABILITIES);
      required = mcp_client_capabilities_find_missing (
          none, mcp_json_value_get_member (data, "requiredCapabilities"));
      mcp_finding_add (findings, MCP_FINDING_NOTE, "capability-required", NULL,
                       "The server does this only for clients that offer it: %s.",
                       required != NULL ? required : "it does not say what");
      break;
    case MCP_RPC_UNSUPPORTED_VERSION:
      supported = mcp_json_value_print_compact (mcp_json_value_get_member (data, "supported"));
      mcp_finding_add (findings, MCP_FINDING_NOTE, "version-refused", NULL,
                       "The server does not speak the revision of this request; it names %.200s.",
                       supported != NULL ? supported : "none");
      break;
    case MCP_RPC_HEADER_MISMATCH:
      mcp_finding_add (findings, MCP_FINDING_NOTE, "header-mismatch", NULL,
                       "The server finds that the HTTP headers do not say what the request does, "
                       "also after its tools were listed again.");
      break;
    default:
      break;
    }
}

/* @answer: (nullable): else @value */
static McpResult *
result_new (McpResultKind kind, McpResponse *response, McpJsonValue value, guint max_parts)
{
  McpResult  *self = g_atomic_rc_box_new0 (McpResult);
  McpJsonKind json = mcp_json_value_get_kind (value);

  self->kind = kind;
  self->max_parts = max_parts;
  self->response = response != NULL ? mcp_response_ref (response) : NULL;
  self->parts = g_ptr_array_new_with_free_func (KINDS[kind].free_part);
  self->structured = MCP_JSON_NO_VALUE;
  self->task_id = MCP_JSON_NO_VALUE;
  self->values = g_new0 (char *, 1);
  self->total = -1;
  mcp_json_slot_set (&self->slot, value);
  if (mcp_result_is_rpc_error (self))
    result_explain_error (response, &self->findings);
  else if (json == MCP_JSON_OBJECT && !mcp_result_asks_for_input (self))
    KINDS[kind].read (self, value);
  else if (json != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "result-not-object", NULL,
                     "Invalid result: expected an object, got %s.", mcp_json_kind_get_name (json));
  return self;
}

McpResult *
mcp_result_new (McpResultKind kind, McpResponse *response)
{
  g_return_val_if_fail (response != NULL, NULL);

  return result_new (kind, response, mcp_response_get_result (response), MCP_RESULT_MAX_ITEMS);
}

McpResult *
mcp_result_new_for_value (McpResultKind kind, McpJsonValue value)
{
  return result_new (kind, NULL, value, MCP_RESULT_MAX_ITEMS);
}

McpResult *
mcp_result_new_whole (McpResultKind kind, McpJsonValue value)
{
  return result_new (kind, NULL, value, G_MAXUINT);
}

McpResult *
mcp_result_ref (McpResult *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
result_clear (gpointer data)
{
  McpResult *self = data;

  g_clear_pointer (&self->response, mcp_response_unref);
  mcp_json_slot_clear (&self->slot);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_ptr_array_unref (self->parts);
  g_strfreev (self->values);
}

void
mcp_result_unref (McpResult *self)
{
  g_atomic_rc_box_release_full (self, result_clear);
}

gboolean
mcp_result_is_rpc_error (const McpResult *self)
{
  return self->response != NULL && mcp_response_is_error (self->response);
}

gboolean
mcp_result_is_task (const McpResult *self)
{
  return mcp_json_value_exists (self->task_id);
}

gboolean
mcp_result_asks_for_input (const McpResult *self)
{
  return self->kind != MCP_RESULT_COMPLETION && is_modern (self) &&
         mcp_json_value_string_equals (mcp_json_value_get_member (self->slot.value, "resultType"),
                                       "input_required");
}

gboolean
mcp_result_failed_by (const McpFinding *finding)
{
  static const char *const codes[] = { "result-not-object", "content-missing", "content-not-array",
                                       "contents-not-array", "contents-not-object",
                                       "messages-not-array", "message-not-object",
                                       "values-not-array", NULL };
  const char              *place = mcp_finding_get_pointer (finding);

  /* Prompts of a string instead of a block are borne. */
  return g_strv_contains (codes, mcp_finding_get_code (finding)) ||
         (g_str_equal (mcp_finding_get_code (finding), "content-not-object") && place != NULL &&
          g_str_has_prefix (place, "/content/"));
}
