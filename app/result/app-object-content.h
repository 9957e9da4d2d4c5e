/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * An object that is kept, read as a result again: a whole result, a content block, what a resource
 * holds, data beside its media type, or a text from a server's object store. What a result shows
 * better than its JSON does can so be shown wherever it is kept. Functions without state.
 */

#pragma once

#include "app-result.h"

/** Reads a bounded beginning only. */
gboolean app_object_content_detect (StoreObject *object);
/** Returns: (transfer full) (nullable): %NULL where the object is something else */
AppResult *app_object_content_new (StoreObject *object);
