/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientList: the applications that a server can be written into, a GListModel of
 * AppClientTarget: one for each application that keeps a file for the user, those of the projects
 * that were added, and the other files that a person named. All are looked at once at the
 * beginning, and followed.
 *
 * Signals:
 *   "changed": one of the targets says something else than before
 *   "arranged": others were found than before; once for all that are looked at at the same time
 */

#pragma once

#include "app-client-target.h"

/* Each is a folder to look into and to watch, and a row to read. */
#define APP_CLIENT_LIST_MAX_PROJECTS 8
#define APP_CLIENT_LIST_MAX_FILES 8

#define APP_TYPE_CLIENT_LIST (app_client_list_get_type ())
G_DECLARE_FINAL_TYPE (AppClientList, app_client_list, APP, CLIENT_LIST, GObject)

/** @home: (nullable): %NULL for the user's own. Returns: (transfer full) */
AppClientList *app_client_list_new (const char *home);

/** Those that a person has: the application, or a file of it, is on this computer. In the order of
 * the list; changes only with "arranged". Returns: (transfer none): of AppClientTarget */
GListModel *app_client_list_get_found (AppClientList *self);
/** Another file of the same application whose entry is used instead of what @target has for
 * @profile, in its project. Returns: (transfer none) (nullable) */
AppClientTarget *app_client_list_find_winner (AppClientList   *self,
                                              AppClientTarget *target,
                                              StoreProfile    *profile);
/** How many applications were looked for in vain. */
guint app_client_list_get_n_absent (AppClientList *self);
/** Adds what applications keep in the folder of a project, before the oldest of those that were
 * added; beyond APP_CLIENT_LIST_MAX_PROJECTS the oldest goes.
 * Returns: (transfer none): the first target of that project, also where it was there already */
AppClientTarget *app_client_list_add_project (AppClientList *self, const char *folder);
/** Returns: (transfer full): the projects' folders, the newest first */
GStrv app_client_list_dup_projects (AppClientList *self);
/** Returns: (transfer full): the ids of all applications that are known */
GStrv app_client_list_dup_ids (void);
/** A kind of other files. */
typedef struct
{
  const char *word;   /* "json", "jsonc", "toml", "yaml" */
  const char *name;   /* in a person's words, to be translated where it is no name */
  const char *client; /* whose way of writing is imitated */
} AppClientFileKind;

/** Returns: (transfer none): all kinds, closed by one without a word */
const AppClientFileKind *app_client_list_get_kinds (void);
/** The names from the document to its servers that are usual, with slashes between them:
 * "mcpServers". Returns: (transfer full) */
char *app_client_list_dup_kind_root (const AppClientFileKind *kind);
/** Adds any other file, behind those that there are; beyond APP_CLIENT_LIST_MAX_FILES the oldest
 * goes. @root: as of app_client_list_dup_kind_root()
 * Returns: (transfer none) (nullable): also where it was there already; %NULL for another kind, or
 * without a root */
AppClientTarget *app_client_list_add_file (AppClientList *self,
                                           const char    *kind,
                                           const char    *path,
                                           const char    *root);
/** Takes a file that a person named out of the list again. */
void app_client_list_remove_file (AppClientList *self, AppClientTarget *target);
/** What to remember, and what was remembered: a(sass), an application, a path, a root.
 * Returns: (transfer full) */
GVariant *app_client_list_dup_files (AppClientList *self);
void      app_client_list_add_files (AppClientList *self, GVariant *files);
/** Those that were found and read a file of a project: "Cursor, Zed"; "" for none. Returns:
 * (transfer full) */
char *app_client_list_dup_project_names (AppClientList *self);
