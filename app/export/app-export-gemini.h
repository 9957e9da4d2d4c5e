/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A schema as Gemini's "parameters" takes it: the part of OpenAPI's schema that its Schema message
 * has. References are put in place, null becomes "nullable", a constant an enum of one; what the
 * message does not know is left out, with a finding. Bounded: a schema that grows beyond the limit
 * by its references, or refers to itself, ends in plain objects.
 *
 * Source: Gemini API, "Schema", "FunctionDeclaration", as of 2026.
 */

#pragma once

#include "mcp-finding.h"

G_BEGIN_DECLS

/* Sub-schemas that are written for one tool; the largest real one has 1 001. */
#define APP_EXPORT_GEMINI_MAX_NODES 20000u

/** @schema: what app_export_schema_fold() gave. @findings: (inout), see mcp_finding_add()
 * Returns: (transfer full) (nullable): JSON text; %NULL where the tool takes no arguments */
char *app_export_schema_make_gemini (McpJsonValue schema, GPtrArray **findings);

G_END_DECLS
