/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The values that a schema suggests for a text that may also be something else, behind a button at
 * the text's end. Down in the text opens them; the one that is chosen becomes the text.
 */

#pragma once

#include "app-field.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** @field: with app_field_get_options(). @entry: its text
 * Returns: (transfer floating): a button */
GtkWidget *ui_suggestion_popover_new_button (AppField *field, GtkWidget *entry);

G_END_DECLS
