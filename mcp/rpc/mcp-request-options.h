/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpRequestOptions: how one request is waited for. A plain structure that the callee copies; begin
 * with MCP_REQUEST_OPTIONS_DEFAULT.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

/* As a deadline: the one that the client has. */
#define MCP_DEADLINE_DEFAULT G_MAXUINT

/** A report of the server on a request that is under way. */
typedef struct
{
  double       progress;  /* NaN where it is no number */
  double       total;     /* NaN where the server did not say */
  const char  *message;   /* (nullable): plain text */
  McpJsonValue params;    /* as it came; valid during the call */
  gboolean     increased; /* whether progress grew, as the specification asks */
} McpProgress;

typedef void (*McpProgressFunc) (const McpProgress *progress, gpointer user_data);

typedef struct
{
  guint           deadline_ms;         /* from the sending to the answer; 0 for none */
  guint           total_ms;            /* that progress cannot extend; 0 for none */
  gboolean        restart_on_progress; /* a report restarts deadline_ms, up to total_ms */
  McpProgressFunc progress;            /* (nullable): asks the server for reports */
  gpointer        progress_data;       /* must live until the request has ended */
  gboolean        no_cancelled;        /* never tell the server that we stopped waiting */
  GBytes         *meta;                /* (nullable): JSON text of an object: members for _meta of
                                        * the params, of which those that are there win */
  gboolean as_task;                    /* tools/call up to 2025-11-25: run it as a task */
  gint64   task_ttl_ms;                /* how long the server shall keep it; -1: as it likes */
  gboolean refresh;                    /* ask even where the server lets an answer be used again */
  gboolean lasting;                    /* a stream that is not waited for: it counts for nothing */
} McpRequestOptions;

#define MCP_REQUEST_OPTIONS_DEFAULT                                        \
  {                                                                        \
    .deadline_ms = MCP_DEADLINE_DEFAULT, .total_ms = MCP_DEADLINE_DEFAULT, \
    .restart_on_progress = TRUE, .task_ttl_ms = -1                         \
  }

G_END_DECLS
