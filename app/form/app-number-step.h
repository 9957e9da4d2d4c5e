/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * One step up or down from a number as it was typed, exactly, at any size: a double would make
 * 9007199254740993 of 9007199254740992 + 1, and 0.30000000000000004 of 0.2 + 0.1.
 */

#pragma once

#include "mcp-json-value.h"

/* Digits before and after the point; a longer number is changed by typing. */
#define APP_NUMBER_STEP_MAX_DIGITS 1000u

/** @text: "" for none, which begins at the limit that is nearest to 0.
 * @schema: of the number: "multipleOf" is the step (1 without it, 0.1 where the whole range is
 * small), "minimum" and "maximum" are not passed. @steps: how many, negative for down
 * Returns: (transfer full) (nullable): %NULL where @text is no number that can be counted on from,
 * or where the limit is reached */
char *app_number_step (const char *text, McpJsonValue schema, gboolean integer, int steps);
