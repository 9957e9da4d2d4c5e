/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The supervisor: a small process between us and a server, so that nothing of the server outlives
 * us, even when we are killed.
 *
 *   us ──control socket──▶ supervisor ──▶ server (own session and group) ──▶ its children …
 *
 * It is forked, not executed, so that nothing has to be installed; it runs only functions that are
 * safe in the fork of a threaded process and gives back the memory that it shares with us. It is
 * the "child subreaper" of everything below it: whoever loses its parent becomes its child, also
 * after a setsid() of its own. When we ask for it, or when our end of the control socket closes,
 * which the kernel does for us whatever ends us, it ends all of them: a moment to end by itself for
 * a server whose stdin we let go of, then SIGTERM, a second later SIGKILL, until none is left. A
 * parent-death signal on the server alone (PR_SET_PDEATHSIG) would leave what npx or a shell
 * started, and is bound to the thread that forked; between supervisor and server it is used for the
 * case that the supervisor itself is killed.
 */

#pragma once

#include <sys/types.h>

#include <glib.h>

/** What to run, all of it prepared before the fork. Descriptors are above 2 and close on exec. */
typedef struct
{
  const char  *program; /* a path */
  char *const *arguments;
  char *const *shell_arguments; /* for a script without an interpreter line */
  char *const *environment;
  const char  *directory; /* (nullable) */
  int          input;     /* the server's ends */
  int          output;
  int          error;
  int          report;  /* where McpSupervisorFailure is written when the program cannot be run */
  int          control; /* SOCK_SEQPACKET */
} McpSupervisorPlan;

typedef enum {
  MCP_SUPERVISOR_FORK,
  MCP_SUPERVISOR_DIRECTORY,
  MCP_SUPERVISOR_EXECUTE,
} McpSupervisorStep;

typedef struct
{
  gint32 step;
  gint32 error_number;
} McpSupervisorFailure;

typedef enum {
  MCP_SUPERVISOR_STARTED = 1, /* @value: the server's pid */
  MCP_SUPERVISOR_EXITED,      /* @value: the server's exit status, or -signal */
  MCP_SUPERVISOR_GONE,        /* nothing is left of it; the supervisor ends */
} McpSupervisorEvent;

/** What the supervisor says on the control socket, one a packet. */
typedef struct
{
  gint32 event;
  gint32 value;
} McpSupervisorMessage;

/* What it can be told, one byte a packet. */
#define MCP_SUPERVISOR_TERMINATE 'T'
#define MCP_SUPERVISOR_KILL 'K'

/** Returns: the supervisor's pid, a child of ours to wait for; -1 with errno */
pid_t mcp_supervisor_start (const McpSupervisorPlan *plan);
