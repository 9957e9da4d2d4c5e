/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The file of a StoreSignInList: JSON of a fixed shape, which only we write:
 *
 *   {"version": 1, "sign-ins": [{"key": "everything", "server": "https://…", "issuer": "https://…",
 *     "name": "Everything", "scopes": "a b", "client": "dynamic", "account": "ada", "when": 0,
 *     "expires": 0, "renews": true, "active": true}, …]}
 *
 * The last used one comes first. It is changed under its lock, on what it says then, so that other
 * programs' changes survive. Blocking; for workers.
 */

#pragma once

#include "store-error.h"
#include "store-sign-in.h"

/* More is some other file. */
#define STORE_SIGN_IN_FILE_MAX_BYTES (4u * 1024u * 1024u)
/* The ones that were not used for longest are forgotten beyond it. */
#define STORE_SIGN_IN_FILE_MAX_ENTRIES 1000u

/** Returns: (transfer full) (element-type StoreSignIn) (nullable): empty where there is no file;
 * STORE_ERROR_SYNTAX, _NEWER and those of reading a file */
GPtrArray *store_sign_in_file_read (const char *path, GError **error);

/** Puts @entry first; one of the same server and issuer goes.
 * Returns: (transfer full) (element-type StoreSignIn) (nullable): what the file says now */
GPtrArray *store_sign_in_file_put (const char *path, StoreSignIn *entry, GError **error);
/** @issuer: (nullable): %NULL for all of the server. Having had none is no error.
 * Returns: (transfer full) (element-type StoreSignIn) (nullable): what the file says now */
GPtrArray *store_sign_in_file_remove (const char *path,
                                      const char *key,
                                      const char *issuer,
                                      GError    **error);
