/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelFailure: why a provider did not do what was asked, in whatever form it says so, in the
 * place of a response or within a stream, and whether it may be tried again. Immutable; reference
 * counted.
 *
 * Sources: the error objects of OpenAI's, Anthropic's and Gemini's APIs, of llama.cpp, Ollama and
 * FastAPI ("detail"); RFC 9110 §10.2.3 (Retry-After); when to try again: OpenAI's own clients
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  MCP_MODEL_FAULT_OTHER,
  MCP_MODEL_FAULT_KEY,       /* no key, or one that is refused */
  MCP_MODEL_FAULT_QUOTA,     /* no money, or a limit that waiting does not mend */
  MCP_MODEL_FAULT_RATE,      /* too many requests: later */
  MCP_MODEL_FAULT_CONTEXT,   /* the request is longer than the model takes */
  MCP_MODEL_FAULT_PARAMETER, /* a parameter is refused: see @param */
  MCP_MODEL_FAULT_TOOLS,     /* this model, or this endpoint, takes no tools */
  MCP_MODEL_FAULT_MODEL,     /* there is no such model */
  MCP_MODEL_FAULT_REQUEST,   /* anything else in the request */
  MCP_MODEL_FAULT_SERVER,    /* it is overloaded, starting or broken */
} McpModelFault;

typedef struct
{
  McpModelFault fault;
  guint         status;     /* of HTTP; 0 within a stream */
  char         *message;    /* as sent, or what the status says; bounded, UTF-8 */
  char         *type;       /* (nullable) */
  char         *code;       /* (nullable): as sent; a number as text */
  char         *param;      /* (nullable): which parameter */
  char         *request_id; /* (nullable): for whoever runs the server */
  gint64        wait;       /* ms until it may be tried again; -1: nothing was told */
  gboolean      may_retry;  /* whether the same request may succeed later */
  gint64        n_prompt;   /* tokens of the request; -1: unknown */
  gint64        n_context;  /* tokens that fit; -1: unknown */
  const char   *advice;     /* (nullable): static: what to do about it, for a person */
  const char   *dialect;    /* (nullable): static: the id of the one that would take it */
} McpModelFailure;

/** @status: 0 within a stream
 * @headers: (nullable): "Name: value"
 * @body: what came, or the error alone where that stands deeper; a string where it was plain text;
 * may be none
 * Returns: (transfer full) */
McpModelFailure *
mcp_model_failure_new (guint status, const char *const *headers, McpJsonValue body);
/** The same for a body as it came: JSON, plain text, a page for browsers, nothing.
 * Returns: (transfer full) */
McpModelFailure *mcp_model_failure_new_for_body (guint              status,
                                                 const char *const *headers,
                                                 const void        *bytes,
                                                 gsize              length);
/** Takes a secret out of the texts, where a server tells it back; only before it is handed on. One
 * of less than four characters is none. */
void             mcp_model_failure_mask (McpModelFailure *self, const char *secret);
McpModelFailure *mcp_model_failure_ref (McpModelFailure *self);
void             mcp_model_failure_unref (McpModelFailure *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelFailure, mcp_model_failure_unref)

/** Returns: (transfer none): "key", "quota", …: for programs */
const char *mcp_model_fault_to_text (McpModelFault fault);
