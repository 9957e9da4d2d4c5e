/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A conversation that a model had, written as a script that has it again: each of the model's turns
 * is a step, taken by its number.
 */

#pragma once

#include "mcp-model-turn.h"

/** @turns: (element-type McpModelTurn); those of the person and of the tools are left out
 * @model: (nullable). Returns: (transfer full): JSON, laid out for people */
char *mcp_model_script_write (GPtrArray *turns, const char *model);
