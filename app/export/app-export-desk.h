/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportDesk: what a model is told of a session's tools: which of them, in which form, and the
 * text of it. A GListModel of AppExportChoice in the order of the tools, which keeps what was
 * chosen when they are listed again. Texts are made in a worker; what is out of date is not shown.
 * Main thread only.
 *
 * Properties (notify)
 *   format (uint, writable): an AppExportFormat
 *   export (AppToolExport, nullable): what was made last; see app_export_desk_get_text()
 *   running (boolean): it is about to be replaced
 */

#pragma once

#include "app-export-choice.h"
#include "app-session.h"
#include "app-tool-export.h"

G_BEGIN_DECLS

#define APP_TYPE_EXPORT_DESK (app_export_desk_get_type ())
G_DECLARE_FINAL_TYPE (AppExportDesk, app_export_desk, APP, EXPORT_DESK, GObject)

/** Returns: (transfer full) */
AppExportDesk *app_export_desk_new (AppSession *session);

AppExportFormat app_export_desk_get_format (AppExportDesk *self);
void            app_export_desk_set_format (AppExportDesk *self, AppExportFormat format);
/** Chooses, or not, all that have the words. @words: (nullable) */
void app_export_desk_choose (AppExportDesk *self, const char *words, gboolean chosen);
/** How many are in the export. */
guint app_export_desk_count_taken (AppExportDesk *self);

/** Returns: (transfer none) (nullable) */
AppToolExport *app_export_desk_get_export (AppExportDesk *self);
/** The value of "tools" in a request, indented. Returns: (transfer none) (nullable) */
const char *app_export_desk_get_text (AppExportDesk *self);
gboolean    app_export_desk_is_running (AppExportDesk *self);

G_END_DECLS
