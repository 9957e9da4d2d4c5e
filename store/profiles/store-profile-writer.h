/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreProfileWriter: from profiles to the text of the book, one entry at a time. Pure functions
 * from text to text; what they give out was read back and says what it should.
 */

#pragma once

#include "store-profile.h"

/** The ids that the text knows, also those of entries that cannot be read.
 * Returns: (transfer full) (nullable): STORE_ERROR_SYNTAX where it is not YAML */
GHashTable *store_profile_writer_list_ids (GBytes *bytes, GError **error);

/** An id that is not in @taken: @wanted (nullable) itself, else one made from @name.
 * Returns: (transfer full) */
char *store_profile_writer_choose_id (GHashTable *taken, const char *wanted, const char *name);

/** Adds an entry at the end; its id must be free. Returns: (transfer full) (nullable): errors as
 * store_profile_list_add_async() */
GBytes *store_profile_writer_add (GBytes *bytes, StoreProfile *profile, GError **error);

/** Changes what differs between @base, as it was read some time, and @profile.
 * Returns: (transfer full) (nullable): errors as store_profile_list_replace_async() */
GBytes *store_profile_writer_replace (GBytes       *bytes,
                                      StoreProfile *base,
                                      StoreProfile *profile,
                                      GError      **error);

GBytes *store_profile_writer_remove (GBytes *bytes, const char *id, GError **error);
