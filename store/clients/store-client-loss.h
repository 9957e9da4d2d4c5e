/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientLoss: what an entry has and no longer has when it is written: names of headers,
 * variables and members, by whatever member the application has them in. A pure function.
 */

#pragma once

#include "store-client-format.h"

/** @old: the entry, none where there is none yet; @json: what it becomes
 * @notes: (element-type StoreNote): gets one note where something goes */
void store_client_loss_note (const StoreClientFormat *format,
                             const char              *name,
                             McpJsonValue             old,
                             const char              *json,
                             GPtrArray               *notes);
