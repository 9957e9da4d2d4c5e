/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-task-receiver.h"

#include "mcp-envelope.h"
#include "mcp-input-gate.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

#include <string.h>

struct _McpTaskReceiver
{
  McpClient    *client; /* unowned */
  GMainContext *context;
  GPtrArray    *kept;
};

/** One task. */
typedef struct
{
  McpTaskReceiver *receiver;
  char            *id;
  const char      *status;
  gint64           created; /* µs since the epoch */
  gint64           updated;
  gint64           ttl_ms;
  McpInputRequest *input;
  GPtrArray       *waiting; /* McpInboundRequest: tasks/result */
  GSource         *expiry;
} Kept;

static void kept_answer_result (Kept *kept, McpInboundRequest *request);

static void
kept_free (Kept *kept)
{
  g_source_destroy (kept->expiry);
  g_source_unref (kept->expiry);
  mcp_input_request_end (kept->input, MCP_INPUT_WITHDRAWN);
  for (guint i = 0; i < kept->waiting->len; i++)
    kept_answer_result (kept, g_ptr_array_index (kept->waiting, i));
  g_object_unref (kept->input);
  g_ptr_array_unref (kept->waiting);
  g_free (kept->id);
  g_free (kept);
}

McpTaskReceiver *
mcp_task_receiver_new (McpClient *client)
{
  McpTaskReceiver *self = g_new0 (McpTaskReceiver, 1);

  self->client = client;
  self->context = g_main_context_ref_thread_default ();
  self->kept = g_ptr_array_new_with_free_func ((GDestroyNotify)kept_free);
  return self;
}

void
mcp_task_receiver_clear (McpTaskReceiver *self)
{
  g_ptr_array_set_size (self->kept, 0);
}

void
mcp_task_receiver_free (McpTaskReceiver *self)
{
  g_ptr_array_unref (self->kept);
  g_main_context_unref (self->context);
  g_free (self);
}

/* What a task looks like */

static char *
print_time (gint64 time)
{
  g_autoptr (GDateTime) second = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);

  return g_date_time_format_iso8601 (second);
}

static void
kept_write (Kept *kept, McpJsonWriter *writer)
{
  g_autofree char *created = print_time (kept->created);
  g_autofree char *updated = print_time (kept->updated);

  mcp_json_writer_add (writer,
                       "{'taskId': %s, 'status': %s, 'createdAt': %s, 'lastUpdatedAt': %s,"
                       " 'ttl': %x, 'pollInterval': %i}",
                       kept->id, kept->status, created, updated, kept->ttl_ms,
                       MCP_TASK_RECEIVER_POLL_MS);
}

static GBytes *
kept_print (Kept *kept)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  kept_write (kept, writer);
  return mcp_json_writer_finish (writer);
}

/* How it ends */

static void
kept_answer_result (Kept *kept, McpInboundRequest *request)
{
  GBytes          *result = mcp_input_request_get_reply (kept->input)->result;
  g_autofree char *text = NULL;

  if (result == NULL)
    {
      const char *message = mcp_input_request_get_reply (kept->input)->error_message;

      mcp_inbound_request_refuse (request,
                                  message != NULL
                                      ? mcp_input_request_get_reply (kept->input)->error_code
                                      : MCP_RPC_INVALID_PARAMS,
                                  message != NULL ? message : "The task was cancelled", NULL);
      return;
    }
  text = g_strdup_printf ("{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%s\"}}",
                          kept->id);
  g_autoptr (GBytes) meta = g_bytes_new_static (text, strlen (text));
  g_autoptr (GBytes) marked = mcp_envelope_add_meta (result, meta);
  mcp_inbound_request_respond (request, marked);
}

static void
kept_end (Kept *kept, const char *status)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&kept->waiting);
  McpClient *client = kept->receiver->client;

  kept->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  kept->status = status;
  kept->updated = g_get_real_time ();
  if (mcp_client_get_state (client) == MCP_CLIENT_READY)
    {
      g_autoptr (GBytes) params = kept_print (kept);

      mcp_client_notify_async (client, "notifications/tasks/status", params, NULL, NULL, NULL);
    }
  for (guint i = 0; i < waiting->len; i++)
    kept_answer_result (kept, g_ptr_array_index (waiting, i));
}

static void
on_input_answered (McpInputRequest *input, gpointer user_data)
{
  Kept *kept = user_data;

  if (kept->input == NULL) /* while it is let in */
    return;
  kept_end (kept, mcp_input_request_get_reply (input)->result != NULL ? "completed" : "failed");
}

static gboolean
on_expired (gpointer user_data)
{
  Kept *kept = user_data;

  g_ptr_array_remove (kept->receiver->kept, kept);
  return G_SOURCE_REMOVE;
}

static gint64
read_ttl (McpJsonValue params)
{
  gint64 ttl = MCP_TASK_RECEIVER_TTL_MS;

  mcp_json_value_get_int64 (
      mcp_json_value_get_member (mcp_json_value_get_member (params, "task"), "ttl"), &ttl);
  return CLAMP (ttl, 0, MCP_TASK_RECEIVER_MAX_TTL_MS);
}

static void
answer_created (McpInboundRequest *request, Kept *kept)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'task': ");
  kept_write (kept, writer);
  mcp_json_writer_add (writer, "}");
  g_autoptr (GBytes) result = mcp_json_writer_finish (writer);
  mcp_inbound_request_respond (request, result);
}

static void
task_receiver_keep (McpTaskReceiver *self, Kept *kept, McpInputRequest *input)
{
  kept->input = g_object_ref (input);
  kept->expiry = g_timeout_source_new ((guint)kept->ttl_ms);
  g_source_set_callback (kept->expiry, on_expired, kept, NULL);
  g_source_attach (kept->expiry, self->context);
  g_ptr_array_add (self->kept, kept);
}

