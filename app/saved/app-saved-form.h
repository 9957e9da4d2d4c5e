/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSavedForm: a saved call as a person edits it: in fields and rows, or as JSON text. Both are
 * views of the same; each edit is kept immediately where the call can run so, else as its draft.
 *
 * Properties (all notify)
 *   name, group, target (string): can be set
 *   problem (string, nullable): a sentence, why it cannot be kept, or why its last run failed
 */

#pragma once

#include "app-expectation-list.h"
#include "app-saved-calls.h"

#define APP_TYPE_SAVED_FORM (app_saved_form_get_type ())
G_DECLARE_FINAL_TYPE (AppSavedForm, app_saved_form, APP, SAVED_FORM, GObject)

/** Returns: (transfer full) */
AppSavedForm *app_saved_form_new (AppSavedCalls *calls, AppSavedItem *item);

/** Reads the call again. Returns: whether it can be edited in fields: a draft may be no JSON */
gboolean app_saved_form_read (AppSavedForm *self);
/** The call is what @json says. */
void app_saved_form_set_text (AppSavedForm *self, const char *json);
/** Returns: (transfer none) */
AppExpectationList *app_saved_form_get_arguments (AppSavedForm *self);
/** Returns: (transfer none) */
AppExpectationList *app_saved_form_get_expectations (AppSavedForm *self);
/** Returns: (transfer none) */
AppSavedItem *app_saved_form_get_item (AppSavedForm *self);
