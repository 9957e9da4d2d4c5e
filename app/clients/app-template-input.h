/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTemplateInput: one thing that a person fills in before a server can be run: what its publisher
 * says of it, and what was typed. Made by AppTemplateForm.
 *
 * Properties (notify): text (string, writable: the first value), values (GStrv, writable), error
 * (string, nullable: what is wrong with what was typed; nothing typed is not wrong)
 */

#pragma once

#include "store-server-template.h"

#define APP_TYPE_TEMPLATE_INPUT (app_template_input_get_type ())
G_DECLARE_FINAL_TYPE (AppTemplateInput, app_template_input, APP, TEMPLATE_INPUT, GObject)

/** @definition: of an option of @template. Returns: (transfer full) */
AppTemplateInput *app_template_input_new (StoreServerTemplate *template,
                                          const StoreTemplateInput *definition);
/** What the publisher says. Returns: (transfer none): lives as long as the input */
const StoreTemplateInput *app_template_input_get_definition (AppTemplateInput *self);
/** As typed, empty ones too. Returns: (transfer none) */
const char *const *app_template_input_get_values (AppTemplateInput *self);
void
app_template_input_set_values (AppTemplateInput *self, const char *const *values);
/** Whether something is required and neither typed nor there by default. */
gboolean app_template_input_is_missing (AppTemplateInput *self);
/** Property "error". Returns: (transfer none) (nullable) */
const char *app_template_input_get_error (AppTemplateInput *self);
