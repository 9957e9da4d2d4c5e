/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiArgumentList: a list of texts, each in an entry of its own, such as the arguments of a command,
 * exactly as the program gets them: no quoting, no shell.
 *
 * Properties: items (GStrv, notified when the person changed them), item-title (string, write only:
 * of each entry; set it first)
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_ARGUMENT_LIST (ui_argument_list_get_type ())
G_DECLARE_FINAL_TYPE (UiArgumentList, ui_argument_list, UI, ARGUMENT_LIST, AdwPreferencesGroup)
