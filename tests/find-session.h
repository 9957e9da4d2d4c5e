/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Where a test knows a server by its name alone. */

#pragma once

#include "app-workspace.h"

/** Returns: (transfer none) (nullable): the session of the profile with this name */
static inline AppSession *
find_session (AppWorkspace *workspace, const char *name)
{
  StoreProfileList *book = app_workspace_get_book (workspace);
  StoreProfile     *profile = store_profile_list_find_by_name (book, name);

  return profile != NULL ? app_workspace_find_id (workspace, store_profile_get_id (profile)) : NULL;
}
