/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPresetsWindow: all that is set in advance for a server: the pre-configured inputs of all its
 * tools, each once and with the tools that have it, what is missing of them, and the parameters
 * that are pinned. What is typed holds at once.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_PRESETS_WINDOW (ui_presets_window_get_type ())
G_DECLARE_FINAL_TYPE (UiPresetsWindow, ui_presets_window, UI, PRESETS_WINDOW, AdwWindow)

/** Opens the window. @near: a widget of the window that it belongs to */
void ui_presets_window_present (AppSession *session, GtkWidget *near);
