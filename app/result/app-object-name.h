/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the results that are kept are called on screen. A server may have objects of its own with
 * names such as @obj_001; ours are never called so. Functions without state.
 */

#pragma once

#include "store-object.h"

G_BEGIN_DECLS

/** Returns: (transfer full): "Result 3"; "Result" while no store has taken it */
char *app_object_name_dup (StoreObject *object);
/** Returns: (transfer full): "object · 6", "array · 50", "string · 12,573 characters" */
char *app_object_name_dup_type (StoreObject *object);

G_END_DECLS
