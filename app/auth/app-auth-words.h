/* SPDX-License-Identifier: GPL-3.0-or-later */

/** How an authorization is told of, and what its steps, findings and settings are called. */

#pragma once

#include "app-authorization.h"
#include "mcp-auth-step.h"

/** "Signed in · mcp:read mcp:write · expires in 58 min", or which permission is missing; holds text
 * of the server. Returns: (transfer full) (nullable): %NULL where nobody has to be signed in */
char *app_auth_words_dup_summary (AppAuthorization *authorization);

/** "Done"; "" where a step was not run yet. Returns: (transfer none): translated */
const char *app_auth_words_get_state (McpAuthStepState state);
/** "It cannot go on". Returns: (transfer none): translated */
const char *app_auth_words_get_severity (McpAuthSeverity severity);
/** "The server", "The authorization server": whose fault it is. Returns: (transfer none) */
const char *app_auth_words_get_fault (McpAuthFault fault);
/** What a step is for, in a sentence or two. Returns: (transfer none): translated */
const char *app_auth_words_get_purpose (McpAuthStepKind kind);

/** How a setting is shown. */
typedef struct
{
  const char        *title;     /* translated */
  const char        *subtitle;  /* (nullable) */
  const char *const *values;    /* (nullable): of a list; "" for the first is no value */
  const char *const *labels;    /* (nullable): what they are called, to be translated */
  gboolean           is_switch; /* "yes" or nothing */
} AppAuthSettingWords;

AppAuthSettingWords app_auth_words_get_setting (McpAuthSetting setting);
/** What a value of a list is called. Returns: (transfer none): translated */
const char *app_auth_words_get_label (McpAuthSetting setting, guint position);
