/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppKeptConversations: the conversations that are kept, a GListModel of AppKeptEntry, the last
 * changed first, as they were when they were last looked at. Each call that ends has looked again.
 * Main thread only; the work on files runs in a worker.
 *
 * AppKeptEntry: one of them; immutable.
 */

#pragma once

#include <gio/gio.h>

#define APP_TYPE_KEPT_ENTRY (app_kept_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppKeptEntry, app_kept_entry, APP, KEPT_ENTRY, GObject)

typedef struct
{
  char   *id;
  char   *title;    /* (nullable) */
  char   *provider; /* (nullable): who was asked first */
  char   *model;    /* (nullable) */
  gint64  changed;  /* µs since the epoch */
  guint64 size;     /* bytes */
} AppModelFacts;

/** Returns: (transfer none) */
const AppModelFacts *app_kept_entry_get_facts (AppKeptEntry *self);

#define APP_TYPE_KEPT_CONVERSATIONS (app_kept_conversations_get_type ())
G_DECLARE_FINAL_TYPE (AppKeptConversations,
                      app_kept_conversations,
                      APP,
                      KEPT_CONVERSATIONS,
                      GObject)

/** @folder: (nullable): %NULL for the usual place. Nothing is read yet. Returns: (transfer full) */
AppKeptConversations *app_kept_conversations_new (const char *folder);

/** Looks at what is there. Each of these ends with app_kept_conversations_finish(). */
void app_kept_conversations_load_async (AppKeptConversations *self,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
/** @title: on one line */
void app_kept_conversations_rename_async (AppKeptConversations *self,
                                          const char           *id,
                                          const char           *title,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/** @id: (nullable): %NULL for all of them */
void app_kept_conversations_remove_async (AppKeptConversations *self,
                                          const char           *id,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/** Errors: STORE_ERROR_NOT_FOUND, and others of store-conversations.h */
gboolean app_kept_conversations_finish (AppKeptConversations *self,
                                        GAsyncResult         *result,
                                        GError              **error);
