/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreBackend: where objects are kept whole: memory, a SQLite file, Redis. All of them have a list
 * of what is there, a time to live, limits with eviction, and a state; what they differ in is a
 * handful of functions. Expired objects are gone when they are asked for, and swept besides.
 *
 * Main thread only.
 */

#pragma once

#include "store-entry-list.h"
#include "store-listing.h"

typedef enum {
  STORE_BACKEND_CONNECTING,
  STORE_BACKEND_READY,
  STORE_BACKEND_READ_ONLY,
  STORE_BACKEND_UNAVAILABLE,
} StoreBackendState;

/** The time to live that the backend has by default. */
#define STORE_BACKEND_DEFAULT_TTL (-1)

/** What is to be changed of an object; what is left 0 stays. */
typedef struct
{
  const char *name;    /* "" takes the name away */
  gboolean    pin;     /* never expires, is never evicted */
  gboolean    unpin;   /* gets the default time to live again */
  gint64      expires; /* µs since the epoch, or STORE_OBJECT_NEVER */
} StoreObjectChange;

#define STORE_OBJECT_NEVER (-1)

#define STORE_TYPE_BACKEND (store_backend_get_type ())
G_DECLARE_DERIVABLE_TYPE (StoreBackend, store_backend, STORE, BACKEND, GObject)

/** A backend's own functions. Each returns on @task, in the main thread. */
struct _StoreBackendClass
{
  GObjectClass parent_class;

  const char *name;        /* what stands before the slash: "memory/obj_001" */
  gint64      default_ttl; /* seconds, 0: none */

  /** Keeps @object for @ttl seconds (0: for good) under @name (nullable). Returns StoreObjectFacts
   */
  void (*put) (StoreBackend *self, StoreObject *object, const char *name, gint64 ttl, GTask *task);
  /** Returns a StoreObject; STORE_ERROR_NOT_FOUND */
  void (*get) (StoreBackend *self, const char *id, GTask *task);
  /** Returns a boolean; ids that are not there are no error */
  void (*remove) (StoreBackend *self, const char *const *ids, GTask *task);
  /** @facts: as they shall be. Returns a boolean */
  void (*change) (StoreBackend *self, const StoreObjectFacts *facts, GTask *task);
  /** Returns a StoreListing. @mark: of the last one that was taken; 0: there was none */
  void (*list) (StoreBackend *self, gint64 mark, GTask *task);
  /** Keeps the limits for all who use it. (nullable): they hold for this run */
  void (*keep_limits) (StoreBackend *self, guint count, guint64 bytes);
};

/** Returns: (transfer none): "memory", "sqlite" or "redis" */
const char *store_backend_get_name (StoreBackend *self);
/** Returns: (transfer none) */
StoreEntryList *store_backend_get_entries (StoreBackend *self);
/** Notified as "state". */
StoreBackendState store_backend_get_state (StoreBackend *self);
/** Returns: (transfer none) (nullable): why it is not ready */
const GError *store_backend_get_problem (StoreBackend *self);

/** The oldest that are not pinned go where there are more; the newest stays, however large. The
 * signal "evicted" (guint: how many) says that they went. @count, @bytes: 0: no limit */
void store_backend_set_limits (StoreBackend *self, guint count, guint64 bytes);
/** As they are known by now: those of a file are read with its list. @count, @bytes: (out) */
void store_backend_get_limits (StoreBackend *self, guint *count, guint64 *bytes);

/** How long what is put with STORE_BACKEND_DEFAULT_TTL, or not pinned any more, is kept from now
 * on. @ttl: seconds; 0: for good */
void store_backend_set_default_ttl (StoreBackend *self, gint64 ttl);

/** @name: (nullable). @ttl: seconds; 0: for good; or STORE_BACKEND_DEFAULT_TTL */
void store_backend_put_async (StoreBackend       *self,
                              StoreObject        *object,
                              const char         *name,
                              gint64              ttl,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/** Returns: (transfer full) (nullable): the entry; the object survives what the backend survives */
StoreObjectEntry *store_backend_put_finish (StoreBackend *self,
                                            GAsyncResult *result,
                                            GError      **error);

/** @id: with or without "@". Reads the whole value. */
void store_backend_get_async (StoreBackend       *self,
                              const char         *id,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/** Returns: (transfer full) (nullable): STORE_ERROR_NOT_FOUND where it is unknown or has expired */
StoreObject *store_backend_get_finish (StoreBackend *self, GAsyncResult *result, GError **error);

void     store_backend_remove_async (StoreBackend       *self,
                                     const char *const  *ids,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean store_backend_remove_finish (StoreBackend *self, GAsyncResult *result, GError **error);

/** STORE_ERROR_NOT_FOUND where the list has no such object, or another program has removed it */
void     store_backend_change_async (StoreBackend            *self,
                                     const char              *id,
                                     const StoreObjectChange *change,
                                     GCancellable            *cancellable,
                                     GAsyncReadyCallback      callback,
                                     gpointer                 user_data);
gboolean store_backend_change_finish (StoreBackend *self, GAsyncResult *result, GError **error);

/** Looks again for what other programs have added, changed and removed. */
void     store_backend_refresh_async (StoreBackend       *self,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean store_backend_refresh_finish (StoreBackend *self, GAsyncResult *result, GError **error);

/* For backends */

/** @problem: (nullable): copied */
void store_backend_set_state (StoreBackend *self, StoreBackendState state, const GError *problem);
