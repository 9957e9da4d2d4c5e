/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The parts of the task: the object and what it reads (mcp-task.c), how it is followed
 * (mcp-task-following.c), what it asks (mcp-task-inputs.c). */

#pragma once

#include "mcp-task.h"

G_BEGIN_DECLS

struct _McpTask
{
  GObject       parent_instance;
  char         *id;
  char         *id_text;
  char         *tool_name; /* (nullable) */
  McpRequestId *token;     /* (nullable): of the request that began it, for progress */

  McpJsonSlot   value;
  McpTaskStatus status;
  char         *status_name;
  char         *message;
  char         *created;
  char         *updated;
  gint64        ttl;
  guint         poll_ms;
  GPtrArray    *findings;

  McpResult  *result; /* (nullable) */
  McpJsonSlot rpc_error;
  gboolean    finished;
  GError     *error; /* (nullable) */
  double      progress;
  double      progress_total;
  char       *progress_message;

  McpClient    *client; /* (nullable): weak */
  gulong        state_handler;
  GMainContext *context;
  GSource      *timer;
  GCancellable *cancellable; /* of what is asked while attached */
  gboolean      polling;
  gboolean      poll_again;
  gboolean      fetching; /* tasks/result */
  McpTaskStatus fetched;  /* the status when it was asked for last */
  gboolean      overdue;  /* the task has ended, and tasks/result is still not answered */
  guint         n_failures;
  guint         n_attachments;

  GHashTable *asked; /* keys that were let in, as JSON text → McpInputRequest */
  guint       n_asked;
};

/** Reads a task, in either era's spelling. */
void mcp_task_apply (McpTask *self, McpJsonValue value);
/** What a notification or a response said of it is acted upon. */
void mcp_task_act (McpTask *self);
void mcp_task_set_error (McpTask *self, const GError *error);
void mcp_task_set_finished (McpTask *self);
/** @result, @rpc_error: one of them */
void mcp_task_set_outcome (McpTask *self, McpResult *result, McpJsonValue rpc_error);
void mcp_task_set_progress (McpTask *self, McpJsonValue params);
void mcp_task_notify_following (McpTask *self);
void mcp_task_add_finding (McpTask *self, const char *code, const char *text);
/** Whether the status is one after which nothing changes. */
gboolean mcp_task_is_terminal (McpTask *self);

/** A request about this task. Returns: (transfer full) */
McpRequest *mcp_task_make_request (McpTask *self, const char *method);

/** Lets in what the state asks, from 2026-07-28 on. */
void mcp_task_take_inputs (McpTask *self);
/** Nothing of it is wanted any more. */
void mcp_task_withdraw_inputs (McpTask *self);

/** What began it. @tool_name, @token: (nullable) */
void mcp_task_set_origin (McpTask *self, const char *tool_name, McpRequestId *token);

G_END_DECLS
