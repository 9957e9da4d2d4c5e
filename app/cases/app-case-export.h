/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Cases as files of other programs, and as a script of pytest that asks them. Pure; the reverse of
 * app-case-import.h.
 *
 * Sources: MCPJam's "eval-suite.schema.json", schemaVersion 1; promptfoo's documentation of its
 * configuration and of the assertions of trajectories
 */

#pragma once

#include "app-case-suite.h"

G_BEGIN_DECLS

typedef enum {
  APP_CASE_EXPORT_OWN, /* JSON, which is YAML as well */
  APP_CASE_EXPORT_MCPJAM,
  APP_CASE_EXPORT_PROMPTFOO,
  APP_CASE_EXPORT_PYTEST,
  APP_CASE_EXPORT_CURL, /* needs a model and tools: see app-case-export-curl.h */
} AppCaseExportFormat;

/** @text: "spyglass", "mcpjam", "promptfoo", "pytest" or "curl". Returns: %FALSE where it is none
 * of them */
gboolean app_case_export_format_from_text (const char *text, AppCaseExportFormat *format);
/** @format: not APP_CASE_EXPORT_CURL. @model: who is asked
 * @notes: (element-type utf8): what the format cannot carry is added, in sentences
 * Returns: (transfer full) */
char *app_case_export (const AppCaseSuite *suite,
                       AppCaseExportFormat format,
                       const char         *model,
                       GPtrArray          *notes);

G_END_DECLS
