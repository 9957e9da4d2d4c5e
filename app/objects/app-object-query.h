/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Which of the objects a person wants to see, and in what order. By what is known without reading
 * their values.
 */

#pragma once

#include "store-object-entry.h"

typedef enum {
  APP_OBJECT_ORDER_NEWEST,
  APP_OBJECT_ORDER_OLDEST,
  APP_OBJECT_ORDER_NAME,
  APP_OBJECT_ORDER_LARGEST,
  APP_OBJECT_ORDER_SERVER,
  APP_OBJECT_ORDER_EXPIRY,
} AppObjectOrder;

/** @word: (nullable): "newest", "oldest", "name", "largest", "server" or "expiry"; what is none of
 * them means the newest first */
AppObjectOrder app_object_order_parse (const char *word);
/** The pinned ones come first. Returns: as strcmp() does */
int app_object_order_compare (AppObjectOrder          order,
                              const StoreObjectFacts *a,
                              const StoreObjectFacts *b);
/** Whether a person did something to keep it: pinned or named it, took it from another, or wrote it
 * by hand. */
gboolean app_object_is_kept (const StoreObjectFacts *facts);
/** Whether each of the words stands in the name, id, type, tool, server or store.
 * @words: (nullable): separated by spaces; the case does not matter */
gboolean app_object_matches (const StoreObjectFacts *facts, const char *words);
