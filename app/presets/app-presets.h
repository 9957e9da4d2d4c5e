/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPresets: the inputs of one tool that are set once for its server, hidden from the form and
 * from a model, and put into the arguments when they are sent: its pre-configured inputs, and those
 * of its parameters that the person pinned. A GListModel of
 * AppPreset, and the AppFormProvider of the tool's form.
 *
 * Source: Dust's pre-configured inputs; see app-preset-match.h for what is one.
 *
 * Values live in one JSON object per server, key path to value: {"user.name": "Ada", "age": 36};
 * tools that have an input at the same path share its value. A key path joins names by "."; the
 * items of an array are the segment "items", a place of a tuple is "items.0".
 */

#pragma once

#include "app-preset.h"

/** How a tool's pre-configured inputs stand, before anything was set. */
typedef enum {
  APP_PRESETS_NONE,     /* the tool has none */
  APP_PRESETS_OPTIONAL, /* it can be called without setting any */
  APP_PRESETS_REQUIRED, /* at least one has to be set */
} AppPresetsStatus;

#define APP_TYPE_PRESETS (app_presets_get_type ())
G_DECLARE_FINAL_TYPE (AppPresets, app_presets, APP, PRESETS, GObject)

/** @schema: a tool's inputSchema. Returns: (transfer full): empty where the tool has none */
AppPresets *app_presets_new (McpJsonValue schema);
/** @pins: what is pinned for the server: an object, key path to value; none for nothing. Members
 * that the tool has no parameter for are left alone. Returns: (transfer full) */
AppPresets *app_presets_new_with_pins (McpJsonValue schema, McpJsonValue pins);
/** An empty list, to put those of several tools together. Returns: (transfer full) */
AppPresets *app_presets_new_merged (void);
/** Adds the inputs of @other at paths that are not there yet; of the others, those that one tool
 * needs are needed. @tool: the name of the tool that has them */
void             app_presets_merge (AppPresets *self, AppPresets *other, const char *tool);
AppPresetsStatus app_presets_get_status (AppPresets *self);
/** Sets what is configured for the server. @values: an object, key path to value; members that
 * the tool does not have are left alone. Held. */
void app_presets_set_values (AppPresets *self, McpJsonValue values);
/** Returns: (transfer none) (nullable): the input at a key path */
AppPreset *app_presets_find_path (AppPresets *self, const char *path);

/** The tool's schema as a model sees it: without the inputs and without definitions that nothing
 * uses any more. Returns: (transfer full): JSON text */
char *app_presets_dup_model_schema (AppPresets *self);

/** Puts what is configured (or else the default) into the arguments. What is there already is kept;
 * an optional input that is not set is left out.
 * @arguments: an object; none for {}. @problems: (out) (optional) (transfer full) (element-type
 * utf8) (nullable): a sentence for each input that is required and not set, or set to what does not
 * fit; what is of another type is left out, the rest is sent all the same
 * Returns: (transfer full): JSON text of what is sent, one line; the rest of it untouched */
char *app_presets_inject (AppPresets *self, McpJsonValue arguments, GPtrArray **problems);
/** The same to look at: secrets are masked. Returns: (transfer full): JSON text */
char *app_presets_inject_masked (AppPresets *self, McpJsonValue arguments);

/** Returns: the schema as it came; none where there is none */
McpJsonValue app_presets_get_schema (AppPresets *self);
