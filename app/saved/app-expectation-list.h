/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExpectationList: what is expected of a call, or its arguments, in rows: a GListModel of
 * AppExpectationRow. It and the JSON of a collection are two views of the same: members that no row
 * knows, their order and their spelling stay.
 *
 * Signal: changed (): it says something else
 */

#pragma once

#include "app-expectation-row.h"

#define APP_TYPE_EXPECTATION_LIST (app_expectation_list_get_type ())
G_DECLARE_FINAL_TYPE (AppExpectationList, app_expectation_list, APP, EXPECTATION_LIST, GObject)

/** Returns: (transfer full) */
AppExpectationList *app_expectation_list_new (void);

/** It has other rows; "changed" is not emitted.
 * @value: an array of expectations, or an object of arguments; none for none */
void app_expectation_list_read (AppExpectationList *self, McpJsonValue value);
/** Returns: (transfer full) (nullable): JSON text of what was read; %NULL where it has no rows */
char *app_expectation_list_dup_json (AppExpectationList *self, gboolean as_arguments);
void  app_expectation_list_add (AppExpectationList *self, AppExpectationRow *row);
void  app_expectation_list_remove (AppExpectationList *self, AppExpectationRow *row);
/** Adds the parts of a value that was received, each as a row that expects it, to choose from: not
 * more than a person reads. @prefix: goes before each path: "search", say */
void app_expectation_list_add_values (AppExpectationList *self,
                                      McpJsonValue        value,
                                      const char         *prefix);
/** Finds the problem of each row. @outcome: (nullable): while there is no result */
void app_expectation_list_update (AppExpectationList *self, const AppOutcome *outcome);
