/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCompareDialog: a tool's definition beside another one's: the tools of all servers as a list
 * that is searched by typing, those of the same name first, and what differs line by line.
 */

#pragma once

#include "app-session.h"
#include "mcp-tool.h"

#include <adwaita.h>

#define UI_TYPE_COMPARE_DIALOG (ui_compare_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiCompareDialog, ui_compare_dialog, UI, COMPARE_DIALOG, AdwWindow)

/** @sessions: of AppSession: whose tools are offered. @session: the one that listed @tool */
UiCompareDialog *ui_compare_dialog_new (GtkWindow  *parent,
                                        GListModel *sessions,
                                        AppSession *session,
                                        McpTool    *tool);
