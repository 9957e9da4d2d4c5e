/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFolder: a folder that a server is told it may work in. Immutable. Properties (constant): uri,
 * label (strings).
 *
 * Source: MCP 2025-11-25, "Roots": file: URIs only.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_FOLDER (app_folder_get_type ())
G_DECLARE_FINAL_TYPE (AppFolder, app_folder, APP, FOLDER, GObject)

/** @text: a path, also one that begins with "~/", or a file: URI
 * Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT where it is neither */
AppFolder *app_folder_new (const char *text, GError **error);

/** Returns: (transfer none) */
const char *app_folder_get_uri (AppFolder *self);
/** Returns: (transfer none): its path as people write it */
const char *app_folder_get_label (AppFolder *self);
/** What a profile keeps: the path, or the URI where there is none. Returns: (transfer full) */
char *app_folder_dup_text (AppFolder *self);
/** Whether it is there now. */
gboolean app_folder_exists (AppFolder *self);

G_END_DECLS
