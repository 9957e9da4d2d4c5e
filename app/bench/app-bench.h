/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBench: a conversation with a model over the tools of connected servers: who is asked, what the
 * model may use, what was said. One run at a time. Whatever goes to the model has the secrets of
 * all the sessions masked, and the key. Main thread only.
 *
 * Signals
 *   request (McpModelRequest *, uint number, gboolean is_last): is about to be sent
 *   event (McpModelEvent *): a piece of the model's turn
 *   again (uint try, uint wait, string why): a request is tried again in @wait ms
 *   exchange (McpModelExchange *): what went over the wire
 *   turn (McpModelTurn *): was added to the conversation
 *   rewound (uint): only so many turns, from the first on, are left
 *   call (AppBenchCall): is about to run; where somebody is asked,
 *     app_bench_call_answer() goes on
 *
 * Property (notifies): running (boolean)
 */

#pragma once

#include "app-bench-run.h"

G_BEGIN_DECLS

#define APP_TYPE_BENCH (app_bench_get_type ())
G_DECLARE_FINAL_TYPE (AppBench, app_bench, APP, BENCH, GObject)

/** @client: held. @model: its name. @key: (nullable): copied, and masked wherever it would go
 * Returns: (transfer full) */
AppBench *app_bench_new (McpModelClient *client, const char *model, const char *key);

/** Somebody else is asked from the next run on; what was said and kept stays. Both as above. */
void app_bench_set_model (AppBench       *self,
                          McpModelClient *client,
                          const char     *model,
                          const char     *key);
/** Its tools are the model's, from the next run on. @session: held */
void app_bench_add_session (AppBench *self, AppSession *session);
/** The same in place of all that were there, between runs.
 * @sessions: (element-type AppSession): held */
void app_bench_set_sessions (AppBench *self, GPtrArray *sessions);
/** Returns: (transfer none) (element-type AppSession) */
GPtrArray *app_bench_get_sessions (AppBench *self);
/** Returns: (transfer none): who is asked */
McpModelProvider *app_bench_get_provider (AppBench *self);
/** Returns: (transfer none) */
const char *app_bench_get_model (AppBench *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_get_system (AppBench *self);
/** @system: (nullable): what a model is told first, from the next run on */
void app_bench_set_system (AppBench *self, const char *system);
/** Returns: (transfer none): to be changed between runs */
AppBenchOptions *app_bench_get_options (AppBench *self);
/** What a model would be told of tools now. Returns: (transfer full) */
AppBenchTools *app_bench_create_tools (AppBench *self);

/** Returns: (transfer none) (element-type McpModelTurn): the conversation */
GPtrArray *app_bench_get_turns (AppBench *self);
/** Another conversation, between runs; no signal tells of it.
 * @turns: (element-type McpModelTurn): copied */
void app_bench_set_turns (AppBench *self, GPtrArray *turns);
/** Begins again, between runs: nothing was said, kept or spent; sessions and options stay. No
 * signal tells of it. */
void app_bench_reset (AppBench *self);
/** Adds a turn that no run has made, between runs, with what is secret masked: a message of a
 * prompt, a resource. Calls before it that nobody has answered are answered first.
 * @turn: (transfer full) */
void app_bench_add_turn (AppBench *self, McpModelTurn *turn);
/** Goes back to where there were only so many turns, between runs. */
void app_bench_rewind (AppBench *self, guint n_turns);
/** Where the model would be asked once more for its last answer, with whatever led to it: how many
 * turns are before it. 0 where nothing was asked */
guint app_bench_find_question (AppBench *self);
/** What is kept of a turn: nothing secret. Returns: (transfer full) */
McpModelTurn *app_bench_create_record (AppBench *self, McpModelTurn *turn);
/** Returns: (transfer none) (element-type AppBenchCall): all calls, in the order they began */
GPtrArray *app_bench_get_calls (AppBench *self);
gboolean   app_bench_is_running (AppBench *self);
/** What the providers told, of all requests. Returns: (transfer none) */
const McpModelUsage *app_bench_get_usage (AppBench *self);
/** Tokens in and out; where providers do not tell, estimated. */
gint64 app_bench_get_tokens (AppBench *self);
guint  app_bench_get_n_requests (AppBench *self);
/** What it cost so far. Returns: (transfer none) */
const AppCost *app_bench_get_cost (AppBench *self);
/** What the conversation cost, with what was paid for it before. @cost: (out caller-allocates) */
void app_bench_count_cost (AppBench *self, AppCost *cost);
/** What was paid for in an earlier run of the program: it counts against the limits of the
 * conversation. @turn: the model's: held. @tokens: in and out */
void app_bench_add_past (AppBench *self, McpModelTurn *turn, gint64 tokens);
/** What fills the model's context now, corrected by what providers told.
 * Returns: (transfer full) */
AppBenchMeter *app_bench_create_meter (AppBench *self);
/** Secrets that were masked in what went to the model. */
guint app_bench_get_n_masked (AppBench *self);

/** What would run now, not begun: to look at what would be asked. @self: outlives it
 * Returns: (transfer full) */
AppBenchRun *app_bench_create_run (AppBench *self);
/** Returns: (transfer none) (nullable): never to be shown */
const char *app_bench_get_key (AppBench *self);
/** Adds what the person says and runs. @cancellable: (nullable): stops it */
void app_bench_send_async (AppBench           *self,
                           const char         *text,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data);
/** Goes back to @n_turns, of which the last one is not the model's, and runs: an answer that was
 * lost is asked for again, or a conversation goes on from there in another way. Ends with
 * app_bench_send_finish(). */
void app_bench_repeat_async (AppBench           *self,
                             guint               n_turns,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/** @failure: (out) (transfer full) (nullable) (optional): what the provider said of its error
 * Returns: why it ended; with @error where it failed or was stopped */
AppBenchEnd app_bench_send_finish (AppBench         *self,
                                   GAsyncResult     *result,
                                   McpModelFailure **failure,
                                   GError          **error);

/** Returns: (transfer none): "answered", "out-of-rounds", …: for programs */
const char *app_bench_end_to_text (AppBenchEnd end);

G_END_DECLS
