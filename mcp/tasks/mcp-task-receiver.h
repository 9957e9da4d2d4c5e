/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTaskReceiver: what a server asks of the person as a task of ours, up to 2025-11-25: the server
 * is answered at once, and comes back for the response when there is one. Belongs to a client.
 * Tasks are kept as long as the server asked, within limits; the person sees an ordinary input
 * request.
 *
 * Source: MCP 2025-11-25, "Tasks", the receiver's part.
 */

#pragma once

#include "mcp-client.h"

/* Tasks kept at a time; beyond, the server is refused. */
#define MCP_TASK_RECEIVER_MAX 64
/* How long a task is kept where the server does not say, and at most, ms. */
#define MCP_TASK_RECEIVER_TTL_MS 600000
#define MCP_TASK_RECEIVER_MAX_TTL_MS 3600000
/* How often we like to be asked, ms: a person needs seconds. */
#define MCP_TASK_RECEIVER_POLL_MS 1000

typedef struct _McpTaskReceiver McpTaskReceiver;

/** @client: which lives longer. Returns: (transfer full) */
McpTaskReceiver *mcp_task_receiver_new (McpClient *client);
void             mcp_task_receiver_free (McpTaskReceiver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpTaskReceiver, mcp_task_receiver_free)
/** Returns: (transfer none) */
McpClient *mcp_task_receiver_get_client (McpTaskReceiver *self);

/** A request of the server's: one that it wants as a task is made one and answered at once;
 * tasks/get, tasks/result, tasks/list, tasks/cancel are answered now or, where the result is not
 * there yet, later. Returns: %FALSE where it is none of these */
gboolean mcp_task_receiver_take (McpTaskReceiver *self, McpInboundRequest *request);
/** The connection has ended: nobody will come back. */
void mcp_task_receiver_clear (McpTaskReceiver *self);
