/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The folders into which bundles were unpacked, and what becomes of one when its server goes, or
 * was never added: it goes too, unless a server or another application's configuration names it,
 * or something was written into it since.
 */

#pragma once

#include "store-profile.h"

#include <gio/gio.h>

/** Returns: (transfer full) (nullable): the folder that @profile runs something in, if one is */
char *app_bundle_folder_find (StoreProfile *profile);
/** Removes @folder where nothing names it.
 * @book: the file of the servers, as it is by then. @callback: (nullable) */
void app_bundle_folder_discard_async (const char         *folder,
                                      const char         *book,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
/** Returns: (transfer full) (nullable): translated: what became of it; %NULL where it is still of
 * use, or cannot be removed */
char *app_bundle_folder_discard_finish (GAsyncResult *result);
