/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Whether calls of one tool are asked about: a quiet button that tells the tool's own rule, or that
 * the server's rule holds, with a menu to choose another. It follows the server's profile, where
 * the rule is kept, whoever changes it.
 *
 * Actions: rule.tool (string, with a state: "server", "ask", "auto", "never")
 */

#pragma once

#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_RULE_MENU (ui_rule_menu_get_type ())
G_DECLARE_FINAL_TYPE (UiRuleMenu, ui_rule_menu, UI, RULE_MENU, GtkWidget)

/** Shows itself for a tool. @session: (nullable), @tool: (nullable): its name, both %NULL for what
 * has no rule */
void ui_rule_menu_set_tool (UiRuleMenu *self, AppSession *session, const char *tool);

/** @compact: its words are in a tooltip, beside an icon */
void ui_rule_menu_set_compact (UiRuleMenu *self, gboolean compact);
