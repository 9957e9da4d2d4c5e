/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What --prompt and --resource of “chat” put into the conversation, from the server that was named
 * last.
 */

#pragma once

#include "app-model-conversation.h"
#include "app-cli.h"

G_BEGIN_DECLS

/** Whether the command line names any. */
gboolean app_cli_material_is_given (const AppCliInvocation *invocation);
/** Fetches it and adds it. Returns: APP_CLI_DONE; else it was said why, or @error has it */
AppCliStatus app_cli_material_add (AppCli *cli, AppModelConversation *bench, GError **error);

G_END_DECLS
