/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerAdvanced: what few servers need: the protocol's era and revision, the network's proxies
 * and certificates, roots, watched files. Folded away unless the profile says some of it; shows
 * only what fits the transport.
 *
 * Signal: checked, when a JSON object was changed: see ui_server_advanced_get_problem()
 */

#pragma once

#include "app-profile-draft.h"

#include <gtk/gtk.h>

#define UI_TYPE_SERVER_ADVANCED (ui_server_advanced_get_type ())
G_DECLARE_FINAL_TYPE (UiServerAdvanced, ui_server_advanced, UI, SERVER_ADVANCED, GtkBox)

/** Shows what the draft says, and changes it. */
void ui_server_advanced_set_draft (UiServerAdvanced *self, AppProfileDraft *draft);
/** Returns: (transfer none) (nullable): what is typed and cannot be put into a profile */
const char *ui_server_advanced_get_problem (UiServerAdvanced *self);
/** Shows what fits the transport of the draft, and which transport that is. */
void ui_server_advanced_fit (UiServerAdvanced *self);
