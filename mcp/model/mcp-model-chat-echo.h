/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelChatEcho: the assistant message of Chat Completions, put together from its pieces so that
 * it goes back as if it had come in one. What is thought as a text beside the content is left out:
 * most servers refuse it, and whoever wants it back has it from the turn's blocks.
 */

#pragma once

#include "mcp-json-writer.h"
#include "mcp-model-draft.h"

typedef struct _McpModelChatEcho McpModelChatEcho;

McpModelChatEcho *mcp_model_chat_echo_new (void);
void              mcp_model_chat_echo_free (McpModelChatEcho *self);

/** A piece of the content: a string, or a part of a content that is an array. */
void mcp_model_chat_echo_add_content (McpModelChatEcho *self, McpJsonValue piece);
/** A member of the message that is told nowhere else. @name: a string */
void
mcp_model_chat_echo_add_member (McpModelChatEcho *self, McpJsonValue name, McpJsonValue value);
/** A piece of the call that is the draft's block number @block: what is known of a call comes from
 * there, anything else from here. */
void mcp_model_chat_echo_add_call (McpModelChatEcho *self, guint block, McpJsonValue piece);

/** @calls_closed: whether only calls that are closed go back
 * Returns: (transfer full) (nullable): none where there is nothing to send back */
GBytes *mcp_model_chat_echo_build (McpModelChatEcho *self,
                                   McpModelDraft    *draft,
                                   gboolean          calls_closed);
