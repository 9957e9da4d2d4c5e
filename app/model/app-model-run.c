/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-run.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-model-script.h"
#include "app-token-classes.h"
#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Calls of one turn that run side by side. */
#define MAX_AT_ONCE 4u
/* Calls of one turn that are carried out. */
#define MAX_CALLS 64u
/* The same call with the same arguments, turn after turn: nothing new comes of it. */
#define MAX_REPEATS 3u

struct _AppModelRun
{
  AppModelPlan  plan;
  AppModelWatch watch;
  GTask        *task;
  char         *tools;       /* (nullable): JSON */
  const char   *choice_name; /* (nullable): in @plan */
  guint         n_requests;
  gboolean      is_last;
  gint64        estimate; /* tokens of the last request, not corrected */

  McpModelUsage usage;
  gint64        tokens;
  AppCost       cost;

  /* Of the turn whose calls run */
  GPtrArray  *calls; /* AppModelCall */
  guint       next;
  guint       n_running;
  guint       at_once;
  gboolean    repeated;
  GHashTable *made; /* a call and its arguments → in how many turns */

  AppModelEnd      end;
  McpModelFailure *failure; /* (nullable) */
};

static void send_request (AppModelRun *self);

AppModelRun *
app_model_run_new (const AppModelPlan *plan, const AppModelWatch *watch)
{
  AppModelRun *self = g_new0 (AppModelRun, 1);

  self->plan = *plan;
  self->plan.key = g_strdup (plan->key);
  self->plan.model = g_strdup (plan->model);
  self->plan.system = g_strdup (plan->system);
  g_object_ref (plan->client);
  app_model_tools_ref (plan->tools);
  app_model_objects_set_prefixed (plan->objects, app_model_tools_needs_prefix (plan->tools));
  g_ptr_array_ref (plan->turns);
  self->watch = *watch;
  self->usage = MCP_MODEL_USAGE_NONE;
  self->cost = APP_COST_NONE;
  self->calls = g_ptr_array_new_with_free_func (g_object_unref);
  self->made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
app_model_run_free (AppModelRun *self)
{
  if (self == NULL)
    return;
  g_assert (self->task == NULL);
  if (self->plan.key != NULL)
    explicit_bzero ((char *)self->plan.key, strlen (self->plan.key));
  g_free ((char *)self->plan.key);
  g_free ((char *)self->plan.model);
  g_free ((char *)self->plan.system);
  g_object_unref (self->plan.client);
  app_model_tools_unref (self->plan.tools);
  g_ptr_array_unref (self->plan.turns);
  g_free (self->tools);
  g_ptr_array_unref (self->calls);
  g_hash_table_unref (self->made);
  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  g_free (self);
}

/* The end */

/* @error: (transfer full) (nullable) */
static void
end (AppModelRun *self, AppModelEnd why, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  self->end = why;
  mcp_async_return (task, error);
}

static void
end_stopped (AppModelRun *self)
{
  end (self, APP_MODEL_STOPPED, mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("Stopped.")));
}

static gboolean
is_stopped (AppModelRun *self)
{
  return g_cancellable_is_cancelled (g_task_get_cancellable (self->task));
}

/* @turn: (transfer full) */
static void
add_turn (AppModelRun *self, McpModelTurn *turn)
{
  g_ptr_array_add (self->plan.turns, turn);
  self->watch.turn (turn, self->watch.model.user_data);
}

/* The calls of a turn */

/* Each is answered at once with the same words. */
static void
answer_all (AppModelRun *self, McpModelTurn *turn, const char *text)
{
  McpModelTurn *results = mcp_model_turn_new_answers (turn, text);

  if (results != NULL)
    add_turn (self, results);
}

/* Calls of one turn were written before any of them was answered: the same one beside itself is no
 * repetition.
 * @seen: (transfer none): calls of this turn. Returns: in how many turns this call was made */
static guint
count_call (AppModelRun *self, McpModelBlock *block, GHashTable *seen)
{
  const char *arguments = mcp_model_block_get_text (block);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  g_autofree char *canonical =
      document != NULL ? mcp_json_value_print_canonical (mcp_json_document_get_root (document), 0)
                       : g_strdup (arguments);
  char *key = g_strconcat (mcp_model_block_get_name (block), "\n", canonical, NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->made, key));

  if (!g_hash_table_add (seen, g_strdup (key)))
    {
      g_free (key);
      return n;
    }
  n++;
  g_hash_table_replace (self->made, key, GUINT_TO_POINTER (n));
  return n;
}

