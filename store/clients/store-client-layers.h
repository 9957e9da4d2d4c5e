/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientLayers: what is below one file of an application that merges its files member by
 * member, so that an entry is read as the application has it in the end. One owner.
 */

#pragma once

#include "store-client-place.h"

typedef struct _StoreClientLayers StoreClientLayers;

/** Reads the files below @place; what cannot be read is no layer. Returns: (transfer full) */
StoreClientLayers *store_client_layers_new (StoreClientPlace *place);
void               store_client_layers_free (StoreClientLayers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientLayers, store_client_layers_free)

/** @entry: what the file at the place itself has for @name. Returns: it with what is below, valid
 * as long as @entry and until the next call */
McpJsonValue
store_client_layers_merge (StoreClientLayers *self, const char *name, McpJsonValue entry);
