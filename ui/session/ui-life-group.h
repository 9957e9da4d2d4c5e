/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLifeGroup: what happens to a server's connection by itself, with a switch each: coming back,
 * restarting when files change, the stream for what the server says unasked.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_LIFE_GROUP (ui_life_group_get_type ())
G_DECLARE_FINAL_TYPE (UiLifeGroup, ui_life_group, UI, LIFE_GROUP, AdwBin)

GtkWidget *ui_life_group_new (AppSession *session);
