/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSignInList: where a person is signed in: a GListModel of StoreSignIn, the last used one
 * first. Nothing in its file is secret; what is, the vault keeps. It tells without asking a keyring
 * whether there is anything to ask for.
 *
 * The file is read when it is first asked for, and changed in a worker, under its lock, on what it
 * says then. Main thread only.
 */

#pragma once

#include "store-sign-in.h"

#include <gio/gio.h>

/* One look after the last of several steps is enough. */
#define STORE_SIGN_IN_LIST_SETTLE_MS 150

#define STORE_TYPE_SIGN_IN_LIST (store_sign_in_list_get_type ())
G_DECLARE_FINAL_TYPE (StoreSignInList, store_sign_in_list, STORE, SIGN_IN_LIST, GObject)

/** @path: (nullable): %NULL for $XDG_STATE_HOME/spyglass/sign-ins.json. Nothing is read yet. */
StoreSignInList *store_sign_in_list_new (const char *path);
/** Whether it follows changes from outside; %FALSE at first. */
void store_sign_in_list_set_watching (StoreSignInList *self, gboolean watching);

/** @key: of a server. @issuer: (nullable): %NULL for the last used one
 * Returns: (transfer none) (nullable): until the list changes */
StoreSignIn *
store_sign_in_list_find (StoreSignInList *self, const char *key, const char *issuer);

/** Puts @entry first, in the place of one of the same server and issuer.
 * Errors: those of locking, reading and writing the file (see store-sign-in-file.h) */
void store_sign_in_list_put_async (StoreSignInList    *self,
                                   StoreSignIn        *entry,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
gboolean
store_sign_in_list_put_finish (StoreSignInList *self, GAsyncResult *result, GError **error);

/** @issuer: (nullable): %NULL for all of the server. Having had none is no error. */
void store_sign_in_list_remove_async (StoreSignInList    *self,
                                      const char         *key,
                                      const char         *issuer,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean
store_sign_in_list_remove_finish (StoreSignInList *self, GAsyncResult *result, GError **error);
