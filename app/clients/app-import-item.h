/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppImportItem: a server that was found in another application's file, or pasted: what it would
 * run or open, where it was found, and whether the person wants it. Values in its profile are as
 * they were found, secrets included: show the summary, not the variables.
 *
 * Properties: selected (boolean), done (boolean: it was added)
 */

#pragma once

#include "store-profile.h"

G_BEGIN_DECLS

#define APP_TYPE_IMPORT_ITEM (app_import_item_get_type ())
G_DECLARE_FINAL_TYPE (AppImportItem, app_import_item, APP, IMPORT_ITEM, GObject)

/** @profile: (transfer none); @application, @path: (nullable): where it was found
 * Returns: (transfer full) */
AppImportItem *
app_import_item_new (StoreProfile *profile, const char *application, const char *path);

/** Returns: (transfer none) */
StoreProfile *app_import_item_get_profile (AppImportItem *self);
/** Returns: (transfer none) */
const char *app_import_item_get_name (AppImportItem *self);
/** The application that it was found in. Returns: (transfer none) (nullable): %NULL where it was
 * pasted */
const char *app_import_item_get_application (AppImportItem *self);
/** Returns: (transfer none) (nullable) */
const char *app_import_item_get_path (AppImportItem *self);
/** The whole command line, or the URL. Returns: (transfer full) */
char *app_import_item_dup_summary (AppImportItem *self);
/** Names of variables and headers whose values look like secrets. Returns: (transfer full) */
GStrv app_import_item_dup_secret_names (AppImportItem *self);

/** The name of the server in the book that reaches the same. Returns: (transfer none) (nullable) */
const char *app_import_item_get_known_as (AppImportItem *self);
void        app_import_item_set_known_as (AppImportItem *self, const char *name);
/** Another application that has the same server. @application: (nullable) */
void app_import_item_set_twin (AppImportItem *self, const char *application);
/** What a person should know about it, in a few words. Returns: (transfer full) (nullable) */
char *app_import_item_dup_remark (AppImportItem *self);
/** Why it cannot be added. Returns: (transfer none) (nullable) */
const char *app_import_item_get_error (AppImportItem *self);
/** Property "selected": %FALSE where it is known or cannot be added. */
gboolean app_import_item_get_selected (AppImportItem *self);
void     app_import_item_set_selected (AppImportItem *self, gboolean selected);
/** Property "done". */
gboolean app_import_item_get_done (AppImportItem *self);
void     app_import_item_set_done (AppImportItem *self, gboolean done);

G_END_DECLS