/* Whether the answer may have ended before a word of the arguments came: nobody meant none, then.
 * Of arguments that began the braces tell. */
static gboolean
is_cut_off (McpModelTurn *turn, guint number)
{
  const char *text = mcp_model_block_get_text (turn->blocks->pdata[number]);
  gboolean    ended_early =
      turn->stop == MCP_MODEL_STOP_LENGTH || turn->stop == MCP_MODEL_STOP_CONTEXT ||
      turn->stop == MCP_MODEL_STOP_FILTER || turn->stop == MCP_MODEL_STOP_REFUSAL;

  return ended_early && number + 1 == turn->blocks->len &&
         text[strspn (text, "{} \t\r\n")] == '\0';
}

static void
add_calls (AppModelRun *self, McpModelTurn *turn)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_ptr_array_set_size (self->calls, 0);
  self->next = 0;
  self->n_running = 0;
  self->at_once = MAX_AT_ONCE;
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      if (mcp_model_block_get_kind (block) != MCP_MODEL_CALL)
        continue;
      g_autoptr (AppModelCall) call = app_model_call_new (block, self->plan.tools);
      if (!app_model_call_is_read_only (call))
        self->at_once = 1;
      if (self->calls->len >= MAX_CALLS)
        app_model_call_refuse (call, "Not called: too many calls at once.");
      else if (is_cut_off (turn, i))
        app_model_call_refuse (call, "Not called: the answer ended before the arguments of this "
                                     "call were whole. Make it again.");
      else if (count_call (self, block, seen) >= MAX_REPEATS)
        {
          app_model_call_refuse (call, "Not called: the same call with the same arguments was made "
                                       "before, more than once. See its result.");
          self->repeated = TRUE;
        }
      g_ptr_array_add (self->calls, g_steal_pointer (&call));
    }
}

static void
add_results (AppModelRun *self)
{
  McpModelTurn *results = mcp_model_turn_new (MCP_MODEL_TOOLS);

  for (guint i = 0; i < self->calls->len; i++)
    mcp_model_turn_take_block (results, app_model_call_dup_result_block (self->calls->pdata[i]));
  add_turn (self, results);
  if (is_stopped (self))
    end_stopped (self);
  else if (self->repeated)
    end (self, APP_MODEL_REPEATED, NULL);
  else
    send_request (self);
}

static void start_calls (AppModelRun *self);

static void
on_call_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppModelRun *self = user_data;

  app_model_call_run_finish (APP_MODEL_CALL (source), result);
  self->tokens = mcp_model_usage_sum (
      self->tokens, app_model_call_get_charged (APP_MODEL_CALL (source), &self->cost));
  self->n_running--;
  if (self->next < self->calls->len)
    start_calls (self);
  else if (self->n_running == 0)
    add_results (self);
}

static void
start_calls (AppModelRun *self)
{
  const AppModelContext context = { self->plan.options, self->plan.objects, self->plan.cache,
                                    self->plan.mask };

  while (self->n_running < self->at_once && self->next < self->calls->len)
    {
      AppModelCall *call = self->calls->pdata[self->next++];

      self->n_running++;
      self->watch.call (call, self->watch.model.user_data);
      app_model_call_run_async (call, &context, g_task_get_cancellable (self->task), on_call_ended,
                                self);
    }
}

/* What the model said */

/* What was estimated is corrected by what was told of earlier requests. */
static gint64
correct (AppModelRun *self, gint64 estimate)
{
  double factor = app_token_factors_get (self->plan.options->factors,
                                         mcp_model_client_get_provider (self->plan.client)->id,
                                         self->plan.model, NULL);

  return (gint64)((double)estimate * factor + 0.5);
}

static void
add_usage (AppModelRun *self, McpModelTurn *turn)
{
  const McpModelUsage   *usage = &turn->usage;
  const char            *provider = mcp_model_client_get_provider (self->plan.client)->id;
  const AppModelOptions *options = self->plan.options;
  gint64                 input = usage->input;
  gint64                 output = usage->output;

  mcp_model_usage_add (&self->usage, usage);
  app_price_list_add_turn (options->prices, provider, turn, &self->cost);
  app_token_factors_add (options->factors, provider, self->plan.model, self->estimate, input);
  if (input < 0)
    input = correct (self, self->estimate);
  if (output < 0)
    {
      output = 0;
      for (guint i = 0; i < turn->blocks->len; i++)
        output += app_token_classes_count (mcp_model_block_get_text (turn->blocks->pdata[i]), -1);
      output = correct (self, output);
    }
  self->tokens = mcp_model_usage_sum (self->tokens, mcp_model_usage_sum (input, output));
}

