/* SPDX-License-Identifier: GPL-3.0-or-later */

/** McpInputRequest for those who make input requests and send what was answered. */

#pragma once

#include "mcp-input-request.h"

G_BEGIN_DECLS

/** It was answered, declined or refused: see its state, result and error. */
typedef void (*McpInputAnswerFunc) (McpInputRequest *request, gpointer user_data);

/** @key: where it came under one. Returns: (transfer full) */
McpInputRequest *mcp_input_request_new (McpInputOrigin     origin,
                                        const char        *method,
                                        McpJsonValue       params,
                                        McpJsonValue       key,
                                        McpInputAnswerFunc func,
                                        gpointer           user_data);
/** @sequence, @question: numbers of the tap */
void mcp_input_request_set_place (McpInputRequest *self,
                                  guint64          sequence,
                                  guint64          question);
/** @task_id: (nullable): else what the params say */
void mcp_input_request_set_task_id (McpInputRequest *self, const char *task_id);
/** Returns: the key as it was written, a string; none where it came as a request */
McpJsonValue mcp_input_request_get_key_value (McpInputRequest *self);
/** Returns: (transfer none) (nullable): JSON text */
GBytes *mcp_input_request_get_error_data (McpInputRequest *self);

void mcp_input_request_set_completed (McpInputRequest *self);

/** Answers with an error because of a rule. @finding: a code, static */
void mcp_input_request_reject (McpInputRequest *self,
                               int              code,
                               const char      *finding,
                               const char      *message);
/** Ends without a response: MCP_INPUT_CANCELLED or MCP_INPUT_WITHDRAWN; nothing is called. */
void mcp_input_request_end (McpInputRequest *self, McpInputState state);

G_END_DECLS
