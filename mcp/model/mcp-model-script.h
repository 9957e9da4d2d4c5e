/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelScript: what a scripted model says, read from JSON. It is asked what comes next in a
 * conversation, and answers by the facts alone: no state, no time, no chance.
 *
 *   { "model": "scripted",
 *     "steps": [
 *       { "when": { "turn": 1, "user_matches": "hello", "after_tool": "echo", "has_tool": "echo" },
 *         "think": "…", "say": "…",
 *         "call": [{ "tool": "echo", "arguments": { … } | "arguments_text": "{", "id": "…" }],
 *         "image": { "mime_type": "image/png", "data": "base64" },
 *         "stop": "calls", "usage": { "input": 1, "cached": 0, "cache_write": 0, "output": 2,
 *         "reasoning": 0 },
 *         "delay_ms": 0, "tokens_per_second": 0, "think_tags": false, "cut_after": 3,
 *         "fail": { "status": 429, "message": "…", "type": "…", "wait_ms": 150, "headers": { … },
 *                   "body": …, "times": 2, "after": 3 } } ] }
 *
 * Every member is optional but "steps". The first step whose "when" fits is taken; one without
 * "when" always fits. An array alone is the steps. Bounded; a script that says what there is no
 * word for is refused with line and column.
 */

#pragma once

#include "mcp-model-turn.h"

typedef struct
{
  char    *tool;
  char    *id;        /* (nullable) */
  char    *arguments; /* as the model writes them; "{}" where the script says nothing */
  gboolean is_object; /* whether @arguments are a JSON object */
} McpModelScriptCall;

/** What takes the place of a response, or ends one early. */
typedef struct
{
  guint  status;  /* of HTTP; 0: this step does not fail */
  char  *message; /* (nullable) */
  char  *type;    /* (nullable): the provider's word for it */
  char  *body;    /* (nullable): sent as it is, in place of the dialect's own error object */
  char **headers; /* "Name: value" */
  gint64 wait;    /* ms that are asked for; -1: none */
  guint  times;   /* how often the same request fails before it succeeds; 0: always */
  int    after;   /* pieces that are sent before the error comes in the stream; -1: no stream */
} McpModelScriptFailure;

typedef struct
{
  char                 *think;      /* (nullable) */
  char                 *say;        /* (nullable) */
  GPtrArray            *calls;      /* (element-type McpModelScriptCall) */
  char                 *image_type; /* (nullable) */
  GBytes               *image;      /* (nullable) */
  McpModelStop          stop;       /* NONE: what follows from the rest */
  McpModelUsage         usage;
  gint64                delay;      /* ms before the first byte; -1: nothing is said */
  gint64                speed;      /* pieces a second; 0: as fast as can be; -1: nothing is said */
  gboolean              think_tags; /* what is thought is text within <think> */
  int                   cut_after;  /* pieces after which the connection breaks; -1: never */
  McpModelScriptFailure failure;
} McpModelScriptStep;

/** Where a conversation is. Points to what the caller holds. */
typedef struct
{
  guint              turn;  /* of the model, the one to come: from 1 */
  const char        *user;  /* (nullable): what the person said last */
  const char        *after; /* (nullable): the tool whose result came last, behind that */
  const char *const *tools; /* (nullable): that the model may call */
} McpModelScriptPlace;

typedef struct _McpModelScript McpModelScript;

/** @text: JSON. Returns: (transfer full) (nullable): %NULL with @error set:
 * MCP_ERROR_INVALID_MESSAGE, MCP_ERROR_MESSAGE_TOO_LARGE */
McpModelScript *mcp_model_script_parse (GBytes *text, GError **error);
void            mcp_model_script_free (McpModelScript *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelScript, mcp_model_script_free)

/** Returns: (transfer none): the model's name; "scripted" where the script has none */
const char *mcp_model_script_get_model (McpModelScript *self);
/** Returns: (transfer none) (nullable): %NULL where no step fits */
const McpModelScriptStep *
mcp_model_script_pick (McpModelScript *self, const McpModelScriptPlace *place);

/** The tool that a script means: of this name, else one of a server before whose tools it stands:
 * "echo" is "demo__echo". @tools: (nullable). Returns: (transfer none) (nullable) */
const char *mcp_model_script_find_tool (const char *const *tools, const char *name);
