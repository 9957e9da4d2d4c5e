/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The list of sign-ins that are kept, as both faces show it, and deleting from it without asking
 * any server. What was signed in to may be in the list of servers or not.
 */

#pragma once

#include "store-profile.h"
#include "store-secret-vault.h"
#include "store-sign-in-list.h"

/** @time: seconds since 1970; 0: unknown. Returns: (transfer full) (nullable): local time */
char *app_auth_sign_ins_dup_time (gint64 time);

/** @sign_in: an item of the list. Returns: (transfer full): the name of the server and what is said
 * of its state, then titles, each with a text behind it */
GStrv app_auth_sign_ins_dup_rows (StoreSignIn *sign_in);
/** Returns: (transfer full): JSON of an array */
char *app_auth_sign_ins_dup_json (StoreSignInList *list);

/** Deletes what is kept under @name: the name of a server, its URL or its key; %NULL: of @profile.
 * @profile: (nullable)
 * finish returns: (transfer full) (nullable): a text for each that was deleted */
void  app_auth_sign_ins_forget_async (StoreSignInList    *list,
                                      StoreSecretVault   *vault,
                                      const char         *name,
                                      StoreProfile       *profile,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
GStrv app_auth_sign_ins_forget_finish (StoreSignInList *list, GAsyncResult *result, GError **error);
