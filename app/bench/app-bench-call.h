/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchCall: one call that a model wants, from its words to what the model is told of it. It
 * always ends with a result: a tool that is not there, arguments that cannot be read or do not fit,
 * a refusal and a lost connection are answers as well. What is sent goes as an AppCall of the
 * session, with all that this means: approval, presets, history. Main thread only.
 *
 * Property (notifies): state (AppBenchCallState)
 */

#pragma once

#include "app-approval-rule.h"
#include "app-price-book.h"
#include "app-bench-change.h"
#include "app-bench-tools.h"

G_BEGIN_DECLS

typedef enum {
  APP_BENCH_CALL_READY,
  APP_BENCH_CALL_ASKING, /* waits for app_bench_call_answer() */
  APP_BENCH_CALL_RUNNING,
  APP_BENCH_CALL_DONE, /* there is a result */
} AppBenchCallState;

#define APP_TYPE_BENCH_CALL_STATE (app_bench_call_state_get_type ())
GType app_bench_call_state_get_type (void);

/** What a call is run with; all of it lives until the call has ended. */
typedef struct
{
  const AppBenchOptions *options;
  AppBenchObjects       *objects;
  AppBenchCache         *cache;
  AppBenchMask          *mask;
} AppBenchContext;

#define APP_TYPE_BENCH_CALL (app_bench_call_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchCall, app_bench_call, APP, BENCH_CALL, GObject)

/** @call: of kind CALL; held. @tools: held. Returns: (transfer full) */
AppBenchCall *app_bench_call_new (McpModelBlock *call, AppBenchTools *tools);

/** Returns: (transfer none): what the model wrote */
McpModelBlock *app_bench_call_get_block (AppBenchCall *self);
/** Returns: (transfer none) (nullable): %NULL where there is no such tool */
const AppBenchTool *app_bench_call_get_tool (AppBenchCall *self);
AppBenchCallState   app_bench_call_get_state (AppBenchCall *self);
/** Returns: (transfer none) (nullable): what went to the server, once it did */
AppCall *app_bench_call_get_call (AppBenchCall *self);
/** What is sent, or was: what the model gave, with the changes below; presets are not in it.
 * Returns: (transfer none): JSON text where that can be read */
const char *app_bench_call_get_arguments (AppBenchCall *self);
/** Returns: (transfer none) (element-type AppBenchChange): where that is not what the model gave */
GPtrArray *app_bench_call_get_changes (AppBenchCall *self);
/** Whether the answer is that of the same call before. */
gboolean app_bench_call_is_cached (AppBenchCall *self);
/** Returns: (transfer none) (nullable): what the model is told, once it is done */
AppBenchResult *app_bench_call_get_result (AppBenchCall *self);
/** Returns: (transfer full): the result as a block of the turn behind the call's */
McpModelBlock *app_bench_call_dup_result_block (AppBenchCall *self);
/** Whether nothing is changed by it, as far as the server says: calls of which this holds may run
 * side by side. */
gboolean app_bench_call_is_read_only (AppBenchCall *self);

/** What comes of it, where it asks; see app_approval_settle(). */
AppAdmission app_bench_call_settle (AppBenchCall *self, const AppApprovalPerson *person);
/** Why it asks. Returns: (transfer none) (nullable): a translated sentence */
const char *app_bench_call_get_reason (AppBenchCall *self);
/** What the person says, where it asks. @always: of this tool, from now on */
void app_bench_call_answer (AppBenchCall *self, gboolean agreed, gboolean always);

/** Ends it before it runs: the model is told @text, in English. */
void app_bench_call_refuse (AppBenchCall *self, const char *text);
/** Before it runs: it will not be sent, and ends with what the same call came to before, say. */
void app_bench_call_replay (AppBenchCall *self, const char *text, gboolean is_error);
/** Whether a model made this call. What is spent on what the server asks meanwhile belongs to it:
 * it goes to the conversation. @tokens, @cost: added */
gboolean app_bench_call_charge (AppCall *call, gint64 tokens, const AppCost *cost);
/** What was, so far. @cost: (inout): to which it is added. Returns: tokens */
gint64 app_bench_call_get_charged (AppBenchCall *self, AppCost *cost);
/** Ends when there is a result. */
void app_bench_call_run_async (AppBenchCall          *self,
                               const AppBenchContext *context,
                               GCancellable          *cancellable,
                               GAsyncReadyCallback    callback,
                               gpointer               user_data);
void app_bench_call_run_finish (AppBenchCall *self, GAsyncResult *result);

G_END_DECLS
