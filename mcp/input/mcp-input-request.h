/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInputRequest: one thing that a server asks of the person: a language model's response
 * (sampling), data (elicitation) or the folders it may use (roots), in whatever way it came. It is
 * answered once; answering it again, or after it ended, is an error and does nothing. Nobody must
 * answer: it ends by itself with the request that it belongs to, or with the connection.
 *
 * Properties (all notify)
 *   state (McpInputState), completed (boolean: the server says that the page was visited to its
 *   end, 2025-11-25 only)
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

/** What the server asks, and how it came; it stays as it is. */
typedef struct
{
  McpInputKind        kind;
  McpInputOrigin      origin;
  char               *method;
  McpJsonSlot         params;      /* as they came; none where absent */
  McpJsonSlot         key;         /* a string as it was written; none for a request */
  char               *task_id;     /* (nullable): the server's task that asks, for showing */
  gint64              time;        /* when it came, µs since the epoch */
  McpElicitation     *elicitation; /* (nullable): of MCP_INPUT_ELICITATION */
  McpSamplingRequest *sampling;    /* (nullable): of MCP_INPUT_SAMPLING */

  /* Numbers of the tap: of the message that carried it, 0 where it was not tapped, and of our
   * request that made the server ask, 0 where that is not known */
  guint64 sequence;
  guint64 request_sequence;
} McpInputDetails;

/** What was given for it: a result, an error, or neither yet. */
typedef struct
{
  GBytes *result; /* (nullable): JSON text */
  int     error_code;
  char   *error_message; /* (nullable) */
} McpInputReply;

#define MCP_TYPE_INPUT_STATE (mcp_input_state_get_type ())
GType mcp_input_state_get_type (void);

#define MCP_TYPE_INPUT_REQUEST (mcp_input_request_get_type ())
G_DECLARE_FINAL_TYPE (McpInputRequest, mcp_input_request, MCP, INPUT_REQUEST, GObject)

/** Returns: what is asked */
const McpInputDetails *mcp_input_request_get_details (McpInputRequest *self);
/** Returns: what was given for it */
const McpInputReply *mcp_input_request_get_reply (McpInputRequest *self);
McpInputState        mcp_input_request_get_state (McpInputRequest *self);
gboolean             mcp_input_request_is_waiting (McpInputRequest *self);
/** Whether the server says that the page was visited to its end. */
gboolean mcp_input_request_is_completed (McpInputRequest *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding): those of the params too */
GPtrArray *mcp_input_request_get_findings (McpInputRequest *self);

/** Gives what was asked for.
 * @content: (nullable): elicitation by form: a JSON object, the fields; by page: %NULL, once the
 *   person has opened it; sampling: the result, {"role", "content", "model"}; roots: the result,
 *   {"roots": […]}
 * Errors: MCP_ERROR: INVALID_MESSAGE where @content is not of this shape; CANCELLED where it does
 * not wait any more. It still waits after the first. */
gboolean mcp_input_request_accept (McpInputRequest *self, GBytes *content, GError **error);
/** The person says no. Errors: CANCELLED where it does not wait any more. */
gboolean mcp_input_request_decline (McpInputRequest *self, GError **error);
/** The person puts it away without deciding; for all but elicitation the same as declining. */
gboolean mcp_input_request_cancel (McpInputRequest *self, GError **error);
/** Any JSON value as the result, whatever the specification says. */
gboolean mcp_input_request_answer_json (McpInputRequest *self, GBytes *result, GError **error);

/* For those who let requests in and send what was answered */

/** It was answered, declined or refused: see its state and reply. */
typedef void (*McpInputReplyFunc) (McpInputRequest *request, gpointer user_data);

/** @key: where it came under one. Returns: (transfer full) */
McpInputRequest *mcp_input_request_new (McpInputOrigin    origin,
                                        const char       *method,
                                        McpJsonValue      params,
                                        McpJsonValue      key,
                                        McpInputReplyFunc func,
                                        gpointer          user_data);
/** See McpInputDetails. */
void mcp_input_request_set_sequences (McpInputRequest *self,
                                      guint64          sequence,
                                      guint64          request_sequence);
/** For one whose params do not say which task asks. */
void mcp_input_request_set_task_id (McpInputRequest *self, const char *task_id);
void mcp_input_request_set_completed (McpInputRequest *self);
/** Replies with an error because of a rule. @finding: a code, static */
void mcp_input_request_reject (McpInputRequest *self,
                               int              code,
                               const char      *finding,
                               const char      *message);
/** Ends without a reply: MCP_INPUT_CANCELLED or MCP_INPUT_WITHDRAWN; nothing is called. */
void mcp_input_request_end (McpInputRequest *self, McpInputState state);
