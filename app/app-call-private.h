/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What only a session does with its calls, and what the files of this class share.
 */

#pragma once

#include "app-call.h"
#include "mcp-result.h"

G_BEGIN_DECLS

struct _AppCall
{
  GObject parent_instance;

  GWeakRef      session;
  AppCallKind   kind;
  AppCallState  state;
  char         *target;
  char         *arguments;
  char         *sent_arguments;
  const char   *approval_reason;
  double        progress;
  double        progress_total;
  char         *progress_message;
  gint64        started_ticks; /* monotonic */
  gint64        elapsed;
  guint         tick;
  AppProblem   *problem;
  McpResult    *answer;
  GPtrArray    *findings; /* (nullable): of McpFinding */
  AppResult    *blocks;
  StoreObject  *object;
  guint64       result_size;
  GCancellable *cancellable;
  GTask        *task; /* while it runs or waits for approval */
};

/** @session: an AppSession, held weakly. @arguments: (nullable). Returns: (transfer full) */
AppCall *app_call_new (GObject    *session,
                       AppCallKind kind,
                       const char *target,
                       const char *arguments);

/** The connection that its approval was asked for is gone: it fails. */
void app_call_lose (AppCall *self);

void app_call_set_state (AppCall *self, AppCallState state);

G_END_DECLS
