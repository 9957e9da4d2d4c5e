/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelTurn: one turn of a conversation, kept twice: as blocks that every provider can be told,
 * and, where a model wrote it, as that provider's own JSON, which goes back to it verbatim:
 * signatures, sealed reasoning and members that we do not know included.
 *
 * Whoever makes a turn fills its fields; it is read only once it was handed on, and may then be
 * shared between threads.
 */

#pragma once

#include "mcp-model-block.h"
#include "mcp-model-usage.h"

typedef enum {
  MCP_MODEL_USER,
  MCP_MODEL_ASSISTANT,
  MCP_MODEL_TOOLS, /* the results of the calls of the turn before, all of them, in their order */
} McpModelRole;

/** Why a model ended its turn. Whether it wants calls is told by its blocks, never by this. */
typedef enum {
  MCP_MODEL_STOP_NONE, /* nothing was told */
  MCP_MODEL_STOP_END,
  MCP_MODEL_STOP_CALLS,
  MCP_MODEL_STOP_LENGTH,   /* the limit of the response */
  MCP_MODEL_STOP_CONTEXT,  /* the limit of the model's context */
  MCP_MODEL_STOP_SEQUENCE, /* a text that was asked to end it */
  MCP_MODEL_STOP_FILTER,   /* the provider holds it back */
  MCP_MODEL_STOP_REFUSAL,
  MCP_MODEL_STOP_PAUSE, /* it goes on where the turn is sent back as it is */
  MCP_MODEL_STOP_CUT,   /* by us, or by a connection that was lost: what had come */
  MCP_MODEL_STOP_OTHER, /* see the provider's word */
} McpModelStop;

typedef struct
{
  McpModelRole role;
  GPtrArray   *blocks; /* (element-type McpModelBlock) */

  /* Of a model's turn: */
  const char   *dialect;  /* (nullable): static: of @echo */
  char         *provider; /* (nullable): whose @echo it is */
  char         *asked;    /* (nullable): the model that was asked, as the request named it */
  char         *model;    /* (nullable): that answered, as the provider tells */
  GBytes       *echo;     /* (nullable): what goes back, in the form of @dialect */
  char         *response; /* (nullable): its id */
  McpModelStop  stop;
  char         *stop_text; /* (nullable): the provider's own word, and its reasons */
  McpModelUsage usage;
  char         *usage_text; /* (nullable): the JSON that @usage was read from */
} McpModelTurn;

/** Returns: (transfer full): without blocks */
McpModelTurn *mcp_model_turn_new (McpModelRole role);
/** Returns: (transfer full) (nullable): a turn of TOOLS that answers each call of @turn with @text,
 * as a failure: every dialect demands an answer to each; %NULL where it calls nothing */
McpModelTurn *mcp_model_turn_new_answers (McpModelTurn *turn, const char *text);
McpModelTurn *mcp_model_turn_ref (McpModelTurn *self);
void          mcp_model_turn_unref (McpModelTurn *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelTurn, mcp_model_turn_unref)

/** @block: (transfer full) */
void mcp_model_turn_take_block (McpModelTurn *self, McpModelBlock *block);
/** @text: (transfer full) (nullable): the provider's word, and its reasons */
void mcp_model_turn_take_stop (McpModelTurn *self, McpModelStop stop, char *text);
/** Returns: blocks of this kind */
guint mcp_model_turn_count (McpModelTurn *self, McpModelBlockKind kind);
/** Returns: (transfer full): the texts of this kind, one after the other, "" between them */
char *mcp_model_turn_dup_text (McpModelTurn *self, McpModelBlockKind kind);

/** Returns: (transfer none): "user", "assistant", "tools": for programs */
const char *mcp_model_role_to_text (McpModelRole role);
/** Returns: (transfer none): "end", "calls", …: for programs */
const char *mcp_model_stop_to_text (McpModelStop stop);
