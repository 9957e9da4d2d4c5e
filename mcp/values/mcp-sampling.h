/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSamplingRequest: what a server wants a language model to be asked: a handle on the params as
 * they came, and what is read of them, leniently, with findings; its messages, and their blocks.
 * Immutable and atomically refcounted; the parts live as long as the request.
 *
 * Source: MCP 2025-11-25 and 2026-07-28, CreateMessageRequestParams, SamplingMessage,
 * SamplingMessageContentBlock, ToolUseContent, ToolResultContent, "Sampling".
 */

#pragma once

#include "mcp-content.h"

typedef enum {
  MCP_SAMPLING_CONTENT,     /* as tools return it */
  MCP_SAMPLING_TOOL_USE,    /* the wish of a model to use a tool */
  MCP_SAMPLING_TOOL_RESULT, /* what that tool returned */
} McpSamplingBlockKind;

typedef struct
{
  McpJsonSlot          slot; /* the whole block as it came */
  McpSamplingBlockKind kind;
  McpContent          *content;     /* (nullable): of MCP_SAMPLING_CONTENT */
  McpJsonValue         tool_use_id; /* pairs a use with its result: a string; none on content, or
                                     * where it is missing */
  char        *tool_name;           /* (nullable): of a use */
  McpJsonValue input;               /* of a use: the arguments as they came */
  GPtrArray   *contents;            /* of a result (element-type McpContent); empty on others */
  gboolean     is_error;            /* of a result: the tool failed */
  GPtrArray   *findings;            /* (nullable) (element-type McpFinding) */
} McpSamplingBlock;

typedef struct
{
  McpJsonSlot slot;     /* the whole message as it came */
  char       *role;     /* as the server spelled it ("user", "assistant"); empty where missing */
  GPtrArray  *blocks;   /* (element-type McpSamplingBlock) */
  GPtrArray  *findings; /* (nullable) (element-type McpFinding): the blocks' included */
} McpSamplingMessage;

typedef struct
{
  McpJsonSlot  slot;            /* all params as they came */
  GPtrArray   *messages;        /* (element-type McpSamplingMessage) */
  char        *system_prompt;   /* (nullable): plain text */
  char        *include_context; /* (nullable): none, thisServer, allServers, or another */
  gint64       max_tokens;      /* -1 where the server did not say */
  double       temperature;     /* NaN where the server did not say, as the next three */
  double       cost_priority;   /* from 0 to 1 */
  double       speed_priority;
  double       intelligence_priority;
  char       **model_hints;    /* (array zero-terminated=1): parts of models' names, best first */
  char       **stop_sequences; /* (array zero-terminated=1) */
  McpJsonValue tools;          /* an array of definitions as it came; none where absent */
  char        *tool_choice;    /* (nullable): auto, required, none, or another */
  gboolean     uses_tools;     /* it has tools or toolChoice: needs the capability sampling.tools */
  GPtrArray   *findings;       /* (nullable) (element-type McpFinding): the messages' included */

  /* (nullable): why it must be answered with -32602, as the error's message: messages that are
   * missing, tool results that are mixed with others or do not answer every use of a tool in the
   * message before */
  const char *fault;
} McpSamplingRequest;

/** @params: as they came. Returns: (transfer full) */
McpSamplingRequest *mcp_sampling_request_new (McpJsonValue params);
/** Returns: (transfer full) */
McpSamplingRequest *mcp_sampling_request_ref (McpSamplingRequest *self);
void                mcp_sampling_request_unref (McpSamplingRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSamplingRequest, mcp_sampling_request_unref)
