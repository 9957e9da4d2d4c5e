/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppImport: the servers that one file of another application lists. Immutable.
 *
 * Properties (read only, constant): application (string), path (string), profiles (GListModel of
 * StoreProfile, with secrets as the plain text that they are in that file)
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_IMPORT (app_import_get_type ())
G_DECLARE_FINAL_TYPE (AppImport, app_import, APP, IMPORT, GObject)

/** Returns: (transfer none): a proper name */
const char *app_import_get_application (AppImport *self);
/** Returns: (transfer none) */
const char *app_import_get_path (AppImport *self);
/** Returns: (transfer none): of StoreProfile, at least one */
GListModel *app_import_get_profiles (AppImport *self);

/** Looks into the files of the applications that are installed. @home: (nullable): %NULL for the
 * user's own */
void app_import_find_async (const char         *home,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** Returns: (transfer full) (nullable): of AppImport; those without servers are left out */
GListModel *app_import_find_finish (GAsyncResult *result, GError **error);

G_END_DECLS
