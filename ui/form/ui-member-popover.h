/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Asks for the name of an argument that the schema does not name, and adds it: half of all tools
 * take more than they say.
 */

#pragma once

#include "app-field.h"

#include <gtk/gtk.h>

/** @anchor: a widget that the question points at; @object: gets the new member */
void ui_member_popover_show (GtkWidget *anchor, AppField *object);
