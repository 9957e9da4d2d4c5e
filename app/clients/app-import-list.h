/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppImportList: servers that other applications have, or that a person pasted, to be added to the
 * book: a GListModel of AppImportItem in the order of the applications. What is added is marked as
 * imported or pasted, so that its command is shown and confirmed before its first run.
 *
 * Properties: loading (boolean), n-selected (uint), keep-secrets (boolean)
 */

#pragma once

#include "app-client-note.h"
#include "app-workspace.h"

/**
 * AppImportItem: a server that was found in another application's file, or pasted: what it would
 * run or open, where it was found, and whether the person wants it. Values in its profile are as
 * they were found, secrets included: show the summary, not the variables.
 *
 * Properties: selected (boolean: never one that cannot be added), done (boolean)
 */
#define APP_TYPE_IMPORT_ITEM (app_import_item_get_type ())
G_DECLARE_FINAL_TYPE (AppImportItem, app_import_item, APP, IMPORT_ITEM, GObject)

/** What it is; the application and the path are %NULL where it was pasted. */
typedef struct
{
  const char *name;
  const char *application; /* (nullable) */
  const char *path;        /* (nullable) */
  const char *error;       /* (nullable): why it cannot be added */
  gboolean    done;        /* property "done" */
} AppImportItemInfo;

/** Returns: (transfer none): until the next call */
const AppImportItemInfo *app_import_item_get_info (AppImportItem *self);
/** The whole command line, or the URL. Returns: (transfer full) */
char *app_import_item_dup_summary (AppImportItem *self);

/** What a person should know about it, in a few words. Returns: (transfer full) (nullable) */
char *app_import_item_dup_remark (AppImportItem *self);
#define APP_TYPE_IMPORT_LIST (app_import_list_get_type ())
G_DECLARE_FINAL_TYPE (AppImportList, app_import_list, APP, IMPORT_LIST, GObject)

/** Returns: (transfer full): empty */
AppImportList *app_import_list_new (AppWorkspace *workspace);

/** Looks into the files of all known applications, in a worker. @home: (nullable) */
void     app_import_list_find_async (AppImportList      *self,
                                     const char         *home,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean app_import_list_find_finish (AppImportList *self, GAsyncResult *result, GError **error);

/** Adds what a person pasted: a snippet, a command line, a URL. What is there already is chosen.
 * Errors: STORE_ERROR_SYNTAX, _INVALID. Returns: how many servers are in it, 0 with an error */
guint app_import_list_add_text (AppImportList *self, const char *text, GError **error);
/** The same for a file, in a worker. finish returns: how many servers are in it; 0 without an error
 * where it has none, which a note says */
void  app_import_list_add_file_async (AppImportList      *self,
                                      const char         *path,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
guint app_import_list_add_file_finish (AppImportList *self, GAsyncResult *result, GError **error);

/** Selects this server of this file alone, also where it is found later. */
void app_import_list_choose (AppImportList *self, const char *name, const char *path);

/** What was wrong with the files: one without servers, one that cannot be read, a member that was
 * left out.
 * Returns: (transfer none): of AppClientNote */
GListModel *app_import_list_get_notes (AppImportList *self);
/** The same about files without servers. Returns: (transfer none) */
GListModel *app_import_list_get_empty (AppImportList *self);
/** How many servers of a file a person may want, and how many of them are chosen. @path:
 * (nullable): %NULL for what was pasted */
guint app_import_list_count (AppImportList *self, const char *path, guint *selected);
/** Chooses them all, or none. */
void app_import_list_select (AppImportList *self, const char *path, gboolean selected);
/** The applications that have servers which are not in the book: "Claude Desktop, Cursor".
 * Returns: (transfer full) (nullable): %NULL where there are none */
char *app_import_list_dup_applications (AppImportList *self);
/** Property "n-selected". */
guint app_import_list_get_n_selected (AppImportList *self);
/** Names of what looks like a secret in the servers that are selected, each once.
 * Returns: (transfer full) */
GStrv app_import_list_dup_secret_names (AppImportList *self);

/**
 * Adds the servers that are selected, one after the other; those that were added before a failure
 * are done, and doing it again goes on with the rest. Errors: as app_profile_draft_save_async();
 * without a keyring nothing is added before app_profile_draft_allow_fallback().
 * finish returns: how many were added; 0 with an error
 */
void  app_import_list_run_async (AppImportList      *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
guint app_import_list_run_finish (AppImportList *self, GAsyncResult *result, GError **error);
