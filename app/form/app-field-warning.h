/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is doubtful about a value that the schema lets through: JSON Schema 2020-12, Validation §7,
 * makes "format" an annotation, and properties that a schema does not name are allowed.
 */

#pragma once

#include "app-field.h"

/** Returns: (transfer full) (nullable): in words, for the person; %NULL where nothing is */
char *app_field_dup_warning (AppField *field);
