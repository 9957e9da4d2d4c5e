/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchConversation: a conversation that is kept. It follows a bench and writes each turn down
 * as it comes, the provider's own JSON included and what is secret masked. Its turns are a tree:
 * where a person goes back and says something else, or asks again, what came of it before stays as
 * another branch. Of the branches one is shown, the one that the bench has. Main thread only; it
 * writes in a worker, and begins its file with the first turn.
 *
 * A line of the file, behind the first, is one of
 *
 *   {"id": "…", "parent": "…", "time": ms, "turn": {…}}  see mcp-model-turn-json.h
 *   {"head": "…"}                                        the branch that ends there is shown
 *   {"setup": {"provider": "…", "address": "https://…", "model": "…", "system": "…",
 *              "servers": ["…"], "overlays": {…}}}          see app-tool-overlays.h
 */

#pragma once

#include "app-bench.h"

G_BEGIN_DECLS

/** A turn and its place. */
typedef struct _AppBenchTurn AppBenchTurn;
struct _AppBenchTurn
{
  char               *id;
  const AppBenchTurn *parent; /* (nullable) */
  gint64              time;   /* ms since the epoch */
  McpModelTurn       *turn;
};

#define APP_TYPE_BENCH_CONVERSATION (app_bench_conversation_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchConversation,
                      app_bench_conversation,
                      APP,
                      BENCH_CONVERSATION,
                      GObject)

/** One that begins. @folder: (nullable): where conversations are kept; %NULL for the usual place
 * Returns: (transfer full) */
AppBenchConversation *app_bench_conversation_new (const char *folder);
/** One that is kept. @folder: (nullable): as above */
void app_bench_conversation_open_async (const char         *folder,
                                        const char         *id,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
/** Returns: (transfer full) (nullable): errors of store_conversations_read() */
AppBenchConversation *app_bench_conversation_open_finish (GAsyncResult *result, GError **error);

/** Returns: (transfer none) */
const char *app_bench_conversation_get_id (AppBenchConversation *self);
/** Returns: (transfer none) (nullable): what the person called it, else how it begins */
const char *app_bench_conversation_get_title (AppBenchConversation *self);
/** What of its file could not be read, a translated sentence: a line that is damaged, or a turn of
 * another version of this program; it is left out, and what followed it goes on from the one
 * before. Returns: (transfer none) (nullable) */
const char *app_bench_conversation_get_warning (AppBenchConversation *self);
/** Who was asked last. Returns: (transfer none) (nullable) */
const char *app_bench_conversation_get_provider (AppBenchConversation *self);
/** Whether what was said and returned so far would go to a place that it has not been to: one that
 * is neither this machine nor where the conversation was had last. The person is to be asked then:
 * an entry of the same id may have another address, and consent is given for one server. */
gboolean app_bench_conversation_goes_elsewhere (AppBenchConversation *self,
                                                McpModelProvider     *provider);
/** Returns: (transfer none) (nullable) */
const char *app_bench_conversation_get_model (AppBenchConversation *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_conversation_get_system (AppBenchConversation *self);
/** What the model was told of tools in place of what their servers say.
 * Returns: (transfer none) (nullable): JSON, of AppToolOverlays */
const char *app_bench_conversation_get_overlays (AppBenchConversation *self);
/** Returns: (transfer none) (element-type AppBenchTurn): of all branches, as they came */
GPtrArray *app_bench_conversation_get_turns (AppBenchConversation *self);
/** Returns: (transfer none) (element-type AppBenchTurn): of the branch that is shown; of the same
 * numbers as the bench's turns */
GPtrArray *app_bench_conversation_get_branch (AppBenchConversation *self);
/** Returns: (transfer container) (element-type McpModelTurn): the same */
GPtrArray *app_bench_conversation_dup_turns (AppBenchConversation *self);

/** The bench goes on with the branch that is shown; what comes from now on is kept. Once.
 * @bench: held; where the conversation begins, with what was said already, which is kept as well;
 * else without turns. What is kept already was paid for: it counts against the bench's limits */
void app_bench_conversation_follow (AppBenchConversation *self, AppBench *bench);
/** Whether it is kept, as it is from the beginning. One that is not has its branches in memory
 * alone, and one that is kept again begins another file, with all of them. */
void app_bench_conversation_set_kept (AppBenchConversation *self, gboolean kept);
/** Shows the branch that ends with a turn, between runs. @turn: of this conversation */
void app_bench_conversation_show (AppBenchConversation *self, const AppBenchTurn *turn);

/** Waits until all is written; what could not be written is tried again first. */
void     app_bench_conversation_flush_async (AppBenchConversation *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean app_bench_conversation_flush_finish (AppBenchConversation *self,
                                              GAsyncResult         *result,
                                              GError              **error);

G_END_DECLS
