/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreListing: what a backend has found when it looked at what it keeps: all of it, or only what
 * is different since an earlier look, so that a look costs what was changed.
 */

#pragma once

#include "store-object-entry.h"

typedef struct
{
  gboolean   whole;   /* else, what it does not name is as it was */
  GPtrArray *facts;   /* of StoreObjectFacts: what is there, or is new or changed; oldest first */
  GPtrArray *gone;    /* of char *: ids; where it is whole, none */
  gint64     mark;    /* how far it has looked, for the next one; 0: that starts over */
  gboolean   limited; /* it was found how much is kept; 0: no limit */
  guint      max_count;
  guint64    max_bytes;
} StoreListing;

/** Returns: (transfer full): with nothing in it */
StoreListing *store_listing_new (gboolean whole);
void          store_listing_free (StoreListing *listing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreListing, store_listing_free)
