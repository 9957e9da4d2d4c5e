/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientBridge: servers that an application reaches through mcp-remote, a program that speaks
 * to a URL in its place. Pure functions.
 */

#pragma once

#include "store-profile.h"

/** Makes the URL of `npx -y mcp-remote URL --header …`. @notes: (nullable) (element-type
 * StoreNote): gets what is dropped. Returns: whether it was such a command */
gboolean store_client_bridge_unwrap (StoreProfile *profile, GPtrArray *notes);
/** Whether mcp-remote itself replaces the variables of the argument at @index: those of a header
 * whose values its own environment has. */
gboolean store_client_bridge_replaces (const StoreEndpoint *endpoint, guint index);
