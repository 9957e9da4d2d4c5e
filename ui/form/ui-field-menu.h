/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The menu of a field's row: the states that a control has no gesture for, and what can be done
 * with an item of an array. Its actions are the row's, see ui-field-row.h.
 */

#pragma once

#include "app-field.h"

#include <gtk/gtk.h>

/** What rooms above add to it. */
typedef void UiFieldAdd (GMenu *menu, AppField *field);

/** Returns: (transfer floating): a GtkMenuButton, which Tab passes by */
GtkWidget *ui_field_menu_new (AppField *field, UiFieldAdd *add);
