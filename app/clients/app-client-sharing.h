/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A file that several applications read, by one path or by links: what is written for one of them
 * has to be what the others take for the same server. */

#pragma once

#include "store-client-entry.h"
#include "store-client-place.h"

/** Makes the entry of @format. Returns: (transfer full) (nullable) */
typedef StoreClientEntry *(*AppClientEntryMaker) (const StoreClientFormat *format,
                                                  gconstpointer            data,
                                                  GError                 **error);

/**
 * app_client_sharing_adapt: gives @entry the members that the other applications need. Looks at the
 * file system.
 * @entry: (inout): for the application of @place
 * @home: (nullable): see store_client_home_new()
 * @notes: (nullable) (element-type AppClientNote): gets who reads the file, too
 * Returns: %FALSE, with STORE_ERROR_UNSUPPORTED, where nothing is right for all that are installed
 */
gboolean app_client_sharing_adapt (StoreClientEntry  **entry,
                                   StoreClientPlace   *place,
                                   const char         *home,
                                   AppClientEntryMaker maker,
                                   gconstpointer       data,
                                   GPtrArray          *notes,
                                   GError            **error);
