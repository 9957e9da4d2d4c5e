/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliConversation: the conversation with a model that a command line keeps or goes on with, and
 * what becomes of it in the end.
 */

#pragma once

#include "app-kept-conversation.h"
#include "app-cli-provider.h"

/** Reads one that is kept; what of it cannot be read is told. Returns: (transfer full)
 * (nullable) */
AppKeptConversation *app_cli_conversation_open (AppCli *cli, const char *id, GError **error);
/** The one that “chat” begins or goes on with. @conversation: (out) (transfer full) (nullable):
 * %NULL where nothing is kept. Returns: APP_CLI_DONE; else it was said why, or @error has it */
AppCliStatus app_cli_conversation_find (AppCli               *cli,
                                        AppKeptConversation **conversation,
                                        GError              **error);
/** Makes sure that the person agrees that what was said in it goes to the provider.
 * @conversation: (nullable). Returns: APP_CLI_DONE; else @error says why not */
AppCliStatus app_cli_conversation_agree (AppCli              *cli,
                                         AppKeptConversation *conversation,
                                         AppCliProvider      *provider,
                                         GError             **error);
/** How many turns stay where --from and --again say so. @text: (nullable): what is said then
 * Returns: APP_CLI_DONE; else it was said why */
AppCliStatus app_cli_conversation_count (AppCli               *cli,
                                         AppModelConversation *bench,
                                         gboolean              again,
                                         guint                *n_turns);
/** Writes the rest of it, says where it is, and writes the script of --export-script.
 * @conversation: (nullable) */
gboolean app_cli_conversation_end (AppCli               *cli,
                                   AppKeptConversation  *conversation,
                                   AppModelConversation *bench,
                                   GError              **error);
