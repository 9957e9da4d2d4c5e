/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A file of cases, of one case that is what a person said in a conversation, and of what the model
 * did then. Pure.
 */

#pragma once

#include "app-model-controller.h"
#include "app-case-setup.h"
#include "mcp-model-turn.h"

/** What the model called first after a turn.
 * @turns: (element-type McpModelTurn). @turn: of the person
 * Returns: (transfer none) (nullable): the name that it was told */
const char *app_case_draft_find_tool (GPtrArray *turns, guint turn);
/** @turns: as above. @turn: that of the person, or how many there are: it is not said yet
 * @system: (nullable). Returns: (transfer full): JSON, see app-case-suite.h */
GBytes *app_case_draft_write (GPtrArray            *turns,
                              guint                 turn,
                              const char           *system,
                              const AppCaseChoices *choices);

/** All of a conversation as a case: what the person said is said again, each call is expected
 * again, and results are those that were recorded.
 * @turns: as above, without secrets. @title, @system: (nullable)
 * Returns: (transfer full) (nullable): as above; %NULL with APP_ERROR_INVALID_INPUT where nothing
 * was said */
GBytes *app_case_draft_write_turns (GPtrArray  *turns,
                                    const char *title,
                                    const char *system,
                                    GError    **error);
/** The same of the conversation on the playground.
 * @bench: nothing secret in it is written. Returns: (transfer full) (nullable): as above; %NULL
 * with APP_ERROR_INVALID_INPUT where nothing was said */
GBytes *app_case_draft_write_conversation (AppModelController *bench, GError **error);
