/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFindingButton: how much is off in something that a server sent; opens the list, with what is
 * wrong, where, and which document says so. Invisible when all is in order.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_FINDING_BUTTON (ui_finding_button_get_type ())
G_DECLARE_FINAL_TYPE (UiFindingButton, ui_finding_button, UI, FINDING_BUTTON, GtkWidget)

/** @findings: (nullable) (element-type McpFinding): held */
void ui_finding_button_set_findings (UiFindingButton *self, GPtrArray *findings);
