/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiVariableRow: one variable or header of a server: name, value, and whether the value is a secret
 * that goes to the keyring. A secret that is kept already is not shown; typing replaces it.
 *
 * Signals: "changed", "removed" (the person wants it gone)
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_VARIABLE_ROW (ui_variable_row_get_type ())
G_DECLARE_FINAL_TYPE (UiVariableRow, ui_variable_row, UI, VARIABLE_ROW, GtkListBoxRow)

/** @value: (nullable): %NULL for a secret; @reference: (nullable): of the secret that is kept
 * Returns: floating */
GtkWidget *ui_variable_row_new (const char *name, const char *value, const char *reference);

/** Marks the value as a secret where its name looks so. */
void ui_variable_row_propose_secret (UiVariableRow *self);
/** Returns: (transfer none) */
const char *ui_variable_row_get_name (UiVariableRow *self);
/** What stands in the entry; "" where a kept secret was left alone. Returns: (transfer none) */
const char *ui_variable_row_get_value (UiVariableRow *self);
gboolean    ui_variable_row_get_secret (UiVariableRow *self);
/** The reference of the kept secret, while the row still has its name.
 * Returns: (transfer none) (nullable) */
const char *ui_variable_row_get_reference (UiVariableRow *self);

G_END_DECLS
