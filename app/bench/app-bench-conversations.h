/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchConversations: the conversations that are kept, a GListModel of AppBenchEntry, the last
 * changed first, as they were when they were last looked at. Each call that ends has looked again.
 * Main thread only; the work on files runs in a worker.
 *
 * AppBenchEntry: one of them; immutable.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_BENCH_ENTRY (app_bench_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchEntry, app_bench_entry, APP, BENCH_ENTRY, GObject)

typedef struct
{
  char   *id;
  char   *title;    /* (nullable) */
  char   *provider; /* (nullable): who was asked first */
  char   *model;    /* (nullable) */
  gint64  changed;  /* µs since the epoch */
  guint64 size;     /* bytes */
} AppBenchFacts;

/** Returns: (transfer none) */
const AppBenchFacts *app_bench_entry_get_facts (AppBenchEntry *self);

#define APP_TYPE_BENCH_CONVERSATIONS (app_bench_conversations_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchConversations,
                      app_bench_conversations,
                      APP,
                      BENCH_CONVERSATIONS,
                      GObject)

/** @folder: (nullable): %NULL for the usual place. Nothing is read yet. Returns: (transfer full) */
AppBenchConversations *app_bench_conversations_new (const char *folder);

/** Looks at what is there. Each of these ends with app_bench_conversations_finish(). */
void app_bench_conversations_load_async (AppBenchConversations *self,
                                         GCancellable          *cancellable,
                                         GAsyncReadyCallback    callback,
                                         gpointer               user_data);
/** @title: on one line */
void app_bench_conversations_rename_async (AppBenchConversations *self,
                                           const char            *id,
                                           const char            *title,
                                           GCancellable          *cancellable,
                                           GAsyncReadyCallback    callback,
                                           gpointer               user_data);
/** @id: (nullable): %NULL for all of them */
void app_bench_conversations_remove_async (AppBenchConversations *self,
                                           const char            *id,
                                           GCancellable          *cancellable,
                                           GAsyncReadyCallback    callback,
                                           gpointer               user_data);
/** Errors: STORE_ERROR_NOT_FOUND, and others of store-conversations.h */
gboolean app_bench_conversations_finish (AppBenchConversations *self,
                                         GAsyncResult          *result,
                                         GError               **error);

G_END_DECLS
