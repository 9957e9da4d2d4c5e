/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-conversation.h"

#include <string.h>

#include "mcp-async.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppModelConversation
{
  GObject parent_instance;

  McpModelClient  *client;
  char            *model;
  char            *key;    /* (nullable) */
  char            *system; /* (nullable) */
  GPtrArray       *sessions;
  AppModelMask    *mask;
  AppModelOptions  options;
  GPtrArray       *turns;
  GPtrArray       *calls;
  McpModelUsage    usage;
  gint64           tokens;
  GPtrArray       *past;        /* McpModelTurn: the model's of earlier runs of the program */
  gint64           past_tokens; /* of these */
  guint            n_requests;
  AppModelObjects *objects;
  AppModelCache   *cache;
  AppCost          cost;

  AppModelRun *run; /* (nullable): while it runs */
  GTask       *task;
};

/* What a run came to. */
typedef struct
{
  AppModelEnd      end;
  McpModelFailure *failure; /* (nullable) */
} Outcome;

enum {
  PROP_0,
  PROP_RUNNING,
  N_PROPS
};

enum {
  REQUEST,
  EVENT,
  AGAIN,
  EXCHANGE,
  TURN,
  REWOUND,
  CALL,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AppModelConversation, app_model_conversation, G_TYPE_OBJECT)

static void
clear_key (AppModelConversation *self)
{
  if (self->key != NULL)
    explicit_bzero (self->key, strlen (self->key));
  g_clear_pointer (&self->key, g_free);
}

MCP_DEFINE_FINALIZE (AppModelConversation, app_model_conversation)
{
  g_clear_object (&self->client);
  g_free (self->model);
  clear_key (self);
  g_free (self->system);
  g_clear_pointer (&self->mask, app_model_mask_free);
  app_model_options_clear (&self->options);
  app_model_objects_unref (self->objects);
  app_model_cache_free (self->cache);
  g_ptr_array_unref (self->turns);
  g_ptr_array_unref (self->past);
  g_ptr_array_unref (self->calls);
  g_ptr_array_unref (self->sessions);
}

MCP_DEFINE_CLASS (AppModelConversation, app_model_conversation)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_RUNNING] = { "running", G_TYPE_BOOLEAN, G_CALLBACK (app_model_conversation_is_running) },
  };

  object_class->finalize = app_model_conversation_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[REQUEST] =
      mcp_signal_new (klass, "request", 3, G_TYPE_POINTER, G_TYPE_UINT, G_TYPE_BOOLEAN);
  signals[EVENT] = mcp_signal_new (klass, "event", 1, G_TYPE_POINTER);
  signals[AGAIN] = mcp_signal_new (klass, "again", 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_STRING);
  signals[EXCHANGE] = mcp_signal_new (klass, "exchange", 1, G_TYPE_POINTER);
  signals[TURN] = mcp_signal_new (klass, "turn", 1, G_TYPE_POINTER);
  signals[REWOUND] = mcp_signal_new (klass, "rewound", 1, G_TYPE_UINT);
  signals[CALL] = mcp_signal_new (klass, "call", 1, APP_TYPE_MODEL_CALL);
}

static void
app_model_conversation_init (AppModelConversation *self)
{
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  self->mask = app_model_mask_new (self->sessions);
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->calls = g_ptr_array_new_with_free_func (g_object_unref);
  self->past = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->usage = MCP_MODEL_USAGE_NONE;
  self->objects = app_model_objects_new ();
  self->cache = app_model_cache_new ();
  self->cost = APP_COST_NONE;
  app_model_options_init (&self->options);
}

AppModelConversation *
app_model_conversation_new (McpModelClient *client, const char *model, const char *key)
{
  g_return_val_if_fail (MCP_IS_MODEL_CLIENT (client), NULL);
  g_return_val_if_fail (model != NULL, NULL);

  AppModelConversation *self = g_object_new (APP_TYPE_MODEL_CONVERSATION, NULL);
  app_model_conversation_set_model (self, client, model, key);
  return self;
}

/* What it is made of */

void
app_model_conversation_set_model (AppModelConversation *self,
                                  McpModelClient       *client,
                                  const char           *model,
                                  const char           *key)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (MCP_IS_MODEL_CLIENT (client) && model != NULL);
  g_return_if_fail (self->run == NULL);

  g_set_object (&self->client, client);
  g_free (self->model);
  self->model = g_strdup (model);
  clear_key (self);
  self->key = g_strdup (key);
  /* The one before stays a secret. */
  if (key != NULL)
    app_redactor_add_secret (self->mask->own, key);
}

