/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppAuthTokenStore: keeps what came of signing in to one server: the record in the vault, one item
 * for each issuer, and that there is one in the list of sign-ins, which is asked first and costs
 * nothing. Several programs take turns by a lock that is a file for each server.
 *
 * Without a vault that keeps anything a record holds for this run; saving says so by its error.
 *
 * A record of another origin than the server's URL of today is never given out.
 */

#pragma once

#include "mcp-auth-token-store.h"
#include "store-profile.h"
#include "store-secret-vault.h"
#include "store-sign-in-list.h"

/* How long another program may hold the lock: a refresh and its retries take less. */
#define APP_AUTH_TOKEN_STORE_LOCK_MS 30000

#define APP_TYPE_AUTH_TOKEN_STORE (app_auth_token_store_get_type ())
G_DECLARE_FINAL_TYPE (AppAuthTokenStore, app_auth_token_store, APP, AUTH_TOKEN_STORE, GObject)

/** @profile: its id and name; without an id the server is known by @url
 * @url: where the server is reached. Returns: (transfer full) */
AppAuthTokenStore *app_auth_token_store_new (StoreSecretVault *vault,
                                             StoreSignInList  *list,
                                             StoreProfile     *profile,
                                             const char       *url);
/** Of an entry of the list, whether its server is still in the book or not.
 * Returns: (transfer full) */
AppAuthTokenStore *app_auth_token_store_new_for_sign_in (StoreSecretVault *vault,
                                                         StoreSignInList  *list,
                                                         StoreSignIn      *entry);

/** The one authorization server whose record counts. @issuer: (nullable): %NULL for the last used
 * one */
void app_auth_token_store_set_issuer (AppAuthTokenStore *self, const char *issuer);
/** Returns: (transfer none): what the list calls the server */
const char *app_auth_token_store_get_key (AppAuthTokenStore *self);
/** What is kept of a server at another origin than that of @url, and therefore not used: the
 * server's URL was changed. Returns: (transfer none) (nullable): that server; once it was loaded */
const char *app_auth_token_store_get_foreign (AppAuthTokenStore *self);
/** Whether the last record that was saved will be there in the next run. */
gboolean app_auth_token_store_is_lasting (AppAuthTokenStore *self);
