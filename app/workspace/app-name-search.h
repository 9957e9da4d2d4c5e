/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Servers and tools by their names, for a search outside of the window. What is in the list of
 * servers and what each listed last is all that is looked at: no server is started or asked.
 * A result is named by "TOOL<tab>SERVER", where TOOL is empty for the server itself.
 */

#pragma once

#include "store-profile-list.h"

/* More than a desktop shows. */
#define APP_NAME_SEARCH_MAX 20u

/** @terms: all of them have to be found. @within: (nullable): results to choose among
 * Returns: (transfer full): names of results, the best first; at most APP_NAME_SEARCH_MAX */
GStrv app_name_search_find (StoreProfileList  *book,
                            const char *const *terms,
                            const char *const *within);
/** @tool: (out) (transfer full): empty for the server itself
 * Returns: (transfer none) (nullable): whose it is; %NULL where that server is gone */
StoreProfile *
app_name_search_resolve (StoreProfileList *book, const char *result, char **tool);