void
app_model_conversation_set_sessions (AppModelConversation *self, GPtrArray *sessions)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);

  g_ptr_array_set_size (self->sessions, 0);
  for (guint i = 0; i < sessions->len; i++)
    app_model_conversation_add_session (self, sessions->pdata[i]);
}

void
app_model_conversation_add_session (AppModelConversation *self, AppSession *session)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (APP_IS_SESSION (session));

  g_ptr_array_add (self->sessions, g_object_ref (session));
}

MCP_DEFINE_GETTER (GPtrArray *, AppModelConversation, app_model_conversation, sessions)

McpModelProvider *
app_model_conversation_get_provider (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);
  return mcp_model_client_get_provider (self->client);
}

MCP_DEFINE_GETTER (const char *, AppModelConversation, app_model_conversation, model)
MCP_DEFINE_GETTER (const char *, AppModelConversation, app_model_conversation, key)
MCP_DEFINE_GETTER (const char *, AppModelConversation, app_model_conversation, system)

void
app_model_conversation_set_system (AppModelConversation *self, const char *system)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));

  g_free (self->system);
  self->system = g_strdup (system);
}

AppModelOptions *
app_model_conversation_get_options (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);
  return &self->options;
}

AppModelTools *
app_model_conversation_create_tools (AppModelConversation *self)
{
  g_autoptr (AppModelTools) tools = NULL;

  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);

  tools = app_model_tools_new (self->sessions,
                               mcp_model_client_get_provider (self->client)->dialect,
                               &self->options);
  /* Without tools there are no results. */
  if (app_model_tools_get_n_items (tools) > 0 &&
      (self->options.object_tools == APP_MODEL_ALWAYS || app_model_objects_has_any (self->objects)))
    return app_model_tools_new_with_objects (tools);
  return g_steal_pointer (&tools);
}

/* Running */

static void
on_request (const McpModelRequest *request, guint number, gboolean is_last, gpointer user_data)
{
  g_signal_emit (user_data, signals[REQUEST], 0, request, number, is_last);
}

static void
on_event (const McpModelEvent *event, gpointer user_data)
{
  g_signal_emit (user_data, signals[EVENT], 0, event);
}

static void
on_again (guint number_of_try, guint wait, const GError *why, gpointer user_data)
{
  const char      *text = why != NULL ? why->message : "";
  g_autofree char *sentence =
      g_strconcat (text, *text != '\0' && g_ascii_isalnum (text[strlen (text) - 1]) ? "." : "",
                   NULL);

  g_signal_emit (user_data, signals[AGAIN], 0, number_of_try, wait, sentence);
}

static void
on_exchange (McpModelExchange *exchange, gpointer user_data)
{
  g_signal_emit (user_data, signals[EXCHANGE], 0, exchange);
}

static void
on_turn (McpModelTurn *turn, gpointer user_data)
{
  g_signal_emit (user_data, signals[TURN], 0, turn);
}

static void
on_call (AppModelCall *call, gpointer user_data)
{
  AppModelConversation *self = user_data;

  g_ptr_array_add (self->calls, g_object_ref (call));
  g_signal_emit (self, signals[CALL], 0, call);
}

/* Returns: (transfer full) (nullable): the person's own, and the servers' behind it */
static char *
dup_system (AppModelConversation *self, AppModelTools *tools)
{
  g_autofree char *instructions =
      self->options.with_instructions ? app_model_tools_dup_instructions (tools) : NULL;
  g_autofree char *text = NULL;

  if (self->system == NULL && instructions == NULL)
    return NULL;
  text = g_strconcat (self->system != NULL ? self->system : "",
                      self->system != NULL && instructions != NULL ? "\n\n" : "", instructions,
                      NULL);
  return app_model_mask_text (self->mask, text);
}

static void
add_usage (AppModelConversation *self)
{
  mcp_model_usage_add (&self->usage, app_model_run_get_usage (self->run));
  self->tokens = mcp_model_usage_sum (self->tokens, app_model_run_get_tokens (self->run));
  self->n_requests += app_model_run_get_n_requests (self->run);
  app_cost_add (&self->cost, app_model_run_get_cost (self->run));
}

