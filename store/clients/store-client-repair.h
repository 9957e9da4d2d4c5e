/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientRepair: what is easily put right in a file that an application cannot read: comments,
 * commas before a closing bracket and a byte order mark, where it takes none of them. Every other
 * byte stays. Pure functions.
 */

#pragma once

#include "store-client-format.h"

/** Returns: (transfer full) (nullable): the repaired text; %NULL where there is nothing to take
 * away, or where the rest is still not valid */
GBytes *store_client_repair_text (GBytes *text, const StoreClientFormat *format);
