/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelDialect: how one family of APIs is spoken: the path, the body of a request, and a reader
 * of its responses. One row of a table each; each dialect is a file of its own.
 *
 * McpModelReader: reads the events of one response into a draft. The base of the dialects' readers.
 */

#pragma once

#include "mcp-json-writer.h"
#include "mcp-model-draft.h"
#include "mcp-model-failure.h"
#include "mcp-model-pick.h"
#include "mcp-model-request.h"

typedef struct _McpModelReader McpModelReader;

#define MCP_MODEL_READER_NAMES 16

typedef struct
{
  /* Members that the reader wants of each event; the first one is "error". */
  const McpModelName *names;
  guint               n_names; /* at most MCP_MODEL_READER_NAMES */
  /* One event of a stream. Sets @ended, or @failure, where it says so. @values: of @names */
  void (*event) (McpModelReader *self, McpJsonValue data, const McpJsonValue *values);
  /* A response that came in one piece */
  void (*whole) (McpModelReader *self, McpJsonValue data);
  /* Behind the last event: closes what is whole, and sets the turn's echo if there is anything to
   * echo. @cut: whether the response ended early: only what is whole is echoed. */
  void (*finish) (McpModelReader *self, gboolean cut);
  void (*free) (McpModelReader *self);
} McpModelReaderClass;

struct _McpModelReader
{
  const McpModelReaderClass *klass;
  McpModelDraft             *draft;   /* (unowned) */
  gboolean                   ended;   /* the dialect's own end mark came */
  McpModelFailure           *failure; /* (nullable): within the stream; freed by the stream */
};

typedef enum {
  MCP_MODEL_FRAMING_EVENTS, /* text/event-stream */
  MCP_MODEL_FRAMING_LINES,  /* application/x-ndjson */
} McpModelFraming;

struct _McpModelDialect
{
  const char      *id;    /* "openai-chat" */
  const char      *title; /* for people; a name, not translated */
  McpModelFraming  framing;
  gboolean         has_end_mark; /* a stream that ends without one was cut */
  McpModelKeyPlace key_place;    /* the usual one */
  const char      *path;         /* what the path of each request is, or is made of */
  const char      *version;      /* what a base usually ends with; empty: nothing */
  /* (nullable): where it differs with the request. Returns: (transfer full) */
  char *(*dup_path) (const McpModelRequest *request);
  /* Writes the body, from its first bracket to its last. */
  void (*write) (const McpModelRequest *request, McpJsonWriter *writer);
  /* Returns: (transfer full) */
  McpModelReader *(*reader_new) (McpModelDraft *draft, const McpModelProvider *provider);
};

/* Each in its own file */
extern const McpModelDialect mcp_model_chat_dialect;
extern const McpModelDialect mcp_model_responses_dialect;
extern const McpModelDialect mcp_model_anthropic_dialect;
extern const McpModelDialect mcp_model_gemini_dialect;
extern const McpModelDialect mcp_model_ollama_dialect;

/** Returns: (transfer full): from the base: "/chat/completions" */
char *mcp_model_dialect_dup_path (const McpModelRequest *request);
/** Returns: what a provider's word for the end of a turn means; OTHER where it is not known */
McpModelStop mcp_model_dialect_find_stop (const char *word);
/** What came is an error; the first one counts. */
void mcp_model_reader_fail (McpModelReader *self, McpJsonValue data);

/** @index: from 0. Returns: (transfer none) (nullable): %NULL behind the last */
const McpModelDialect *mcp_model_dialect_get (guint index);
/** @id: "openai-chat", "openai-responses", "anthropic", "gemini" or "ollama"
 * Returns: (transfer none) (nullable) */
const McpModelDialect *mcp_model_dialect_find (const char *id);
