/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is said of an exchange in words that people read. Functions without state.
 */

#pragma once

#include "store-exchange.h"

/** Returns: (transfer full): "result", "tool error", "error -32602", "cancelled", "no response" */
char *app_exchange_dup_outcome (const StoreExchange *exchange);
/** Returns: (transfer full): what was asked, in one line: "tools/call echo" */
char *app_exchange_dup_title (const StoreExchange *exchange);
/** Returns: (transfer full): what is known besides, in one line: "everything · 12 ms · 1.2 kB" */
char *app_exchange_dup_facts (const StoreExchange *exchange);
/** Returns: (transfer full) (nullable): what HTTP said around it, a line each; %NULL where it did
 * not go over HTTP, or was not read whole */
char *app_exchange_dup_http (const StoreExchange *exchange);
/** Whether it came to something else than what was asked for. */
gboolean app_exchange_failed (const StoreExchange *exchange);
