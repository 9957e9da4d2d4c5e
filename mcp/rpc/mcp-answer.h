/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAnswer: what came back for one request: the result or the JSON-RPC error, which is a result
 * too, with its size and timing. Immutable, atomically refcounted.
 */

#pragma once

#include "mcp-message.h"

G_BEGIN_DECLS

typedef struct _McpAnswer McpAnswer;

#define MCP_TYPE_ANSWER (mcp_answer_get_type ())
GType mcp_answer_get_type (void);

/** @message: a result or an error. @started, @ended: µs, monotonic. Returns: (transfer full) */
McpAnswer *mcp_answer_new (const char *method, McpMessage *message, gint64 started, gint64 ended);

McpAnswer *mcp_answer_ref (McpAnswer *self);
void       mcp_answer_unref (McpAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAnswer, mcp_answer_unref)

/** Returns: (transfer none): a result or an error */
McpMessage *mcp_answer_get_message (const McpAnswer *self);
/** Whether it is a JSON-RPC error. */
gboolean mcp_answer_is_error (const McpAnswer *self);
/** Returns: the result; none when it is an error */
McpJsonValue mcp_answer_get_result (const McpAnswer *self);
/** Returns: (transfer none): the method that was asked */
const char *mcp_answer_get_method (const McpAnswer *self);
/** Returns: bytes of the answer as it came */
gsize mcp_answer_get_size (const McpAnswer *self);
/** µs, g_get_monotonic_time() when the request was handed to the transport */
gint64 mcp_answer_get_started (const McpAnswer *self);
/** µs, g_get_monotonic_time() when the answer's last byte was here */
gint64 mcp_answer_get_ended (const McpAnswer *self);
/** Returns: the HTTP status of the exchange that carried it; 0 where there was none */
guint mcp_answer_get_http_status (const McpAnswer *self);
void  mcp_answer_set_http_status (McpAnswer *self, guint status);
/** Sequence numbers of the tap, 0 where it was not tapped. */
guint64 mcp_answer_get_question_sequence (const McpAnswer *self);
guint64 mcp_answer_get_answer_sequence (const McpAnswer *self);
void    mcp_answer_set_sequences (McpAnswer *self, guint64 question, guint64 answer);

G_END_DECLS
