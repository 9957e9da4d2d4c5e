/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Cases as a file of our own, or of MCPJam. Pure; the reverse of app-case-import.h.
 *
 * Source: MCPJam's "eval-suite.schema.json", schemaVersion 1
 */

#pragma once

#include "app-case-suite.h"

typedef enum {
  APP_CASE_EXPORT_OWN, /* JSON, which is YAML as well */
  APP_CASE_EXPORT_MCPJAM,
} AppCaseExportFormat;

/** @text: "spyglass" or "mcpjam". Returns: %FALSE where it is neither */
gboolean app_case_export_format_from_text (const char *text, AppCaseExportFormat *format);
/** @model: (nullable): who is asked, where the format says it
 * @notes: (element-type utf8): what the format cannot carry is added, in sentences
 * Returns: (transfer full) */
char *app_case_export (const AppCaseSuite *suite,
                       AppCaseExportFormat format,
                       const char         *model,
                       GPtrArray          *notes);
