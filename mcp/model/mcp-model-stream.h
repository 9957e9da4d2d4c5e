/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelStream: the bytes of one response in, events and at last a turn out. Knows how the bytes
 * are framed, and that a response may be one JSON document although a stream was asked for. Pure:
 * no input, no time.
 */

#pragma once

#include "mcp-model-dialect.h"

typedef struct _McpModelStream McpModelStream;

/** @content_type: (nullable): of the response: JSON is one document, anything else a stream
 * @func: (nullable). Returns: (transfer full) */
McpModelStream *mcp_model_stream_new (McpModelProvider *provider,
                                      const char       *content_type,
                                      McpModelEventFunc func,
                                      gpointer          user_data);
void            mcp_model_stream_free (McpModelStream *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelStream, mcp_model_stream_free)

/** Returns: %FALSE where no more bytes are wanted: it ended, failed, or is beyond a limit */
gboolean mcp_model_stream_push (McpModelStream *self, const void *bytes, gsize length);

/** Ends the input.
 * @stopped: whether we end it ourselves
 * @failure: (out) (transfer full) (nullable) (optional): what the provider said within the stream
 * @error: where the bytes are no response: MCP_ERROR_INVALID_MESSAGE, _MESSAGE_TOO_LARGE; or they
 * ended too early: _CONNECTION_LOST. There is none where we stopped it ourselves
 * Returns: (transfer full): the turn as far as it came, in every case */
McpModelTurn *mcp_model_stream_finish (McpModelStream   *self,
                                       gboolean          stopped,
                                       McpModelFailure **failure,
                                       GError          **error);
