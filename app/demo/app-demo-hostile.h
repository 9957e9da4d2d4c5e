/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoHostile: misbehaviour on request, for tests of clients. Each kind is one thing that a
 * broken or malicious server does; several can be combined. Kinds that spoil answers do so for the
 * method given by --hostile-method, and without it for the methods that the kind's description
 * names.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-writer.h"

G_BEGIN_DECLS

typedef enum {
  /* the process */
  APP_DEMO_HOSTILE_EXIT_AT_ONCE = 0,
  APP_DEMO_HOSTILE_SLOW_START,
  APP_DEMO_HOSTILE_DIE_AFTER,
  APP_DEMO_HOSTILE_CRASH_AFTER,
  APP_DEMO_HOSTILE_IGNORE_EOF,
  APP_DEMO_HOSTILE_IGNORE_TERM,
  APP_DEMO_HOSTILE_SPAWN_GRANDCHILD,
  APP_DEMO_HOSTILE_NOISY_STDERR,
  /* the lines of stdio */
  APP_DEMO_HOSTILE_GARBAGE,
  APP_DEMO_HOSTILE_HALF_LINES,
  APP_DEMO_HOSTILE_CRLF,
  APP_DEMO_HOSTILE_ENDLESS_LINE,
  /* answers */
  APP_DEMO_HOSTILE_NEVER_ANSWER,
  APP_DEMO_HOSTILE_SLOW_ANSWER,
  APP_DEMO_HOSTILE_HUGE_LINE,
  APP_DEMO_HOSTILE_DEEP,
  APP_DEMO_HOSTILE_INVALID_UTF8,
  APP_DEMO_HOSTILE_UNKNOWN_ID,
  APP_DEMO_HOSTILE_REUSED_ID,
  APP_DEMO_HOSTILE_STRING_ID,
  APP_DEMO_HOSTILE_ERROR_WITHOUT_DATA,
  APP_DEMO_HOSTILE_ERROR_WITHOUT_MESSAGE,
  APP_DEMO_HOSTILE_RESULT_AND_ERROR,
  APP_DEMO_HOSTILE_NEITHER_RESULT_NOR_ERROR,
  APP_DEMO_HOSTILE_NOT_JSON_RPC,
  APP_DEMO_HOSTILE_ID_FLOAT,
  APP_DEMO_HOSTILE_ID_NULL,
  APP_DEMO_HOSTILE_QUESTION_IDS_HUGE,
  APP_DEMO_HOSTILE_QUESTION_IDS_FLOAT,
  APP_DEMO_HOSTILE_QUESTION_IDS_NULL,
  APP_DEMO_HOSTILE_BATCH,
  APP_DEMO_HOSTILE_DIE_AT,
  APP_DEMO_HOSTILE_DIE_HALF,
  APP_DEMO_HOSTILE_DIE_ANSWERED,
  APP_DEMO_HOSTILE_MESSAGE_FLOOD,
  APP_DEMO_HOSTILE_QUESTION_FLOOD,
  APP_DEMO_HOSTILE_BAD_URLS,
  /* what only MCP 2026-07-28 knows */
  APP_DEMO_HOSTILE_SENDS_REQUESTS,
  APP_DEMO_HOSTILE_ENDLESS_INPUT,
  APP_DEMO_HOSTILE_ENDLESS_STATE,
  APP_DEMO_HOSTILE_INPUT_FLOOD,
  APP_DEMO_HOSTILE_HUGE_STATE,
  APP_DEMO_HOSTILE_UNKNOWN_RESULT_TYPE,
  APP_DEMO_HOSTILE_NO_RESULT_TYPE,
  APP_DEMO_HOSTILE_LISTEN_WRONG,
  APP_DEMO_HOSTILE_LISTEN_SILENT,
  APP_DEMO_HOSTILE_LISTEN_QUIET,
  APP_DEMO_HOSTILE_LISTEN_ENDS,
  APP_DEMO_HOSTILE_LISTEN_CANCELLED,
  APP_DEMO_HOSTILE_LISTEN_CUT,
  /* what is offered */
  APP_DEMO_HOSTILE_REFUSES_VERSION,
  APP_DEMO_HOSTILE_UNKNOWN_VERSION,
  APP_DEMO_HOSTILE_DUPLICATE_TOOLS,
  APP_DEMO_HOSTILE_MISSING_SCHEMA,
  APP_DEMO_HOSTILE_SCHEMA_NOT_OBJECT,
  APP_DEMO_HOSTILE_MARKUP_NAMES,
  APP_DEMO_HOSTILE_LOOPING_CURSOR,
  APP_DEMO_HOSTILE_LIST_CHANGED_FLOOD,
  APP_DEMO_HOSTILE_MANY_TOOLS,
  APP_DEMO_HOSTILE_INVALID_HEADERS,
  APP_DEMO_HOSTILE_BAD_ICONS,
  /* HTTP */
  APP_DEMO_HOSTILE_UNAUTHORIZED,
  APP_DEMO_HOSTILE_NOT_FOUND,
  APP_DEMO_HOSTILE_SERVER_ERROR,
  APP_DEMO_HOSTILE_CUT_STREAM,
  APP_DEMO_HOSTILE_REDIRECT,
  APP_DEMO_HOSTILE_WRONG_CONTENT_TYPE,
  APP_DEMO_HOSTILE_SESSION_EXPIRY,
  APP_DEMO_HOSTILE_SESSION_EXPIRY_400,
  APP_DEMO_HOSTILE_CLOSE_AFTER_PRIMING,
  /* WebSocket */
  APP_DEMO_HOSTILE_BINARY_FRAMES,
  APP_DEMO_HOSTILE_NO_SUBPROTOCOL,
  APP_DEMO_HOSTILE_N_KINDS,
} AppDemoHostileKind;

