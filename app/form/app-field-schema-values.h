/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The values that a place gives by itself: constants, required defaults, the least ones. */

#pragma once

#include "app-field-schema.h"
#include "app-form-provider.h"

/* Sub-schemas that are visited to fill in what is required. */
#define APP_FIELD_SCHEMA_MAX_FILLED 10000u
/* Levels of required members that are filled in. */
#define APP_FIELD_SCHEMA_MAX_DEPTH 64u

/** The value that an untouched form sends for an object: its constants and required defaults.
 * @prefill: all defaults. @provider: (nullable): who hides members from the person
 * Returns: (transfer full): JSON text of an object */
char *app_field_schema_dup_initial (const AppFieldSchema *self,
                                    gboolean              prefill,
                                    AppFormProvider      *provider);
/** Whether a member is hidden from the person. @provider: (nullable): hides nothing
 * @parts: (element-type McpSchemaNode): of the member */
gboolean app_field_schema_hides (const AppFieldSchema *self,
                                 GArray               *parts,
                                 AppFormProvider      *provider);
/** The least value of the kind, for a new item. Returns: (transfer full): JSON text */
char *app_field_schema_dup_least (const AppFieldSchema *self);

/** What stands at a place of an array that nobody filled yet: its constant or default, else null.
 * Returns: (transfer full): JSON text */
char *app_field_schema_dup_placeholder (const AppFieldSchema *self, guint position);
