/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * An array whose items are each one of a few values: what there is to choose from, and what is
 * chosen. The order of choosing is kept, and what is in the array beside the choices stays.
 */

#pragma once

#include "app-field.h"

/** What the items of @array may be. Returns: (transfer full) (nullable): of AppFieldOption; %NULL
 * where @array is none, or its items are something else */
GListModel *app_field_choices_new (AppField *array);
/** Whether @array is such a field. */
gboolean app_field_choices_are_offered (AppField *array);
/** Whether the value is in @array. @lexeme: JSON text */
gboolean app_field_choices_have (AppField *array, const char *lexeme);
/** Puts the value at the end of @array, or takes it out wherever it is. With the last one an array
 * that is optional goes too. @lexeme: JSON text */
void app_field_choices_set (AppField *array, const char *lexeme, gboolean chosen);
/** The values in @array that are none of @choices. Returns: (transfer full): JSON texts */
GPtrArray *app_field_choices_list_others (AppField *array, GListModel *choices);
