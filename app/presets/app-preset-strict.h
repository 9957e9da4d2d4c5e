/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Whether Dust itself would know a pre-configured input. It compares schemas as they are written by
 * its own generator: type, required (in order), anyOf, items and properties have to be equal;
 * references are followed only within properties. We take more: see app-preset-match.h.
 *
 * Source: Dust, input_configuration.ts.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

/** @schema: an input. Returns: (transfer full) (nullable): a clause that says why Dust would not
 * know it, translated; %NULL where it would */
char *app_preset_dup_strict_reason (McpJsonValue root, McpJsonValue schema);

G_END_DECLS
