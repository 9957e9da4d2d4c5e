/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPalette: everything at a few letters: servers, tools, resources, prompts, results, entries of
 * the log and actions, the best match first. ">" searches actions, "@" results, "#" the log.
 * Return opens what is selected in the window it belongs to; Escape closes it.
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_PALETTE (ui_palette_get_type ())
G_DECLARE_FINAL_TYPE (UiPalette, ui_palette, UI, PALETTE, AdwWindow)

/** @shown: (nullable): the session that the window shows. @server: (nullable): its actions.
 * Returns: (transfer none): owned by GTK, as windows are */
UiPalette *ui_palette_new (GtkWindow    *parent,
                           AppWorkspace *workspace,
                           AppSession   *shown,
                           GActionGroup *server);
/** As if it was typed. */
void ui_palette_search (UiPalette *self, const char *text);
