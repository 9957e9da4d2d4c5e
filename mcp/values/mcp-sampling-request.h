/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSamplingRequest: what a server wants a language model to be asked. Immutable; read leniently,
 * with findings. mcp_sampling_request_check() says what the specification forbids to answer.
 *
 * Source: MCP 2025-11-25 and 2026-07-28, CreateMessageRequestParams, "Sampling".
 */

#pragma once

#include "mcp-sampling-message.h"

G_BEGIN_DECLS

#define MCP_TYPE_SAMPLING_REQUEST (mcp_sampling_request_get_type ())
G_DECLARE_FINAL_TYPE (McpSamplingRequest, mcp_sampling_request, MCP, SAMPLING_REQUEST, GObject)

/** @params: as they came. Returns: (transfer full) */
McpSamplingRequest *mcp_sampling_request_new (McpJsonValue params);

/** Returns: (transfer none) (element-type McpSamplingMessage): never %NULL */
GPtrArray *mcp_sampling_request_get_messages (McpSamplingRequest *self);
/** Returns: (transfer none) (nullable): plain text */
const char *mcp_sampling_request_get_system_prompt (McpSamplingRequest *self);
/** Returns: (transfer none) (nullable): none, thisServer, allServers, or what the server wrote */
const char *mcp_sampling_request_get_include_context (McpSamplingRequest *self);
/** Returns: -1 where the server did not say */
gint64 mcp_sampling_request_get_max_tokens (McpSamplingRequest *self);
/** Returns: NaN where the server did not say */
double mcp_sampling_request_get_temperature (McpSamplingRequest *self);
/** In order of preference; each is a part of a model's name.
 * Returns: (transfer none) (array zero-terminated=1): never %NULL */
const char *const *mcp_sampling_request_get_model_hints (McpSamplingRequest *self);
/** From 0 to 1; NaN where the server did not say. */
double mcp_sampling_request_get_cost_priority (McpSamplingRequest *self);
double mcp_sampling_request_get_speed_priority (McpSamplingRequest *self);
double mcp_sampling_request_get_intelligence_priority (McpSamplingRequest *self);
/** Returns: (transfer none) (array zero-terminated=1): never %NULL */
const char *const *mcp_sampling_request_get_stop_sequences (McpSamplingRequest *self);
/** Returns: the tools as they came, an array of definitions; none where absent */
McpJsonValue mcp_sampling_request_get_tools (McpSamplingRequest *self);
/** Returns: (transfer none) (nullable): auto, required, none, or what the server wrote */
const char *mcp_sampling_request_get_tool_choice (McpSamplingRequest *self);
/** Whether it has tools or toolChoice, which need the capability sampling.tools. */
gboolean mcp_sampling_request_uses_tools (McpSamplingRequest *self);
/** Those of the messages included. Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_sampling_request_get_findings (McpSamplingRequest *self);

/** Returns: (transfer none) (nullable): why it must be answered with -32602, as the error's
 * message: messages that are missing, tool results that are mixed with others or do not answer
 * every use of a tool in the message before */
const char *mcp_sampling_request_check (McpSamplingRequest *self);

G_END_DECLS