static void
on_run_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelConversation) self = user_data;
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  Outcome *outcome = g_task_get_task_data (task);
  GError  *error = NULL;

  outcome->end = app_model_run_finish (self->run, result, &outcome->failure, &error);
  add_usage (self);
  g_clear_pointer (&self->run, app_model_run_free);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  mcp_async_return (task, error);
}

static void
outcome_free (Outcome *self)
{
  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  g_free (self);
}

static void
add_user_turn (AppModelConversation *self, const char *text)
{
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, text, -1));
  app_model_conversation_add_turn (self, turn);
}

/* Returns: tokens of the conversation */
static gint64
count_tokens (AppModelConversation *self)
{
  return mcp_model_usage_sum (self->past_tokens, self->tokens);
}

void
app_model_conversation_count_cost (AppModelConversation *self, AppCost *cost)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));

  *cost = self->cost;
  for (guint i = 0; i < self->past->len; i++)
    {
      McpModelTurn *turn = self->past->pdata[i];

      app_price_list_add_turn (self->options.prices,
                               turn->provider != NULL
                                   ? turn->provider
                                   : app_model_conversation_get_provider (self)->id,
                               turn, cost);
    }
}

void
app_model_conversation_add_past (AppModelConversation *self, McpModelTurn *turn, gint64 tokens)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));

  g_ptr_array_add (self->past, mcp_model_turn_ref (turn));
  self->past_tokens = mcp_model_usage_sum (self->past_tokens, tokens);
}

AppModelRun *
app_model_conversation_create_run (AppModelConversation *self)
{
  g_autoptr (AppModelTools) tools = NULL;
  g_autofree char    *system = NULL;
  AppModelPlan        plan;
  AppCost             spent;
  const AppModelWatch watch = { on_request, on_turn, on_call,
                                .model = { on_event, on_again, on_exchange, self } };

  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);

  tools = app_model_conversation_create_tools (self);
  system = dup_system (self, tools);
  app_model_conversation_count_cost (self, &spent);
  plan = (AppModelPlan){ self->client, self->key, self->model, system, tools,
                         self->mask, self->objects, self->cache, self->turns, &self->options,
                         spent, count_tokens (self) };
  return app_model_run_new (&plan, &watch);
}

/* Asks with what was said. */
static void
begin (AppModelConversation *self,
       GCancellable         *cancellable,
       GAsyncReadyCallback   callback,
       gpointer              user_data)
{
  self->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->task, begin);
  g_task_set_task_data (self->task, g_new0 (Outcome, 1), (GDestroyNotify)outcome_free);
  self->run = app_model_conversation_create_run (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  app_model_run_begin_async (self->run, cancellable, on_run_ended, g_object_ref (self));
}

void
app_model_conversation_send_async (AppModelConversation *self,
                                   const char           *text,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);

  add_user_turn (self, text);
  begin (self, cancellable, callback, user_data);
}

void
app_model_conversation_repeat_async (AppModelConversation *self,
                                     guint                 n_turns,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);
  g_return_if_fail (n_turns > 0 && n_turns <= self->turns->len);

  app_model_conversation_rewind (self, n_turns);
  begin (self, cancellable, callback, user_data);
}

AppModelEnd
app_model_conversation_send_finish (AppModelConversation *self,
                                    GAsyncResult         *result,
                                    McpModelFailure     **failure,
                                    GError              **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), APP_MODEL_FAILED);

  Outcome *outcome = g_task_get_task_data (G_TASK (result));
  if (failure != NULL)
    *failure = g_steal_pointer (&outcome->failure);
  g_task_propagate_boolean (G_TASK (result), error);
  return outcome->end;
}

/* What is known of it */

MCP_DEFINE_GETTER (GPtrArray *, AppModelConversation, app_model_conversation, turns)
MCP_DEFINE_GETTER (GPtrArray *, AppModelConversation, app_model_conversation, calls)

void
app_model_conversation_reset (AppModelConversation *self)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);

  g_ptr_array_set_size (self->turns, 0);
  g_ptr_array_set_size (self->calls, 0);
  app_model_objects_unref (self->objects);
  self->objects = app_model_objects_new ();
  app_model_cache_free (self->cache);
  self->cache = app_model_cache_new ();
  self->usage = MCP_MODEL_USAGE_NONE;
  self->tokens = 0;
  g_ptr_array_set_size (self->past, 0);
  self->past_tokens = 0;
  self->n_requests = 0;
  self->cost = APP_COST_NONE;
}

