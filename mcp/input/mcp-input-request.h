/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInputRequest: one thing that a server asks of the person: a language model's response
 * (sampling), data (elicitation) or the folders it may use (roots), in whatever way it came. It is
 * answered once; answering it again, or after it ended, is an error and does nothing. Nobody must
 * answer: it ends by itself with the request that it belongs to, or with the connection.
 *
 * Properties (all notify)
 *   state (McpInputState), waiting (boolean), completed (boolean: the server says that the page was
 *   visited to its end, 2025-11-25 only)
 * and constant: kind (McpInputKind), method (string), origin (McpInputOrigin), task-id (string,
 *   nullable)
 *
 * What a response becomes depends on how the request came. A person's "no" to an elicitation is
 * itself a response. A "no" to sampling or roots is a JSON-RPC error up to 2025-11-25; from
 * 2026-07-28 on no error can be sent, and the call that needs the input is not repeated: it ends
 * with MCP_ERROR_CANCELLED.
 *
 * Source: MCP 2025-11-25, "Sampling", "Elicitation", "Roots"; 2026-07-28, "Multi round-trip
 * requests".
 */

#pragma once

#include "mcp-elicitation.h"
#include "mcp-sampling.h"

G_BEGIN_DECLS

/* The error of a person's "no" to sampling: MCP 2025-11-25, "Sampling / Error handling". */
#define MCP_RPC_USER_REJECTED (-1)

typedef enum {
  MCP_INPUT_SAMPLING,
  MCP_INPUT_ELICITATION,
  MCP_INPUT_ROOTS,
  MCP_INPUT_UNKNOWN, /* another method: refused before anybody sees it */
} McpInputKind;

typedef enum {
  MCP_INPUT_FROM_REQUEST, /* a request of the server's, up to 2025-11-25 */
  MCP_INPUT_FROM_ROUND,   /* in the result of a call of ours, from 2026-07-28 on */
  MCP_INPUT_FROM_TASK,    /* in the state of a task, from 2026-07-28 on */
} McpInputOrigin;

typedef enum {
  MCP_INPUT_WAITING,
  MCP_INPUT_ANSWERED,
  MCP_INPUT_DECLINED,  /* by the person: declined, cancelled or refused */
  MCP_INPUT_REFUSED,   /* by this program, without asking: see its findings */
  MCP_INPUT_CANCELLED, /* by the server: no response is wanted any more */
  MCP_INPUT_WITHDRAWN, /* the call, the task or the connection that it belongs to has ended */
} McpInputState;

#define MCP_TYPE_INPUT_KIND (mcp_input_kind_get_type ())
GType mcp_input_kind_get_type (void);
#define MCP_TYPE_INPUT_ORIGIN (mcp_input_origin_get_type ())
GType mcp_input_origin_get_type (void);
#define MCP_TYPE_INPUT_STATE (mcp_input_state_get_type ())
GType mcp_input_state_get_type (void);

#define MCP_TYPE_INPUT_REQUEST (mcp_input_request_get_type ())
G_DECLARE_FINAL_TYPE (McpInputRequest, mcp_input_request, MCP, INPUT_REQUEST, GObject)

McpInputKind   mcp_input_request_get_kind (McpInputRequest *self);
McpInputOrigin mcp_input_request_get_origin (McpInputRequest *self);
McpInputState  mcp_input_request_get_state (McpInputRequest *self);
gboolean       mcp_input_request_is_waiting (McpInputRequest *self);
gboolean       mcp_input_request_is_completed (McpInputRequest *self);
/** Returns: (transfer none) */
const char *mcp_input_request_get_method (McpInputRequest *self);
/** Returns: the params as they came; none where absent */
McpJsonValue mcp_input_request_get_params (McpInputRequest *self);
/** Returns: (transfer none) (nullable): of MCP_INPUT_ELICITATION */
McpElicitation *mcp_input_request_get_elicitation (McpInputRequest *self);
/** Returns: (transfer none) (nullable): of MCP_INPUT_SAMPLING */
McpSamplingRequest *mcp_input_request_get_sampling (McpInputRequest *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding): those of the params too */
GPtrArray *mcp_input_request_get_findings (McpInputRequest *self);
/** µs since the epoch, when it came. */
gint64 mcp_input_request_get_time (McpInputRequest *self);
/** Returns: the tap's number of our request that made the server ask, as far as that is known;
 * else 0 */
guint64 mcp_input_request_get_question (McpInputRequest *self);
/** Returns: the tap's number of the message that carried it; 0 where it was not tapped */
guint64 mcp_input_request_get_sequence (McpInputRequest *self);
/** Returns: (transfer none) (nullable): the server's task that asks, decoded for showing */
const char *mcp_input_request_get_task_id (McpInputRequest *self);
/** Returns: (transfer none) (nullable): the key under which the server asked, decoded for showing;
 * %NULL where it came as a request */
const char *mcp_input_request_get_key (McpInputRequest *self);

/** Gives what was asked for.
 * @content: (nullable): elicitation by form: a JSON object, the fields; by page: %NULL, once the
 *   person has opened it; sampling: the result, {"role", "content", "model"}; roots: the result,
 *   {"roots": […]}
 * Errors: MCP_ERROR: INVALID_MESSAGE where @content is not of this shape; CANCELLED where it does
 * not wait any more. It still waits after the first. */
gboolean mcp_input_request_accept (McpInputRequest *self, GBytes *content, GError **error);
/** Sampling: answers with one text. @stop_reason: (nullable): %NULL is endTurn */
gboolean mcp_input_request_accept_text (McpInputRequest *self,
                                        const char      *text,
                                        const char      *model,
                                        const char      *stop_reason,
                                        GError         **error);
/** The person says no. Errors: CANCELLED where it does not wait any more. */
gboolean mcp_input_request_decline (McpInputRequest *self, GError **error);
/** The person puts it away without deciding; for all but elicitation the same as declining. */
gboolean mcp_input_request_cancel (McpInputRequest *self, GError **error);
/** Any JSON value as the result, whatever the specification says. */
gboolean mcp_input_request_answer_json (McpInputRequest *self, GBytes *result, GError **error);
/** A JSON-RPC error as the response, where one can be sent; else see above.
 * @data: (nullable): JSON text. Errors: INVALID_MESSAGE where @data is not JSON */
gboolean mcp_input_request_refuse (McpInputRequest *self,
                                   int              code,
                                   const char      *message,
                                   GBytes          *data,
                                   GError         **error);

/** Returns: (transfer none) (nullable): the result that was given, JSON text */
GBytes *mcp_input_request_get_result (McpInputRequest *self);
/** Returns: (transfer none) (nullable): the message of the error that was given */
const char *mcp_input_request_get_error_message (McpInputRequest *self);
int         mcp_input_request_get_error_code (McpInputRequest *self);

G_END_DECLS
