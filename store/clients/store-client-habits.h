/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientHabits: how a server is used, whatever it is reached by: its deadlines, whether it is
 * switched on, which of its tools count and which run without a question, and how a client
 * presents itself by OAuth. Written and read by the names that an application has for it.
 */

#pragma once

#include "store-client-entry.h"
#include "store-client-object.h"

/** @notes: (element-type StoreNote): gets what the application has no place for */
void store_client_habits_write (const StoreClientFormat *format,
                                StoreProfile            *profile,
                                StoreClientObject       *object,
                                GPtrArray               *notes);
/** @object: the application's entry */
void store_client_habits_read (const StoreClientFormat *format,
                               McpJsonValue             object,
                               StoreProfile            *profile,
                               GPtrArray               *notes);
/** Whether an entry is switched off. @format: (nullable): any of the common names counts then */
gboolean store_client_habits_is_off (const StoreClientFormat *format, McpJsonValue object);
