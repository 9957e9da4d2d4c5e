/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The commands. Each prints its own result or error and returns what the program exits with.
 */

#pragma once

#include "app-cli-invocation.h"

G_BEGIN_DECLS

/* What a server offers */
AppCliStatus app_cli_tools (const AppCliInvocation *invocation);
AppCliStatus app_cli_resources (const AppCliInvocation *invocation);
AppCliStatus app_cli_templates (const AppCliInvocation *invocation);
AppCliStatus app_cli_prompts (const AppCliInvocation *invocation);

/* Asking it for something */
AppCliStatus app_cli_call (const AppCliInvocation *invocation);
AppCliStatus app_cli_read (const AppCliInvocation *invocation);
AppCliStatus app_cli_prompt (const AppCliInvocation *invocation);
/** What keeps a server from being reached. */
AppCliStatus app_cli_doctor (const AppCliInvocation *invocation);
AppCliStatus app_cli_ping (const AppCliInvocation *invocation);
AppCliStatus app_cli_complete (const AppCliInvocation *invocation);
AppCliStatus app_cli_subscribe (const AppCliInvocation *invocation);
AppCliStatus app_cli_tasks (const AppCliInvocation *invocation);
AppCliStatus app_cli_log (const AppCliInvocation *invocation);
/** Tools as a vendor's API takes them. */
AppCliStatus app_cli_export (const AppCliInvocation *invocation);
/** What is better changed in what a server offers. */
AppCliStatus app_cli_lint (const AppCliInvocation *invocation);
AppCliStatus app_cli_raw (const AppCliInvocation *invocation);

/* Without a server */
AppCliStatus app_cli_servers (const AppCliInvocation *invocation);
AppCliStatus app_cli_config (const AppCliInvocation *invocation);
AppCliStatus app_cli_json (const AppCliInvocation *invocation);
AppCliStatus app_cli_validate (const AppCliInvocation *invocation);

G_END_DECLS
