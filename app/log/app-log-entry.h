/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLogEntry: one line of the log: a request with its response, a notification, a malformed
 * message, an HTTP exchange without a message, a line of stderr, the life of a process.
 *
 * Properties (read only, notify): state (uint, an AppLogState; notifies when anything else of the
 * row has changed, too), n-findings (int: of both messages; -1 while they are not counted)
 */

#pragma once

#include "app-log-text.h"
#include "mcp-finding.h"
#include "mcp-tap-entry.h"

typedef enum {
  APP_LOG_REQUEST,
  APP_LOG_NOTIFICATION,
  APP_LOG_UNMATCHED, /* a response that belongs to no request */
  APP_LOG_MALFORMED,
  APP_LOG_EXCHANGE, /* HTTP that carried no message */
  APP_LOG_STDERR,
  APP_LOG_PROCESS,
  APP_LOG_NOTE,
} AppLogKind;

typedef enum {
  APP_LOG_STATE_NONE,
  APP_LOG_STATE_PENDING,
  APP_LOG_STATE_OK,
  APP_LOG_STATE_TOOL_ERROR,
  APP_LOG_STATE_ERROR,
  APP_LOG_STATE_CANCELLED,
  APP_LOG_STATE_NOT_SPOKEN, /* asked for the modern revisions, the server knows only earlier ones */
} AppLogState;

/** What a row says of it. */
typedef struct
{
  guint64     sequence;
  AppLogKind  kind;
  AppLogState state;
  gint64      time;     /* µs since the epoch */
  gint64      duration; /* µs; -1 while it is pending, or has none */
  gboolean    outgoing;
  guint64     root;    /* sequence of the call that it belongs to; its own where it is none's */
  guint       depth;   /* calls around it */
  char       *session; /* (nullable): the name of the server */
  char       *method;  /* (nullable) */
  char       *id;      /* (nullable) */
  char       *name;    /* (nullable): tool, URI, prompt, URL */
  char       *summary; /* never NULL */
  /* Of what a server logs: 0 (debug) to 7 (emergency), 8 for a level that there is not (RFC 5424
   * §6.2.1, the other way round); -1 for everything else. */
  int level;
} AppLogRow;

#define APP_TYPE_LOG_ENTRY (app_log_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppLogEntry, app_log_entry, APP, LOG_ENTRY, GObject)

/** Returns: (transfer full): an entry that begins with @entry */
AppLogEntry *app_log_entry_new (guint64      sequence,
                                const char  *session,
                                McpTapEntry *entry,
                                AppRedactor *redactor);
/** The response to the request of this entry. */
void app_log_entry_set_response (AppLogEntry *self, McpTapEntry *response, AppRedactor *redactor);
/** Nothing that can be used will come any more. @state: why; where one waits for it yet */
void app_log_entry_end (AppLogEntry *self, AppLogState state);
/** The question whether the server speaks the modern revisions, which it does not: no failure of
 * anybody's. */
void app_log_entry_set_not_spoken (AppLogEntry *self);
/** It was sent while @parent ran, and for it: sampling within a call, progress of one. */
void app_log_entry_set_parent (AppLogEntry *self, AppLogEntry *parent);
/** A further record of the HTTP exchange that carries this entry's message. */
void app_log_entry_add_exchange (AppLogEntry *self, McpRecord *record, AppRedactor *redactor);
/** Bytes of text in memory. */
gsize app_log_entry_get_memory (AppLogEntry *self);
/** Moves its texts; what comes later is to be moved at once. */
void app_log_entry_spill (AppLogEntry *self, AppLogSpill *spill);

/** Returns: (transfer none) */
const AppLogRow *app_log_entry_get_row (AppLogEntry *self);
/** Returns: (transfer none): a translated word, "" where there is no state */
const char *app_log_entry_get_state_name (AppLogEntry *self);
/** Returns: (transfer none): a translated word; only where there is a level */
const char *app_log_entry_get_level_name (AppLogEntry *self);
/** Bytes of both messages. */
guint64 app_log_entry_get_size (AppLogEntry *self);

/** Whether it has a message that can be sent (again). */
gboolean app_log_entry_is_message (AppLogEntry *self);
/** One of its messages. Returns: (transfer none) (nullable) */
AppLogText *app_log_entry_get_text (AppLogEntry *self, gboolean of_response);
/** The first message (or line) as it went; read back from disk when it was moved there (then
 * redacted). Returns: (transfer full) (nullable) */
GBytes *app_log_entry_dup_text (AppLogEntry *self);
/** The response's message. Returns: (transfer full) (nullable) */
GBytes *app_log_entry_dup_response_text (AppLogEntry *self);
/** What is off in the message, or in its response; read for it, so for one that is looked at.
 * Returns: (transfer full) (nullable) (element-type McpFinding): %NULL when all is in order */
GPtrArray *app_log_entry_dup_findings (AppLogEntry *self, gboolean of_response);
/** Counts those of both messages, now; what was counted is kept until there is a response.
 * @worst: (out) (optional): of the gravest; only where there are any */
guint app_log_entry_count_findings (AppLogEntry *self, McpFindingLevel *worst);
/** What is known of it without reading. @worst: as above. Returns: -1 while it is not counted */
int app_log_entry_get_n_findings (AppLogEntry *self, McpFindingLevel *worst);
/** Counts them when there is nothing else to do, and tells so by "n-findings". */
void app_log_entry_want_findings (AppLogEntry *self);
/** Whether its texts were moved to disk, without their secrets. */
gboolean app_log_entry_is_spilled (AppLogEntry *self);
/** Both as they may leave memory: secrets masked. Returns: (transfer full) (nullable) */
GBytes *app_log_entry_dup_redacted (AppLogEntry *self);
/** The HTTP exchange as text, headers masked: request line, status, headers, timing.
 * Returns: (transfer full) (nullable) */
char *app_log_entry_dup_exchange_text (AppLogEntry *self);
