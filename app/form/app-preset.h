/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPreset: one pre-configured input of a tool, and what is set for it. See AppPresets.
 *
 * Properties: constant: path, label, description (nullable), mime-type, default-lexeme (nullable)
 * (strings), kind (AppPresetKind), required (boolean). Changing, notify: lexeme (string, nullable:
 * what is set, as JSON text), error (string, nullable).
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef enum {
  APP_PRESET_STRING,
  APP_PRESET_NUMBER,
  APP_PRESET_BOOLEAN,
  APP_PRESET_ENUM,
  APP_PRESET_LIST,
} AppPresetKind;

#define APP_TYPE_PRESET_KIND (app_preset_kind_get_type ())
GType app_preset_kind_get_type (void);

#define APP_TYPE_PRESET (app_preset_get_type ())
G_DECLARE_FINAL_TYPE (AppPreset, app_preset, APP, PRESET, GObject)

/** Whether a sub-schema is a pre-configured input of a handled kind.
 * @root: the schema that local references point into
 * @kind, @mime_type: (out) (optional) (@mime_type: transfer full) */
gboolean app_preset_detect (McpJsonValue   root,
                            McpJsonValue   schema,
                            AppPresetKind *kind,
                            char         **mime_type);

/** @path: the key path; @key: the last name in it; @schema: the sub-schema, which
 * app_preset_detect() accepts. Returns: (transfer full) */
AppPreset *app_preset_new (McpJsonValue root,
                           McpJsonValue schema,
                           const char  *path,
                           const char  *key,
                           gboolean     required);

/** Returns: (transfer none): names joined by ".", the segment "items" for an array's items */
const char *app_preset_get_path (AppPreset *self);
/** Returns: (transfer none): title or name */
const char *app_preset_get_label (AppPreset *self);
/** Returns: (transfer none) (nullable) */
const char *app_preset_get_description (AppPreset *self);
/** Returns: (transfer none) */
const char   *app_preset_get_mime_type (AppPreset *self);
AppPresetKind app_preset_get_kind (AppPreset *self);
gboolean      app_preset_is_required (AppPreset *self);
/** Returns: (transfer none) (nullable): JSON text */
const char *app_preset_get_default (AppPreset *self);
/** Returns: (transfer none) (nullable): the choices of an enum or list, a GListModel of
 * AppFieldOption */
GListModel *app_preset_get_options (AppPreset *self);
/** Returns: (transfer none) (nullable): JSON text */
const char *app_preset_get_lexeme (AppPreset *self);
/** @value: none for what is not set */
void app_preset_set_value (AppPreset *self, McpJsonValue value);
/** Returns: (transfer none) (nullable): what is wrong with what is set, or that nothing is set
 * though something must */
const char *app_preset_get_error (AppPreset *self);
/** What is put into the arguments: what is set, else the default, with the marker.
 * Returns: (transfer full) (nullable): JSON text; %NULL where there is an error, or nothing */
char *app_preset_dup_argument (AppPreset *self);

G_END_DECLS
