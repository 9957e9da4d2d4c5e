/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The text of a resource in a field that holds a text: where the cursor is, or instead of what is
 * selected. Offered by the row's menu where the server has resources.
 */

#pragma once

#include "app-field.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Adds what the row's menu offers of it: one item, or nothing. */
void ui_resource_insertion_add_item (GMenu *menu, AppField *field);
/** Gives UiFieldRow the action field.insert-resource. */
void ui_resource_insertion_install_action (GtkWidgetClass *row_class);

G_END_DECLS
