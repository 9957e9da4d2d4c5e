/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFieldVariant: the forms that one place may take: which of them a value has, what becomes of a
 * value when another one is chosen, and what was there under each until somebody comes back to it.
 */

#pragma once

#include "app-field-option.h"
#include "app-field-schema.h"
#include "app-form-provider.h"

typedef struct _AppFieldVariant AppFieldVariant;

/** @schema: of kind VARIANT; borrowed. @key: of the member
 * @options: (out) (transfer full): the forms, of AppFieldOption. Returns: (transfer full) */
AppFieldVariant      *
app_field_variant_new (const AppFieldSchema *schema, const char *key, GListModel **options);
void app_field_variant_free (AppFieldVariant *self);

/** Returns: (transfer none) (nullable): %NULL behind the last one */
const AppFieldBranch *app_field_variant_get_branch (AppFieldVariant *self, guint index);
/** The place of a form among the branches of the union that the schema has at @schema_pointer; -1
 * where it is not of that union. */
int app_field_variant_get_nth (AppFieldVariant *self, guint index, const char *schema_pointer);

/** Which form a value has. @selected: the current one. @fits: (out): whether the form's schema has
 * nothing against it. Returns: the index; -1 where it has none of them */
int
app_field_variant_find (AppFieldVariant *self, guint selected, McpJsonValue value, gboolean *fits);
/** What typed text means. Returns: (transfer full): JSON text */
char *app_field_variant_type (AppFieldVariant *self, guint selected, const char *text);

/** What is sent under the form that somebody chose. @value: what is there now
 * Returns: (transfer full) (nullable): JSON text; %NULL for nothing yet */
char *app_field_variant_dup_value (AppFieldVariant *self,
                                   guint            index,
                                   const char      *key,
                                   McpJsonValue     value,
                                   AppFormProvider *provider);
/** @value: what is there under a form that is left */
void app_field_variant_remember (AppFieldVariant *self, guint index, McpJsonValue value);
/** Returns: (transfer none) (nullable): JSON text */
const char *app_field_variant_recall (AppFieldVariant *self, guint index);
/** @value: what was written when a form was chosen: as long as it stays, what is remembered goes
 * before what could be made of it. */
void app_field_variant_set_switched (AppFieldVariant *self, McpJsonValue value);
