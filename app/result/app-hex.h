/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppHex: bytes, however many, as a GListModel of AppHexRow: an offset, some bytes as hexadecimal
 * digits, and the same bytes as ASCII. Rows are made when they are asked for. Immutable.
 */

#pragma once

#include <gio/gio.h>

#define APP_TYPE_HEX_ROW (app_hex_row_get_type ())
G_DECLARE_FINAL_TYPE (AppHexRow, app_hex_row, APP, HEX_ROW, GObject)

/** Returns: (transfer none): "00000010  48 65 6c 6c  6f 0a        Hello." */
const char *app_hex_row_get_text (AppHexRow *self);

#define APP_TYPE_HEX (app_hex_get_type ())
G_DECLARE_FINAL_TYPE (AppHex, app_hex, APP, HEX, GObject)

/** @bytes: held. @per_row: bytes of a row, a multiple of 4. Returns: (transfer full) */
AppHex *app_hex_new (GBytes *bytes, guint per_row);
/** Appends @count rows from @first on to @text, a line each. */
void app_hex_append_rows (AppHex *self, guint first, guint count, GString *text);