/** Makes a task of @request, which has a member task; it is answered when this returns. */
static void
task_receiver_begin (McpTaskReceiver *self, McpInboundRequest *request)
{
  McpInputGate *gate = mcp_client_get_feature (self->client, MCP_TYPE_INPUT_GATE);
  McpJsonValue  params = mcp_inbound_request_get_params (request);
  g_autoptr (McpInputRequest) input = NULL;
  Kept *kept;

  if (self->kept->len >= MCP_TASK_RECEIVER_MAX)
    {
      mcp_inbound_request_refuse (request, MCP_RPC_INTERNAL_ERROR, "Too many tasks at once", NULL);
      return;
    }
  kept = g_new0 (Kept, 1);
  kept->receiver = self;
  kept->id = g_uuid_string_random ();
  kept->status = "working";
  kept->created = kept->updated = g_get_real_time ();
  kept->ttl_ms = read_ttl (params);
  kept->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  input = mcp_input_request_new (MCP_INPUT_FROM_REQUEST, mcp_inbound_request_get_method (request),
                                 params, MCP_JSON_NO_VALUE, on_input_answered, kept);
  mcp_input_request_set_sequences (input, mcp_inbound_request_get_sequence (request),
                                   mcp_inbound_request_get_request_sequence (request));

  mcp_input_gate_admit (gate, input);
  if (mcp_input_request_get_state (input) == MCP_INPUT_REFUSED)
    {
      mcp_inbound_request_refuse (request, mcp_input_request_get_reply (input)->error_code,
                                  mcp_input_request_get_reply (input)->error_message, NULL);
      g_ptr_array_unref (kept->waiting);
      g_free (kept->id);
      g_free (kept);
      return;
    }
  answer_created (request, kept);
  task_receiver_keep (self, kept, input);
  if (!mcp_input_request_is_waiting (input))
    on_input_answered (input, kept);
}

/* What the server comes back for */

static Kept *
task_receiver_find (McpTaskReceiver *self, McpJsonValue params)
{
  McpJsonValue id = mcp_json_value_get_member (params, "taskId");

  for (guint i = 0; i < self->kept->len; i++)
    {
      Kept *kept = g_ptr_array_index (self->kept, i);

      if (mcp_json_value_string_equals (id, kept->id))
        return kept;
    }
  return NULL;
}

static void
answer_list (McpTaskReceiver *self, McpInboundRequest *request)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'tasks': [");
  for (guint i = 0; i < self->kept->len; i++)
    kept_write (g_ptr_array_index (self->kept, i), writer);
  mcp_json_writer_add (writer, "]}");
  g_autoptr (GBytes) result = mcp_json_writer_finish (writer);
  mcp_inbound_request_respond (request, result);
}

static void
answer_get (Kept *kept, McpInboundRequest *request)
{
  g_autoptr (GBytes) result = kept_print (kept);

  mcp_inbound_request_respond (request, result);
}

static void
answer_cancel (Kept *kept, McpInboundRequest *request)
{
  if (!g_str_equal (kept->status, "working"))
    {
      mcp_inbound_request_refuse (request, MCP_RPC_INVALID_PARAMS,
                                  "The task has ended and cannot be cancelled", NULL);
      return;
    }
  mcp_input_request_end (kept->input, MCP_INPUT_CANCELLED);
  kept_end (kept, "cancelled");
  answer_get (kept, request);
}

/** Whether the server wants a task to be made of it, and we declared that. */
static gboolean
task_receiver_is_wanted (McpTaskReceiver *self, McpInboundRequest *request)
{
  McpJsonValue task =
      mcp_json_value_get_member (mcp_inbound_request_get_params (request), "task");
  McpClientCapabilityFlags declared =
      mcp_client_capabilities_get_flags (mcp_client_get_capabilities (self->client));
  const char *method = mcp_inbound_request_get_method (request);

  if (mcp_json_value_get_kind (task) != MCP_JSON_OBJECT ||
      mcp_client_get_feature (self->client, MCP_TYPE_INPUT_GATE) == NULL)
    return FALSE;
  if (g_str_equal (method, "sampling/createMessage"))
    return (declared & MCP_CLIENT_TASKS_SAMPLING) != 0;
  return g_str_equal (method, "elicitation/create") &&
         (declared & MCP_CLIENT_TASKS_ELICITATION) != 0;
}

MCP_DEFINE_PLAIN_GETTER (McpClient *, McpTaskReceiver, mcp_task_receiver, client)

gboolean
mcp_task_receiver_take (McpTaskReceiver *self, McpInboundRequest *request)
{
  const char *method = mcp_inbound_request_get_method (request);

  if (task_receiver_is_wanted (self, request))
    {
      task_receiver_begin (self, request);
      return TRUE;
    }
  if (!g_str_has_prefix (method, "tasks/"))
    return FALSE;
  if (g_str_equal (method, "tasks/list"))
    {
      answer_list (self, request);
      return TRUE;
    }

  Kept *kept = task_receiver_find (self, mcp_inbound_request_get_params (request));
  if (kept == NULL)
    mcp_inbound_request_refuse (request, MCP_RPC_INVALID_PARAMS, "There is no such task", NULL);
  else if (g_str_equal (method, "tasks/get"))
    answer_get (kept, request);
  else if (g_str_equal (method, "tasks/cancel"))
    answer_cancel (kept, request);
  else if (!g_str_equal (method, "tasks/result"))
    return FALSE;
  else if (g_str_equal (kept->status, "working"))
    g_ptr_array_add (kept->waiting, g_object_ref (request));
  else
    kept_answer_result (kept, request);
  return TRUE;
}
