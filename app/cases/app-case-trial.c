/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-trial.h"

#include <glib/gi18n-lib.h>

/* For models, in English. */
#define NOT_RECORDED "No result of this call was recorded."

typedef struct
{
  const AppCase        *item;
  AppModelConversation *bench;
  gboolean              allow_tools;
  gulong                on_call;
  GCancellable         *stop;      /* of the run of a turn */
  gulong                cancelled; /* of the caller's */
  AppModelTools        *tools;
  GHashTable           *kept; /* AppModelCall: not carried out */

  guint  turn;   /* of the case */
  guint  first;  /* of the bench's turns, that belongs to it */
  gint64 tokens; /* before it, as the next */
  guint  n_requests;

  /* What the options were */
  char    *system;
  char   **allow;
  char   **deny;
  guint    rounds;
  gboolean was_decided; /* what it calls first is all that counts */

  AppCaseRecord   *record;
  AppModelEnd      end;
  McpModelFailure *failure;
} Trial;

static void
trial_free (gpointer data)
{
  Trial *self = data;

  g_object_unref (self->bench);
  g_object_unref (self->stop);
  g_clear_pointer (&self->tools, app_model_tools_unref);
  g_hash_table_unref (self->kept);
  g_free (self->system);
  app_case_record_free (self->record);
  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  g_free (self);
}

static Trial *
trial_new (const AppCase *item, AppModelConversation *bench)
{
  Trial *self = g_new0 (Trial, 1);

  self->item = item;
  self->bench = g_object_ref (bench);
  self->stop = g_cancellable_new ();
  self->kept = g_hash_table_new (NULL, NULL);
  self->record = app_case_record_new ();
  return self;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Trial, trial_free)

/* What it is asked with */

static void
set_up (Trial *self)
{
  const AppCase   *item = self->item;
  AppModelOptions *options = app_model_conversation_get_options (self->bench);

  self->system = g_strdup (app_model_conversation_get_system (self->bench));
  self->rounds = options->rounds;
  if (item->system != NULL)
    app_model_conversation_set_system (self->bench, item->system);
  if (item->rounds > 0)
    options->rounds = item->rounds;
  self->allow = options->allow;
  options->allow = g_strdupv (item->allow != NULL ? item->allow : self->allow);
  self->deny = options->deny;
  options->deny = g_strdupv (item->deny != NULL ? item->deny : self->deny);
  g_clear_pointer (&options->tools, g_ptr_array_unref);
  options->tools = item->tools != NULL ? g_ptr_array_ref (item->tools) : NULL;
  if (item->recording != NULL)
    app_case_recording_rewind (item->recording);
  app_model_conversation_reset (self->bench);
  if (item->before != NULL)
    app_model_conversation_set_turns (self->bench, item->before);
  self->tools = app_model_conversation_create_tools (self->bench);
}

static void
take_down (Trial *self)
{
  AppModelOptions *options = app_model_conversation_get_options (self->bench);

  app_model_conversation_set_system (self->bench, self->system);
  options->rounds = self->rounds;
  g_strfreev (options->allow);
  options->allow = g_steal_pointer (&self->allow);
  g_strfreev (options->deny);
  options->deny = g_steal_pointer (&self->deny);
  g_clear_signal_handler (&self->on_call, self->bench);
}

/* Calls */

/* Returns: (transfer full) */
static AppCaseCall *
read_call (Trial *self, McpModelBlock *block)
{
  const char         *told = mcp_model_block_get_name (block);
  const AppModelTool *tool = app_model_tools_find (self->tools, told);
  const char         *text = mcp_model_block_get_text (block);
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (*text != '\0' ? text : "{}", -1, NULL);

  /* Cases are written in the names of the server. */
  if (document != NULL && tool != NULL && tool->names != NULL)
    {
      g_autofree char *own = app_export_names_dup_arguments (
          tool->names, mcp_json_document_get_root (document), TRUE);

      mcp_json_document_unref (document);
      document = mcp_json_document_parse_text (own, -1, NULL);
    }
  return app_case_call_new (
      told, tool != NULL ? mcp_definition_get_key (MCP_DEFINITION (tool->tool)) : NULL,
      document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE);
}

