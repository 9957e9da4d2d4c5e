/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * An exchange of the history as JSON: what is known of it, for programs to read; and a line of a
 * session file (NDJSON), which has its request and response as well.
 */

#pragma once

#include "mcp-json-writer.h"
#include "store-exchange.h"

/** Members of the object that @writer is in. */
void app_exchange_write_facts (McpJsonWriter *writer, const StoreExchange *exchange);

/** @request, @response: (nullable). Returns: (transfer full): JSON on one line, without its end */
char *
app_exchange_dup_line (const StoreExchange *exchange, GBytes *request, GBytes *response);
/** Takes over what @line says.
 * @exchange: without anything. @request, @response: (out) (transfer full) (nullable)
 * Returns: %FALSE where it is no line of a session file; then nothing is set */
gboolean app_exchange_read_line (GBytes        *line,
                                 StoreExchange *exchange,
                                 GBytes       **request,
                                 GBytes       **response);
