/* SPDX-License-Identifier: GPL-3.0-or-later */

/** For the peer, which makes inbound requests and sends their answers. */

#pragma once

#include "mcp-inbound-request.h"

G_BEGIN_DECLS

/** @text: the whole response */
typedef void (*McpInboundResponseFunc) (McpInboundRequest *request,
                                        GBytes            *text,
                                        gpointer           user_data);

/** @sequence: of the request in the tap; @arrived: µs, monotonic. Returns: (transfer full) */
McpInboundRequest *mcp_inbound_request_new (McpMessage            *message,
                                            guint64                exchange,
                                            guint64                sequence,
                                            gint64                 arrived,
                                            McpInboundResponseFunc func,
                                            gpointer               user_data);
gint64             mcp_inbound_request_get_arrived (McpInboundRequest *self);
/** @question: the tap's number of our request that made the server ask; 0 where that is not known
 * */
void mcp_inbound_request_set_question (McpInboundRequest *self, guint64 question);
/** No response is wanted any more. @orphaned: because the connection is gone */
void mcp_inbound_request_cancel (McpInboundRequest *self, gboolean orphaned);

G_END_DECLS
