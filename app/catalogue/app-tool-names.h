/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppToolNames: the names of a saved server's tools, as they were listed last, in a file of the
 * cache folder. A shell and the desktop find tools by them without starting a server. A feature of
 * the session.
 */

#pragma once

#include "app-session-feature.h"
#include "store-profile-list.h"

#define APP_TYPE_TOOL_NAMES (app_tool_names_get_type ())
G_DECLARE_FINAL_TYPE (AppToolNames, app_tool_names, APP, TOOL_NAMES, GObject)

/** @book: (nullable): remembers the names of its servers; %NULL: of none */
void app_tool_names_remember_in (AppToolNames *self, StoreProfileList *book);
/** @id: a profile's. Returns: (transfer full): what can be typed and shown as it is */
GStrv app_tool_names_read (const char *id);
/** Of a server that was removed: one of the same id may come. */
void app_tool_names_forget (const char *id);
