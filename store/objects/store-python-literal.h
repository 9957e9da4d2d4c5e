/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Python literals as JSON: what the object-store servers read in place of JSON, and print in their
 * previews. Dicts, lists, tuples (as lists), strings, numbers, True, False and None; sets, bytes,
 * complex numbers and keys that are no strings are refused.
 *
 * Source: Python's ast.literal_eval and its string literals. Pure functions; depth is bounded.
 */

#pragma once

#include <gio/gio.h>

/* Containers within each other; Python's own reader gives up at about as many. */
#define STORE_PYTHON_LITERAL_MAX_DEPTH 90u

/** @text: UTF-8. Returns: (transfer full) (nullable): JSON text, or %NULL with
 * G_IO_ERROR_INVALID_DATA */
char *store_python_literal_read (const char *text, GError **error);
/** int() of a text. Returns: (transfer full) (nullable): decimal digits of any number, a sign
 * before them where it is below 0 */
char *store_python_literal_read_integer (const char *text);
/** float() of a text. Returns: %FALSE where it is none */
gboolean store_python_literal_read_float (const char *text, double *value);
