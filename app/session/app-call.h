/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCall: one tool call, resource read or prompt, from its approval to its result. It belongs to
 * its session and outlives any view of it.
 *
 * Properties (all notify)
 *   kind (AppCallKind), target (string: tool name, URI, prompt name)
 *   state (AppCallState), state-name (string, translated), running (boolean)
 *   progress (double; -1 unknown), progress-total (double; -1 unknown), progress-message (string)
 *   elapsed (int64, µs; advances while running, about ten times a second)
 *   problem (AppProblem, nullable): why it failed; also for a JSON-RPC error answer
 *   result (AppResult, nullable): what came back, in blocks
 *   object (StoreObject, nullable): the whole result as it is kept
 *   result-size (uint64, bytes of the answer)
 */

#pragma once

#include "app-change-notice.h"
#include "app-problem.h"
#include "app-reference-marks.h"
#include "app-result.h"
#include "mcp-json-value.h"
#include "store-object.h"

G_BEGIN_DECLS

typedef enum {
  APP_CALL_TOOL,
  APP_CALL_READ,
  APP_CALL_PROMPT,
} AppCallKind;

#define APP_TYPE_CALL_KIND (app_call_kind_get_type ())
GType app_call_kind_get_type (void);

typedef enum {
  APP_CALL_PREPARED,
  APP_CALL_NEEDS_APPROVAL, /* waits for app_call_approve() or app_call_decline() */
  APP_CALL_RUNNING,
  APP_CALL_CANCELLING,
  APP_CALL_DONE,      /* answered; a tool's isError included, see app_call_is_error() */
  APP_CALL_FAILED,    /* a JSON-RPC error, or no answer; see problem */
  APP_CALL_CANCELLED, /* by the person */
  APP_CALL_DECLINED,  /* by the person, before it was sent */
} AppCallState;

#define APP_TYPE_CALL_STATE (app_call_state_get_type ())
GType app_call_state_get_type (void);

#define APP_TYPE_CALL (app_call_get_type ())
G_DECLARE_FINAL_TYPE (AppCall, app_call, APP, CALL, GObject)

AppCallKind  app_call_get_kind (AppCall *self);
AppCallState app_call_get_state (AppCall *self);
/** Returns: (transfer none): a translated word */
const char *app_call_get_state_name (AppCall *self);
gboolean    app_call_is_running (AppCall *self);
/** Returns: (transfer none) */
const char *app_call_get_target (AppCall *self);
/** What was typed. Returns: (transfer none) (nullable): JSON text */
const char *app_call_get_arguments (AppCall *self);
/** Before it runs: which of the arguments are references; the values of objects of ours are put in
 * when it is sent, and where there is none the call fails. @marks: (nullable) */
void app_call_set_marks (AppCall *self, AppReferenceMarks *marks);
/** Returns: (transfer none) (nullable) */
AppReferenceMarks *app_call_get_marks (AppCall *self);
/** What goes over the wire: values of objects and pre-configured inputs put in.
 * Returns: (transfer none) (nullable) */
const char *app_call_get_sent_arguments (AppCall *self);
/** Before it runs: members for the _meta of the request. @meta: (nullable): JSON text of an object;
 * other text makes the call fail when it is sent */
void app_call_set_meta (AppCall *self, const char *meta);
/** Returns: (transfer none) (nullable) */
const char *app_call_get_meta (AppCall *self);
/** Returns: (transfer full) (nullable): the session, while it lives (a GObject so that this header
 * stands alone; an AppSession) */
GObject *app_call_dup_session (AppCall *self);
gint64   app_call_get_elapsed (AppCall *self);
double   app_call_get_progress (AppCall *self);
double   app_call_get_progress_total (AppCall *self);
/** Of the last seconds, per second. Returns: -1 where it cannot be said */
double app_call_get_progress_rate (AppCall *self);
/** µs, at this pace. Returns: -1 where it cannot be said */
gint64 app_call_get_remaining (AppCall *self);
/** Returns: (transfer none) (nullable) */
const char *app_call_get_progress_message (AppCall *self);
/** Returns: (transfer none) (nullable) */
AppProblem *app_call_get_problem (AppCall *self);
/** The answer's result member; none before, or after a failure. Borrowed from the call. */
McpJsonValue app_call_get_result (AppCall *self);
/** The JSON-RPC error member, if that was the answer. */
McpJsonValue app_call_get_error_answer (AppCall *self);
/** Whether the tool answered isError. */
gboolean app_call_is_error (AppCall *self);
/** Returns: (transfer none) (nullable): the result in blocks */
AppResult *app_call_get_blocks (AppCall *self);
/** What is off in the answer. Returns: (transfer none) (nullable) (element-type McpFinding): %NULL
 * when all is in order, and before there is an answer */
GPtrArray *app_call_get_findings (AppCall *self);
/** Returns: (transfer none) (nullable) */
StoreObject *app_call_get_object (AppCall *self);
guint64      app_call_get_result_size (AppCall *self);

/**
 * Starts the call: it asks for approval first where the rule says so (state NEEDS_APPROVAL),
 * refuses where the rule says never, else sends. Ends when the call has ended in any way; what came
 * of it is in the call's state. @cancellable cancels the call itself.
 */
void app_call_run_async (AppCall            *self,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data);
/** Returns: %TRUE when there is an answer (isError included) */
gboolean app_call_run_finish (AppCall *self, GAsyncResult *result, GError **error);

/** The person agrees. @remember: do not ask again for this tool in this session */
void app_call_approve (AppCall *self, gboolean remember);
void app_call_decline (AppCall *self);
/** Before it is run: whether the server shall go on with it as a task, up to 2025-11-25. From
 * 2026-07-28 on the server decides. */
void app_call_set_as_task (AppCall *self, gboolean as_task);
/** Before it is run: how long the server shall keep the task; -1 leaves it to the server. */
void app_call_set_task_ttl (AppCall *self, gint64 ttl_ms);
/** Whether the server goes on with it as a task: it survives the connection. */
gboolean app_call_is_task (AppCall *self);
/** Why approval is asked for. Returns: (transfer none) (nullable): a translated sentence */
const char *app_call_get_approval_reason (AppCall *self);
/** What the tool said when it was approved last, beside what it says now.
 * Returns: (transfer full) (nullable): %NULL where it says the same */
AppChangeNotice *app_call_create_change_notice (AppCall *self);
void             app_call_cancel (AppCall *self);

/** The pages that the server wants to be visited before it does this, where that was its answer.
 * Returns: (transfer none) (nullable): of AppRequiredPage; %NULL where there are none */
GListModel *app_call_get_required_pages (AppCall *self);
/** The same once more, prepared and not yet sent: target, arguments as they were typed, _meta.
 * Returns: (transfer full) (nullable): %NULL where its session is gone */
AppCall *app_call_new_again (AppCall *self);

G_END_DECLS
