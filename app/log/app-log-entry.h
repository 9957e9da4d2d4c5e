/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLogEntry: one line of the log: a request with its answer, a notification, a malformed message,
 * an HTTP exchange without a message, a line of stderr, the life of a process.
 *
 * Properties (read only, notify): state (uint, an AppLogState; notifies when anything else of the
 * row has changed, too), n-findings (int: of both messages; -1 while they are not counted)
 */

#pragma once

#include "mcp-finding.h"
#include "mcp-record.h"

G_BEGIN_DECLS

typedef enum {
  APP_LOG_REQUEST,
  APP_LOG_NOTIFICATION,
  APP_LOG_UNMATCHED, /* an answer that belongs to no request */
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

#define APP_TYPE_LOG_ENTRY (app_log_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppLogEntry, app_log_entry, APP, LOG_ENTRY, GObject)

AppLogKind  app_log_entry_get_kind (AppLogEntry *self);
AppLogState app_log_entry_get_state (AppLogEntry *self);
/** Returns: (transfer none): a translated word, "" where there is no state */
const char *app_log_entry_get_state_name (AppLogEntry *self);
/** Microseconds since the epoch. */
gint64 app_log_entry_get_time (AppLogEntry *self);
/** Microseconds; -1 while it is pending, or has none. */
gint64   app_log_entry_get_duration (AppLogEntry *self);
gboolean app_log_entry_get_outgoing (AppLogEntry *self);
/** Bytes of both messages. */
guint64 app_log_entry_get_size (AppLogEntry *self);
guint64 app_log_entry_get_sequence (AppLogEntry *self);
/** Returns: (transfer none) (nullable) */
const char *app_log_entry_get_session (AppLogEntry *self);
const char *app_log_entry_get_method (AppLogEntry *self);
const char *app_log_entry_get_id (AppLogEntry *self);
const char *app_log_entry_get_name (AppLogEntry *self);
const char *app_log_entry_get_summary (AppLogEntry *self);

/** How grave what a server logs is: 0 (debug) to 7 (emergency), 8 for a level that there is not
 * (RFC 5424 §6.2.1, the other way round). Returns: -1 where this is no such message */
int app_log_entry_get_level (AppLogEntry *self);
/** Returns: (transfer none): a translated word; only where there is a level */
const char *app_log_entry_get_level_name (AppLogEntry *self);

/** Whether it has a message that can be sent (again). */
gboolean app_log_entry_is_message (AppLogEntry *self);
/** The first message (or line) as it went; read back from disk when it was moved there (then
 * redacted). Returns: (transfer full) (nullable) */
GBytes *app_log_entry_dup_text (AppLogEntry *self);
/** The answer's message. Returns: (transfer full) (nullable) */
GBytes *app_log_entry_dup_answer_text (AppLogEntry *self);
/** What is off in the message, or in its answer; read for it, so for one that is looked at.
 * Returns: (transfer full) (nullable) (element-type McpFinding): %NULL when all is in order */
GPtrArray *app_log_entry_dup_findings (AppLogEntry *self, gboolean of_answer);
/** Counts those of both messages, now; what was counted is kept until there is an answer.
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

G_END_DECLS
