/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiActivityRow: an exchange in a list: how it ended, what it was, of which server, when, and how
 * long it took; above the newest of a day, that day.
 */

#pragma once

#include "app-find.h"
#include "app-past-entry.h"

#include <adwaita.h>

#define UI_TYPE_ACTIVITY_ROW (ui_activity_row_get_type ())
G_DECLARE_FINAL_TYPE (UiActivityRow, ui_activity_row, UI, ACTIVITY_ROW, AdwBin)

/** @find: what is looked for is marked; held */
GtkWidget *ui_activity_row_new (AppFind *find);
/** @entry: (nullable): held */
void ui_activity_row_set_entry (UiActivityRow *self, AppPastEntry *entry);
