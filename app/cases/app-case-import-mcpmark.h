/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Tasks of MCPMark as a file of cases of our own; see app-case-suite.h. Each is a folder: what is
 * said is in its "description.md", what it is called and which servers it wants in its "meta.json".
 * Its "verify.py" is a program, and never run. Pure.
 *
 * Source: eval-sys/mcpmark, its folder "tasks"
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_CASE_TASK_META "meta.json"
#define APP_CASE_TASK_DESCRIPTION "description.md"

/** One task. */
typedef struct
{
  char   *path; /* of its folder, below the one that was named: "easy/papers/papers_counting" */
  GBytes *meta;
  GBytes *description;
} AppCaseTask;

/** @tasks: (element-type AppCaseTask)
 * @notes: (element-type utf8): what could not be taken over is added, in sentences
 * Returns: (transfer full) (nullable): JSON of our own; %NULL with APP_ERROR_INVALID_INPUT or
 * MCP_JSON_ERROR */
GBytes *app_case_import_mcpmark (GPtrArray *tasks, GPtrArray *notes, GError **error);

G_END_DECLS
