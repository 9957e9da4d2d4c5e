/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelProvider: where a model is asked and in which dialect: data that a person can edit. No
 * key is in here. Whoever makes one fills its fields; it is read only once it was handed on.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

typedef struct _McpModelDialect McpModelDialect;
typedef struct _McpModelScript  McpModelScript;

typedef enum {
  MCP_MODEL_KEY_NONE,
  MCP_MODEL_KEY_BEARER,    /* Authorization: Bearer */
  MCP_MODEL_KEY_X_API,     /* x-api-key */
  MCP_MODEL_KEY_X_GOOG_API /* x-goog-api-key */
} McpModelKeyPlace;

/** Where servers of one dialect differ; bits. */
typedef enum {
  MCP_MODEL_REGULAR = 0,
  MCP_MODEL_MAX_COMPLETION_TOKENS = 1 << 0, /* Chat Completions: in place of max_tokens */
  MCP_MODEL_NO_TOOL_CHOICE = 1 << 1,        /* it is ignored or refused */
  MCP_MODEL_ECHO_REASONING = 1 << 2,        /* reasoning_content on each assistant message */
  MCP_MODEL_NO_STREAM_USAGE = 1 << 3,       /* stream_options are refused */
  MCP_MODEL_THINK_TAGS = 1 << 4,            /* <think> in the text is reasoning */
} McpModelSwitches;

typedef struct
{
  char                  *id;    /* of the entry: "openai" */
  char                  *title; /* for people */
  const McpModelDialect *dialect;
  char                  *base; /* a URL without a slash at its end */
  McpModelKeyPlace       key_place;
  char                 **headers; /* "Name: value", sent beside ours; no secrets */
  McpModelSwitches       switches;
  gint64                 context;    /* tokens; 0 where it is not known */
  gint64                 max_tokens; /* of a response, where the dialect demands one */
  char                  *variable;   /* (nullable): of the environment: "OPENAI_API_KEY" */
  /* (nullable): the model is this script, and nothing is sent: see McpModelScripted */
  McpModelScript *script;
  guint           speed; /* pieces a second, where the script does not say; 0: as fast as can be */
} McpModelProvider;

/** Returns: (transfer full): with the dialect's usual values. @id, @base: copied; slashes at the
 * end of @base go, and so does the path of a request. DeepSeek's own base has its switch set */
McpModelProvider                   *
mcp_model_provider_new (const char *id, const McpModelDialect *dialect, const char *base);
McpModelProvider *mcp_model_provider_ref (McpModelProvider *self);
void              mcp_model_provider_unref (McpModelProvider *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelProvider, mcp_model_provider_unref)

/** Returns: (transfer full) (nullable): the base that may be meant where there is nothing at this
 * one: it lacks the version of the API, or has one that its server does not have */
char *mcp_model_provider_dup_other_base (McpModelProvider *self);
/** Turns switches on. @words: names of them, as in JSON, with commas between.
 * Returns: %FALSE with INVALID_TARGET, which names those that there are */
gboolean
mcp_model_provider_add_switches (McpModelProvider *self, const char *words, GError **error);

/** The templates that a new entry begins with: OpenAI (Responses and Chat Completions), Anthropic,
 * Gemini, Ollama, llama.cpp, LM Studio, vLLM, and any compatible server, without a base. @index:
 * from 0
 * Returns: (transfer full) (nullable): %NULL behind the last */
McpModelProvider *mcp_model_provider_new_template (guint index);

/** Returns: (transfer full): a JSON object, laid out for a person */
char *mcp_model_provider_to_json (McpModelProvider *self);
/** What a person may have changed: every member that is not as it should be is told. Members that
 * are left out have the dialect's usual values.
 * Returns: (transfer full) (nullable): %NULL with INVALID_TARGET */
McpModelProvider *mcp_model_provider_new_from_json (McpJsonValue value, GError **error);

/** The headers of a request: the provider's and the key's, checked.
 * @key: (nullable); white space around it does not matter
 * @key_index: (out): which one has the key; -1 for none
 * Returns: (transfer full) (nullable): "Name: value"; %NULL with INVALID_TARGET */
char **mcp_model_provider_dup_headers (McpModelProvider *self,
                                       const char       *key,
                                       int              *key_index,
                                       GError          **error);
