/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDetailHeader: who a definition is: title, name as the protocol has it, hints as words, the
 * description (a few lines before "More"), and its schema or whole text one click away.
 */

#pragma once

#include "app-session.h"
#include "mcp-definition.h"
#include "ui-tool-menu.h"

#include <gtk/gtk.h>

#define UI_TYPE_DETAIL_HEADER (ui_detail_header_get_type ())
G_DECLARE_FINAL_TYPE (UiDetailHeader, ui_detail_header, UI, DETAIL_HEADER, GtkWidget)

/** @session: (nullable): whose it is; fetches its icon
 * @definition: (nullable) */
void ui_detail_header_set_definition (UiDetailHeader *self,
                                      AppSession     *session,
                                      McpDefinition  *definition);
/** Returns: (transfer none) */
UiToolMenu *ui_detail_header_get_menu (UiDetailHeader *self);