typedef struct
{
  gboolean kinds[APP_DEMO_HOSTILE_N_KINDS];
  gboolean any;
  char    *method; /* (nullable): the method whose answers are spoilt */
  gint64   size;   /* bytes, of what is large; 0: as large as the kind says */
  int      count;  /* of requests before it happens, of tools, of messages; 0: as the kind says */
  int      delay;  /* milliseconds, of what happens later */
  int      exit_status;
} AppDemoHostile;

/** Takes in a kind by its name. Returns: %FALSE with @error set where there is none of that name */
gboolean app_demo_hostile_add (AppDemoHostile *self, const char *name, GError **error);
gboolean app_demo_hostile_has (const AppDemoHostile *self, AppDemoHostileKind kind);
/** Whether @kind is on and spoils answers to @method. */
gboolean
app_demo_hostile_spoils (const AppDemoHostile *self, AppDemoHostileKind kind, const char *method);
/** Returns: (transfer full): the kinds and what they do, for --help */
char *app_demo_hostile_describe (void);

/** What goes wrong before the first message: exits, waits, or leaves a grandchild behind. */
void app_demo_hostile_start (const AppDemoHostile *self);
/** Ends the process if a message with @method is what kills it. */
void app_demo_hostile_receive (const AppDemoHostile *self, const char *method);
/** Returns: the size that was asked for, or @fallback */
gint64 app_demo_hostile_get_size (const AppDemoHostile *self, gint64 fallback);
/** Returns: the count that was asked for, or @fallback */
int app_demo_hostile_get_count (const AppDemoHostile *self, int fallback);
/** Counts one request and ends the process when it was the last that this server survives. */
void app_demo_hostile_count_request (const AppDemoHostile *self);

/** Returns: (transfer none): another URL each time that no client may open without a word */
const char *app_demo_hostile_get_url (void);

/** Writes items that no list should have into an open array of @kind ("tools", "resources"…). */
void
app_demo_hostile_write_items (const AppDemoHostile *self, const char *kind, McpJsonWriter *writer);

typedef void (*AppDemoHostileSend) (GBytes *message, gpointer user_data);

/**
 * Spoils an answer. Calls @send for each message that goes out in the place of @answer, perhaps
 * never, always before it returns. Returns: %FALSE where nothing is wrong with it, and the answer
 * is to be sent as it is
 */
gboolean app_demo_hostile_answer (const AppDemoHostile *self,
                                  const char           *method,
                                  McpJsonValue          id,
                                  GBytes               *answer,
                                  AppDemoHostileSend    send,
                                  gpointer              user_data);

G_END_DECLS