/* Nobody is there to be asked. */
static void
on_call_state (AppModelCall *call, GParamSpec *pspec, Trial *self)
{
  const AppApprovalPerson person = { .allows_tools = self->allow_tools };

  if (app_model_call_get_state (call) != APP_MODEL_CALL_ASKING)
    return;
  gboolean agreed = app_model_call_settle (call, &person) == APP_ADMIT_ALLOW;
  if (!agreed)
    g_hash_table_add (self->kept, call);
  app_model_call_answer (call, agreed, FALSE);
}

static void
replay (Trial *self, AppModelCall *call)
{
  AppCaseCall         *made = read_call (self, app_model_call_get_block (call));
  const AppCaseResult *result = app_case_recording_take (self->item->recording, made);

  if (result == NULL)
    self->record->n_missed++;
  app_model_call_replay (call, result != NULL ? result->text : NOT_RECORDED,
                         result == NULL || result->is_error);
  app_case_call_free (made);
}

static void
on_call (AppModelConversation *bench, AppModelCall *call, Trial *self)
{
  const AppModelTool *tool = app_model_call_get_tool (call);

  if (self->item->results == APP_CASE_NO_RESULTS)
    {
      self->was_decided = TRUE;
      g_cancellable_cancel (self->stop);
    }
  else if (app_model_call_get_state (call) != APP_MODEL_CALL_READY ||
           (tool != NULL && tool->local != APP_MODEL_NOT_LOCAL))
    return;
  else if (self->item->results == APP_CASE_RECORDED)
    replay (self, call);
  else
    g_signal_connect (call, "notify::state", G_CALLBACK (on_call_state), self);
}

/* What came of a turn */

static AppModelCall *
find_call (Trial *self, McpModelBlock *block)
{
  GPtrArray *calls = app_model_conversation_get_calls (self->bench);

  for (guint i = 0; i < calls->len; i++)
    if (app_model_call_get_block (calls->pdata[i]) == block)
      return calls->pdata[i];
  return NULL;
}

/* Those of our own tools, which look at kept results, are none of the server's. */
static void
add_call (Trial *self, McpModelBlock *block, AppCaseOutcome *outcome)
{
  AppModelCall         *call = find_call (self, block);
  const AppModelTool   *tool = call != NULL ? app_model_call_get_tool (call) : NULL;
  const AppModelResult *result = call != NULL ? app_model_call_get_result (call) : NULL;

  if (tool != NULL && tool->local != APP_MODEL_NOT_LOCAL)
    return;
  AppCaseCall *made = read_call (self, block);
  made->was_kept = call != NULL && g_hash_table_contains (self->kept, call);
  made->is_error = result != NULL && result->is_error && !self->was_decided;
  g_ptr_array_add (outcome->calls, made);
}

static void
read_turn (Trial *self, McpModelTurn *turn, AppCaseOutcome *outcome)
{
  if (turn->role != MCP_MODEL_ASSISTANT)
    return;
  g_free (outcome->answer);
  outcome->answer = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);
  for (guint i = 0; i < turn->blocks->len; i++)
    if (mcp_model_block_get_kind (turn->blocks->pdata[i]) == MCP_MODEL_CALL)
      add_call (self, turn->blocks->pdata[i], outcome);
}

/* Returns: (transfer full): what the model did since the person said something */
static AppCaseOutcome *
read_outcome (Trial *self)
{
  GPtrArray      *turns = app_model_conversation_get_turns (self->bench);
  AppCaseOutcome *outcome = app_case_outcome_new ();

  for (guint i = self->first; i < turns->len; i++)
    read_turn (self, turns->pdata[i], outcome);
  outcome->tokens = app_model_conversation_get_tokens (self->bench) - self->tokens;
  outcome->requests = app_model_conversation_get_n_requests (self->bench) - self->n_requests;
  return outcome;
}

/* The end */

