/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliPolicy: who answers what servers ask on the command line: the file of --answer, and where
 * it has nothing to say and there is a terminal, the person at it, one question at a time. Else it
 * is declined, with a line on standard error.
 */

#pragma once

#include "app-cli-invocation.h"
#include "app-inbox-policy.h"

#define APP_TYPE_CLI_POLICY (app_cli_policy_get_type ())
G_DECLARE_FINAL_TYPE (AppCliPolicy, app_cli_policy, APP, CLI_POLICY, GObject)

/** @invocation: must live as long. Returns: (transfer full) (nullable): %NULL where its file of
 * answers cannot be used */
AppCliPolicy *app_cli_policy_new (const AppCliInvocation *invocation, GError **error);

typedef struct _AppCliSampling AppCliSampling; /* see app-cli-sampling.h */
/** Who answers in a model's place, where the file of answers does not.
 * @sampling: (nullable): %NULL for no one; must live as long */
void app_cli_policy_set_sampling (AppCliPolicy *self, AppCliSampling *sampling);
