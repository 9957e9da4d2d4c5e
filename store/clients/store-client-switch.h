/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientSwitch: how one entry is switched off and on where it stands: by a member of it, by a
 * list of those that are not used, and where the application knows neither by taking the entry out
 * of the file, and keeping it elsewhere.
 */

#pragma once

#include "store-client-place.h"
#include "store-client-text.h"

/** Whether the application has a switch or a list, so that the entry stays in the file. */
gboolean store_client_switch_is_known (const StoreClientFormat *format);
/** Whether the entry called @name, which is in @text, is switched off in there. */
gboolean
store_client_switch_is_off (StoreClientPlace *place, StoreClientText *text, const char *name);
/** For an application that has one of them.
 * @edits: (element-type StoreClientEdit): gets what switches it */
void store_client_switch_add_edits (StoreClientPlace *place,
                                    StoreClientText  *text,
                                    const char       *name,
                                    gboolean          enabled,
                                    GPtrArray        *edits);
