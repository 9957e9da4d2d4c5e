/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTapEntry: one thing that passed the tap, with its place in the order and what it means. Holds
 * raw bytes: what leaves memory passes a redactor. Immutable once emitted, atomically refcounted;
 * fields are read only.
 */

#pragma once

#include "mcp-message.h"
#include "mcp-record.h"

typedef enum {
  MCP_TAP_PLAIN = 0,
  MCP_TAP_UNMATCHED = 1 << 0,    /* a response or progress to nothing that we asked */
  MCP_TAP_LATE = 1 << 1,         /* a response to a request that was cancelled or had timed out */
  MCP_TAP_DUPLICATE = 1 << 2,    /* another response to a request that was answered */
  MCP_TAP_BY_EXCHANGE = 1 << 3,  /* an error without id: paired by exchange, or the only one */
  MCP_TAP_BATCH_MEMBER = 1 << 4, /* part of the batch @batch */
  MCP_TAP_UNKNOWN = 1 << 5,      /* a request or notification that this client does not know */
  MCP_TAP_DROPPED = 1 << 6,      /* a request of the server's in a revision that has none: it gets
                                  * no response */
  MCP_TAP_ENDS = 1 << 7,         /* no response that can be used, and it ended the call @question */
  MCP_TAP_SECOND = 1 << 8,       /* of a second connection to the same server, while it is not known
                                  * which of the two will be used */
} McpTapFlags;

typedef struct
{
  gatomicrefcount ref_count;
  guint64         sequence; /* counts from 1 for each tap, no gaps */
  McpRecord      *record;   /* kind, time, raw text, exchange */
  McpMessage     *message;  /* (nullable): of messages either way, malformed ones too; %NULL
                             * for messages of ours beyond 256 KiB */
  McpTapFlags flags;
  const char *method;   /* (nullable): its own, or of the request that it answers */
  guint64     question; /* sequence of the request that it answers, reports on or carries; or 0 */
  gint64      latency;  /* µs from the question to here; -1 where there is no question */
  guint64     batch;    /* sequence of the batch; or 0 */
  const char *revision; /* (nullable) (static): that is spoken, once it is agreed on */
  GPtrArray  *findings; /* (nullable) (element-type McpFinding): what is off in the revision that is
                         * spoken; the message has those of any revision */
} McpTapEntry;

#define MCP_TYPE_TAP_ENTRY (mcp_tap_entry_get_type ())
GType mcp_tap_entry_get_type (void);

void mcp_tap_entry_unref (McpTapEntry *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpTapEntry, mcp_tap_entry_unref)
