/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResponse: what came back for one request: the result or the JSON-RPC error, which is a result
 * too, with its size and timing. Immutable, atomically refcounted.
 */

#pragma once

#include "mcp-message.h"

typedef struct _McpResponse McpResponse;

#define MCP_TYPE_RESPONSE (mcp_response_get_type ())
GType mcp_response_get_type (void);

/** @message: a result or an error. @started, @ended: µs, monotonic. Returns: (transfer full) */
McpResponse *
mcp_response_new (const char *method, McpMessage *message, gint64 started, gint64 ended);

McpResponse *mcp_response_ref (McpResponse *self);
void         mcp_response_unref (McpResponse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpResponse, mcp_response_unref)

/** Returns: (transfer none): a result or an error */
McpMessage *mcp_response_get_message (const McpResponse *self);
/** Whether it is a JSON-RPC error. */
gboolean mcp_response_is_error (const McpResponse *self);
/** For whoever can go on only with a result. Returns: (transfer full): MCP_ERROR_RESPONSE for a
 * JSON-RPC error, which its details hold */
GError *mcp_response_make_error (const McpResponse *self);
/** Returns: the result; none when it is an error */
McpJsonValue mcp_response_get_result (const McpResponse *self);
/** Returns: (transfer none): the method that was asked */
const char *mcp_response_get_method (const McpResponse *self);
/** Returns: bytes of the response as it came */
gsize mcp_response_get_size (const McpResponse *self);
/** µs, g_get_monotonic_time() when the request was handed to the transport */
gint64 mcp_response_get_started (const McpResponse *self);
/** µs, g_get_monotonic_time() when the response's last byte was here */
gint64 mcp_response_get_ended (const McpResponse *self);
/** Returns: the HTTP status of the exchange that carried it; 0 where there was none */
guint mcp_response_get_http_status (const McpResponse *self);
void  mcp_response_set_http_status (McpResponse *self, guint status);
/** Returns: (transfer full): " (code, HTTP status)", of these what there is */
char *mcp_response_describe_codes (McpJsonValue error, guint status);
/** Returns: (transfer none) (nullable): the revision of the protocol that was spoken */
const char *mcp_response_get_revision (const McpResponse *self);
void        mcp_response_set_revision (McpResponse *self, const char *revision);
/** Sequence numbers of the tap, 0 where it was not tapped. */
guint64 mcp_response_get_request_sequence (const McpResponse *self);
guint64 mcp_response_get_sequence (const McpResponse *self);
void    mcp_response_set_sequences (McpResponse *self, guint64 question, guint64 response);
