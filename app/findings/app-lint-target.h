/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLintTarget: one definition that is looked at, and where its findings go: what the rules of
 * AppLint share.
 */

#pragma once

#include "app-lint.h"

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

/** @member: "inputSchema" or "outputSchema" */
void app_lint_schema (AppLintTarget *self, McpJsonValue schema, const char *member);
/** A text that a model reads. @text: (nullable) */
void app_lint_text (AppLintTarget *self, const char *text, const char *pointer);
