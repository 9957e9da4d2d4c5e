/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCallRules: what a profile says about calls: whether tools that may destroy something are asked
 * about, and how long the server may take.
 */

#pragma once

#include "app-profile-draft.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_CALL_RULES (ui_call_rules_get_type ())
G_DECLARE_FINAL_TYPE (UiCallRules, ui_call_rules, UI, CALL_RULES, GtkWidget)

/** Shows what the draft says, and changes it. */
void ui_call_rules_set_draft (UiCallRules *self, AppProfileDraft *draft);

G_END_DECLS
