/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the files of AppLint share; no other file includes this. */

#pragma once

#include "app-exported-tool.h"
#include "app-lint.h"
#include "mcp-tool.h"

G_BEGIN_DECLS

/** The definition that is looked at, and where its findings go. */
typedef struct
{
  GPtrArray     *findings;   /* AppLintFinding */
  McpDefinition *definition; /* (nullable) */
  GHashTable    *patterns;   /* char *, owned → whether it is slow: those that were tried out */
  const char    *server;     /* (nullable): its name */
  guint          n;          /* of this definition */
} AppLintTarget;

/** Adds one, up to APP_LINT_MAX_FINDINGS. @pointer: (nullable) */
void app_lint_add (AppLintTarget *self,
                   AppLintRule    rule,
                   const char    *pointer,
                   const char    *format,
                   ...) G_GNUC_PRINTF (4, 5);
/** The same as another level than the rule's. */
void app_lint_add_as (AppLintTarget  *self,
                      AppLintRule     rule,
                      McpFindingLevel level,
                      const char     *pointer,
                      const char     *format,
                      ...) G_GNUC_PRINTF (5, 6);

/** A tool as a whole: names, hints, sizes, both schemas. */
void app_lint_tool (AppLintTarget *self, AppExportedTool *exported);
/** @member: "inputSchema" or "outputSchema" */
void app_lint_schema (AppLintTarget *self, McpJsonValue schema, const char *member);
/** A pattern that may take too long; each is tried out once. @pattern: a string value */
void app_lint_pattern (AppLintTarget *self, McpJsonValue pattern, const char *pointer);
/** A text that a model reads. @text: (nullable) */
void app_lint_text (AppLintTarget *self, const char *text, const char *pointer);

G_END_DECLS
