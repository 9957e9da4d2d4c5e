/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiHelpWindow: the guide, with its chapters next to the text of one. Links lead to other chapters;
 * those into the web are asked about. There is one such window.
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_HELP_WINDOW (ui_help_window_get_type ())
G_DECLARE_FINAL_TYPE (UiHelpWindow, ui_help_window, UI, HELP_WINDOW, AdwWindow)

/** The chapter that is about a page of the window, or a window of its own.
 * @page: the id of a place, or the name of a window's type, for example "tools", "UiAuthWindow".
 * Returns: (transfer none) (nullable): as app_guide_get_chapters() has it */
const char *ui_help_window_find_chapter (const char *page);

/** Shows a chapter in front of @parent, which has the focus again when the window is closed.
 * @chapter: (nullable): the one that was read last, else the first */
void ui_help_window_present (GtkWindow *parent, const char *chapter);
