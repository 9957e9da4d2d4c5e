/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What only a session does with its calls, and what the files of this class share.
 */

#pragma once

#include "app-call.h"
#include "app-progress.h"
#include "app-session.h"
#include "mcp-result.h"
#include "mcp-task.h"

G_BEGIN_DECLS

struct _AppCall
{
  GObject parent_instance;

  GWeakRef           session;
  AppCallKind        kind;
  AppCallState       state;
  char              *target;
  char              *arguments;
  AppReferenceMarks *marks; /* (nullable): of the arguments */
  char              *sent_arguments;
  char              *meta; /* (nullable) */
  gint64             task_ttl_ms;
  const char        *approval_reason;
  double             progress;
  double             progress_total;
  char              *progress_message;
  AppProgress       *pace;
  gint64             started_ticks; /* monotonic */
  gint64             elapsed;
  guint              tick;
  AppProblem        *problem;
  McpResult         *answer;
  GPtrArray         *findings; /* (nullable): of McpFinding */
  AppResult         *blocks;
  StoreObject       *object;
  guint64            result_size;
  GCancellable      *cancellable;
  GTask             *task;     /* while it runs or waits for approval */
  gboolean           as_task;  /* it was asked to run as a task */
  McpTask           *followed; /* (nullable): the task that it has become */
  GListStore        *pages;    /* (nullable): of AppRequiredPage */
};

/** @session: an AppSession, held weakly. @arguments: (nullable). Returns: (transfer full) */
AppCall *app_call_new (GObject    *session,
                       AppCallKind kind,
                       const char *target,
                       const char *arguments);

/** The connection that its approval was asked for is gone: it fails. */
void app_call_lose (AppCall *self);

void app_call_set_state (AppCall *self, AppCallState state);

/** A call that is only known by its task. @session: (nullable). Returns: (transfer full) */
AppCall *app_call_new_for_task (GObject *session, McpTask *task);

/* Between the files of this class */
void app_call_start_clock (AppCall *self);
/* Ends the call. @error: (nullable) (transfer full) */
void app_call_finish (AppCall *self, AppCallState state, GError *error);
/* @session: (nullable) */
void app_call_take_result (AppCall *self, AppSession *session);
/* @error: of JSON-RPC. @session: (nullable) */
void app_call_explain_refusal (AppCall *self, AppSession *session, McpJsonValue error);
/* @error: of JSON-RPC, MCP_RPC_URL_ELICITATION_REQUIRED. @session: (nullable) */
void app_call_take_pages (AppCall *self, AppSession *session, McpJsonValue error);
void app_call_follow_task (AppCall *self, McpTask *task);
/* Returns: whether the answer is a task, which is followed from now on. @session: (nullable) */
gboolean app_call_become_task (AppCall *self, AppSession *session, McpResult *result);
void     app_call_cancel_task (AppCall *self);
/* Nobody will follow its task any more: it fails, if it has not ended. */
void app_call_abandon_task (AppCall *self);

G_END_DECLS
