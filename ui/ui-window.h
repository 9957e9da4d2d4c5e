/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiWindow: the shell. Beside each other (or, when narrow, one at a time) the sidebar and the place
 * that was chosen in it. It knows where things are shown and nothing of what they are.
 */

#pragma once

#include "ui-application.h"

G_BEGIN_DECLS

#define UI_TYPE_WINDOW (ui_window_get_type ())
G_DECLARE_FINAL_TYPE (UiWindow, ui_window, UI, WINDOW, AdwApplicationWindow)

/** Returns: (transfer none): owned by GTK, as windows are */
UiWindow *ui_window_new (UiApplication *application);

G_END_DECLS
