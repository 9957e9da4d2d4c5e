/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A folder with tasks of MCPMark in it, or one that is a task itself. */

#pragma once

#include "app-case-import-mcpmark.h"

G_BEGIN_DECLS

/** Links are not followed. Returns: (transfer full) (nullable) (element-type AppCaseTask): in the
 * order of their names; %NULL with APP_ERROR_INVALID_INPUT or G_FILE_ERROR */
GPtrArray *app_cli_task_folder_read (const char *folder, GError **error);

G_END_DECLS
