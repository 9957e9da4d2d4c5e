/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The button beside a text that helps to write it: a calendar, a colour, a file's path, a new UUID,
 * one more or less of a number. The text stays a text that can be typed.
 */

#pragma once

#include "app-field-format.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Returns: (transfer floating) (nullable): %NULL for a format that needs no help */
GtkWidget *ui_field_buttons_create (AppField *field, AppFieldFormat format);
/** For a field of kind NUMBER or INTEGER: "less" and "more" behind @entry in @box, and the arrow
 * and page keys in @entry. */
void ui_field_buttons_add_steps (AppField *field, GtkBox *box, GtkWidget *entry);

G_END_DECLS
