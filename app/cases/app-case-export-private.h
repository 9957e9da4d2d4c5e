/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What app-case-export.h and the writer of MCPJam share. */

#pragma once

#include "app-case-export.h"
#include "mcp-json-writer.h"

G_BEGIN_DECLS

/** Returns: (transfer full): JSON */
char *app_case_export_mcpjam (const AppCaseSuite *suite, const char *model, GPtrArray *notes);

/** Returns: a case as it is written */
McpJsonValue app_case_export_find_case (const AppCaseSuite *suite, guint index);
/** @item: a case. Returns: its turn, or the case itself where it is only one */
McpJsonValue app_case_export_find_turn (McpJsonValue item, guint index);
/** Writes what is expected of arguments as plain values; the name of a type stands for anything of
 * it. Returns: how many cannot be written so, and are left out */
guint app_case_export_write_arguments (McpJsonWriter *writer, McpJsonValue arguments);
void  app_case_export_note (GPtrArray *notes, const AppCase *item, const char *what);
/** Notes which members of cases are not among those that are carried. */
void
app_case_export_check (const AppCaseSuite *suite, const char *const *carried, GPtrArray *notes);

G_END_DECLS
