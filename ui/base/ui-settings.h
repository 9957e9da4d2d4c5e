/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the window remembers: one GSettings object, or nothing where the schema is not installed (a
 * program run from its build folder). Every function works in both cases and for keys that an older
 * schema does not have.
 */

#pragma once

#include <gio/gio.h>

/** Returns: (transfer none) (nullable): the settings of the program */
GSettings *ui_settings_get (void);

/** Binds as g_settings_bind() does, if there is such a key. @object: borrowed. */
void ui_settings_bind (const char        *key,
                       gpointer           object,
                       const char        *property,
                       GSettingsBindFlags flags);

/** Returns: the number behind @key, or @fallback */
int      ui_settings_get_int (const char *key, int fallback);
void     ui_settings_set_int (const char *key, int value);
gboolean ui_settings_get_boolean (const char *key, gboolean fallback);
/** Returns: (transfer full): the text behind @key, or a copy of @fallback */
char *ui_settings_get_string (const char *key, const char *fallback);
void  ui_settings_set_string (const char *key, const char *value);
/** Returns: (transfer full) (nullable): the value behind @key, which is of that @type */
GVariant *ui_settings_dup_value (const char *key, const char *type);
/** @value: sunk if it is floating */
void ui_settings_set_value (const char *key, GVariant *value);
