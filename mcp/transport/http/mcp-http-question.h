/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpQuestion: what a message of ours asks, as far as HTTP must know it: whether there is an
 * answer to wait for, and whether it came.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef struct _McpHttpQuestion McpHttpQuestion;

/** @message: (nullable): what is sent. One that is too large to look into, or no JSON, asks
 * something and is answered by anything that looks like an answer.
 * Returns: (transfer full) */
McpHttpQuestion *mcp_http_question_new (GBytes *message);
void             mcp_http_question_free (McpHttpQuestion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpQuestion, mcp_http_question_free)

/** Whether the server must answer with a message: it is a request, or several. */
gboolean mcp_http_question_expects_answer (McpHttpQuestion *self);
/** Whether @root answers the one request by its id. */
gboolean mcp_http_question_has_id_of (McpHttpQuestion *self, McpJsonValue root);
/** Looks at a message that came. */
void mcp_http_question_watch (McpHttpQuestion *self, GBytes *message);
/** Whether all that was asked is answered; also where nothing was asked. */
gboolean mcp_http_question_is_answered (McpHttpQuestion *self);

G_END_DECLS
