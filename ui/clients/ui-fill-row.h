/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFillRow: one thing to fill in before a server can be run, as a row: what it is for, a field of
 * its kind, and what is wrong with what was typed.
 */

#pragma once

#include "app-template-input.h"

#include <adwaita.h>

#define UI_TYPE_FILL_ROW (ui_fill_row_get_type ())
G_DECLARE_FINAL_TYPE (UiFillRow, ui_fill_row, UI, FILL_ROW, AdwPreferencesRow)

GtkWidget *ui_fill_row_new (AppTemplateInput *input);
