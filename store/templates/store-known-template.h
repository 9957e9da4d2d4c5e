/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreKnownTemplate: servers that are described here, for those who do not come from a registry: a
 * table of server.json documents. A new one is one row.
 */

#pragma once

#include "store-server-template.h"

/** Returns: (transfer none): the words by which they are called, closed by %NULL */
const char *const *store_known_template_get_ids (void);
/** Returns: (transfer full) (nullable): %NULL for another word */
StoreServerTemplate *store_known_template_new (const char *id);
