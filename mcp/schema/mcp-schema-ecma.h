/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Patterns of ECMA-262 (as with the flag u) in the language of GRegex, private to mcp/schema. What
 * the two read differently is spelled out: classes, ".", "$", escapes; what only GRegex knows is
 * refused. Escaped punctuation that needs no escape is accepted, as without the flag u.
 *
 * Source: ECMA-262, 22.2 and annex B.1.2
 */

#pragma once

#include <glib.h>

/** @reason: (out) (optional) (transfer none): a clause, where it is no pattern
 * Returns: (transfer full) (nullable) */
char *mcp_schema_ecma_translate (const char *pattern, gsize length, const char **reason);

/** A general category of Unicode: "Uppercase_Letter" and "Lu" are "Lu".
 * Returns: (transfer none) (nullable) */
const char *mcp_schema_ecma_find_category (const char *name);
