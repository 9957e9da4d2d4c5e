/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectRow: one object in a list: its name and type, and below where it came from, how old it is
 * and when it expires, which counts down.
 */

#pragma once

#include "store-object-entry.h"

#include <adwaita.h>

#define UI_TYPE_OBJECT_ROW (ui_object_row_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectRow, ui_object_row, UI, OBJECT_ROW, AdwBin)

GtkWidget *ui_object_row_new (void);
/** @entry: (nullable) */
void ui_object_row_set_entry (UiObjectRow *self, StoreObjectEntry *entry);
