/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpRecord: one thing that passed the tap: a message either way, an HTTP exchange, a line of
 * stderr, the start or end of a process. Immutable after it was emitted, except that an HTTP
 * exchange is recorded when it begins and again, as another record with the same exchange number,
 * when its headers came and when it ended. The text of its first record is the very GBytes that was
 * given to be sent. Holds raw bytes: what leaves memory passes a redactor.
 */

#pragma once

#include "mcp-error.h"

typedef enum {
  MCP_RECORD_SENT,             /* a message of ours */
  MCP_RECORD_RECEIVED,         /* a message of the server's */
  MCP_RECORD_MALFORMED,        /* received bytes that are no message; @text has them, @note why */
  MCP_RECORD_EXCHANGE_STARTED, /* HTTP: @method, @url, @request_headers; @text: what is sent */
  MCP_RECORD_EXCHANGE_HEADERS, /* HTTP: @status, @response_headers; @request_headers: credentials
                                * that were added to those of the start */
  MCP_RECORD_EXCHANGE_ENDED,   /* HTTP: @note: how, if not plainly; @text: a body with no message */
  MCP_RECORD_STDERR,           /* one line in @text, without its line end */
  MCP_RECORD_PROCESS_STARTED,  /* @note: the command line, @pid */
  MCP_RECORD_PROCESS_EXITED,   /* @status: exit code or -signal */
  MCP_RECORD_NOTE,             /* something the reader of a log should know; @note */
} McpRecordKind;

/** What was measured of an HTTP exchange, of its last hop where it was redirected. Times are µs of
 * g_get_monotonic_time(), 0 for what did not happen: a connection that stood has no DNS. */
typedef struct
{
  gint64   begun;
  gint64   dns_begun;
  gint64   dns_ended;
  gint64   connect_begun;
  gint64   connect_ended; /* the end of TLS where there is one */
  gint64   tls_begun;
  gint64   request_begun;
  gint64   answer_begun;  /* the first byte */
  guint64  sent;          /* bytes of the body */
  guint64  received;      /* bytes of the body, after decoding */
  guint64  wire_received; /* before */
  gboolean is_stream;     /* the response was a stream of events */
  guint    n_events;      /* in it, with data */
} McpRecordMeasures;

typedef struct
{
  gatomicrefcount ref_count;
  McpRecordKind   kind;
  gint64          time;             /* µs since the epoch */
  gint64          monotonic;        /* µs, g_get_monotonic_time() */
  guint64         exchange;         /* of HTTP; unique in the process; 0 none */
  GBytes         *text;             /* (nullable) */
  char           *note;             /* (nullable) */
  char           *method;           /* (nullable): HTTP */
  char           *url;              /* (nullable) */
  char          **request_headers;  /* (nullable) (array zero-terminated=1): "Name: value" */
  char          **response_headers; /* (nullable) (array zero-terminated=1) */
  int             status;           /* HTTP status, exit code, -signal */
  int             pid;
  gboolean        cancelled; /* with MCP_RECORD_EXCHANGE_ENDED: by us */

  McpRecordMeasures measures; /* with MCP_RECORD_EXCHANGE_ENDED */
} McpRecord;

#define MCP_TYPE_RECORD (mcp_record_get_type ())
GType mcp_record_get_type (void);

/** Returns: (transfer full): a record of now */
McpRecord *mcp_record_new (McpRecordKind kind);
McpRecord *mcp_record_ref (McpRecord *self);
void       mcp_record_unref (McpRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRecord, mcp_record_unref)

/** Returns: the next exchange number, never 0 */
guint64 mcp_record_next_exchange (void);
