/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppAuthKeeper: keeps what came of signing in to one server: the record in the vault, one item for
 * each issuer, and that there is one in the list of sign-ins, which is asked first and costs
 * nothing. Several programs take turns by a lock that is a file for each server.
 *
 * Without a vault that keeps anything a record holds for this run; saving says so by its error.
 *
 * A record of another origin than the server's URL of today is never given out.
 */

#pragma once

#include "mcp-auth-keeper.h"
#include "store-profile.h"
#include "store-secret-vault.h"
#include "store-sign-in-list.h"

G_BEGIN_DECLS

/* How long another program may hold the lock: a refresh and its retries take less. */
#define APP_AUTH_KEEPER_LOCK_MS 30000

#define APP_TYPE_AUTH_KEEPER (app_auth_keeper_get_type ())
G_DECLARE_FINAL_TYPE (AppAuthKeeper, app_auth_keeper, APP, AUTH_KEEPER, GObject)

/** @profile: its id and name; without an id the server is known by @url
 * @url: where the server is reached. Returns: (transfer full) */
AppAuthKeeper *app_auth_keeper_new (StoreSecretVault *vault,
                                    StoreSignInList  *list,
                                    StoreProfile     *profile,
                                    const char       *url);
/** Of an entry of the list, whether its server is still in the book or not.
 * Returns: (transfer full) */
AppAuthKeeper *app_auth_keeper_new_for_sign_in (StoreSecretVault *vault,
                                                StoreSignInList  *list,
                                                StoreSignIn      *entry);

/** The one authorization server whose record counts. @issuer: (nullable): %NULL for the last used
 * one */
void app_auth_keeper_set_issuer (AppAuthKeeper *self, const char *issuer);
/** Returns: (transfer none): what the list calls the server */
const char *app_auth_keeper_get_key (AppAuthKeeper *self);
/** What is kept of a server at another origin than that of @url, and therefore not used: the
 * server's URL was changed. Returns: (transfer none) (nullable): that server; once it was loaded */
const char *app_auth_keeper_get_foreign (AppAuthKeeper *self);
/** Whether the last record that was saved will be there in the next run. */
gboolean app_auth_keeper_is_lasting (AppAuthKeeper *self);

G_END_DECLS
