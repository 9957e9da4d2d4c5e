/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpRequestId: the id of a JSON-RPC request, or a progress token: an integer or a string, with the
 * text as it was written. 1 is not "1". A number that some writers spell 1.0 equals 1, because no
 * sender has both; it is echoed as it was spelled. Immutable, atomically refcounted.
 *
 * Source: JSON-RPC 2.0 §4; MCP 2025-11-25, "Basic / Messages".
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _McpRequestId McpRequestId;

#define MCP_TYPE_REQUEST_ID (mcp_request_id_get_type ())
GType mcp_request_id_get_type (void);

McpRequestId *mcp_request_id_new_int64 (gint64 number);
/** Returns: (transfer full) (nullable): %NULL where @value is neither a number nor a string */
McpRequestId *mcp_request_id_new_from_value (McpJsonValue value);

McpRequestId *mcp_request_id_ref (McpRequestId *self);
void          mcp_request_id_unref (McpRequestId *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRequestId, mcp_request_id_unref)

/** Whether it is a string or an integer, as MCP asks. */
gboolean mcp_request_id_is_valid (const McpRequestId *self);
/** Returns: (transfer none): the JSON text as written: 1, "1" with its quotes */
const char *mcp_request_id_get_text (const McpRequestId *self);

/* For hash tables */
guint    mcp_request_id_hash (gconstpointer self);
gboolean mcp_request_id_equal (gconstpointer a, gconstpointer b);
