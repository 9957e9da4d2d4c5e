/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPreset: one pre-configured input of a tool, or one of its parameters that was pinned, and what
 * is set for it. See AppPresets.
 *
 * Property (notifies): lexeme (string, nullable: what is set, as JSON text).
 *
 * What is set is the payload: 42, not {"value": 42, "mimeType": …}; see app-preset-payload.h.
 */

#pragma once

#include <gio/gio.h>

#include "app-preset-kind.h"
#include "mcp-json-value.h"

/* What stands for a secret where it is shown; as long for each. */
#define APP_PRESET_MASK "••••••"

#define APP_TYPE_PRESET (app_preset_get_type ())
G_DECLARE_FINAL_TYPE (AppPreset, app_preset, APP, PRESET, GObject)

/** What is known of an input. */
typedef struct
{
  AppPresetKind kind;
  char         *path;           /* names joined by ".", the segment "items" for an array's items */
  char         *label;          /* title or name */
  char         *description;    /* (nullable) */
  char         *users;          /* (nullable): the tools that have it, if several: "a, b" */
  char         *default_lexeme; /* (nullable): JSON text */
  char         *lexeme;         /* (nullable): what is set: JSON text */
  /* (nullable): what is wrong with what is set, or that nothing is set though something must */
  char *error;
  /* Name or format say that what is set is a secret: it belongs into the keyring. The name of a
   * secret is none. */
  gboolean secret;
} AppPresetInfo;

/** Whether a sub-schema is a pre-configured input; see app-preset-match.h.
 * @root: the schema that local references point into */
gboolean app_preset_detect (McpJsonValue root, McpJsonValue schema);

/** @path: the key path; @key: the last name in it; @schema: the sub-schema, held. One that is no
 * pre-configured input makes a pinned parameter. Returns: (transfer full) */
AppPreset *app_preset_new (McpJsonValue root,
                           McpJsonValue schema,
                           const char  *path,
                           const char  *key,
                           gboolean     required);

/** Returns: (transfer none) */
const AppPresetInfo *app_preset_get_info (AppPreset *self);
void                 app_preset_add_user (AppPreset *self, const char *tool);
/** Why Dust itself would not know the input. Returns: (transfer full) (nullable): a clause,
 * translated */
char *app_preset_dup_strict (AppPreset *self);
/** What is set comes from the keyring, whatever it is called. */
void app_preset_mark_secret (AppPreset *self);
/** Another tool needs it. */
void app_preset_require (AppPreset *self);
/** Whether the tool cannot be called as long as nothing is set. */
gboolean app_preset_needs_value (AppPreset *self);
/** What may be set, as a schema that stands alone. Borrowed. */
McpJsonValue app_preset_get_payload_schema (AppPreset *self);
/** @value: none for what is not set; an object with the mark is taken for what it wraps */
void app_preset_set_value (AppPreset *self, McpJsonValue value);
/** Whether nothing is set though something must. */
gboolean app_preset_is_missing (AppPreset *self);
/** What is put into the arguments: what is set, else the default, with the mark; else what stands
 * for nothing where the schema has that: [], or null where it must be there.
 * Returns: (transfer full) (nullable): JSON text; %NULL where what is set is of another type, or
 * there is nothing */
char *app_preset_dup_argument (AppPreset *self);
/** The same to look at: a secret is APP_PRESET_MASK. Returns: (transfer full) (nullable) */
char *app_preset_dup_masked_argument (AppPreset *self);
/** Whether app_preset_dup_argument() has something that was set, or a default. */
gboolean app_preset_has_value (AppPreset *self);
