/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelCall: one call that a model wants, from its words to what the model is told of it. It
 * always ends with a result: a tool that is not there, arguments that cannot be read or do not fit,
 * a refusal and a lost connection are answers as well. What is sent goes as an AppCall of the
 * session, with all that this means: approval, presets, history. Main thread only.
 *
 * Property (notifies): state (AppModelCallState)
 */

#pragma once

#include "app-approval-rule.h"
#include "app-price-list.h"
#include "app-model-change.h"
#include "app-model-tools.h"

typedef enum {
  APP_MODEL_CALL_READY,
  APP_MODEL_CALL_ASKING, /* waits for app_model_call_answer() */
  APP_MODEL_CALL_RUNNING,
  APP_MODEL_CALL_DONE, /* there is a result */
} AppModelCallState;

#define APP_TYPE_MODEL_CALL_STATE (app_model_call_state_get_type ())
GType app_model_call_state_get_type (void);

/** What a call is run with; all of it lives until the call has ended. */
typedef struct
{
  const AppModelOptions *options;
  AppModelObjects       *objects;
  AppModelCache         *cache;
  AppModelMask          *mask;
} AppModelContext;

#define APP_TYPE_MODEL_CALL (app_model_call_get_type ())
G_DECLARE_FINAL_TYPE (AppModelCall, app_model_call, APP, MODEL_CALL, GObject)

/** @call: of kind CALL; held. @tools: held. Returns: (transfer full) */
AppModelCall *app_model_call_new (McpModelBlock *call, AppModelTools *tools);

/** Returns: (transfer none): what the model wrote */
McpModelBlock *app_model_call_get_block (AppModelCall *self);
/** Returns: (transfer none) (nullable): %NULL where there is no such tool */
const AppModelTool *app_model_call_get_tool (AppModelCall *self);
AppModelCallState   app_model_call_get_state (AppModelCall *self);
/** Returns: (transfer none) (nullable): what went to the server, once it did */
AppCall *app_model_call_get_call (AppModelCall *self);
/** What is sent, or was: what the model gave, with the changes below; presets are not in it.
 * Returns: (transfer none): JSON text where that can be read */
const char *app_model_call_get_arguments (AppModelCall *self);
/** Returns: (transfer none) (element-type AppModelChange): where that is not what the model gave */
GPtrArray *app_model_call_get_changes (AppModelCall *self);
/** Whether the answer is that of the same call before. */
gboolean app_model_call_is_cached (AppModelCall *self);
/** Returns: (transfer none) (nullable): what the model is told, once it is done */
AppModelResult *app_model_call_get_result (AppModelCall *self);
/** Returns: (transfer full): the result as a block of the turn behind the call's */
McpModelBlock *app_model_call_dup_result_block (AppModelCall *self);
/** Whether nothing is changed by it, as far as the server says: calls of which this holds may run
 * side by side. */
gboolean app_model_call_is_read_only (AppModelCall *self);

/** What comes of it, where it asks; see app_approval_settle(). */
AppAdmission app_model_call_settle (AppModelCall *self, const AppApprovalPerson *person);
/** Why it asks. Returns: (transfer none) (nullable): a translated sentence */
const char *app_model_call_get_reason (AppModelCall *self);
/** What the person says, where it asks. @always: of this tool, from now on */
void app_model_call_answer (AppModelCall *self, gboolean agreed, gboolean always);

/** What a model was told instead of a result, where nothing failed. */
#define APP_MODEL_CALL_CANCELLED "Cancelled by the user."
#define APP_MODEL_CALL_NOT_ALLOWED "Not allowed by the user."
#define APP_MODEL_CALL_NOT_CALLED "Not called: "

/** Ends it before it runs: the model is told @text, in English. */
void app_model_call_refuse (AppModelCall *self, const char *text);
/** Before it runs: it will not be sent, and ends with what the same call came to before, say. */
void app_model_call_replay (AppModelCall *self, const char *text, gboolean is_error);
/** Whether a model made this call. What is spent on what the server asks meanwhile belongs to it:
 * it goes to the conversation. @tokens, @cost: added */
gboolean app_model_call_charge (AppCall *call, gint64 tokens, const AppCost *cost);
/** What was, so far. @cost: (inout): to which it is added. Returns: tokens */
gint64 app_model_call_get_charged (AppModelCall *self, AppCost *cost);
/** Ends when there is a result. */
void app_model_call_run_async (AppModelCall          *self,
                               const AppModelContext *context,
                               GCancellable          *cancellable,
                               GAsyncReadyCallback    callback,
                               gpointer               user_data);
void app_model_call_run_finish (AppModelCall *self, GAsyncResult *result);
