/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchTalk: a conversation as it goes on: hands what a person says to a bench, and what comes
 * of it to the rows, the exchanges and the status. A plain struct; where it is freed, what runs is
 * stopped. Main thread only.
 */

#pragma once

#include "app-bench-blocks.h"
#include "app-bench-recorder.h"
#include "app-bench.h"

G_BEGIN_DECLS

typedef struct _AppBenchTalk AppBenchTalk;

/** Who is told of what changes; each is called with @user_data. */
typedef struct
{
  void (*changed) (gpointer user_data); /* state and status */
  void (*turned) (gpointer user_data);  /* the turns */
  void (*ended) (gpointer user_data);   /* a run */
  gpointer user_data;
} AppBenchTalkWatch;

/** @watch: copied. Returns: (transfer full): without a bench */
AppBenchTalk *app_bench_talk_new (const AppBenchTalkWatch *watch);
void          app_bench_talk_free (AppBenchTalk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchTalk, app_bench_talk_free)

/** Another conversation: the rows are those of its turns.
 * @bench: (nullable): held
 * @turns: (nullable) (element-type McpModelTurn): what is shown where there is no bench yet
 * @times: (nullable): µs since the epoch, of each turn */
void app_bench_talk_set_bench (AppBenchTalk *self,
                               AppBench     *bench,
                               GPtrArray    *turns,
                               const gint64 *times);
/** The bench has other turns behind the first @n_turns. @turns: (element-type McpModelTurn): all of
 * them. @times: (nullable): as above */
void app_bench_talk_show (AppBenchTalk *self,
                          guint         n_turns,
                          GPtrArray    *turns,
                          const gint64 *times);
/** Says something beside the conversation, behind its rows. @text: (nullable): nothing */
void app_bench_talk_warn (AppBenchTalk *self, const char *text);
/** Returns: (transfer none) (nullable) */
AppBench *app_bench_talk_get_bench (AppBenchTalk *self);
/** Another key is masked from now on. @key: (nullable) */
void app_bench_talk_add_secret (AppBenchTalk *self, const char *key);
/** Returns: (transfer none): of AppBenchBlock */
GListModel *app_bench_talk_get_blocks (AppBenchTalk *self);
/** Returns: (transfer none): of AppBenchWire */
GListModel *app_bench_talk_get_exchanges (AppBenchTalk *self);
/** Returns: (transfer none): "" before anything was said */
const char *app_bench_talk_get_status (AppBenchTalk *self);
gboolean    app_bench_talk_is_running (AppBenchTalk *self);
/** Whether a call waits for the person. */
gboolean app_bench_talk_is_asking (AppBenchTalk *self);
/** Whether the last question has no answer. */
gboolean app_bench_talk_can_retry (AppBenchTalk *self);

/* With a bench that does not run */

void app_bench_talk_send (AppBenchTalk *self, const char *text);
/** @n_turns: behind which the model is asked again; see app_bench_repeat_async() */
void app_bench_talk_repeat (AppBenchTalk *self, guint n_turns);
void app_bench_talk_stop (AppBenchTalk *self);
/** Returns: the number of the person's turn that @turn came of, or it is; -1 for none */
int app_bench_talk_find_question (AppBenchTalk *self, guint turn);

G_END_DECLS
