/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTemplateImport: a server that its publisher describes, on its way into the book: where the
 * description came from, the files that go with it, and adding it. Nothing is unpacked before it is
 * added, and nothing runs.
 */

#pragma once

#include "app-template-form.h"

#define APP_TYPE_TEMPLATE_IMPORT (app_template_import_get_type ())
G_DECLARE_FINAL_TYPE (AppTemplateImport, app_template_import, APP, TEMPLATE_IMPORT, GObject)

/** Returns: (transfer full) */
AppTemplateImport *app_template_import_new (StoreServerTemplate *template);
/** One that this program describes itself. Returns: (transfer full) (nullable): %NULL for another
 * word */
AppTemplateImport *app_template_import_new_known (const char *id);
/** Returns: (transfer none): the words of those, closed by %NULL */
const char *const *app_template_import_get_known (void);
/** Returns: (transfer full) (nullable): %NULL where @text is no such description */
AppTemplateImport *app_template_import_new_from_text (const char *text);

/** Reads a bundle (.mcpb, .dxt), a manifest.json, a server.json, in a worker.
 * finish returns: (transfer full) (nullable): %NULL without an error where the file is something
 * else */
void               app_template_import_open_async (const char         *path,
                                                   GCancellable       *cancellable,
                                                   GAsyncReadyCallback callback,
                                                   gpointer            user_data);
AppTemplateImport *app_template_import_open_finish (GAsyncResult *result, GError **error);

/** Returns: (transfer none) */
StoreServerTemplate *app_template_import_get_template (AppTemplateImport *self);
/** Of a bundle: what adding it unpacks. Returns: whether it is one
 * @size: (out): bytes; @folder: (out) (transfer full): where */
gboolean app_template_import_get_bundle (AppTemplateImport *self,
                                         guint             *n_files,
                                         guint64           *size,
                                         char             **folder);
/** Returns: (transfer full): the way at @option, to be filled in */
AppTemplateForm *app_template_import_dup_form (AppTemplateImport *self, guint option);

/**
 * Adds what @form says to the book, after unpacking the bundle. A try that failed can be repeated.
 * Errors: STORE_ERROR; without a keyring nothing is added before
 * app_profile_draft_allow_fallback()
 * finish returns: (transfer full) (nullable): the book's own profile
 */
void          app_template_import_run_async (AppTemplateImport  *self,
                                             AppTemplateForm    *form,
                                             AppWorkspace       *workspace,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
StoreProfile *app_template_import_run_finish (AppTemplateImport *self,
                                              GAsyncResult      *result,
                                              GError           **error);
/** Returns: (transfer none) (nullable): what a try that failed half-way has added already */
StoreProfile *app_template_import_get_added (AppTemplateImport *self);
