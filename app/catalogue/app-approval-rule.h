/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the rules of a profile and of the settings say about a call that a person makes, before
 * anything is known of what was approved. Functions without state.
 */

#pragma once

#include "app-session-feature.h"
#include "app-settings.h"
#include "mcp-tool.h"
#include "store-profile.h"

G_BEGIN_DECLS

/** @tool: (nullable): %NULL for a tool that the server did not list
 * @reason: (out) (optional) (transfer none): a translated sentence, why it asks or refuses */
AppAdmission app_approval_decide (AppSettings  *settings,
                                  StoreProfile *profile,
                                  McpTool      *tool,
                                  const char   *tool_name,
                                  const char  **reason);

/** Whether the tool's annotations or its name say that it changes things for good. */
gboolean app_approval_looks_destructive (McpTool *tool, const char *tool_name);
/** What the tool's name says that it does for good, as a button has it: "Delete".
 * Returns: (transfer none) (nullable): a translated word; %NULL where it says no such thing */
const char *app_approval_get_verb (const char *tool_name);

G_END_DECLS
