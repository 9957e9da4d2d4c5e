/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiApplication: the desktop program. One instance for each session bus, except where
 * SPYGLASS_NON_UNIQUE is set (tests, a second copy on purpose). It owns the application's actions
 * (app.*) and every keyboard accelerator.
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_APPLICATION (ui_application_get_type ())
G_DECLARE_FINAL_TYPE (UiApplication, ui_application, UI, APPLICATION, AdwApplication)

/** Returns: (transfer full) */
UiApplication *ui_application_new (void);

G_END_DECLS
