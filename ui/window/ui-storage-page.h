/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiStoragePage: the preferences about what is kept: where results go, the Redis server, and the
 * history.
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_STORAGE_PAGE (ui_storage_page_get_type ())
G_DECLARE_FINAL_TYPE (UiStoragePage, ui_storage_page, UI, STORAGE_PAGE, AdwPreferencesPage)

/** @workspace: of a window */
void ui_storage_page_set_workspace (UiStoragePage *self, AppWorkspace *workspace);
