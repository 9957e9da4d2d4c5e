/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientRow: one file of another application in a list: its icon and name, where the file is,
 * and, at the end, in words, whether a certain server is in it. Follows the file.
 */

#pragma once

#include "app-client-target.h"

#include <adwaita.h>

#define UI_TYPE_CLIENT_ROW (ui_client_row_get_type ())
G_DECLARE_FINAL_TYPE (UiClientRow, ui_client_row, UI, CLIENT_ROW, AdwActionRow)

GtkWidget *ui_client_row_new (AppClientTarget *target, StoreProfile *profile);

/** Returns: (transfer none) */
AppClientTarget *ui_client_row_get_target (UiClientRow *self);

/** The application's own icon where the theme has it, else its initials. @size: in pixels.
 * Returns: (transfer floating): an ornament */
GtkWidget *ui_client_row_create_icon (AppClientTarget *target, int size);
/** The icon and the style class that stand beside the word for @presence.
 * @class_name: (out). Returns: (transfer none) (nullable) */
const char *ui_client_row_get_mark (AppClientPresence presence, const char **class_name);
/** The button that chooses it for several at once. Returns: (transfer none) */
GtkCheckButton *ui_client_row_get_check (UiClientRow *self);
