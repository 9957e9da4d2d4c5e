/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Exchanges that went over HTTP as an HTTP archive, as browsers and their tools read it:
 * HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
 */

#pragma once

#include "store-exchange.h"

/** What an archive begins with, entries separated by commas follow. Returns: (transfer full) */
char *app_exchange_dup_har_begin (void);
/** @request, @response: (nullable).
 * Returns: (transfer full) (nullable): an entry; %NULL where it did not go over HTTP */
char *
app_exchange_dup_har_entry (const StoreExchange *exchange, GBytes *request, GBytes *response);
#define APP_EXCHANGE_HAR_END "]}}\n"
