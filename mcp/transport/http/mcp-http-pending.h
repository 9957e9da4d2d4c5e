/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpPending: what a message of ours asks, as far as HTTP must know it: whether there is an
 * answer to wait for, and whether it came.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _McpHttpPending McpHttpPending;

/** @message: (nullable): what is sent. One that is too large to look into, or no JSON, asks
 * something and is answered by anything that looks like a response.
 * Returns: (transfer full) */
McpHttpPending *mcp_http_pending_new (GBytes *message);
void            mcp_http_pending_free (McpHttpPending *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpPending, mcp_http_pending_free)

/** Whether the server must answer with a message: it is a request, or several. */
gboolean mcp_http_pending_expects_response (McpHttpPending *self);
/** Whether @root answers the one request by its id. */
gboolean mcp_http_pending_has_id_of (McpHttpPending *self, McpJsonValue root);
/** Whether @root bears an id, and one that is not the one request's. */
gboolean mcp_http_pending_excludes (McpHttpPending *self, McpJsonValue root);
/** Looks at a message that came. */
void mcp_http_pending_watch (McpHttpPending *self, GBytes *message);
/** Whether all that was asked is answered; also where nothing was asked. */
gboolean mcp_http_pending_is_done (McpHttpPending *self);
