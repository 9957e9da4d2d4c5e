/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The types of what is set, in the words of the reference implementation's messages.
 */

#pragma once

#include "app-preset-kind.h"
#include "mcp-json-value.h"

G_BEGIN_DECLS

/** As JavaScript names it, since the messages come from there: "undefined" for no value.
 * Returns: (transfer none) */
const char *app_preset_type_get_name (McpJsonValue value);
/** @payload: the schema of what is to be set. @kind: (out): MCP_JSON_NONE where anything will do
 * Returns: (transfer none) (nullable): in words, translated */
const char *
app_preset_type_get_wanted (AppPresetKind preset, McpJsonValue payload, McpJsonKind *kind);

G_END_DECLS
