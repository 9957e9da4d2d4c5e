/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Hostile: misbehaviour on request, for tests of clients. Each kind is one thing that a
 * broken or malicious server does; several can be combined. Kinds that spoil answers do so for the
 * method given by --hostile-method, and without it for the methods that the kind's description
 * names.
 */

#pragma once

#include "app-demo-faults.h"
#include "app-demo-request.h"

typedef enum {
  /* the process */
  HOSTILE_EXIT_AT_ONCE = 0,
  HOSTILE_SLOW_START,
  HOSTILE_DIE_AFTER,
  HOSTILE_CRASH_AFTER,
  HOSTILE_IGNORE_EOF,
  HOSTILE_IGNORE_TERM,
  HOSTILE_SPAWN_GRANDCHILD,
  HOSTILE_NOISY_STDERR,
  /* the lines of stdio */
  HOSTILE_GARBAGE,
  HOSTILE_HALF_LINES,
  HOSTILE_CRLF,
  HOSTILE_ENDLESS_LINE,
  /* answers */
  HOSTILE_NEVER_ANSWER,
  HOSTILE_SLOW_ANSWER,
  HOSTILE_HUGE_LINE,
  HOSTILE_DEEP,
  HOSTILE_INVALID_UTF8,
  HOSTILE_UNKNOWN_ID,
  HOSTILE_REUSED_ID,
  HOSTILE_STRING_ID,
  HOSTILE_ERROR_WITHOUT_DATA,
  HOSTILE_ERROR_WITHOUT_MESSAGE,
  HOSTILE_RESULT_AND_ERROR,
  HOSTILE_NEITHER_RESULT_NOR_ERROR,
  HOSTILE_NOT_JSON_RPC,
  HOSTILE_ID_FLOAT,
  HOSTILE_ID_NULL,
  HOSTILE_QUESTION_IDS_HUGE,
  HOSTILE_QUESTION_IDS_FLOAT,
  HOSTILE_QUESTION_IDS_NULL,
  HOSTILE_BATCH,
  HOSTILE_DIE_AT,
  HOSTILE_DIE_HALF,
  HOSTILE_DIE_ANSWERED,
  HOSTILE_MESSAGE_FLOOD,
  HOSTILE_QUESTION_FLOOD,
  HOSTILE_BAD_URLS,
  /* what only MCP 2026-07-28 knows */
  HOSTILE_SENDS_REQUESTS,
  HOSTILE_ENDLESS_INPUT,
  HOSTILE_ENDLESS_STATE,
  HOSTILE_INPUT_FLOOD,
  HOSTILE_HUGE_STATE,
  HOSTILE_UNKNOWN_RESULT_TYPE,
  HOSTILE_NO_RESULT_TYPE,
  HOSTILE_LISTEN_WRONG,
  HOSTILE_LISTEN_SILENT,
  HOSTILE_LISTEN_QUIET,
  HOSTILE_LISTEN_ENDS,
  HOSTILE_LISTEN_CANCELLED,
  HOSTILE_LISTEN_CUT,
  /* what is offered */
  HOSTILE_REFUSES_VERSION,
  HOSTILE_UNKNOWN_VERSION,
  HOSTILE_DUPLICATE_TOOLS,
  HOSTILE_MISSING_SCHEMA,
  HOSTILE_SCHEMA_NOT_OBJECT,
  HOSTILE_MARKUP_NAMES,
  HOSTILE_LOOPING_CURSOR,
  HOSTILE_LIST_CHANGED_FLOOD,
  HOSTILE_MANY_TOOLS,
  HOSTILE_INVALID_HEADERS,
  HOSTILE_BAD_ICONS,
  /* HTTP */
  HOSTILE_UNAUTHORIZED,
  HOSTILE_NOT_FOUND,
  HOSTILE_SERVER_ERROR,
  HOSTILE_CUT_STREAM,
  HOSTILE_REDIRECT,
  HOSTILE_WRONG_CONTENT_TYPE,
  HOSTILE_SESSION_EXPIRY,
  HOSTILE_SESSION_EXPIRY_400,
  HOSTILE_CLOSE_AFTER_PRIMING,
  /* WebSocket */
  HOSTILE_BINARY_FRAMES,
  HOSTILE_NO_SUBPROTOCOL,
  HOSTILE_N_KINDS,
} HostileKind;

typedef struct
{
  gboolean kinds[HOSTILE_N_KINDS];
  gboolean any;
  char    *method; /* (nullable): the method whose answers are spoilt */
  gint64   size;   /* bytes, of what is large; 0: as large as the kind says */
  int      count;  /* of requests before it happens, of tools, of messages; 0: as the kind says */
  int      delay;  /* milliseconds, of what happens later */
  int      exit_status;
} Hostile;

/** Takes in a kind by its name. Returns: %FALSE with @error set where there is none of that name */
gboolean hostile_add (Hostile *self, const char *name, GError **error);
gboolean hostile_has (const Hostile *self, HostileKind kind);
/** Whether @kind is on and spoils answers to @method. */
gboolean
hostile_spoils (const Hostile *self, HostileKind kind, const char *method);
/** Returns: (transfer full): the kinds and what they do, for --help */
char *hostile_describe (void);

/** What goes wrong before the first message: exits, waits, or leaves a grandchild behind. */
void hostile_start (const Hostile *self);
/** Ends the process if a message with @method is what kills it. */
void hostile_receive (const Hostile *self, const char *method);
/** Returns: the size that was asked for, or @fallback */
gint64 hostile_get_size (const Hostile *self, gint64 fallback);
/** Returns: the count that was asked for, or @fallback */
int hostile_get_count (const Hostile *self, int fallback);
/** Counts one request and ends the process when it was the last that this server survives. */
void hostile_count_request (const Hostile *self);

/** Returns: (transfer none): another URL each time that no client may open without a word */
const char *hostile_get_url (void);

/** Writes items that no list should have into an open array of @kind ("tools", "resources"…). */
void
hostile_write_items (const Hostile *self, const char *kind, McpJsonWriter *writer);

/** Sends something else than the response, now or later. Returns: %FALSE where nothing is wrong with
 * it, and the response is to be sent as it is */
gboolean hostile_respond (const Hostile *self, AppDemoRequest *request, GBytes *response);
/** Answers an HTTP request in another way. @url: of the endpoint
 * @method: (nullable): of the message. Returns: whether the request is dealt with */
gboolean hostile_answer_http (const Hostile     *self,
                              SoupServerMessage *message,
                              const char        *url,
                              const char        *method);
/** Sends a client of 2026-07-28 away with a huge state first, and checks that it comes back byte for
 * byte. Returns: whether the request is dealt with */
gboolean hostile_send_state (const Hostile *self, AppDemoRequest *request);
/** What a subscriptions/listen comes to. */
AppDemoListening hostile_listen (const Hostile *self, AppDemoRequest *request);
/** Writes a message to standard output, without the end of its line. */
void hostile_write_line (const Hostile *self, GBytes *message, AppDemoWrite write, gpointer user_data);
/** Writes what comes before the first line, if anything. */
void hostile_begin_lines (const Hostile *self, AppDemoWrite write, gpointer user_data);
