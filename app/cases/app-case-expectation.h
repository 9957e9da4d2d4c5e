/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseExpectation: what a model is to do with what it is told: the tools that it calls, with
 * which arguments and in which order, and what it says in the end. Immutable. As JSON:
 *
 *   { "calls": [ { "tool": "search", "arguments": { … },   see AppCaseMatcher
 *                  "match": "partial" | "exact" | "ignore", "times": 1 } ],
 *     "order": "any" | "strict",
 *     "never": [ "delete" ], "only": [ "search" ], "first": "search",
 *     "no_call": true, "some_call": true, "max_extra": 0,
 *     "answer": { "contains": "TEXT", "matches": "REGEXP", "not_empty": true },
 *     "no_errors": true, "tokens_under": 5000, "requests_under": 4 }
 *
 * "contains" and "matches" may also be lists: all of it is in the answer. Without "max_extra" a
 * model may call as many other tools as it likes.
 */

#pragma once

#include "app-case-outcome.h"

#include <gio/gio.h>

typedef struct _AppCaseExpectation AppCaseExpectation;

/** Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT */
AppCaseExpectation *app_case_expectation_new (McpJsonValue value, GError **error);
void                app_case_expectation_free (AppCaseExpectation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseExpectation, app_case_expectation_free)

/** Calls that it expects: for estimating how much will be asked. */
guint app_case_expectation_count_calls (const AppCaseExpectation *self);
typedef enum {
  APP_CASE_NOTHING_SAID, /* of which tools are called */
  APP_CASE_NOT_EXPECTED,
  APP_CASE_EXPECTED,
} AppCaseExpected;

/** Whether a tool is one that is to be called, or may be. @self: (nullable) */
AppCaseExpected app_case_expectation_find (const AppCaseExpectation *self, const AppCaseCall *call);
/** @problems: (element-type AppCaseProblem): each difference is added */
void app_case_expectation_check (const AppCaseExpectation *self,
                                 const AppCaseOutcome     *outcome,
                                 GPtrArray                *problems);
