/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseModel: a model that may be measured: one of a provider of the person's, or the scripted
 * model.
 *
 * Property
 *   chosen (boolean, writable, notifies): it is asked
 */

#pragma once

#include <glib-object.h>

#define APP_TYPE_CASE_MODEL (app_case_model_get_type ())
G_DECLARE_FINAL_TYPE (AppCaseModel, app_case_model, APP, CASE_MODEL, GObject)

/** @entry: (nullable): the id of a provider; %NULL for the scripted model. @model: its name
 * @title: "gpt-6 · OpenAI". Returns: (transfer full) */
AppCaseModel *
app_case_model_new (const char *entry, const char *model, const char *title, gboolean chosen);

/** Returns: (transfer none) (nullable) */
const char *app_case_model_get_entry (AppCaseModel *self);
/** Returns: (transfer none) */
const char *app_case_model_get_name (AppCaseModel *self);
/** Returns: (transfer none) */
const char *app_case_model_get_title (AppCaseModel *self);
gboolean    app_case_model_is_chosen (AppCaseModel *self);
