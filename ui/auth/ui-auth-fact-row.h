/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthFactRow: a name, its value and the reason for it: what a step found. Name and value stand
 * beside each other while there is room.
 */

#pragma once

#include "mcp-auth-step.h"

#include <gtk/gtk.h>

#define UI_TYPE_AUTH_FACT_ROW (ui_auth_fact_row_get_type ())
G_DECLARE_FINAL_TYPE (UiAuthFactRow, ui_auth_fact_row, UI, AUTH_FACT_ROW, GtkListBoxRow)

GtkWidget *ui_auth_fact_row_new (McpAuthFact *fact);
