/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPreferencesWindow: what a person sets for all servers. Every row is bound to a key of the
 * settings; what has no key (no installed schema) is insensitive.
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_PREFERENCES_WINDOW (ui_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (UiPreferencesWindow,
                      ui_preferences_window,
                      UI,
                      PREFERENCES_WINDOW,
                      AdwPreferencesWindow)

/** @parent: (nullable). Returns: (transfer none): owned by GTK, as windows are */
UiPreferencesWindow *ui_preferences_window_new (GtkWindow *parent, AppWorkspace *workspace);
