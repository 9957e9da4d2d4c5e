/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientList: the applications that a server can be written into, a GListModel of
 * AppClientTarget: one for each application that keeps a file for the user, and those of the
 * projects that were added. All are looked at once at the beginning, and followed.
 *
 * Signals: "changed": one of the targets says something else than before
 */

#pragma once

#include "app-client-target.h"

G_BEGIN_DECLS

/* Each is a folder to look into and to watch, and a row to read. */
#define APP_CLIENT_LIST_MAX_PROJECTS 8

#define APP_TYPE_CLIENT_LIST (app_client_list_get_type ())
G_DECLARE_FINAL_TYPE (AppClientList, app_client_list, APP, CLIENT_LIST, GObject)

/** @home: (nullable): %NULL for the user's own. Returns: (transfer full) */
AppClientList *app_client_list_new (const char *home);

/** Those that a person has: the application, or a file of it, is on this computer.
 * Returns: (transfer full) (element-type AppClientTarget): in the order of the list */
GPtrArray *app_client_list_dup_found (AppClientList *self);
/** Adds what applications keep in the folder of a project, before the oldest of those that were
 * added; beyond APP_CLIENT_LIST_MAX_PROJECTS the oldest goes.
 * Returns: (transfer none): the first target of that project, also where it was there already */
AppClientTarget *app_client_list_add_project (AppClientList *self, const char *folder);
/** Returns: (transfer full): the projects' folders, the newest first */
GStrv app_client_list_dup_projects (AppClientList *self);
/** Those that were found and read a file of a project: "Cursor, Zed"; "" for none. Returns:
 * (transfer full) */
char *app_client_list_dup_project_names (AppClientList *self);

G_END_DECLS
