/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What is wrong with a value, in the least words that a row has room for. */

#pragma once

#include "app-field.h"
#include "mcp-schema-error.h"

G_BEGIN_DECLS

/** @field: (nullable): the row, whose choices have names. Returns: (transfer full) */
char *app_form_problem_dup_text (McpSchemaError *error, AppField *field);
/** Whether it says that a member is missing. */
gboolean app_form_problem_is_about_missing (McpSchemaError *error);

G_END_DECLS
