/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPastList: the exchanges that a person wants to see, the newest first: a GListModel of
 * AppPastEntry. The history is read page by page, as far as somebody asks for; what is recorded
 * meanwhile, by this or another program, comes in at the top. The calls of this run are there from
 * the beginning, and where nothing is recorded.
 *
 * Properties (notify)
 *   loading (boolean): something is being read, or looked for
 *   has-more (boolean): there may be more than is listed
 *   problem (string, nullable): why the history cannot be read, a sentence
 *
 * Main thread only.
 */

#pragma once

#include "app-past-entry.h"
#include "app-objects.h"

/* What is read first: a few screens. */
#define APP_PAST_PAGE 100
/* What is read at once of what follows: a list view measures all of its rows each time that it
 * grows, so that it grows rarely. */
#define APP_PAST_MORE 500

/** What is wanted; %NULL and 0 hold for all. */
typedef struct
{
  const char *server;
  const char *method; /* or several with commas between them */
  const char *text;
  guint       outcomes; /* bits: 1 << StoreOutcome */
  gint64      from;     /* µs since the epoch */
  gboolean    imported; /* what came from a file; else what was recorded here */
} AppPastFilter;

#define APP_TYPE_PAST_LIST (app_past_list_get_type ())
G_DECLARE_FINAL_TYPE (AppPastList, app_past_list, APP, PAST_LIST, GObject)

/** The methods of calls */
#define APP_PAST_METHODS "tools/call,resources/read,prompts/get"

/** Nothing is read before a filter is set. Both are held.
 * @objects: (nullable): without them there is no history
 * @sessions: (nullable): of AppSession: whose calls are listed, too. Returns: (transfer full) */
AppPastList *app_past_list_new (AppObjects *objects, GListModel *sessions);

/** Reads again. */
void app_past_list_set_filter (AppPastList *self, const AppPastFilter *filter);
/** Reads the next page, unless that goes on already or there is none. */
void     app_past_list_read_more (AppPastList *self);
gboolean app_past_list_is_loading (AppPastList *self);
/** Returns: (transfer none) (nullable) */
const char *app_past_list_get_problem (AppPastList *self);

/** Reads an exchange whole; where it is not recorded, what is known of its call. */
void app_past_list_get_async (AppPastList        *self,
                              AppPastEntry       *entry,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/** @request, @response: (out) (transfer full) (nullable)
 * Returns: (transfer full) (nullable): STORE_ERROR_NOT_FOUND where it is gone */
StoreExchange *app_past_list_get_finish (AppPastList  *self,
                                         GAsyncResult *result,
                                         GBytes      **request,
                                         GBytes      **response,
                                         GError      **error);

/** Forgets all of the history, also what is not listed. */
void app_past_list_clear_async (AppPastList        *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean
app_past_list_clear_finish (AppPastList *self, GAsyncResult *result, GError **error);
