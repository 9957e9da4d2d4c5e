/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthFindingCard: something that is wrong with an authorization: how bad it is, what was seen,
 * which rule that breaks, whose fault it is, what mends it; a switch to go on all the same where
 * there is one; and a report for whoever can mend it.
 */

#pragma once

#include "app-auth-debugger.h"

#include <gtk/gtk.h>

#define UI_TYPE_AUTH_FINDING_CARD (ui_auth_finding_card_get_type ())
G_DECLARE_FINAL_TYPE (UiAuthFindingCard, ui_auth_finding_card, UI, AUTH_FINDING_CARD, GtkBox)

/** @debugger: (nullable): %NULL: nothing can be done about it where it is shown */
GtkWidget *ui_auth_finding_card_new (AppAuthDebugger *debugger, McpAuthFinding *finding);
