/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSignedInPage: the servers that a person is signed in to, in the preferences: as whom, for what,
 * since when; a button to sign out of each, and of all.
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_SIGNED_IN_PAGE (ui_signed_in_page_get_type ())
G_DECLARE_FINAL_TYPE (UiSignedInPage, ui_signed_in_page, UI, SIGNED_IN_PAGE, AdwPreferencesPage)

/** Once. */
void ui_signed_in_page_set_workspace (UiSignedInPage *self, AppWorkspace *workspace);
