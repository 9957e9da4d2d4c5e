/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpMessage: one JSON-RPC message and what it is. Reading never fails: text that is no message has
 * the kind MCP_MESSAGE_INVALID and says why; a message that is usable in spite of a fault keeps its
 * kind and carries findings. Immutable, atomically refcounted; holds the document, so every value
 * it returns lives as long as the message.
 *
 * Source: JSON-RPC 2.0; MCP 2025-11-25, "Basic / Messages" (batches: 2025-03-26 only).
 */

#pragma once

#include "mcp-finding.h"
#include "mcp-request-id.h"

typedef enum {
  MCP_MESSAGE_REQUEST,
  MCP_MESSAGE_NOTIFICATION,
  MCP_MESSAGE_RESULT,
  MCP_MESSAGE_ERROR,
  MCP_MESSAGE_BATCH,
  MCP_MESSAGE_INVALID,
} McpMessageKind;

/* Error codes of JSON-RPC 2.0 §5.1 and MCP that this program reads or sends. */
#define MCP_RPC_PARSE_ERROR (-32700)
#define MCP_RPC_INVALID_REQUEST (-32600)
#define MCP_RPC_METHOD_NOT_FOUND (-32601)
#define MCP_RPC_INVALID_PARAMS (-32602)
#define MCP_RPC_INTERNAL_ERROR (-32603)
#define MCP_RPC_RESOURCE_NOT_FOUND (-32002)
#define MCP_RPC_HEADER_MISMATCH (-32020)
#define MCP_RPC_MISSING_CAPABILITY (-32021)
#define MCP_RPC_UNSUPPORTED_VERSION (-32022)
#define MCP_RPC_URL_ELICITATION_REQUIRED (-32042) /* 2025-11-25 only */
/* Ours, when the connection is being closed; from the range left to implementations. */
#define MCP_RPC_CONNECTION_CLOSED (-32000)

typedef struct _McpMessage McpMessage;

/** Of text that is not read as JSON. */
typedef struct
{
  gsize       offset;   /* bytes, where it stops being JSON */
  const char *hint;     /* (nullable): a sentence: what messages must be */
  gboolean    is_cut;   /* it ends before the message does: its writer was stopped */
  gboolean    is_limit; /* it is JSON, and more of it than is read here */
} McpMessageFault;

#define MCP_TYPE_MESSAGE (mcp_message_get_type ())
GType mcp_message_get_type (void);

/** Reads @text; safe in any thread. Returns: (transfer full) */
McpMessage *mcp_message_parse (GBytes *text);

/** A request of ours: its text is read when somebody asks what is in it, and not before.
 * Returns: (transfer full) */
McpMessage *mcp_message_new_sent (McpRequestId *id, const char *method, GBytes *text);

McpMessage *mcp_message_ref (McpMessage *self);
void        mcp_message_unref (McpMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpMessage, mcp_message_unref)

McpMessageKind mcp_message_get_kind (const McpMessage *self);
/** Returns: (transfer none): the text as it came; of a batch's member, its part */
GBytes *mcp_message_get_text (const McpMessage *self);
/** Returns: the whole message; none where the text is not JSON */
McpJsonValue mcp_message_get_value (const McpMessage *self);
/** Returns: (transfer none) (nullable): why the message is invalid, for a person */
const char            *mcp_message_get_reason (const McpMessage *self);
const McpMessageFault *mcp_message_get_fault (const McpMessage *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding): %NULL when all is in order */
GPtrArray *mcp_message_get_findings (const McpMessage *self);

/** Returns: (transfer none) (nullable): of a request, result or error; %NULL where it is absent,
 * null, or no id */
McpRequestId *mcp_message_get_id (const McpMessage *self);
/** Returns: (transfer none) (nullable): of a request or notification, decoded */
const char  *mcp_message_get_method (const McpMessage *self);
McpJsonValue mcp_message_get_params (const McpMessage *self);
McpJsonValue mcp_message_get_result (const McpMessage *self);
/** Returns: the error member as it came, whatever its shape */
McpJsonValue mcp_message_get_error (const McpMessage *self);
/** Returns: the code; 0 where there is none that is an integer */
gint64 mcp_message_get_error_code (const McpMessage *self);
/** Returns: (transfer none) (nullable): decoded; an error that is a mere string is its message */
const char  *mcp_message_get_error_message (const McpMessage *self);
McpJsonValue mcp_message_get_error_data (const McpMessage *self);

/** Whether it is a result or an error. */
gboolean mcp_message_is_response (const McpMessage *self);

/** Members of a batch, in order; each is read when asked for.
 * Returns: (transfer full): a message of its own that shares the text */
McpMessage *mcp_message_read_member (McpMessage *self, McpJsonValue member);
