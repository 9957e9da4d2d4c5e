/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpEventStray: what the bytes of an event stream are that clients pass over, in words for the
 * person whose server sent them.
 */

#pragma once

#include "mcp-byte-buffer.h"

/** @bytes: lines of the stream
 * @is_open: whether the blank line that ends an event is missing
 * @is_message: (out): whether a message is lost with them, as far as one can tell
 * Returns: (transfer full): what they are, in the middle of a sentence */
char *mcp_event_stray_describe (GBytes *bytes, gboolean is_open, gboolean *is_message);
/** Whether the data of an event are a message of JSON-RPC. */
gboolean mcp_event_stray_is_message (GBytes *data);
