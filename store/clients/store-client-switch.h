/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientSwitch: how one entry is switched off and on: by a member of it, by a list of those
 * that are not used, which may be in another file, and where the application knows neither by
 * taking the entry out of the file, and keeping it elsewhere.
 */

#pragma once

#include "store-client-place.h"
#include "store-client-text.h"

typedef enum {
  STORE_SWITCH_ON,
  STORE_SWITCH_OFF,
  STORE_SWITCH_FORGET, /* the entry goes, and what the file says of it elsewhere */
} StoreSwitchAim;

/** Whether the application has a switch or a list for entries at @place, so that they stay. */
gboolean store_client_switch_is_known (StoreClientPlace *place);
/** Whether the entry called @name is switched off. @document: the root of the file at @place; other
 * files are read. */
gboolean
store_client_switch_is_off (StoreClientPlace *place, McpJsonValue document, const char *name);
/** Adds what makes it so to @edits (element-type StoreClientEdit), in one file, that of the entries
 * where it has a say.
 * Returns: (transfer full): the place that they change: @place, or that of a list in another
 * file */
StoreClientPlace *store_client_switch_add_edits (StoreClientPlace *place,
                                                 McpJsonValue      document,
                                                 const char       *name,
                                                 StoreSwitchAim    aim,
                                                 GPtrArray        *edits);
/** Returns: (transfer full) (nullable): another file that says which entries are used */
char *store_client_switch_dup_file (StoreClientPlace *place);
