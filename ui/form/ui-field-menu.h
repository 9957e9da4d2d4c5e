/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The menu of a field's row: the states that a control has no gesture for, and what can be done
 * with an item of an array. Made anew whenever it opens, for it depends on the field's state.
 */

#pragma once

#include "app-field.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Returns: (transfer floating): a button */
GtkWidget *ui_field_menu_new (AppField *field);
/** Gives UiFieldRow the menu's actions and their keys. */
void ui_field_menu_install_actions (GtkWidgetClass *row_class);

G_END_DECLS
