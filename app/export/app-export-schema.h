/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A tool's input schema on its way to a model: what all the vendors want of it. JSON values are
 * taken over as they are written; whatever is left out or written in another way is told by a
 * finding, whose pointer is in the schema without its pre-configured inputs. Bounded in depth and
 * in findings, whatever the schema is.
 *
 * One tool that is refused makes a vendor refuse the whole request; so nothing is passed on that no
 * dialect of JSON Schema knows, or that is written in an older one.
 */

#pragma once

#include "mcp-finding.h"

/* Sub-schemas inside each other; real ones have 11. Vendors take fewer. */
#define APP_EXPORT_MAX_DEPTH 100u
/* Of one tool in one form: who has read these knows. */
#define APP_EXPORT_MAX_FINDINGS 100u

/** The schema without pre-configured inputs, as an object of JSON Schema 2020-12 whose references
 * are pointers into it: "$schema" and what identifies go, older spellings are written as newer
 * ones, keywords that mean nothing are left out. @schema: whatever the tool has, also none
 * @findings: (inout), see mcp_finding_add(). Returns: (transfer full): JSON text */
char *app_export_schema_clean (McpJsonValue schema, GPtrArray **findings);

/** The same with a root that is a plain object: branches of anyOf, oneOf and allOf, and what "$ref"
 * leads to, become properties of the root. @schema: what app_export_schema_clean() gave
 * @remark: (out) (transfer full) (nullable): what the model is to be told instead, in lines
 * Returns: (transfer full): JSON text */
char *app_export_schema_fold (McpJsonValue schema, char **remark, GPtrArray **findings);

/** What a "$ref" of a clean schema leads to; none where that is nothing. */
McpJsonValue app_export_schema_resolve (McpJsonValue root, McpJsonValue schema);
/** Whether "required" has the name. @name: a string value */
gboolean app_export_schema_requires (McpJsonValue required, McpJsonValue name);

/** What is said of a keyword that is not told: its place is its own, not that of the schema around
 * it. @pointer: of that schema; as it was afterwards */
void app_export_note_dropped (GPtrArray **findings,
                              const char *code,
                              GString    *pointer,
                              const char *keyword,
                              const char *format,
                              ...) G_GNUC_PRINTF (5, 6);
/** Like mcp_finding_add(), up to APP_EXPORT_MAX_FINDINGS. */
void app_export_add_finding (GPtrArray     **findings,
                             McpFindingLevel level,
                             const char     *code,
                             const char     *pointer,
                             const char     *format,
                             ...) G_GNUC_PRINTF (5, 6);

/*
 * A schema as Gemini's "parameters" takes it: the part of OpenAPI's schema that its Schema message
 * has. References are put in place, null becomes "nullable", a constant an enum of one; what the
 * message does not know is left out, with a finding. Bounded: a schema that grows beyond the limit
 * by its references, or refers to itself, ends in plain objects.
 *
 * Source: Gemini API, "Schema", "FunctionDeclaration", as of 2026.
 */

/* Sub-schemas that are written for one tool; the largest real one has 1 001. */
#define APP_EXPORT_GEMINI_MAX_NODES 20000u

/** @schema: what app_export_schema_fold() gave. @findings: (inout), see mcp_finding_add()
 * Returns: (transfer full) (nullable): JSON text; %NULL where the tool takes no arguments */
char *app_export_schema_make_gemini (McpJsonValue schema, GPtrArray **findings);

/** Says what of a schema Ollama does not tell the model. @schema: what app_export_schema_fold()
 * gave. @findings: (inout), see mcp_finding_add() */
void app_export_schema_note_ollama (McpJsonValue schema, GPtrArray **findings);

/*
 * A schema in the strict mode of OpenAI: every object is closed, every property is required, what
 * was optional may be null. Before a call, members that are null and that the tool's own schema
 * does not let be null are to be taken out again.
 *
 * Source: OpenAI "Structured Outputs", "Supported schemas", as of 2026.
 */

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
