/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the command palette finds: a table with a row for each kind of thing.
 */

#pragma once

#include "app-workspace.h"

#include <gtk/gtk.h>

/** @prefix: '>' for actions, '@' for results, '#' for the log, 0 for everything
 * @shown: (nullable): the session whose actions are offered
 * @window: (nullable): whose page is shown, for the actions of that page
 * @server: (nullable): the actions about @shown: those that are disabled are left out
 * Returns: (transfer full) (element-type UiPaletteItem): what is likely to be wanted comes first */
GPtrArray *ui_palette_sources_collect (AppWorkspace *workspace,
                                       AppSession   *shown,
                                       GtkWidget    *window,
                                       GActionGroup *server,
                                       char          prefix);
