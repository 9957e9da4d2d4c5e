/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Menus as rows of a table: an item takes one line.
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  UI_MENU_ITEM,
  UI_MENU_SECTION, /* begins another one; its label may be NULL */
  UI_MENU_SUBMENU, /* of the rows up to UI_MENU_END */
  UI_MENU_END,
  UI_MENU_CUSTOM, /* action: the id of a child of the popover */
} UiMenuRowKind;

typedef struct
{
  UiMenuRowKind kind;
  const char   *label;  /* (nullable): N_() */
  const char   *action; /* (nullable): detailed */
  const char   *hidden; /* (nullable): "action-disabled" or "action-missing" */
} UiMenuRow;

/** Foreign text as a label, which knows mnemonics: an underscore stays one.
 * Returns: (transfer full) */
char *ui_menu_dup_label (const char *text, guint max_characters);
/** Returns: (transfer full) */
GMenuModel *ui_menu_new (const UiMenuRow *rows, guint n_rows);
