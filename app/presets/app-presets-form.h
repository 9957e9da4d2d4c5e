/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Forms and what is set in advance: the form of a tool hides its pre-configured inputs, its fields
 * may be pinned, and the inputs have a form of their own, so that they are filled in like any other
 * argument.
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

/** A form for a tool's arguments, without its pre-configured inputs. Returns: (transfer full) */
AppForm *app_presets_new_tool_form (McpJsonValue schema, AppFormFlags flags);
/** Where a field's value could be pinned: its names joined by ".". Returns: (transfer full)
 * (nullable): %NULL in arrays and variants, and for what the schema does not name */
char *app_presets_dup_key_path (AppField *field);
/** The field at a key path. Returns: (transfer none) (nullable) */
AppField *app_presets_find_field (AppForm *form, const char *path);
/** Whether the person pinned a value for the field. */
gboolean app_presets_pin_field (AppPresets *self, AppField *field);

/** A form for the inputs themselves: a member for each that is not pinned, in the order of the
 * list, named by its key path. It begins with what is set; it does not follow.
 * Returns: (transfer full) */
AppForm *app_presets_create_form (AppPresets *self);
