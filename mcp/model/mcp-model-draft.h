/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelDraft: a model's turn while it arrives. The readers of the dialects put pieces in and
 * give each block its number; whoever watches is told of each piece. Bounded: beyond a limit
 * nothing is taken in any more, and an error is kept.
 */

#pragma once

#include "mcp-model-turn.h"

typedef enum {
  MCP_MODEL_EVENT_TEXT,      /* a piece of a block's text */
  MCP_MODEL_EVENT_CALL,      /* a call began, or its id or name became known */
  MCP_MODEL_EVENT_ARGUMENTS, /* a piece of a call's arguments */
  MCP_MODEL_EVENT_REPLACED,  /* a block's text is another one: all of it */
  MCP_MODEL_EVENT_CLOSED,    /* a block is whole */
  MCP_MODEL_EVENT_USAGE,
  MCP_MODEL_EVENT_RESTARTED, /* the blocks so far are void */
} McpModelEventKind;

/** What is told of one piece. All of it lives as long as the call. */
typedef struct
{
  McpModelEventKind    kind;
  guint                block; /* its number in the turn */
  McpModelBlockKind    block_kind;
  const char          *text;   /* (nullable): UTF-8; NUL-terminated behind its length */
  gsize                length; /* bytes */
  const char          *id;     /* (nullable): of a call */
  const char          *name;   /* (nullable): of a call's tool */
  const McpModelUsage *usage;  /* (nullable) */
} McpModelEvent;

typedef void (*McpModelEventFunc) (const McpModelEvent *event, gpointer user_data);

typedef struct _McpModelDraft McpModelDraft;

/** @func: (nullable). Returns: (transfer full) */
McpModelDraft *mcp_model_draft_new (McpModelEventFunc func, gpointer user_data);
void           mcp_model_draft_free (McpModelDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelDraft, mcp_model_draft_free)

/** Returns: (transfer none): to set what is not in blocks and usage: model, response, stop,
 * stop_text, echo */
McpModelTurn *mcp_model_draft_get_turn (McpModelDraft *self);
/** Who answers, and the response's id: what is a string replaces what came before. */
void
mcp_model_draft_take_names (McpModelDraft *self, McpJsonValue model, McpJsonValue response);

/** Begins a block of TEXT, REASONING, REFUSAL or NOTICE. Returns: its number */
guint mcp_model_draft_open (McpModelDraft *self, McpModelBlockKind kind);
/** Begins a call. @id, @name: (nullable): where they are not known yet. Returns: its number */
guint mcp_model_draft_open_call (McpModelDraft *self, const char *id, const char *name);
/** Says what a call lacked; what it has already stays. @id, @name: (nullable) */
void mcp_model_draft_name_call (McpModelDraft *self, guint block, const char *id, const char *name);
/** An image in one piece. */
void mcp_model_draft_add_image (McpModelDraft *self, const char *mime_type, GBytes *data);
/** The same, as APIs spell it. Returns: %FALSE where it is none: nothing came of it */
gboolean
mcp_model_draft_add_base64 (McpModelDraft *self, const char *mime_type, McpJsonValue data);
/** A NOTICE of something that has no other place. @name: (nullable): of it, if it has one */
void mcp_model_draft_note (McpModelDraft *self, const char *what, const char *name);

/** A piece of a block's text or of a call's arguments. @length: bytes, -1 where NUL-terminated */
void
mcp_model_draft_append (McpModelDraft *self, guint block, const char *text, gssize length);
/** The same of a JSON string; anything else is no piece. */
void mcp_model_draft_append_value (McpModelDraft *self, guint block, McpJsonValue text);
/** The same where a stream has no numbers: goes on with the last block if it is of this kind and
 * open, else begins one. An empty piece begins none. */
void mcp_model_draft_add (McpModelDraft    *self,
                          McpModelBlockKind kind,
                          const char       *text,
                          gssize            length);
void mcp_model_draft_add_value (McpModelDraft *self, McpModelBlockKind kind, McpJsonValue text);
/** What a block has in the end, where it is told whole; the same text again is no news. */
void mcp_model_draft_replace (McpModelDraft *self, guint block, const char *text, gssize length);
void mcp_model_draft_close (McpModelDraft *self, guint block);
/** A call that will never be whole: it is in the draft, but not in the turn. */
void     mcp_model_draft_drop (McpModelDraft *self, guint block);
gboolean mcp_model_draft_is_open (McpModelDraft *self, guint block);
/** Returns: (transfer none): what came of this block so far */
const char *mcp_model_draft_get_text (McpModelDraft *self, guint block);
/** Returns: (transfer none) (nullable): of a call */
const char *mcp_model_draft_get_id (McpModelDraft *self, guint block);
/** Returns: (transfer none) (nullable): of a call's tool */
const char *mcp_model_draft_get_name (McpModelDraft *self, guint block);
/** Returns: blocks so far; the next one gets this number */
guint mcp_model_draft_get_length (McpModelDraft *self);

/** @raw: the JSON that it was read from */
void
mcp_model_draft_update_usage (McpModelDraft *self, const McpModelUsage *usage, McpJsonValue raw);
/** The response starts over: drops all blocks. */
void mcp_model_draft_restart (McpModelDraft *self);

/** Says that the response has more parts than are taken in, where they open no blocks. */
void mcp_model_draft_overflow (McpModelDraft *self);
/** Returns: (transfer none) (nullable): MCP_ERROR_MESSAGE_TOO_LARGE, beyond a limit */
const GError *mcp_model_draft_get_error (McpModelDraft *self);

/** Gives each call without an id one that is theirs alone: for whoever writes it into the echo. */
void mcp_model_draft_fill_ids (McpModelDraft *self);
/** Ends the turn. Calls without an id get one that is theirs alone.
 * @cut: whether it ended early: calls that are not whole are dropped, and the stop says so
 * Returns: (transfer full); @self holds nothing from then on */
McpModelTurn *mcp_model_draft_finish (McpModelDraft *self, gboolean cut);
