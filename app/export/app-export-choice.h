/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportChoice: a tool that a model may be told of, and whether it shall be. Main thread only.
 *
 * Properties (notify)
 *   chosen (boolean, writable): the person wants it in the export
 *   enabled (boolean): models are told of it at all; what is not enabled is never exported
 *   exported (AppExportedTool, nullable): what a model is told of it, while it is in the export
 */

#pragma once

#include "app-exported-tool.h"

G_BEGIN_DECLS

#define APP_TYPE_EXPORT_CHOICE (app_export_choice_get_type ())
G_DECLARE_FINAL_TYPE (AppExportChoice, app_export_choice, APP, EXPORT_CHOICE, GObject)

/** Chosen at first. Returns: (transfer full) */
AppExportChoice *app_export_choice_new (McpTool *tool);

/** Returns: (transfer none) */
McpTool *app_export_choice_get_tool (AppExportChoice *self);
gboolean app_export_choice_get_chosen (AppExportChoice *self);
void     app_export_choice_set_chosen (AppExportChoice *self, gboolean chosen);
gboolean app_export_choice_get_enabled (AppExportChoice *self);
void     app_export_choice_set_enabled (AppExportChoice *self, gboolean enabled);
/** Chosen and enabled. */
gboolean app_export_choice_is_taken (AppExportChoice *self);
/** Returns: (transfer none) (nullable) */
AppExportedTool *app_export_choice_get_exported (AppExportChoice *self);
void             app_export_choice_set_exported (AppExportChoice *self, AppExportedTool *exported);
/** Whether name or description have all of the words. @words: (nullable) */
gboolean app_export_choice_matches (AppExportChoice *self, const char *words);
/** "≈ 120 tokens, not strict: open map", "disabled". Returns: (transfer full): translated, one line
 */
char *app_export_choice_dup_note (AppExportChoice *self);

G_END_DECLS
