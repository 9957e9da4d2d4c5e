/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExpectation: one thing that a saved call is to come to: a value at a path that exists, equals
 * another one, matches a pattern or fits a schema; a duration that is not exceeded; an error of the
 * tool. Immutable.
 *
 *   { "path": "items[0].name", "equals": "Monitor" }
 *   { "path": "items[0].name", "matches": "^Mon" }
 *   { "path": "items", "schema": { "type": "array", "minItems": 1 } }
 *   { "path": "items[0].id" }
 *   { "duration": 2.5 }
 *   { "error": true }
 *
 * Without "path" the whole value is meant; seconds count.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef struct _AppExpectation AppExpectation;

/** What a call came to. */
typedef struct
{
  McpJsonValue value;    /* none where there is no result */
  gboolean     is_error; /* the tool said so */
  gint64       duration; /* µs */
} AppOutcome;

/** Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT */
AppExpectation *app_expectation_new (McpJsonValue value, GError **error);
void            app_expectation_free (AppExpectation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppExpectation, app_expectation_free)

/** Whether it is about the tool's error, which without it is a failure. */
gboolean app_expectation_is_of_error (const AppExpectation *self);
/** Returns: (transfer full) (nullable): a sentence, why @outcome is not what was expected; it may
 * quote the server */
char *app_expectation_check (const AppExpectation *self, const AppOutcome *outcome);
