/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldVariant: a field that takes one of several forms: a menu of them, and below it the control
 * or the rows of the one that is chosen. The row puts the menu beside the field's name.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_FIELD_VARIANT (ui_field_variant_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldVariant, ui_field_variant, UI, FIELD_VARIANT, UiFieldEditor)

/** The menu of forms, for the row to show. Returns: (transfer none) */
GtkWidget *ui_field_variant_get_picker (UiFieldVariant *self);
/** Returns: (transfer none) (nullable): the rows of the form, a UiFieldList, where it has any */
GtkWidget *ui_field_variant_get_list (UiFieldVariant *self);

G_END_DECLS
