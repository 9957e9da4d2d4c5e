/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiApplication: the desktop program. One instance for each session bus, except where
 * SPYGLASS_NON_UNIQUE is set (tests, a second copy on purpose). It owns the workspace, the
 * application's actions (app.*) and the keys of all actions. Quitting disconnects every server in
 * good order, within a bounded time.
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_APPLICATION (ui_application_get_type ())
G_DECLARE_FINAL_TYPE (UiApplication, ui_application, UI, APPLICATION, AdwApplication)

/** Returns: (transfer full) */
UiApplication *ui_application_new (void);
/** Returns: (transfer none) (nullable): %NULL before startup */
AppWorkspace *ui_application_get_workspace (UiApplication *self);
