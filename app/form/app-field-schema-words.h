/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What a place tells a person: its limits in words, what its name suggests, what it is called. */

#pragma once

#include "app-field-schema.h"

/** In words: "1–100 · pattern ^a". Returns: (transfer full) (nullable) */
char *app_field_schema_dup_constraints (const AppFieldSchema *self);
/** Returns: (transfer full) (nullable): why no value fits, or that only null does, as a sentence */
char *app_field_schema_dup_conflict (const AppFieldSchema *self);
/** A value as a hint on one line: a string decoded, anything else as written.
 * Returns: (transfer full) (nullable): %NULL for no value */
char *app_field_schema_dup_hint (McpJsonValue value);
/** Whether key, lengths or default say that a string has several lines. */
gboolean app_field_schema_wants_lines (const AppFieldSchema *self, const char *key);

/** What a form is called among the others. Returns: (transfer full) */
char *app_field_schema_dup_branch_label (const AppFieldSchema *self);
