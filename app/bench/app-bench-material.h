/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What of a server's prompts and resources goes into a conversation with a model: turns that read
 * as they were meant. What a model cannot be told is named in its place, in English. Pure.
 */

#pragma once

#include "mcp-model-turn.h"
#include "mcp-result.h"

G_BEGIN_DECLS

/** Of one resource: more is cut off, and said so. */
#define APP_BENCH_MATERIAL_CHARACTERS 500000u

/** Returns: (transfer full) (nullable): a text or an image; %NULL where it is neither */
McpModelBlock *app_bench_material_read_content (McpContent *content);
/** @result: of a prompt. Returns: (transfer full) (element-type McpModelTurn): its messages, each a
 * turn; those of the assistant are the model's */
GPtrArray *app_bench_material_read_prompt (const McpResult *result);
/** @result: of a resource. Returns: (transfer full): a turn of the person's: what it has, under
 * @uri */
McpModelTurn *app_bench_material_read_resource (const McpResult *result, const char *uri);

G_END_DECLS
