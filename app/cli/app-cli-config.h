/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The parts of the command "config" that have a file of their own, and what they share.
 */

#pragma once

#include "app-cli.h"
#include "app-client-change.h"

/** The applications that the words behind the action name; without words those that have a file on
 * this computer. @with_sources: also those that can only be read
 * Returns: (transfer container) (nullable) (element-type StoreClientFormat): %NULL with an error
 * that was printed; @status is set then */
GPtrArray *app_cli_config_find_clients (const AppCliInvocation *invocation,
                                        gboolean                with_sources,
                                        AppCliStatus           *status);
/** What --scope says. Returns: %FALSE, with an error, for a word that is none */
gboolean app_cli_config_read_scope (const AppCliInvocation *invocation,
                                    StoreClientScope       *scope,
                                    GError                **error);
/** The file that --scope, --project and --home say.
 * Returns: (transfer full) (nullable): errors APP_ERROR_NOT_FOUND */
AppClientTarget *app_cli_config_create_target (const AppCliInvocation  *invocation,
                                               const StoreClientFormat *format,
                                               GError                 **error);
/** What the command line, or the book, says of the server. Returns: (transfer full) (nullable) */
StoreProfile *app_cli_config_dup_profile (AppCli *cli, GError **error);
/** @profile as an entry of @format alone, wherever that would be. @plain: with its secrets,
 * whatever the options say of them. Returns: (transfer full) (nullable): worked out, with a
 * snippet; %NULL with an error */
AppClientChange *app_cli_config_plan_entry (AppCli                  *cli,
                                            const StoreClientFormat *format,
                                            StoreProfile            *profile,
                                            gboolean                 plain,
                                            GError                 **error);
/** What a person should know before. @notes: of AppClientNote */
/** @name: (nullable): of the server, where there are several */
void app_cli_config_print_notes (const AppCliInvocation *invocation,
                                 const char             *name,
                                 GListModel             *notes);
/** Runs the main loop until it is worked out, or made. @change: (transfer full). Returns:
 * @change */
AppClientChange *app_cli_config_wait (AppClientChange *change);
/** Shows what would change, asks, writes, and says what to do next. */
AppCliStatus app_cli_config_apply (AppCli *cli, AppClientChange *change, GError **error);

/* Actions */

/** "clients" and "list". */
AppCliStatus app_cli_config_list_clients (AppCli *cli, GError **error);
AppCliStatus app_cli_config_list (AppCli *cli, GError **error);
/** "show": what is in an application's file, or what would be written into it. */
AppCliStatus app_cli_config_show (AppCli *cli, GError **error);
/** "write" and "diff". */
AppCliStatus app_cli_config_write (AppCli *cli, GError **error);
AppCliStatus app_cli_config_remove (AppCli *cli, GError **error);
AppCliStatus app_cli_config_enable (AppCli *cli, GError **error);
AppCliStatus app_cli_config_disable (AppCli *cli, GError **error);
/** "export KIND [TOOL…]": one server as something to hand on; without a kind the table of kinds. */
AppCliStatus app_cli_config_export (AppCli *cli, GError **error);
/** Tries an entry as the application would. */
AppCliStatus app_cli_config_test (AppCli *cli, GError **error);
/** What is wrong with the files of applications. */
AppCliStatus app_cli_config_lint (AppCli *cli, GError **error);
/** "undo [ID]", "history", "backups APPLICATION" and "restore BACKUP": what was written, and taking
 * it back. */
AppCliStatus app_cli_config_undo (AppCli *cli, GError **error);
/** "sync FROM TO…". */
AppCliStatus app_cli_config_sync (AppCli *cli, GError **error);
