/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppRecentObjects: the objects that were used last, so that whoever looks at one while somebody
 * types need not wait for it. Bounded by count and bytes; what others hold as well costs nothing
 * and stays. Main thread only.
 */

#pragma once

#include "store-object.h"

/* A form with its references, and the last results. */
#define APP_RECENT_OBJECTS 16u
#define APP_RECENT_BYTES (64u * 1024u * 1024u)

typedef struct _AppRecentObjects AppRecentObjects;

/** Returns: (transfer full) */
AppRecentObjects *app_recent_objects_new (void);
void              app_recent_objects_free (AppRecentObjects *self);
/** @name: such as "sqlite/obj_001" */
void app_recent_objects_add (AppRecentObjects *self, const char *name, StoreObject *object);
/** Returns: (transfer none) (nullable) */
StoreObject *app_recent_objects_find (AppRecentObjects *self, const char *name);
