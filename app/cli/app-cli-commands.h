/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The commands. The frame in app-cli-main.c has checked the words and options of the command line,
 * and has connected where the table says so. Each prints its own result and returns what the
 * program exits with; an error that it sets is printed by the frame and decides that instead.
 */

#pragma once

#include "app-cli.h"

G_BEGIN_DECLS

/* What a server offers */
/** Tools, resources, templates or prompts: what the command is called. */
AppCliStatus app_cli_list (AppCli *cli, GError **error);
/** What is better changed in what a server offers. */
AppCliStatus app_cli_lint (AppCli *cli, GError **error);
/** What other applications call the tools. */
AppCliStatus app_cli_names (AppCli *cli, GError **error);
/** Tools as a vendor's API takes them. */
AppCliStatus app_cli_export (AppCli *cli, GError **error);
/** A language model over the tools of servers. */
AppCliStatus app_cli_chat (AppCli *cli, GError **error);
/** Cases that models are asked. */
AppCliStatus app_cli_bench (AppCli *cli, GError **error);
/** Conversations that are kept. */
AppCliStatus app_cli_chats (AppCli *cli, GError **error);
/** Providers of language models. */
AppCliStatus app_cli_models (AppCli *cli, GError **error);

/** What it said of itself when the session was opened. */
AppCliStatus app_cli_info (AppCli *cli, GError **error);

/* Asking it for something */
AppCliStatus app_cli_call (AppCli *cli, GError **error);
AppCliStatus app_cli_read (AppCli *cli, GError **error);
AppCliStatus app_cli_prompt (AppCli *cli, GError **error);
AppCliStatus app_cli_complete (AppCli *cli, GError **error);
AppCliStatus app_cli_tasks (AppCli *cli, GError **error);
AppCliStatus app_cli_raw (AppCli *cli, GError **error);
/** Saved calls. */
AppCliStatus app_cli_run (AppCli *cli, GError **error);

/* The connection, and what comes over it */
/** What keeps a server from being reached. */
AppCliStatus app_cli_doctor (AppCli *cli, GError **error);
AppCliStatus app_cli_ping (AppCli *cli, GError **error);
AppCliStatus app_cli_subscribe (AppCli *cli, GError **error);
AppCliStatus app_cli_log (AppCli *cli, GError **error);

/** Signing in to a server. */
AppCliStatus app_cli_auth (AppCli *cli, GError **error);

/** A saved server in the place of this program. */
AppCliStatus app_cli_exec (AppCli *cli, GError **error);

/* Without a server */
AppCliStatus app_cli_servers (AppCli *cli, GError **error);
AppCliStatus app_cli_config (AppCli *cli, GError **error);
/** Servers that others publish. */
AppCliStatus app_cli_registry (AppCli *cli, GError **error);
/** Objects that are kept. */
AppCliStatus app_cli_objects (AppCli *cli, GError **error);
/** What was sent and received. */
AppCliStatus app_cli_history (AppCli *cli, GError **error);
/** The text of object-store servers. */
AppCliStatus app_cli_show (AppCli *cli, GError **error);
AppCliStatus app_cli_json (AppCli *cli, GError **error);
AppCliStatus app_cli_validate (AppCli *cli, GError **error);

G_END_DECLS
