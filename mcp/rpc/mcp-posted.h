/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPosted: one message that a person wrote and that went out as it was. Nobody waits for it, but
 * what comes back is recognized. McpPostedTable: the newest of them. Both belong to the peer.
 */

#pragma once

#include "mcp-message.h"

/* Written by hand: what is older was answered, or never will be. */
#define MCP_POSTED_REMEMBERED 256

typedef struct
{
  GBytes       *text;
  McpRequestId *id;       /* (nullable): where it is a request that has one */
  McpRequestId *token;    /* (nullable): for progress */
  const char   *method;   /* (nullable): interned */
  guint64       sequence; /* in the tap */
  guint64       exchange; /* 0 unknown */
  gint64        started;  /* µs */
  gboolean      wants_answer;
  gboolean      answered;
} McpPosted;

typedef struct _McpPostedTable McpPostedTable;

McpPostedTable *mcp_posted_table_new (void);
void            mcp_posted_table_free (McpPostedTable *self);
/** Returns: (transfer none): valid until MCP_POSTED_REMEMBERED more were added */
McpPosted *mcp_posted_table_add (McpPostedTable *self, McpMessage *message);

/** What a response with @id (nullable) that came in @exchange (or 0) answers: the newest with that
 * id; without an id, that of the exchange, or the newest that wants a response and has no id to be
 * answered by. Returns: (transfer none) (nullable) */
McpPosted *mcp_posted_table_find (McpPostedTable *self, McpRequestId *id, guint64 exchange);
/** @token: (nullable). Returns: (transfer none) (nullable) */
McpPosted *mcp_posted_table_find_by_token (McpPostedTable *self, McpRequestId *token);
/** Returns: (transfer none) (nullable): the one that sent this very text */
McpPosted *mcp_posted_table_find_by_text (McpPostedTable *self, GBytes *text);
