/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The values that a place lists, or proposes. */

#pragma once

#include "app-field-option.h"
#include "app-field-schema.h"

/** Values of ENUM and CONST, suggestions for texts and numbers.
 * Returns: (transfer full) (nullable): of AppFieldOption */
GListModel *app_field_schema_create_options (const AppFieldSchema *self);
