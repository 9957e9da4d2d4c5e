/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelConversation: a conversation with a model over the tools of connected servers: who is
 * asked, what the model may use, what was said. One run at a time. Whatever goes to the model has
 * the secrets of all the sessions masked, and the key. Main thread only.
 *
 * Signals
 *   request (McpModelRequest *, uint number, gboolean is_last): is about to be sent
 *   event (McpModelEvent *): a piece of the model's turn
 *   again (uint try, uint wait, string why): a request is tried again in @wait ms
 *   exchange (McpModelExchange *): what went over the wire
 *   turn (McpModelTurn *): was added to the conversation
 *   rewound (uint): only so many turns, from the first on, are left
 *   call (AppModelCall): is about to run; where somebody is asked,
 *     app_model_call_answer() goes on
 *
 * Property (notifies): running (boolean)
 */

#pragma once

#include "app-model-run.h"

#define APP_TYPE_MODEL_CONVERSATION (app_model_conversation_get_type ())
G_DECLARE_FINAL_TYPE (
    AppModelConversation, app_model_conversation, APP, MODEL_CONVERSATION, GObject)

/** @client: held. @model: its name. @key: (nullable): copied, and masked wherever it would go
 * Returns: (transfer full) */
AppModelConversation *
app_model_conversation_new (McpModelClient *client, const char *model, const char *key);

/** Somebody else is asked from the next run on; what was said and kept stays. Both as above. */
void app_model_conversation_set_model (AppModelConversation *self,
                                       McpModelClient       *client,
                                       const char           *model,
                                       const char           *key);
/** Its tools are the model's, from the next run on. @session: held */
void app_model_conversation_add_session (AppModelConversation *self, AppSession *session);
/** The same in place of all that were there, between runs.
 * @sessions: (element-type AppSession): held */
void app_model_conversation_set_sessions (AppModelConversation *self, GPtrArray *sessions);
/** Returns: (transfer none) (element-type AppSession) */
GPtrArray *app_model_conversation_get_sessions (AppModelConversation *self);
/** Returns: (transfer none): who is asked */
McpModelProvider *app_model_conversation_get_provider (AppModelConversation *self);
/** Returns: (transfer none) */
const char *app_model_conversation_get_model (AppModelConversation *self);
/** Returns: (transfer none) (nullable) */
const char *app_model_conversation_get_system (AppModelConversation *self);
/** @system: (nullable): what a model is told first, from the next run on */
void app_model_conversation_set_system (AppModelConversation *self, const char *system);
/** Returns: (transfer none): to be changed between runs */
AppModelOptions *app_model_conversation_get_options (AppModelConversation *self);
/** What a model would be told of tools now. Returns: (transfer full) */
AppModelTools *app_model_conversation_create_tools (AppModelConversation *self);

/** Returns: (transfer none) (element-type McpModelTurn): the conversation */
GPtrArray *app_model_conversation_get_turns (AppModelConversation *self);
/** Another conversation, between runs; no signal tells of it.
 * @turns: (element-type McpModelTurn): copied */
void app_model_conversation_set_turns (AppModelConversation *self, GPtrArray *turns);
/** Begins again, between runs: nothing was said, kept or spent; sessions and options stay. No
 * signal tells of it. */
void app_model_conversation_reset (AppModelConversation *self);
/** Adds a turn that no run has made, between runs, with what is secret masked: a message of a
 * prompt, a resource. Calls before it that nobody has answered are answered first.
 * @turn: (transfer full) */
void app_model_conversation_add_turn (AppModelConversation *self, McpModelTurn *turn);
/** Goes back to where there were only so many turns, between runs. */
void app_model_conversation_rewind (AppModelConversation *self, guint n_turns);
/** Where the model would be asked once more for its last answer, with whatever led to it: how many
 * turns are before it. 0 where nothing was asked */
guint app_model_conversation_find_question (AppModelConversation *self);
/** What is kept of a turn: nothing secret. Returns: (transfer full) */
McpModelTurn *app_model_conversation_create_record (AppModelConversation *self, McpModelTurn *turn);
/** The same of one text. @text: (nullable). Returns: (transfer full) (nullable) */
char *app_model_conversation_dup_record_text (AppModelConversation *self, const char *text);
/** Returns: (transfer none) (element-type AppModelCall): all calls, in the order they began */
GPtrArray *app_model_conversation_get_calls (AppModelConversation *self);
gboolean   app_model_conversation_is_running (AppModelConversation *self);
/** What the providers told, of all requests. Returns: (transfer none) */
const McpModelUsage *app_model_conversation_get_usage (AppModelConversation *self);
/** Tokens in and out; where providers do not tell, estimated. */
gint64 app_model_conversation_get_tokens (AppModelConversation *self);
guint  app_model_conversation_get_n_requests (AppModelConversation *self);
/** What it cost so far. Returns: (transfer none) */
const AppCost *app_model_conversation_get_cost (AppModelConversation *self);
/** What the conversation cost, with what was paid for it before. @cost: (out caller-allocates) */
void app_model_conversation_count_cost (AppModelConversation *self, AppCost *cost);
/** What was paid for in an earlier run of the program: it counts against the limits of the
 * conversation. @turn: the model's: held. @tokens: in and out */
void
app_model_conversation_add_past (AppModelConversation *self, McpModelTurn *turn, gint64 tokens);
/** What fills the model's context now, corrected by what providers told.
 * Returns: (transfer full) */
AppModelUsage *app_model_conversation_create_meter (AppModelConversation *self);
/** Secrets that were masked in what went to the model. */
guint app_model_conversation_get_n_masked (AppModelConversation *self);

/** What would run now, not begun: to look at what would be asked. @self: outlives it
 * Returns: (transfer full) */
AppModelRun *app_model_conversation_create_run (AppModelConversation *self);
/** Returns: (transfer none) (nullable): never to be shown */
const char *app_model_conversation_get_key (AppModelConversation *self);
/** Adds what the person says and runs. @cancellable: (nullable): stops it */
void app_model_conversation_send_async (AppModelConversation *self,
                                        const char           *text,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
/** Goes back to @n_turns, of which the last one is not the model's, and runs: an answer that was
 * lost is asked for again, or a conversation goes on from there in another way. Ends with
 * app_model_conversation_send_finish(). */
void app_model_conversation_repeat_async (AppModelConversation *self,
                                          guint                 n_turns,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/** @failure: (out) (transfer full) (nullable) (optional): what the provider said of its error
 * Returns: why it ended; with @error where it failed or was stopped */
AppModelEnd app_model_conversation_send_finish (AppModelConversation *self,
                                                GAsyncResult         *result,
                                                McpModelFailure     **failure,
                                                GError              **error);

/** Returns: (transfer none): "answered", "out-of-rounds", …: for programs */
const char *app_model_conversation_end_to_text (AppModelEnd end);
