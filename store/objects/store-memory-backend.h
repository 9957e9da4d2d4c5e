/* SPDX-License-Identifier: GPL-3.0-or-later */

/** StoreMemoryBackend: keeps objects in memory, for as long as the program runs. */

#pragma once

#include "store-object-backend.h"

G_BEGIN_DECLS

#define STORE_TYPE_MEMORY_BACKEND (store_memory_backend_get_type ())
G_DECLARE_FINAL_TYPE (StoreMemoryBackend, store_memory_backend, STORE, MEMORY_BACKEND, GObject)

/** Returns: (transfer full) */
StoreObjectBackend *store_memory_backend_new (void);
/** Objects that are kept now. */
guint store_memory_backend_get_n_objects (StoreMemoryBackend *self);

G_END_DECLS
