/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The sets of preset values that one server may have, such as those for staging and for production:
 * which there are, what is in one, and which is in use. What is kept without a name is the set
 * "default". Functions without state, over a profile.
 */

#pragma once

#include "store-profile.h"

#define APP_PRESET_SETS_DEFAULT "default"

/** Returns: (transfer none): the name of the set that is in use */
const char *app_preset_sets_get_current (StoreProfile *profile);
/** Returns: (transfer full): the default one, those that have values, and the one in use */
GStrv app_preset_sets_list (StoreProfile *profile);
/** What is in a set, by key path. @set: (nullable): %NULL for the one in use.
 * Returns: (transfer full) */
StoreVariables *app_preset_sets_dup_values (StoreProfile *profile, const char *set);
/** In place of all that was in it. */
void app_preset_sets_set_values (StoreProfile         *profile,
                                 const char           *set,
                                 const StoreVariables *values);
/** How a value of a set is called among all of the profile: @section: (out) (transfer none): the
 * section of its secret's reference. Returns: (transfer full): its name there */
char *app_preset_sets_dup_name (const char *set, const char *path, const char **section);

/** Whether a set may be called so; else APP_ERROR_INVALID_INPUT. */
gboolean app_preset_sets_check_name (const char *set, GError **error);
/** Uses @set from now on. @creates: whether it may be a new one
 * Returns: %FALSE with APP_ERROR_NOT_FOUND, which names those that there are, or as above */
gboolean
app_preset_sets_use (StoreProfile *profile, const char *set, gboolean creates, GError **error);
