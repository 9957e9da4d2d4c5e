/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a model is shown of a value that is kept: what the object-store servers show (see
 * store-explorer.h), but bounded also where they are not: they print a string whole, and all
 * members of a dict. A pure function.
 */

#pragma once

#include "store-explorer.h"

/* Members of a dict up to which all of them are shown, as the servers do. */
#define APP_MODEL_PREVIEW_MEMBERS 1000u

/** @object_id: may be a reference with a path. @characters: at most, of a string
 * @hidden: (inout): characters of a string that were cut off are added
 * Returns: (transfer full) (nullable): header and preview; %NULL with @error as
 * store_explorer_find() has it */
char *app_model_preview (McpJsonValue               root,
                         const char                *object_id,
                         const char                *path,
                         const StoreExplorerLimits *limits,
                         guint                      characters,
                         guint64                   *hidden,
                         GError                   **error);
