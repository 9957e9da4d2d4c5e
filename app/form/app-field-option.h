/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFieldOption: one choice of a field. Immutable. Properties (constant): label, description
 * (nullable), lexeme (strings): the JSON text of the value exactly as the schema has it. Label and
 * description are a server's words: plain text.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_FIELD_OPTION (app_field_option_get_type ())
G_DECLARE_FINAL_TYPE (AppFieldOption, app_field_option, APP, FIELD_OPTION, GObject)

/** @description: (nullable). Returns: (transfer full) */
AppFieldOption *app_field_option_new (const char *label,
                                      const char *description,
                                      const char *lexeme);
/** Returns: (transfer none) */
const char *app_field_option_get_label (AppFieldOption *self);
/** Returns: (transfer none) (nullable) */
const char *app_field_option_get_description (AppFieldOption *self);
/** Returns: (transfer none) */
const char *app_field_option_get_lexeme (AppFieldOption *self);

G_END_DECLS