/* Some providers give up on a call that their model wrote, and on an answer, without an error. */
static gboolean
is_nothing (McpModelTurn *turn)
{
  return turn->blocks->len == 0 &&
         (turn->stop == MCP_MODEL_STOP_OTHER || turn->stop == MCP_MODEL_STOP_FILTER);
}

static void
read_turn (AppModelRun *self, McpModelTurn *turn)
{
  if (mcp_model_turn_count (turn, MCP_MODEL_CALL) > 0)
    {
      if (self->is_last)
        {
          answer_all (self, turn, "Not called: no more calls are allowed in this answer.");
          end (self, APP_MODEL_OUT_OF_ROUNDS, NULL);
          return;
        }
      add_calls (self, turn);
      start_calls (self);
    }
  else if (turn->stop == MCP_MODEL_STOP_PAUSE && !self->is_last)
    send_request (self);
  else if (is_nothing (turn))
    end (self, APP_MODEL_FAILED,
         /* Translators: %s is a provider's word for the reason */
         mcp_error_new (MCP_ERROR_INVALID_MESSAGE, _ ("The model said nothing: %s"),
                        turn->stop_text != NULL ? turn->stop_text
                                                : mcp_model_stop_to_text (turn->stop)));
  else
    end (self, APP_MODEL_ANSWERED, NULL);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppModelRun  *self = user_data;
  McpModelTurn *turn = NULL;
  GError       *error = NULL;
  gboolean      ended = mcp_model_client_send_finish (MCP_MODEL_CLIENT (source), result, &turn,
                                                      &self->failure, &error);

  if (turn != NULL)
    {
      if (turn->asked == NULL)
        turn->asked = g_strdup (self->plan.model);
      add_usage (self, turn);
      add_turn (self, turn);
    }
  if (ended && turn != NULL && !is_stopped (self))
    {
      read_turn (self, turn);
      return;
    }
  if (turn != NULL && is_stopped (self))
    answer_all (self, turn, APP_MODEL_CALL_CANCELLED);
  if (is_stopped (self))
    {
      g_clear_error (&error);
      end_stopped (self);
      return;
    }
  if (error == NULL)
    error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s", _ ("The model said nothing."));
  app_model_script_explain (mcp_model_client_get_provider (self->plan.client), self->plan.model,
                            error);
  end (self, APP_MODEL_FAILED, error);
}

/* Asking it */

/* Some servers know no choice: nothing to choose from is the same there. */
static void
choose (AppModelRun *self, McpModelRequest *request)
{
  const AppModelOptions *options = self->plan.options;

  if (self->tools == NULL)
    return;
  if (self->is_last || options->choice == MCP_MODEL_CHOICE_NONE)
    {
      if ((request->provider->switches & MCP_MODEL_NO_TOOL_CHOICE) != 0)
        request->tools = NULL;
      else
        request->choice = MCP_MODEL_CHOICE_NONE;
    }
  else if (self->n_requests == 0)
    {
      /* Forced again and again, it would never answer. */
      request->choice = options->choice;
      request->choice_name = self->choice_name;
    }
}

/* The money of a turn that nobody tells the price of cannot be held to a limit. */
static gboolean
is_out_of_money (AppModelRun *self)
{
  AppCost spent = self->plan.spent;

  if (self->plan.options->max_cost <= 0)
    return FALSE;
  app_cost_add (&spent, &self->cost);
  return spent.n_unknown > 0 || spent.amount >= self->plan.options->max_cost;
}

/* Returns: %FALSE where a limit is reached: the run has ended */
static gboolean
check_limits (AppModelRun *self)
{
  const AppModelOptions *options = self->plan.options;

  if (options->max_tokens > 0 &&
      mcp_model_usage_sum (self->plan.spent_tokens, self->tokens) >= options->max_tokens)
    end (self, APP_MODEL_OUT_OF_TOKENS, NULL);
  else if (is_out_of_money (self))
    end (self, APP_MODEL_OUT_OF_MONEY, NULL);
  else
    return TRUE;
  return FALSE;
}

/* Of all that is told. */
static void
estimate (AppModelRun *self, const McpModelRequest *request)
{
  g_autoptr (AppModelUsage) meter =
      app_model_usage_new (request->system, request->tools != NULL ? self->plan.tools : NULL,
                           request->turns, 0);

  self->estimate = meter->total;
}

