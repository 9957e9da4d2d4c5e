/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExpectationRow: one thing that is expected, as a person fills it in: a path, how it is
 * checked, and a value in text. It is JSON for AppExpectation; what was read and not changed stays
 * as it was written.
 *
 * A value is JSON where it reads as JSON, else a string: 3 is a number, "3" and Monitor are
 * strings.
 *
 * Properties (all notify)
 *   path, value (string), check (uint, AppExpectationCheck): can be set
 *   problem (string, nullable): a sentence, why it cannot be used, or was not met
 */

#pragma once

#include "app-expectation.h"

typedef enum {
  APP_EXPECTATION_EQUALS,
  APP_EXPECTATION_MATCHES,
  APP_EXPECTATION_SCHEMA,
  APP_EXPECTATION_EXISTS,
  APP_EXPECTATION_DURATION,
  APP_EXPECTATION_ERROR,
  APP_EXPECTATION_NO_ERROR,
  APP_EXPECTATION_JSON, /* the value is the whole expectation: what no other check says */
} AppExpectationCheck;

#define APP_TYPE_EXPECTATION_ROW (app_expectation_row_get_type ())
G_DECLARE_FINAL_TYPE (AppExpectationRow, app_expectation_row, APP, EXPECTATION_ROW, GObject)

/** Returns: (transfer full): of @path being equal to @value, JSON text */
AppExpectationRow *app_expectation_row_new (const char *path, const char *value);
/** @object: an expectation, whatever it says. Returns: (transfer full) */
AppExpectationRow *app_expectation_row_new_for_json (McpJsonValue object);

/** The argument @name of a call is a row too: its path is the name; what is a string stays one.
 * Returns: (transfer full) */
AppExpectationRow *app_expectation_row_new_argument (McpJsonValue name, McpJsonValue value);

/** Returns: (transfer none): translated words for all checks, for a drop-down; ends with %NULL */
const char *const *app_expectation_row_list_checks (void);
/** Whether its check takes a path, and a value. */
gboolean app_expectation_row_takes_path (AppExpectationRow *self);
gboolean app_expectation_row_takes_value (AppExpectationRow *self);
/** Returns: (transfer full): its value as JSON text */
char *app_expectation_row_dup_value (AppExpectationRow *self);
/** Returns: (transfer full): the expectation as JSON text */
char *app_expectation_row_dup_json (AppExpectationRow *self);
/** Finds its problem. @outcome: (nullable): while there is no result */
void app_expectation_row_update (AppExpectationRow *self, const AppOutcome *outcome);
