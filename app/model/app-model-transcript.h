/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A conversation in forms to hand on: Markdown, which people read, and JSON, which has all of it. A
 * script that has it again is written by mcp_model_script_write().
 */

#pragma once

#include "app-model-conversation.h"

/** @turns: (element-type McpModelTurn). @title: (nullable). Returns: (transfer full) */
char *app_model_transcript_write_markdown (GPtrArray *turns, const char *title);
/** @turns: (element-type McpModelTurn). @title: (nullable)
 * Returns: (transfer full): JSON, laid out for people; see mcp-model-turn-json.h */
char *app_model_transcript_write_json (GPtrArray *turns, const char *title);
/** @turns: (element-type McpModelTurn). Returns: (transfer full): JSON: a script of the model that
 * says the same again; see mcp-model-script.h */
char *app_model_transcript_write_script (GPtrArray *turns, const char *model);
/** What was said, with nothing secret in it. @conversation: (nullable): %NULL where @turns were
 * kept Returns: (transfer full) (element-type McpModelTurn) */
GPtrArray *app_model_transcript_dup_records (AppModelConversation *conversation,
                                             GPtrArray            *turns);
/** One message: what a person said in @turn, or all that came of it.
 * @turns: (element-type McpModelTurn). Returns: (transfer full) (element-type McpModelTurn) */
GPtrArray *app_model_transcript_dup_message (GPtrArray *turns, guint turn);
