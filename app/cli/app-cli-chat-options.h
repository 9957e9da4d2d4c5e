/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a command line wishes of a conversation with a model: options of a bench.
 */

#pragma once

#include "app-model-conversation.h"
#include "app-cli-provider.h"

/** @provider: who is asked. Returns: APP_CLI_DONE; else the status to exit with,
 * and it was said why */
AppCliStatus app_cli_chat_options_set (const AppCliInvocation *invocation,
                                       const AppCliProvider   *provider,
                                       AppModelOptions        *options);
/** Reads what a model is told of tools in place of what their servers say.
 * Returns: APP_CLI_DONE; else the status to exit with, and it was said why */
AppCliStatus app_cli_chat_options_read_overlay (const AppCliInvocation *invocation,
                                                const char             *file,
                                                AppModelOptions        *options);
/** Says what is written for tools that are not there, or for arguments that they do not have. */
void app_cli_chat_options_check_overlay (const AppCliInvocation *invocation,
                                         AppModelConversation   *bench);