static void
finish (GTask *task, GError *error)
{
  Trial *self = g_task_get_task_data (task);

  self->record->injection =
      app_case_injection_find (app_model_conversation_get_turns (self->bench),
                               self->item->before != NULL ? self->item->before->len : 0, self->item,
                               self->tools);
  self->record->cost = *app_model_conversation_get_cost (self->bench);
  take_down (self);
  g_cancellable_disconnect (g_task_get_cancellable (task), self->cancelled);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* Why a run does not go on, where it came to no end; with what did not go as it should, where it
 * did. Returns: (transfer full) (nullable) */
static char *
dup_reason (Trial *self, const GError *error)
{
  switch (self->end)
    {
    case APP_MODEL_OUT_OF_TOKENS:
    case APP_MODEL_OUT_OF_MONEY:
      return g_strdup (_ ("The limit of what may be spent was reached."));
    case APP_MODEL_STOPPED:
    case APP_MODEL_FAILED:
      return g_strdup (error != NULL ? error->message : _ ("It was stopped."));
    default:
      return NULL;
    }
}

static void
add_problem (Trial *self, const char *text)
{
  g_ptr_array_add (self->record->problems,
                   app_case_problem_new (APP_CASE_LIMIT, g_strdup (text)));
}

static void
check_turn (Trial *self, const AppCaseTurn *turn, const AppCaseOutcome *outcome)
{
  if (self->end == APP_MODEL_OUT_OF_ROUNDS)
    add_problem (self, _ ("The model keeps calling tools instead of answering."));
  else if (self->end == APP_MODEL_REPEATED)
    add_problem (self, _ ("The model makes the same call again and again."));
  if (turn->expect != NULL)
    app_case_expectation_check (turn->expect, outcome, self->record->problems);
}

static void send_turn (GTask *task);

/* Of the last turn that the case says, or the last one that was answered. */
static void
end_turn (GTask *task, GError *error)
{
  Trial             *self = g_task_get_task_data (task);
  const AppCaseTurn *turn = self->item->turns->pdata[self->turn];
  AppCaseOutcome    *outcome = read_outcome (self);

  self->record->error = dup_reason (self, error);
  if (self->record->error == NULL)
    check_turn (self, turn, outcome);
  app_case_outcome_take (self->record->outcome, outcome);
  if (self->record->error != NULL)
    {
      finish (task, error);
      return;
    }
  if (++self->turn < self->item->turns->len && self->end == APP_MODEL_ANSWERED)
    {
      send_turn (task);
      return;
    }
  self->end = APP_MODEL_ANSWERED;
  if (self->item->expect != NULL)
    app_case_expectation_check (self->item->expect, self->record->outcome, self->record->problems);
  finish (task, NULL);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask  *task = user_data;
  Trial  *self = g_task_get_task_data (task);
  GError *error = NULL;

  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  self->end = app_model_conversation_send_finish (self->bench, result, &self->failure, &error);
  /* What it called is known: that is what was wanted. */
  if (self->end == APP_MODEL_STOPPED && self->was_decided &&
      !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      g_clear_error (&error);
      self->end = APP_MODEL_ANSWERED;
      self->turn = self->item->turns->len - 1;
    }
  end_turn (task, error);
}

static void
send_turn (GTask *task)
{
  Trial             *self = g_task_get_task_data (task);
  const AppCaseTurn *turn = self->item->turns->pdata[self->turn];

  self->first = app_model_conversation_get_turns (self->bench)->len;
  self->tokens = app_model_conversation_get_tokens (self->bench);
  self->n_requests = app_model_conversation_get_n_requests (self->bench);
  app_model_conversation_send_async (self->bench, turn->prompt, self->stop, on_sent, task);
}

static void
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

void
app_case_trial_run_async (const AppCase        *item,
                          AppModelConversation *bench,
                          gboolean              allow_tools,
                          GCancellable         *cancellable,
                          GAsyncReadyCallback   callback,
                          gpointer              user_data)
{
  g_return_if_fail (item != NULL && item->turns->len > 0);
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (bench) &&
                    !app_model_conversation_is_running (bench));

  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Trial *self = trial_new (item, bench);
  g_task_set_source_tag (task, app_case_trial_run_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, trial_free);
  self->allow_tools = allow_tools;
  set_up (self);
  self->on_call = g_signal_connect (bench, "call", G_CALLBACK (on_call), self);
  if (cancellable != NULL)
    self->cancelled = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                             g_object_ref (self->stop), g_object_unref);
  send_turn (task);
}

AppCaseRecord *
app_case_trial_run_finish (GAsyncResult     *result,
                           AppModelEnd      *end,
                           McpModelFailure **failure,
                           GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  Trial *self = g_task_get_task_data (G_TASK (result));
  *end = self->end;
  *failure = g_steal_pointer (&self->failure);
  g_task_propagate_boolean (G_TASK (result), error);
  return g_steal_pointer (&self->record);
}
