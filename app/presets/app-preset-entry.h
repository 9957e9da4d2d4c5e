/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPresetEntry: where in a tool's arguments an input is: a key path, step by step. Entries are
 * found in a schema, and selected on the way down through it, or through arguments.
 */

#pragma once

#include "app-preset.h"

/* Inputs of one tool; more than anybody sets. */
#define APP_PRESETS_MAX 1000u

typedef enum {
  APP_PRESET_STEP_NAME,  /* a member */
  APP_PRESET_STEP_ITEMS, /* each item of an array, from "index" on */
  APP_PRESET_STEP_INDEX, /* one place of a tuple */
} AppPresetStepKind;

/* One step of a key path. */
typedef struct
{
  AppPresetStepKind kind;
  guint             index;
  char             *name;     /* NULL unless the step is a name */
  gboolean          required; /* that the step is there where what is around it is */
} AppPresetStep;

/* An input and where it is. */
typedef struct
{
  AppPreset *preset;
  GArray    *path;     /* AppPresetStep */
  char      *old_path; /* (nullable): as tuples were written before: items[0].x */
} AppPresetEntry;

void                 app_preset_entry_free (gpointer entry);
const AppPresetStep *app_preset_entry_get_step (const AppPresetEntry *self, guint level);

/** The inputs of a schema, in its order. @entries: added to
 * @pins: (nullable): an object whose names are the paths of parameters that are inputs too */
void app_presets_find (McpJsonValue schema, McpJsonValue pins, GPtrArray *entries);

/** Those among @entries that go on from @level by the member @name.
 * Returns: (transfer container) (element-type AppPresetEntry) */
GPtrArray *app_presets_select_name (GPtrArray *entries, guint level, const char *name);
/** Those that go on by the item @index of an array; G_MAXUINT: by any.
 * Returns: (transfer container) (element-type AppPresetEntry) */
GPtrArray *app_presets_select_item (GPtrArray *entries, guint level, guint index);
/** Whether one of @entries ends with the step at @level. */
const AppPresetEntry *app_presets_find_end (GPtrArray *entries, guint level);
