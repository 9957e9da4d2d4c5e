/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A schema in the strict mode of OpenAI: every object is closed, every property is required, what
 * was optional may be null. Before a call, members that are null and that the tool's own schema
 * does not let be null are to be taken out again.
 *
 * Source: OpenAI "Structured Outputs", "Supported schemas", as of 2026.
 */

#pragma once

#include "mcp-finding.h"

G_BEGIN_DECLS

/* The limits of one schema there. */
#define APP_EXPORT_STRICT_MAX_PROPERTIES 5000u
#define APP_EXPORT_STRICT_MAX_LEVELS 10u
#define APP_EXPORT_STRICT_MAX_CHARACTERS 120000u
#define APP_EXPORT_STRICT_MAX_ENUM_VALUES 1000u

/** @schema: what app_export_schema_fold() gave. @reason: (out) (transfer none): why it cannot be
 * strict, a clause, not translated, a static string. @findings: (inout), see mcp_finding_add()
 * Returns: (transfer full) (nullable): JSON text; %NULL with @reason */
char *app_export_schema_make_strict (McpJsonValue schema,
                                     const char **reason,
                                     GPtrArray  **findings);

G_END_DECLS
