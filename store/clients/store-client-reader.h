/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientReader: from the JSON of one server, as any client application spells it, or from a
 * line, to a profile.
 */

#pragma once

#include "store-client-entry.h"

#include "mcp-json-value.h"

/** Whether an object looks like one server: it has a command or a URL under one of their names. */
gboolean store_client_reader_is_entry (McpJsonValue object);
/** Whether it is an extension of the application itself, in the same place and no server: Goose. */
gboolean store_client_reader_is_inner (McpJsonValue object);
/** Whether the member called @name of an entry says, in any application, how its server is reached.
 */
gboolean store_client_reader_is_target (const char *name);

/** Keeps what of @inputs, an array of descriptions, @profile refers to (`${input:ID}`). */
void store_client_reader_read_inputs (StoreProfile *profile, McpJsonValue inputs);
/** A command line as for a shell, with `VAR=value` in front, or a URL.
 * Returns: (transfer full) (nullable): STORE_ERROR_INVALID */
StoreProfile *store_client_reader_read_line (const char *line, GError **error);
