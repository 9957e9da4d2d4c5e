/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-listing.h"

StoreListing *
store_listing_new (gboolean whole)
{
  StoreListing *listing = g_new0 (StoreListing, 1);

  listing->whole = whole;
  listing->facts = g_ptr_array_new_with_free_func ((GDestroyNotify)store_object_facts_free);
  listing->gone = g_ptr_array_new_with_free_func (g_free);
  return listing;
}

void
store_listing_free (StoreListing *listing)
{
  g_ptr_array_unref (listing->facts);
  g_ptr_array_unref (listing->gone);
  g_free (listing);
}
