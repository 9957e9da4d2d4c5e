/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-count.h"

#include "mcp-async.h"
#include "mcp-model-catalogue.h"

/* What stands for a message that is not written yet: an API wants one. */
#define STAND_IN "."

typedef struct
{
  AppModelCount    count;
  gint64           without; /* tools */
  guint            n_open;
  McpModelFailure *failure; /* (nullable) */
  GError          *error;   /* (nullable): the first one */
} PendingRequest;

static void
pending_request_free (gpointer data)
{
  PendingRequest *pending_request = data;

  g_clear_pointer (&pending_request->failure, mcp_model_failure_unref);
  g_clear_error (&pending_request->error);
  g_free (pending_request);
}

/* @counted: (out) */
static void
take (GTask *task, GObject *source, GAsyncResult *result, gint64 *counted)
{
  PendingRequest *pending_request = g_task_get_task_data (task);
  g_autoptr (McpModelFailure) failure = NULL;
  GError *error = NULL;

  *counted = mcp_model_catalogue_count_finish (MCP_MODEL_CATALOGUE (source), result, &failure,
                                               &error);
  if (error != NULL && pending_request->error == NULL)
    {
      pending_request->error = error;
      pending_request->failure = g_steal_pointer (&failure);
    }
  else
    g_clear_error (&error);
  if (--pending_request->n_open > 0)
    return;
  pending_request->count.tools = MAX (pending_request->count.total - pending_request->without, 0);
  mcp_async_return (task, g_steal_pointer (&pending_request->error));
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  take (task, source, result, &((PendingRequest *)g_task_get_task_data (task))->count.total);
}

static void
on_counted_without (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  take (task, source, result, &((PendingRequest *)g_task_get_task_data (task))->without);
}

/* Returns: (transfer full) (element-type McpModelTurn): what was said, and behind an answer what
 * stands for the next message */
static GPtrArray *
dup_turns (GPtrArray *turns, gboolean *stands_in)
{
  GPtrArray    *counted = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn *last = turns->len > 0 ? turns->pdata[turns->len - 1] : NULL;

  for (guint i = 0; i < turns->len; i++)
    g_ptr_array_add (counted, mcp_model_turn_ref (turns->pdata[i]));
  *stands_in = last == NULL || last->role == MCP_MODEL_ASSISTANT;
  if (*stands_in)
    {
      McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);

      mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, STAND_IN, -1));
      g_ptr_array_add (counted, turn);
    }
  return counted;
}

void
app_model_count_async (AppModelConversation *self,
                       GCancellable         *cancellable,
                       GAsyncReadyCallback   callback,
                       gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GPtrArray) turns = NULL;
  PendingRequest *pending_request = g_new0 (PendingRequest, 1);
  McpModelRequest request;
  GError         *error = NULL;

  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self) && !app_model_conversation_is_running (self));

  g_task_set_source_tag (task, app_model_count_async);
  g_task_set_task_data (task, pending_request, pending_request_free);
  g_autoptr (AppModelRun) run = app_model_conversation_create_run (self);
  if (!app_model_run_describe (run, &request, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  turns = dup_turns (request.turns, &pending_request->count.stands_in);
  request.turns = turns;
  g_autoptr (McpModelCatalogue) catalogue = mcp_model_catalogue_new (request.provider, NULL);
  pending_request->n_open = 2;
  mcp_model_catalogue_count_async (catalogue, &request, app_model_conversation_get_key (self),
                                   cancellable, on_counted, g_object_ref (task));
  request.tools = NULL;
  request.choice = MCP_MODEL_CHOICE_AUTO;
  request.parallel = -1;
  mcp_model_catalogue_count_async (catalogue, &request, app_model_conversation_get_key (self),
                                   cancellable, on_counted_without, g_object_ref (task));
}

gboolean
app_model_count_finish (AppModelConversation *self,
                        GAsyncResult         *result,
                        AppModelCount        *count,
                        McpModelFailure     **failure,
                        GError              **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  PendingRequest *pending_request = g_task_get_task_data (G_TASK (result));
  *count = pending_request->count;
  if (failure != NULL)
    *failure = g_steal_pointer (&pending_request->failure);
  return g_task_propagate_boolean (G_TASK (result), error);
}
