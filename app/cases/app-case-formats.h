/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The readers and writers behind app-case-import.h and app-case-export.h, see there for what they
 * take and return. */

#pragma once

#include "app-case-suite.h"
#include "mcp-json-writer.h"

/** Returns: (transfer full) (nullable) */
GBytes *
app_case_import_bfcl (GBytes *text, GBytes *answers, GPtrArray *notes, GError **error);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_mcpjam (McpJsonValue suite, GPtrArray *notes, GError **error);
/** Returns: (transfer full): JSON */
char *app_case_export_mcpjam (const AppCaseSuite *suite, const char *model, GPtrArray *notes);

/** Writes one value of a format as one of another. */
typedef void (*AppCaseWriteFunc) (McpJsonWriter *writer, McpJsonValue value, guint depth);
/** Writes an object or an array, each value in it by @write. @depth: of these */
void app_case_write_each (McpJsonWriter   *writer,
                          McpJsonValue     container,
                          AppCaseWriteFunc write,
                          guint            depth);
