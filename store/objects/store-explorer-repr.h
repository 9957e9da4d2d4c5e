/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The printing half of the text explorer: Python's repr() of JSON values, Rich's layout of nested
 * ones, and Rich's wrapping at 120 cells, which is part of the text.
 */

#pragma once

#include "store-explorer.h"

/** Appends repr() of a string. @length: bytes */
void store_explorer_append_string_repr (GString *out, const char *text, gsize length);
/** Appends repr() of a number, boolean or null. */
void store_explorer_append_scalar_repr (GString *out, McpJsonValue value);
/** Writes the values from @start to @stop of a list. Returns: (transfer full): as above */
char *store_explorer_layout_slice (McpJsonValue               list,
                                   const StoreExplorerLimits *limits,
                                   guint                      start,
                                   guint                      stop);
