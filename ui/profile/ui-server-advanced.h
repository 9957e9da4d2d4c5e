/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerAdvanced: what few servers need: the protocol's era and revision, the network's proxies
 * and certificates, roots, watched files. Folded away unless the profile says some of it; shows
 * only what fits the transport.
 *
 * Signals: "changed"
 */

#pragma once

#include "store-profile.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_SERVER_ADVANCED (ui_server_advanced_get_type ())
G_DECLARE_FINAL_TYPE (UiServerAdvanced, ui_server_advanced, UI, SERVER_ADVANCED, GtkWidget)

/** Shows what @profile says; emits nothing. */
void ui_server_advanced_load (UiServerAdvanced *self, StoreProfile *profile);
/** Puts what is shown into @profile. */
void ui_server_advanced_save (UiServerAdvanced *self, StoreProfile *profile);
/** Returns: (transfer none) (nullable): what is typed and cannot be put into a profile */
const char *ui_server_advanced_get_problem (UiServerAdvanced *self);
/** Shows what fits the transport of @profile, and which transport that is. */
void ui_server_advanced_fit (UiServerAdvanced *self, StoreProfile *profile);

G_END_DECLS
