/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientMerge: an entry that replaces one of the same name. How the server is reached is ours
 * to say; the rest (disabled, autoApprove, …) is the application's, and stays.
 */

#pragma once

#include "store-client-format.h"

#include "mcp-json-value.h"

/** @old: none where the entry is new. Returns: (transfer full): the JSON of @entry, with what @old
 * has beside, and what says the same in both as @old spells it */
char *store_client_merge (const StoreClientFormat *format, McpJsonValue old, McpJsonValue entry);
