/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What of a server's prompts and resources goes into a conversation with a model: turns that read
 * as they were meant. What a model cannot be told is named in its place, in English. Pure.
 */

#pragma once

#include "app-call.h"
#include "mcp-model-turn.h"
#include "mcp-result.h"

/** Of one resource: more is cut off, and said so. */
#define APP_MODEL_MATERIAL_CHARACTERS 500000u

/** What of it a model is not told as it is. */
typedef enum {
  APP_MODEL_MATERIAL_WHOLE = 0,
  APP_MODEL_MATERIAL_CUT = 1 << 0,
  APP_MODEL_MATERIAL_NAMED = 1 << 1, /* only that it is there */
} AppModelMaterialLoss;

/** Returns: (transfer full) (nullable): a text or an image; %NULL where it is neither */
McpModelBlock *app_model_material_read_content (McpContent *content);
/** @result: of a prompt or a resource, which is @target. @loss: (out) (optional)
 * Returns: (transfer full) (element-type McpModelTurn): the messages of the prompt, each a turn,
 * those of the assistant the model's; or one turn of the person's: what the resource has */
GPtrArray *app_model_material_read (const McpResult      *result,
                                    const char           *target,
                                    AppModelMaterialLoss *loss);
/** The same of a call that was run. Returns: (transfer full) (nullable): %NULL with
 * MCP_ERROR_RESPONSE where the server's response is an error */
GPtrArray *app_model_material_read_call (AppCall *call, GError **error);
