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

G_END_DECLS
