/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The readers behind app-case-import.h, one for each format; see there for what they take. */

#pragma once

#include "app-case-import.h"

G_BEGIN_DECLS

/** Returns: (transfer full) (nullable) */
GBytes *
app_case_import_bfcl (GBytes *text, GBytes *answers, GPtrArray *notes, GError **error);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_mcpjam (McpJsonValue suite, GPtrArray *notes, GError **error);
/** Whether the columns of a table are those of MCP-Atlas. */
gboolean app_case_import_is_atlas (GBytes *text);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_atlas (GBytes *text, GPtrArray *notes, GError **error);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_promptfoo (McpJsonValue config, GPtrArray *notes, GError **error);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_conversation (McpJsonValue conversation, GError **error);

/** An id that no other case has: @wanted, or with a number behind it.
 * @ids: of the file, utf8 to the next number; the same for all its cases. Returns: (transfer
 * full) */
char *app_case_import_make_id (GHashTable *ids, const char *wanted);
/** Adds "PLACE: WHAT" to the notes; after many it is only said that there are more. */
void app_case_import_note (GPtrArray *notes, const char *place, const char *what);
/** The same for what is left out. @what: (nullable): what stands there */
void app_case_import_leave_out (GPtrArray *notes, const char *place, const char *what);
/** Whether a value is only where to find one: promptfoo reads files and runs programs. */
gboolean app_case_import_is_file (McpJsonValue value);

G_END_DECLS
