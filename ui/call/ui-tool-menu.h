/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiToolMenu: everything about a tool, resource or prompt that is not needed for each call: its
 * approval rule and time limit, the layout, what its request carries in _meta, its request as text.
 * What differs from the default is shown as a badge before the button.
 *
 * Signal: meta-changed, after the person changed the metadata
 * Actions that it needs around it: arguments.* (s), call.copy (s), split.layout, layout.*,
 * tool.compare (s)
 */

#pragma once

#include "app-session.h"
#include "mcp-definition.h"

#include <gtk/gtk.h>

#define UI_TYPE_TOOL_MENU (ui_tool_menu_get_type ())
G_DECLARE_FINAL_TYPE (UiToolMenu, ui_tool_menu, UI, TOOL_MENU, GtkWidget)

/** @session, @definition: (nullable) */
void ui_tool_menu_set_definition (UiToolMenu    *self,
                                  AppSession    *session,
                                  McpDefinition *definition);
/** The metadata of the request. @text: (nullable): JSON text of an object, or what was being
 * written */
void ui_tool_menu_set_meta (UiToolMenu *self, const char *text);
/** Returns: (transfer full) (nullable) */
char *ui_tool_menu_dup_meta (UiToolMenu *self);
/** Whether the metadata can be sent; where it cannot, it is opened and has the focus. */
gboolean ui_tool_menu_check_meta (UiToolMenu *self);
