/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCall: one tool call, resource read or prompt, from its approval to its result. It belongs to
 * its session and outlives any view of it. On its way it asks the features of the session: whether
 * it may run, what is to be changed in what is sent, whether it goes on elsewhere; see
 * AppSessionFeature.
 *
 * Properties (all notify)
 *   state (AppCallState)
 *   progress (double; -1 unknown): notified with each report; see app_call_get_progress()
 *   elapsed (int64, µs; advances while running, about ten times a second)
 *   object (StoreObject, nullable): the whole result; notified again where it was kept and got
 *     an id
 *   question (GObject, nullable): what the server asks first and waits for, an AppInboxItem
 *
 * Signals
 *   approved (gboolean always): the person agreed; it is about to be sent
 *   cancelling () → gboolean: it is to be cancelled; return %TRUE to see to it
 */

#pragma once

#include "app-problem.h"
#include "app-progress.h"
#include "app-result.h"
#include "app-session-feature.h"
#include "mcp-json-value.h"
#include "store-object.h"

typedef enum {
  APP_CALL_TOOL,
  APP_CALL_READ,
  APP_CALL_PROMPT,
} AppCallKind;

typedef enum {
  APP_CALL_PREPARED,
  APP_CALL_NEEDS_APPROVAL, /* waits for app_call_approve() or app_call_cancel() */
  APP_CALL_RUNNING,
  APP_CALL_CANCELLING,
  APP_CALL_DONE,      /* answered; a tool's isError included, see app_call_is_error() */
  APP_CALL_FAILED,    /* a JSON-RPC error, or no response; see problem */
  APP_CALL_CANCELLED, /* by the person */
  APP_CALL_DECLINED,  /* by the person, before it was sent */
} AppCallState;

#define APP_TYPE_CALL_STATE (app_call_state_get_type ())
GType app_call_state_get_type (void);

#define APP_TYPE_CALL (app_call_get_type ())
G_DECLARE_FINAL_TYPE (AppCall, app_call, APP, CALL, GObject)

/** A call that is not among those of its session; see app_session_new_call().
 * @session: (nullable): held weakly. @target: the name of a tool or prompt, or a URI
 * @arguments: (nullable): JSON text of an object, sent verbatim where no feature changes it
 * Returns: (transfer full) */
AppCall *app_call_new (AppSession *session,
                       AppCallKind kind,
                       const char *target,
                       const char *arguments);

/** Before it runs: who wants it, a person where nobody says so. */
void         app_call_set_caller (AppCall *self, AppCaller caller);
AppCaller    app_call_get_caller (AppCall *self);
AppCallKind  app_call_get_kind (AppCall *self);
AppCallState app_call_get_state (AppCall *self);
/** Returns: (transfer none): a translated word */
const char *app_call_get_state_name (AppCall *self);
gboolean    app_call_is_running (AppCall *self);
/** Returns: the number of its request in the tap; 0 where none was sent */
guint64 app_call_get_sequence (AppCall *self);
/** Returns: (transfer none) (nullable): see the property */
gpointer app_call_get_question (AppCall *self);
/** Returns: (transfer none) */
const char *app_call_get_target (AppCall *self);
/** What was typed. Returns: (transfer none) (nullable): JSON text */
const char *app_call_get_arguments (AppCall *self);
/** What goes over the wire: what features put in included.
 * Returns: (transfer none) (nullable) */
const char *app_call_get_sent_arguments (AppCall *self);
/** Before it runs: members for the _meta of the request. @meta: (nullable): JSON text of an object;
 * other text makes the call fail when it is sent */
void app_call_set_meta (AppCall *self, const char *meta);
/** Returns: (transfer none) (nullable) */
const char *app_call_get_meta (AppCall *self);
/** How it is sent; to be changed before it runs. Returns: (transfer none) */
McpRequestOptions *app_call_get_options (AppCall *self);
/** Returns: (transfer full) (nullable): the session, while it lives */
AppSession *app_call_dup_session (AppCall *self);
gint64      app_call_get_elapsed (AppCall *self);
/** When it was sent, where that was in an earlier run: µs since the epoch; 0 for a call of this
 * run */
gint64 app_call_get_past_time (AppCall *self);
/** When it was made: µs since the epoch */
gint64 app_call_get_time (AppCall *self);
/** Returns: the id of its last exchange in the history; 0 where that is not recorded (yet) */
gint64 app_call_get_record (AppCall *self);
/** Returns: (transfer none) */
AppProgress *app_call_get_progress (AppCall *self);
/** Why it failed; also for a JSON-RPC error. Returns: (transfer none) (nullable) */
AppProblem *app_call_get_problem (AppCall *self);
/** The response's result member; none before, or after a failure. Borrowed from the call. */
McpJsonValue app_call_get_result (AppCall *self);
/** The JSON-RPC error member, if that was the response. */
McpJsonValue app_call_get_error (AppCall *self);
/** Whether the tool said isError. */
gboolean app_call_is_error (AppCall *self);
/** Whether it has a result, and no tool's or server's word is against it. */
gboolean app_call_is_good (AppCall *self);
/** Returns: (transfer none) (nullable): the result in blocks */
AppResult *app_call_get_blocks (AppCall *self);
/** Returns: (transfer none) (nullable) */
StoreObject *app_call_get_object (AppCall *self);
guint64      app_call_get_result_size (AppCall *self);

/**
 * Starts the call: it asks for approval first where a feature says so (state NEEDS_APPROVAL), is
 * refused where one says never, else is sent. Ends when the call has ended in any way; what came of
 * it is in the call's state. @cancellable cancels the call itself.
 */
void app_call_run_async (AppCall            *self,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data);
/** Returns: %TRUE when there is a result (isError included) */
gboolean app_call_run_finish (AppCall *self, GAsyncResult *result, GError **error);
/** The person agrees. @always: to whatever is asked of this tool, from now on */
void app_call_approve (AppCall *self, gboolean always);
/** Why approval is asked for. Returns: (transfer none) (nullable): a translated sentence */
const char *app_call_get_approval_reason (AppCall *self);
/** Also where the person does not agree. */
void app_call_cancel (AppCall *self);
