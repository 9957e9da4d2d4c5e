/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSplices: changes of a text that are worked out before any is made: bytes that go, and what
 * comes instead.
 */

#pragma once

#include <glib.h>

typedef struct
{
  gsize start;
  gsize end;
  char *text; /* (nullable) */
} StoreSplice;

/** Returns: (transfer full) (element-type StoreSplice) */
GArray *store_splices_new (void);
/** @text: (transfer full) (nullable) */
void store_splices_add (GArray *splices, gsize start, gsize end, char *text);
/** Several at one place come in the order in which they were added.
 * Returns: (transfer full) */
GString *store_splices_apply (GArray *splices, const char *text, gsize length);
