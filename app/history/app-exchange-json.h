/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * An exchange of the history as JSON: what is known of it, for programs to read.
 */

#pragma once

#include "mcp-json-writer.h"
#include "store-exchange.h"

G_BEGIN_DECLS

/** Members of the object that @writer is in. */
void app_exchange_write_facts (McpJsonWriter *writer, const StoreExchange *exchange);

G_END_DECLS
