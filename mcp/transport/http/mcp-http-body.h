/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpBody: the body of one HTTP answer, read as it comes: collected whole, or handed out event
 * by event. Reads nothing while it is held, and gives other sources their turn.
 */

#pragma once

#include "mcp-http-response.h"

#define MCP_TYPE_HTTP_BODY (mcp_http_body_get_type ())
G_DECLARE_FINAL_TYPE (McpHttpBody, mcp_http_body, MCP, HTTP_BODY, GObject)

typedef enum {
  MCP_HTTP_BODY_WHOLE,     /* or as much of it as anybody wants */
  MCP_HTTP_BODY_CUT,       /* events that ended in the middle of one */
  MCP_HTTP_BODY_TOO_LARGE, /* a message beyond the limit */
  MCP_HTTP_BODY_NO_MEMORY, /* for a message within it */
  MCP_HTTP_BODY_FAILED,    /* the connection: see the error */
  MCP_HTTP_BODY_CANCELLED,
} McpHttpBodyEnd;

/** @type: %NULL for lines that are no fields of an event */
typedef void (*McpHttpEventFunc) (const char *type, GBytes *data, gpointer user_data);
/** Called once; nothing of the body is read from then on. @error: (nullable): of GIO */
typedef void (*McpHttpEndedFunc) (McpHttpBodyEnd how, const GError *error, gpointer user_data);

/** @limit: bytes of one message; bodies that are none are read to MCP_HTTP_ERROR_BODY_LIMIT
 * Returns: (transfer full) */
McpHttpBody *mcp_http_body_new (GInputStream   *stream,
                                McpHttpBodyKind kind,
                                gsize           limit,
                                GCancellable   *cancellable);

/** Begins to read, on the thread-default main context. @ended may be called at once. */
void mcp_http_body_read (McpHttpBody     *self,
                         McpHttpEventFunc event,
                         McpHttpEndedFunc ended,
                         gpointer         user_data);
/** Lets go of the connection; nothing is called any more. */
void mcp_http_body_stop (McpHttpBody *self);
/** While held, nothing is read and nothing handed out. */
void mcp_http_body_hold (McpHttpBody *self, gboolean hold);

/** Returns: (transfer full): what was collected */
GBytes *mcp_http_body_take (McpHttpBody *self);
/** Returns: (transfer full) (nullable): what came of an event that has not ended; once */
GBytes *mcp_http_body_take_rest (McpHttpBody *self);
/** Returns: bytes that were read, after any decoding */
guint64 mcp_http_body_get_size (McpHttpBody *self);
/** Returns: events with data */
guint mcp_http_body_get_n_events (McpHttpBody *self);
/** Returns: (transfer none) (nullable): the last event id */
const char *mcp_http_body_get_last_id (McpHttpBody *self);
/** Returns: ms, -1 when the server set none */
gint64 mcp_http_body_get_retry (McpHttpBody *self);