void
app_model_conversation_set_turns (AppModelConversation *self, GPtrArray *turns)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);

  g_ptr_array_set_size (self->turns, 0);
  for (guint i = 0; i < turns->len; i++)
    g_ptr_array_add (self->turns, mcp_model_turn_ref (turns->pdata[i]));
  app_model_objects_add_lost (self->objects, self->turns);
}

/* A connection was lost, or the program ended, before the last calls had results: without any no
 * provider goes on. */
static void
answer_open_calls (AppModelConversation *self)
{
  guint         n = self->turns->len;
  McpModelTurn *answers = n > 0 ? mcp_model_turn_new_answers (self->turns->pdata[n - 1],
                                                              "Not called: it was interrupted.")
                                : NULL;

  if (answers == NULL)
    return;
  g_ptr_array_add (self->turns, answers);
  on_turn (answers, self);
}

void
app_model_conversation_add_turn (AppModelConversation *self, McpModelTurn *turn)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);

  if (turn->role != MCP_MODEL_TOOLS)
    answer_open_calls (self);
  McpModelTurn *masked = app_model_mask_turn (self->mask, turn);
  mcp_model_turn_unref (turn);
  g_ptr_array_add (self->turns, masked);
  on_turn (masked, self);
}

void
app_model_conversation_rewind (AppModelConversation *self, guint n_turns)
{
  g_return_if_fail (APP_IS_MODEL_CONVERSATION (self));
  g_return_if_fail (self->run == NULL);
  g_return_if_fail (n_turns <= self->turns->len);

  if (n_turns == self->turns->len)
    return;
  g_ptr_array_set_size (self->turns, (int)n_turns);
  g_signal_emit (self, signals[REWOUND], 0, n_turns);
}

guint
app_model_conversation_find_question (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), 0);

  for (guint n = self->turns->len; n > 0; n--)
    if (((McpModelTurn *)self->turns->pdata[n - 1])->role != MCP_MODEL_ASSISTANT)
      return n;
  return 0;
}

char *
app_model_conversation_dup_record_text (AppModelConversation *self, const char *text)
{
  guint n_masked;

  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);

  n_masked = self->mask->n_masked;
  char *masked = text != NULL ? app_model_mask_text (self->mask, text) : NULL;
  self->mask->n_masked = n_masked;
  return masked;
}

McpModelTurn *
app_model_conversation_create_record (AppModelConversation *self, McpModelTurn *turn)
{
  guint n_masked;

  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);

  /* Nothing of it goes to a model. */
  n_masked = self->mask->n_masked;
  McpModelTurn *record = app_model_mask_turn (self->mask, turn);
  self->mask->n_masked = n_masked;
  return record;
}

gboolean
app_model_conversation_is_running (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), FALSE);
  return self->run != NULL;
}

const McpModelUsage *
app_model_conversation_get_usage (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);
  return &self->usage;
}

MCP_DEFINE_GETTER (gint64, AppModelConversation, app_model_conversation, tokens)
MCP_DEFINE_GETTER (guint, AppModelConversation, app_model_conversation, n_requests)

const AppCost *
app_model_conversation_get_cost (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);
  return &self->cost;
}

AppModelUsage *
app_model_conversation_create_meter (AppModelConversation *self)
{
  McpModelProvider *provider;
  g_autoptr (AppModelTools) tools = NULL;
  g_autofree char *system = NULL;
  AppModelUsage   *meter;
  double           factor;
  guint            n;
  guint            n_masked;

  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), NULL);

  n_masked = self->mask->n_masked;
  provider = mcp_model_client_get_provider (self->client);
  tools = app_model_conversation_create_tools (self);
  system = dup_system (self, tools);
  meter = app_model_usage_new (system, tools, self->turns, provider->context);
  factor = app_token_factors_get (self->options.factors, provider->id, self->model, &n);
  app_model_usage_correct (meter, factor, n);
  /* Nothing of it goes out. */
  self->mask->n_masked = n_masked;
  return meter;
}

guint
app_model_conversation_get_n_masked (AppModelConversation *self)
{
  g_return_val_if_fail (APP_IS_MODEL_CONVERSATION (self), 0);
  return self->mask->n_masked;
}

const char *
app_model_conversation_end_to_text (AppModelEnd end)
{
  static const char *const texts[] = { "none", "answered", "out-of-rounds", "out-of-tokens",
                                       "out-of-money", "repeated", "stopped", "failed" };

  return texts[end];
}
