/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiWatchGroup: the resources that are watched, each with what became of it and a button that stops
 * it. Hidden while there are none.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_WATCH_GROUP (ui_watch_group_get_type ())
G_DECLARE_FINAL_TYPE (UiWatchGroup, ui_watch_group, UI, WATCH_GROUP, AdwBin)

GtkWidget *ui_watch_group_new (AppSession *session);