static gboolean prepare (AppModelRun *self, GError **error);

/* The model is told of our tools once there is something to look at; all else stays as it was told
 * before. Returns: %FALSE where that cannot be: the run has ended */
static gboolean
offer_objects (AppModelRun *self)
{
  AppModelTools *tools = self->plan.tools;
  GError        *error = NULL;

  if (app_model_tools_has_objects (tools) || !app_model_objects_has_any (self->plan.objects))
    return TRUE;
  self->plan.tools = app_model_tools_new_with_objects (tools);
  app_model_tools_unref (tools);
  if (prepare (self, &error))
    return TRUE;
  end (self, APP_MODEL_FAILED, error);
  return FALSE;
}

static McpModelRequest
describe (AppModelRun *self)
{
  const AppModelOptions *options = self->plan.options;
  McpModelRequest        request = {
           .provider = mcp_model_client_get_provider (self->plan.client),
           .model = self->plan.model,
           .system = self->plan.system,
           .turns = self->plan.turns,
           .tools = self->tools,
           .parallel = self->tools != NULL ? options->parallel : -1,
  };

  if (options->parameters != NULL)
    request.parameters = mcp_json_document_get_root (options->parameters);
  self->is_last = self->n_requests >= options->rounds;
  choose (self, &request);
  return request;
}

static void
send_request (AppModelRun *self)
{
  if (!check_limits (self) || !offer_objects (self))
    return;
  McpModelRequest request = describe (self);
  self->watch.request (&request, self->n_requests + 1, self->is_last, self->watch.model.user_data);
  self->n_requests++;
  estimate (self, &request);
  mcp_model_client_send_async (self->plan.client, &request, self->plan.key, &self->watch.model,
                               g_task_get_cancellable (self->task), on_sent, self);
}

/* Returns: %FALSE with @error */
static gboolean
prepare (AppModelRun *self, GError **error)
{
  const AppModelOptions *options = self->plan.options;
  g_autofree char       *text = app_model_tools_dup_text (self->plan.tools);
  g_autoptr (McpJsonDocument) document = NULL;

  g_clear_pointer (&self->tools, g_free);
  if (text != NULL)
    {
      self->tools = app_model_mask_text (self->plan.mask, text);
      document = mcp_json_document_parse_text (self->tools, -1, NULL);
    }
  if (text != NULL && document == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_REFUSED,
                           _ ("A secret stands in the definitions of the tools, and they cannot be "
                              "told without it."));
      return FALSE;
    }
  if (options->choice != MCP_MODEL_CHOICE_NAMED)
    return TRUE;
  self->choice_name = app_model_tools_find_name (self->plan.tools, options->choice_name);
  if (self->choice_name == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                 /* Translators: %s is the name of a tool */
                 _ ("There is no one tool “%s” that the model could be told to call."),
                 options->choice_name);
  return self->choice_name != NULL;
}

gboolean
app_model_run_describe (AppModelRun *self, McpModelRequest *request, GError **error)
{
  g_return_val_if_fail (self->task == NULL && self->end == APP_MODEL_NOT_ENDED, FALSE);

  if (!prepare (self, error))
    return FALSE;
  *request = describe (self);
  return TRUE;
}

void
app_model_run_begin_async (AppModelRun        *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  GError *error = NULL;

  g_return_if_fail (self->task == NULL && self->end == APP_MODEL_NOT_ENDED);

  /* It ends in its own way. */
  self->task = mcp_async_begin (NULL, app_model_run_begin_async, cancellable, callback, user_data);
  if (is_stopped (self))
    end_stopped (self);
  else if (prepare (self, &error))
    send_request (self);
  else
    end (self, APP_MODEL_FAILED, error);
}

AppModelEnd
app_model_run_finish (AppModelRun      *self,
                      GAsyncResult     *result,
                      McpModelFailure **failure,
                      GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), APP_MODEL_FAILED);

  g_task_propagate_boolean (G_TASK (result), error);
  if (failure != NULL)
    *failure = g_steal_pointer (&self->failure);
  return self->end;
}

const McpModelUsage *
app_model_run_get_usage (AppModelRun *self)
{
  return &self->usage;
}

MCP_DEFINE_PLAIN_GETTER (gint64, AppModelRun, app_model_run, tokens)
MCP_DEFINE_PLAIN_GETTER (guint, AppModelRun, app_model_run, n_requests)

const AppCost *
app_model_run_get_cost (AppModelRun *self)
{
  return &self->cost;
}
