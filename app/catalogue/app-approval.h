/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The approval rule: whether a tool may run without asking. A tool that says that it only reads
 * may; one that is destructive, or says nothing, is asked about once in a session. A rule of the
 * profile for the tool goes before the profile's, which goes before the settings'.
 */

#pragma once

#include "app-settings.h"
#include "mcp-tool.h"
#include "store-profile.h"

G_BEGIN_DECLS

typedef enum {
  APP_APPROVAL_ASK,
  APP_APPROVAL_AUTO,
  APP_APPROVAL_NEVER,
} AppApproval;

/** @tool: (nullable): %NULL for a tool that the server did not list
 * @reason: (out) (optional) (transfer none): a translated sentence, why it asks or refuses */
AppApproval app_approval_decide (AppSettings  *settings,
                                 StoreProfile *profile,
                                 McpTool      *tool,
                                 const char   *tool_name,
                                 const char  **reason);

/** Whether the tool's annotations or its name say that it changes things for good. */
gboolean app_approval_looks_destructive (McpTool *tool, const char *tool_name);

G_END_DECLS
