/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportSelection: what a model is told of a session's tools: which of them, in which form, and
 * the text of it. A GListModel of AppExportChoice in the order of the tools, which keeps what was
 * chosen when they are listed again. Texts are made in a worker; what is out of date is not shown.
 * Main thread only.
 *
 * Properties (notify)
 *   format (uint, writable): an AppExportFormat
 *   export (AppToolExport, nullable): what was made last; see app_export_selection_get_text()
 *
 * AppExportChoice: a tool that a model may be told of, and whether it shall be. Main thread only.
 *
 * Properties (notify)
 *   chosen (boolean, writable): the person wants it in the export
 *   enabled (boolean): models are told of it at all; what is not enabled is never exported
 *   exported (AppExportedTool, nullable): what a model is told of it, while it is in the export
 */

#pragma once

#include "app-session.h"
#include "app-tool-export.h"

#define APP_TYPE_EXPORT_CHOICE (app_export_choice_get_type ())
G_DECLARE_FINAL_TYPE (AppExportChoice, app_export_choice, APP, EXPORT_CHOICE, GObject)

/** Returns: (transfer none) */
McpTool *app_export_choice_get_tool (AppExportChoice *self);
gboolean app_export_choice_get_chosen (AppExportChoice *self);
void     app_export_choice_set_chosen (AppExportChoice *self, gboolean chosen);
gboolean app_export_choice_get_enabled (AppExportChoice *self);
/** Whether name or description have all of the words. @words: (nullable) */
gboolean app_export_choice_matches (AppExportChoice *self, const char *words);
/** "≈ 120 tokens, not strict: open map", "disabled". Returns: (transfer full): translated, on one
 * line */
char *app_export_choice_dup_note (AppExportChoice *self);

#define APP_TYPE_EXPORT_SELECTION (app_export_selection_get_type ())
G_DECLARE_FINAL_TYPE (AppExportSelection, app_export_selection, APP, EXPORT_SELECTION, GObject)

/** Returns: (transfer full) */
AppExportSelection *app_export_selection_new (AppSession *session);

AppExportFormat app_export_selection_get_format (AppExportSelection *self);
void            app_export_selection_set_format (AppExportSelection *self, AppExportFormat format);
/** Chooses, or not, all that have the words. @words: (nullable) */
void app_export_selection_choose (AppExportSelection *self, const char *words, gboolean chosen);
/** How many are in the export. */
guint app_export_selection_count_included (AppExportSelection *self);

/** Returns: (transfer none) (nullable) */
AppToolExport *app_export_selection_get_export (AppExportSelection *self);
/** The value of "tools" in a request, indented. Returns: (transfer none) (nullable) */
const char *app_export_selection_get_text (AppExportSelection *self);
