/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Numbers as decimal digits, at any size, private to mcp/json: what is written is compared, never
 * what a double makes of it. The text must be a number of RFC 8259.
 */

#pragma once

#include <glib.h>

/** Exactly, in linear time. */
gboolean mcp_json_number_equal (const char *a, gsize length_a, const char *b, gsize length_b);

/** Returns: %FALSE where it is no integer of 64 bits */
gboolean mcp_json_number_to_int64 (const char *text, gsize length, gint64 *value);

/** The nearest double, infinite beyond the range. */
double mcp_json_number_to_double (const char *text, gsize length);

/** Whether a reader that keeps numbers as doubles has another value than the one written: an
 * integer beyond 2^53, a number out of range, one with more digits than a double tells apart. */
gboolean mcp_json_number_is_inexact (const char *text, gsize length);
