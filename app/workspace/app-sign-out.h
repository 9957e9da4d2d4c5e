/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Signing out of a server that is in the list of sign-ins, whether it is in the book, connected, or
 * neither: the tokens are revoked where that can be done, and everything that is kept is deleted.
 */

#pragma once

#include "app-workspace.h"
#include "store-sign-in.h"

/** finish: %FALSE where something is left; that a token could not be revoked is no error */
void     app_sign_out_async (AppWorkspace       *workspace,
                             StoreSignIn        *entry,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
gboolean app_sign_out_finish (AppWorkspace *workspace, GAsyncResult *result, GError **error);
/** The last entry of a server of the book. Returns: (transfer none) (nullable): until the list
 * changes */
StoreSignIn *app_sign_out_find (AppWorkspace *workspace, StoreProfile *profile);
/** The same where it is of another origin than the server's URL of today: it is not used any more.
 * Returns: (transfer none) (nullable) */
StoreSignIn *app_sign_out_find_foreign (AppWorkspace *workspace, StoreProfile *profile);
