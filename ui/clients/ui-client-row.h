/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientRow: one file of another application in a list: its icon and name, where the file is,
 * and, at the end, in words, whether a certain server is in it. Follows the file.
 */

#pragma once

#include "app-client-target.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_CLIENT_ROW (ui_client_row_get_type ())
G_DECLARE_FINAL_TYPE (UiClientRow, ui_client_row, UI, CLIENT_ROW, AdwActionRow)

GtkWidget *ui_client_row_new (AppClientTarget *target, StoreProfile *profile);

/** Returns: (transfer none) */
AppClientTarget *ui_client_row_get_target (UiClientRow *self);

/** The icon and the style class that stand beside the word for @presence or a broken file.
 * @class_name: (out). Returns: (transfer none) (nullable) */
const char *
ui_client_row_get_mark (AppClientTarget  *target,
                        AppClientPresence presence,
                        const char      **class_name);

G_END_DECLS
