/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The table behind StoreClientFormat. A new application is a row, and its two examples in
 * tests/data/client-configs.
 */

#pragma once

#include "store-client-format.h"

/* Closed by %NULL, as store_client_format_get_all() and _get_sources() return them. */
extern const StoreClientFormat *const store_client_table[];
extern const StoreClientFormat *const store_client_sources[];
