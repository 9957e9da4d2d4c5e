/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The text of a resource in a field that holds a text: where the cursor is, or instead of what is
 * selected. Offered by the row's menu where the server has resources; gives
 * the row the action field.insert-resource.
 */

#pragma once

#include "ui-field-row.h"

extern const UiFieldFeature ui_resource_feature;
