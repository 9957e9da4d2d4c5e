/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCallRules: what a profile says about calls: whether tools that may destroy something are asked
 * about, and how long the server may take.
 *
 * Signals: "changed"
 */

#pragma once

#include "store-profile.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_CALL_RULES (ui_call_rules_get_type ())
G_DECLARE_FINAL_TYPE (UiCallRules, ui_call_rules, UI, CALL_RULES, GtkWidget)

/** Shows what @profile says; emits nothing. */
void ui_call_rules_load (UiCallRules *self, StoreProfile *profile);
/** Puts what is shown into @profile. */
void ui_call_rules_save (UiCallRules *self, StoreProfile *profile);

G_END_DECLS
