/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPastEntry: one exchange, as an item of a list: of the history, or a call of this run, which is
 * the same item once it is recorded.
 *
 * Signal: changed (): something else is known of it, or another item begins its day
 */

#pragma once

#include "app-call.h"
#include "store-exchange.h"

typedef enum {
  APP_PAST_RUNNING,
  APP_PAST_OK,
  APP_PAST_FAILED,
  APP_PAST_CANCELLED, /* or declined */
} AppPastState;

#define APP_TYPE_PAST_ENTRY (app_past_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppPastEntry, app_past_entry, APP, PAST_ENTRY, GObject)

/** @exchange: (transfer full). Returns: (transfer full) */
AppPastEntry *app_past_entry_new (StoreExchange *exchange);
/** @call: of this run. Returns: (transfer full) */
AppPastEntry *app_past_entry_new_for_call (AppCall *call);
/** Takes what is recorded of it. @exchange: (transfer full) */
void app_past_entry_take_exchange (AppPastEntry *self, StoreExchange *exchange);
/** The exchange alone is left of it. */
void app_past_entry_drop_call (AppPastEntry *self);
/** Returns: (transfer none): its id is 0 while it is not recorded */
const StoreExchange *app_past_entry_get_exchange (AppPastEntry *self);
/** Returns: (transfer none) (nullable): where it is of this run */
AppCall *app_past_entry_get_call (AppPastEntry *self);

/** Whether it is the newest of its day in the list. */
gboolean app_past_entry_get_begins_day (AppPastEntry *self);
void     app_past_entry_set_begins_day (AppPastEntry *self, gboolean begins);

AppPastState app_past_entry_get_state (AppPastEntry *self);
/** Returns: (transfer full): a translated word */
char *app_past_entry_dup_state_name (AppPastEntry *self);
/** Returns: (transfer full): "make_table · rows 400" of a call, else the method and the name */
char *app_past_entry_dup_title (AppPastEntry *self);
/** Returns: how long a person waited, µs; -1 where nothing came, or it runs */
gint64 app_past_entry_get_duration (AppPastEntry *self);
/** What is known of both messages of a call of this run, where they are not recorded.
 * @request, @response: (out) (transfer full) (nullable) */
void
app_past_entry_dup_texts (AppPastEntry *self, GBytes **request, GBytes **response);
/** Whether @text, of any case, is in what is known of a call of this run. */
gboolean app_past_entry_has_text (AppPastEntry *self, const char *text);

/** The kind of call that a request is. Returns: whether it is one */
gboolean app_past_entry_get_kind (const StoreExchange *exchange, AppCallKind *kind);
/** The call that a person would make again. What was masked is left out of it: a secret that is set
 * for the server is put in again on the way.
 * @request: (nullable): as kept. @target: (out) (transfer full) (nullable)
 * Returns: (transfer full) (nullable): its arguments as JSON text; %NULL where it is no call */
char *app_past_entry_dup_call (GBytes *request, char **target);
