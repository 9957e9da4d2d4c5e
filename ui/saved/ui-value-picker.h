/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiValuePicker: a popover with values and their paths, of which a person picks one.
 *
 * Signal: picked (AppExpectationRow)
 */

#pragma once

#include "app-expectation-list.h"

#include <gtk/gtk.h>

#define UI_TYPE_VALUE_PICKER (ui_value_picker_get_type ())
G_DECLARE_FINAL_TYPE (UiValuePicker, ui_value_picker, UI, VALUE_PICKER, GtkPopover)

GtkWidget *ui_value_picker_new (void);
/** @values: (transfer full): of AppExpectationRow */
void ui_value_picker_take_values (UiValuePicker *self, GListModel *values);
