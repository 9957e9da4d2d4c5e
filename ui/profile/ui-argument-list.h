/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiArgumentList: a list of texts, each in an entry of its own, such as the arguments of a command,
 * exactly as the program gets them: no quoting, no shell.
 *
 * Properties, all strings, write only: title ("Arguments"), description, item-title (of each entry;
 * set it first)
 * Signals: "changed"
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_ARGUMENT_LIST (ui_argument_list_get_type ())
G_DECLARE_FINAL_TYPE (UiArgumentList, ui_argument_list, UI, ARGUMENT_LIST, GtkWidget)

/** Replaces the rows, where they say something else; emits nothing. */
void ui_argument_list_set (UiArgumentList *self, const char *const *arguments);
/** Returns: (transfer full) */
GStrv ui_argument_list_collect (UiArgumentList *self);

G_END_DECLS
