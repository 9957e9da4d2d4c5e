/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFolderList: the folders that one server may know of ("roots"): a GListModel of AppFolder, and
 * whether the person agreed that it is told. As soon as they agreed, the server is told without a
 * question, and of changes too. What was agreed to is kept with the server's profile; that it shall
 * know of none is kept beside it.
 *
 * AppFolder: one of them; immutable.
 *
 * Properties: shared (boolean, notifies)
 *
 * Source: MCP 2025-11-25, "Roots": file: URIs only.
 */

#pragma once

#include "app-session.h"
#include "mcp-roots.h"
#include "store-memory.h"

#define APP_TYPE_FOLDER (app_folder_get_type ())
G_DECLARE_FINAL_TYPE (AppFolder, app_folder, APP, FOLDER, GObject)

/** Returns: (transfer none) */
const char *app_folder_get_uri (AppFolder *self);
/** Returns: (transfer none): its path as people write it */
const char *app_folder_get_label (AppFolder *self);
/** Whether it is there now. */
gboolean app_folder_exists (AppFolder *self);

#define APP_TYPE_FOLDER_LIST (app_folder_list_get_type ())
G_DECLARE_FINAL_TYPE (AppFolderList, app_folder_list, APP, FOLDER_LIST, GObject)

/** @session: held weakly. Returns: (transfer full): with what its profile says */
AppFolderList *app_folder_list_new (AppSession *session, StoreMemory *answers);

/** @text: a path, also one that begins with "~/", or a file: URI. One that is there already is not
 * added again. Errors: APP_ERROR_INVALID_INPUT */
gboolean app_folder_list_add (AppFolderList *self, const char *text, GError **error);
void     app_folder_list_remove (AppFolderList *self, AppFolder *folder);

/** Whether the server is told at once; else the person is asked each time. */
gboolean app_folder_list_is_shared (AppFolderList *self);
void     app_folder_list_set_shared (AppFolderList *self, gboolean shared);

/** What is sent. Returns: (transfer none): follows the list */
McpRoots *app_folder_list_get_roots (AppFolderList *self);
