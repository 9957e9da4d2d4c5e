/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerOauth: how the person signs in to a server, where that cannot be found out: a client that
 * was registered beforehand, its scopes, its redirect address. A row that unfolds; open where the
 * profile says some of it.
 */

#pragma once

#include "app-profile-draft.h"

#include <adwaita.h>

#define UI_TYPE_SERVER_OAUTH (ui_server_oauth_get_type ())
G_DECLARE_FINAL_TYPE (UiServerOauth, ui_server_oauth, UI, SERVER_OAUTH, AdwExpanderRow)

/** Shows what the draft says, and changes it. */
void ui_server_oauth_set_draft (UiServerOauth *self, AppProfileDraft *draft);
