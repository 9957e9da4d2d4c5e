/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiColumn: a page that scrolls, with one column of a readable width; its children in a template
 * are that column's.
 *
 * Properties (construct only)
 *   width (int): of the column at most
 *   spacing (int): between its children
 *   centered (boolean): whether what does not fill the page is in its middle
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_COLUMN (ui_column_get_type ())
G_DECLARE_FINAL_TYPE (UiColumn, ui_column, UI, COLUMN, AdwBin)
