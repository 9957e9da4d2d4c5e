/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a task asks on its way, from 2026-07-28 on: in its state, answered by tasks/update. */

#include "mcp-task-private.h"

#include "mcp-input-gate.h"
#include "mcp-input-request-private.h"
#include "mcp-input-round.h"
#include "mcp-json-writer.h"

static void
on_updated (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpTask) self = user_data;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, NULL);

  if (response != NULL && mcp_response_is_error (response))
    mcp_task_add_finding (self, "task-update-refused", "The server refused an answer to the task.");
  if (self->client == MCP_CLIENT (source))
    mcp_task_poll (self);
}

static void
on_input_answered (McpInputRequest *input, gpointer user_data)
{
  McpTask *self = MCP_TASK (user_data);
  g_autoptr (McpRequest) request = NULL;
  g_autofree char *responses = NULL;

  if (self->client == NULL)
    return;
  if (mcp_input_request_get_result (input) == NULL)
    {
      mcp_task_add_finding (self, "task-input-declined",
                            "What the task asked was declined, which cannot be said to the "
                            "server; it may wait for ever.");
      return;
    }
  request = mcp_task_make_request (self, "tasks/update");
  responses = mcp_json_build ("{%v: %y}", mcp_input_request_get_key_value (input),
                              mcp_input_request_get_result (input));
  mcp_request_set_json (request, "inputResponses", responses);
  mcp_client_send_async (self->client, request, self->cancellable, on_updated,
                         g_object_ref (self));
}

/** Returns: (transfer full) (element-type McpInputRequest) */
static GPtrArray *
task_list_inputs (McpTask *self)
{
  GPtrArray     *inputs = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer       input;

  g_hash_table_iter_init (&iter, self->asked);
  while (g_hash_table_iter_next (&iter, NULL, &input))
    g_ptr_array_add (inputs, g_object_ref (input));
  return inputs;
}

/** What the server does not ask any more is not wanted any more. */
static void
task_drop_unasked (McpTask *self, McpJsonValue requests)
{
  g_autoptr (GPtrArray) inputs = task_list_inputs (self);

  for (guint i = 0; i < inputs->len; i++)
    {
      McpInputRequest *input = g_ptr_array_index (inputs, i);
      McpJsonValue     key = mcp_input_request_get_key_value (input);
      g_autofree char *name = mcp_json_value_dup_string (key, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (requests, name)))
        mcp_input_request_end (input, MCP_INPUT_CANCELLED);
    }
}

static gboolean
task_let_in (McpTask *self, McpInputRound *round, guint index)
{
  McpJsonValue     key = mcp_input_round_get_key (round, index);
  g_autofree char *text = mcp_json_value_dup_text (key);
  McpInputGate    *gate = mcp_client_get_feature (self->client, MCP_TYPE_INPUT_GATE);
  McpInputRequest *input;

  if (gate == NULL)
    return FALSE;
  if (g_hash_table_contains (self->asked, text))
    return TRUE;
  if (self->n_asked >= MCP_TASK_MAX_INPUTS)
    {
      mcp_task_add_finding (self, "task-inputs-many", "The task asks more than one task may.");
      return FALSE;
    }
  self->n_asked++;
  input = mcp_input_request_new (MCP_INPUT_FROM_TASK, mcp_input_round_get_method (round, index),
                                 mcp_input_round_get_params (round, index), key,
                                 on_input_answered, self);
  mcp_input_request_set_task_id (input, self->id);
  g_hash_table_insert (self->asked, g_steal_pointer (&text), input);
  mcp_input_gate_admit (gate, input);
  return self->client != NULL;
}

void
mcp_task_take_inputs (McpTask *self)
{
  McpJsonValue requests = mcp_json_value_get_member (self->value.value, "inputRequests");
  g_autoptr (McpInputRound) round = NULL;

  task_drop_unasked (self, requests);
  if (self->status != MCP_TASK_INPUT_REQUIRED || mcp_json_value_get_n_items (requests) == 0)
    return;

  round = mcp_input_round_new (self->value.value, NULL);
  if (round == NULL)
    {
      mcp_task_add_finding (self, "task-inputs-invalid", "What the task asks cannot be read.");
      return;
    }
  for (guint i = 0; i < mcp_input_round_get_n_requests (round); i++)
    if (!task_let_in (self, round, i))
      return;
}

static gboolean
was_waiting (gpointer key, gpointer value, gpointer user_data)
{
  return mcp_input_request_get_state (value) == MCP_INPUT_WITHDRAWN;
}

void
mcp_task_withdraw_inputs (McpTask *self)
{
  g_autoptr (GPtrArray) inputs = task_list_inputs (self);

  for (guint i = 0; i < inputs->len; i++)
    mcp_input_request_end (g_ptr_array_index (inputs, i), MCP_INPUT_WITHDRAWN);
  /* On another connection they are asked again. */
  g_hash_table_foreach_remove (self->asked, was_waiting, NULL);
}
