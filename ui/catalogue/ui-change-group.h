/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiChangeGroup: what changed in a server's lists since the person last looked: an entry a row,
 * with what differs line by line where it was altered. Not there while nothing changed.
 */

#pragma once

#include "app-change-list.h"

#include <adwaita.h>

#define UI_TYPE_CHANGE_GROUP (ui_change_group_get_type ())
G_DECLARE_FINAL_TYPE (UiChangeGroup, ui_change_group, UI, CHANGE_GROUP, AdwBin)

GtkWidget *ui_change_group_new (AppChangeList *changes);
