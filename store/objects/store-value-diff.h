/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreValueDiff: what differs between two JSON values, by structure: the order of members and the
 * spelling of numbers do not matter (see mcp_json_value_equal()), and items that were inserted or
 * taken out move the others. Immutable; holds both documents. Safe to make in any thread.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef enum {
  STORE_VALUE_REMOVED,
  STORE_VALUE_ADDED,
  STORE_VALUE_CHANGED,
} StoreValueChange;

typedef struct
{
  StoreValueChange change;
  char            *path; /* see StorePath: in the second value where it was added, else in the
                          * first; "" for the whole */
  McpJsonValue before;   /* none where it was added */
  McpJsonValue after;    /* none where it was removed */
} StoreValueDifference;

typedef struct _StoreValueDiff StoreValueDiff;

/** Both values must exist. @max: differences that are listed; 0 for no limit
 * @cancellable: (nullable): once it is cancelled, the rest is not compared
 * Returns: (transfer full) */
StoreValueDiff *store_value_diff_new (McpJsonValue  before,
                                      McpJsonValue  after,
                                      guint         max,
                                      GCancellable *cancellable);
void            store_value_diff_free (StoreValueDiff *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreValueDiff, store_value_diff_free)

/** Returns: (transfer none) (element-type StoreValueDifference): in the order of the values */
GPtrArray *store_value_diff_get_all (StoreValueDiff *self);
/** Whether there are more than were listed. */
gboolean store_value_diff_has_more (StoreValueDiff *self);
