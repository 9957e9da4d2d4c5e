/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppEraMemory: remembers that a server opens with initialize, so that it is not asked
 * server/discover each time: some do not survive the question, and others say nothing to it for as
 * long as that is waited for. A feature of the session. What is remembered of a saved server is
 * shared by window and command line; of others it is known for this run. It holds as long as the
 * server has the same command, URL and environment and reports the same version, and the session
 * opens.
 */

#pragma once

#include "app-session-feature.h"
#include "store-profile-list.h"

#define APP_TYPE_ERA_MEMORY (app_era_memory_get_type ())
G_DECLARE_FINAL_TYPE (AppEraMemory, app_era_memory, APP, ERA_MEMORY, GObject)

/** @list: (nullable): of saved servers; held */
void app_era_memory_set_list (AppEraMemory *self, StoreProfileList *list);
