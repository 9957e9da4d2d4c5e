/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPastEntry: one exchange of the history, as an item of a list. Not changed once it is made.
 */

#pragma once

#include "store-exchange.h"

#include <gio/gio.h>

#define APP_TYPE_PAST_ENTRY (app_past_entry_get_type ())
G_DECLARE_FINAL_TYPE (AppPastEntry, app_past_entry, APP, PAST_ENTRY, GObject)

/** @exchange: (transfer full). Returns: (transfer full) */
AppPastEntry *app_past_entry_new (StoreExchange *exchange);
/** Returns: (transfer none) */
const StoreExchange *app_past_entry_get_exchange (AppPastEntry *self);

/** The call that a person would make again. What was masked is left out of it: a secret that is set
 * for the server is put in again on the way.
 * @request: (nullable): as kept. @tool: (out) (transfer full) (nullable)
 * Returns: (transfer full) (nullable): its arguments as JSON text; %NULL where it is no call */
char *app_past_entry_dup_call (GBytes *request, char **tool);
