/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What is secret in another application's file: it is shown in a diff, and that in other people's
 * logs and screenshots. */

#pragma once

#include "app-redactor.h"
#include "store-client-plan.h"

G_BEGIN_DECLS

/** Returns: (transfer full): knows the secrets of all servers in the file, before the change and
 * after it */
AppRedactor *app_client_secrets_find (StoreClientPlan *plan);
/** @text: of the difference. Returns: (transfer full): the same, without secrets of servers, and
 * without any other value whose name says that it is one */
char *app_client_secrets_mask (StoreClientPlan *plan, const char *text);
/** One line of any configuration file: a value whose name says that it is a secret is masked.
 * Returns: (transfer full) */
char *app_client_secrets_mask_line (const char *line);

G_END_DECLS
