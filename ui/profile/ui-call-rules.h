/* SPDX-License-Identifier: GPL-3.0-or-later */

/** UiCallRules: what holds for the calls of a server's tools: which of them are asked about, those
 * with a rule of their own, and how long they may take. */

#pragma once

#include <gtk/gtk.h>

#include "app-profile-draft.h"

#define UI_TYPE_CALL_RULES (ui_call_rules_get_type ())
G_DECLARE_FINAL_TYPE (UiCallRules, ui_call_rules, UI, CALL_RULES, GtkWidget)

/** Shows what the draft says, and changes it. */
void ui_call_rules_set_draft (UiCallRules *self, AppProfileDraft *draft);
