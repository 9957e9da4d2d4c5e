/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportNames: the names of a tool's arguments where a vendor does not take all of them as they
 * are, and the way back. A name has one other spelling wherever the schema has it, so that lists of
 * required names, dependencies, references and example values follow. Immutable.
 */

#pragma once

#include "app-export-format.h"
#include "mcp-json-value.h"

typedef struct _AppExportNames AppExportNames;

/** @schema: what app_export_schema_clean() gave. @findings: (inout): each name that is spelled in
 * another way. Returns: (transfer full) (nullable): %NULL where the vendor takes every name */
AppExportNames      *
app_export_names_new (AppExportFormat format, McpJsonValue schema, GPtrArray **findings);
void app_export_names_free (AppExportNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppExportNames, app_export_names_free)

/** The schema with the vendor's names; a renamed argument without a title has its own name as one.
 * Returns: (transfer full): JSON text */
char *app_export_names_dup_schema (AppExportNames *self, McpJsonValue schema);
/** Arguments of a call in the names of the server, or in those of the vendor. @self: (nullable):
 * they stay as they are. Returns: (transfer full): JSON text */
char *app_export_names_dup_arguments (AppExportNames *self, McpJsonValue value, gboolean to_server);
