/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreMemoryBackend: objects of this run, numbered obj_001, obj_002, … A number is never used
 * twice. They live ten minutes unless told otherwise, as in the object-store servers.
 */

#pragma once

#include "store-backend.h"

#define STORE_TYPE_MEMORY_BACKEND (store_memory_backend_get_type ())
G_DECLARE_FINAL_TYPE (StoreMemoryBackend, store_memory_backend, STORE, MEMORY_BACKEND, StoreBackend)

/** Returns: (transfer full) */
StoreBackend *store_memory_backend_new (void);
