/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * DemoProcess: spyglass-demo under test, talked to in raw lines; nothing of the client floors is used.
 * Every wait is bounded and fails the test when it is exceeded.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef struct
{
  GPid       pid;
  int        input;
  int        output;
  int        error;
  GString   *pending;       /* bytes of standard output behind the last line */
  GPtrArray *notifications; /* McpJsonDocument: what came while an answer was waited for */
  guint      next_id;
  gboolean   http;
  gboolean   well_behaved; /* has to end when it is asked to, with status 0: leaks count */
} DemoProcess;

/** Starts the program with @options, separated by spaces; (nullable). */
DemoProcess *demo_process_start (const char *options);
/** Starts it behind the tests' authorization server, which has options of its own and the same end. */
DemoProcess *demo_process_start_guarded (const char *options);
/** Starts it and goes through initialize. */
DemoProcess *demo_process_open (const char *options);
/** Ends the process if it still lives: the well-behaved by asking. */
void demo_process_free (DemoProcess *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DemoProcess, demo_process_free)

/** Writes a line. */
void demo_process_send (DemoProcess *self, const char *line);
/** Returns: (transfer full) (nullable): a line without its end; %NULL when output ended, or when nothing
 * came within @milliseconds */
char *demo_process_read (DemoProcess *self, guint milliseconds);
/** Sends a request and waits for its answer. @params: (nullable): JSON text
 * Returns: (transfer full) */
McpJsonDocument *demo_process_request (DemoProcess *self, const char *method, const char *params);
/** Calls a tool. @arguments: (nullable): JSON text */
McpJsonDocument *demo_process_call (DemoProcess *self, const char *tool, const char *arguments);
/** Waits for the next line. Returns: (transfer full) */
McpJsonDocument *demo_process_read_message (DemoProcess *self);
/** Begins a call. Returns: (transfer full): the question that the server asks then */
McpJsonDocument *
demo_process_begin_call (DemoProcess *self, const char *tool, const char *arguments);
/** Answers a question. @result: JSON text */
void demo_process_answer (DemoProcess *self, McpJsonDocument *question, const char *result);
/** Closes standard input, if @close_input, and waits for the end. Returns: the wait status */
int demo_process_wait (DemoProcess *self, gboolean close_input, guint milliseconds);
/** Returns: (transfer full): standard error up to @marker, or to its end */
char *demo_process_read_error (DemoProcess *self, const char *marker);

/** The value at @pointer as text: a string decoded, anything else as written; "" where there is none.
 * Returns: (transfer full) */
char *demo_get (McpJsonDocument *document, const char *pointer);
/** Asserts that demo_get() gives @expected. */
#define demo_assert(document, pointer, expected)                 \
  G_STMT_START                                                   \
  {                                                              \
    g_autofree char *demo_actual = demo_get (document, pointer); \
    g_assert_cmpstr (demo_actual, ==, expected);                 \
  }                                                              \
  G_STMT_END
