/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientText: the text of another application's file, whichever language it is written in, and
 * changes of one member of it that leave every other byte alone.
 */

#pragma once

#include "store-client-format.h"

typedef struct _StoreClientText StoreClientText;

/** Returns: (transfer full) (nullable): errors STORE_ERROR_SYNTAX, with its place, _INVALID,
 * _TOO_LARGE */
StoreClientText      *
store_client_text_new (GBytes *text, const StoreClientFormat *format, GError **error);
void store_client_text_free (StoreClientText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientText, store_client_text_free)

/* What set() returns begins with no byte order mark, whatever the text began with. */

/** The member at @path as JSON, none for an absent one; borrowed. Where the application has its
 * entries in a list, the name of one stands for the item that has it, here and below. */
McpJsonValue store_client_text_get (StoreClientText *self, const char *const *path);
/** @json: (nullable): an object; %NULL takes the member away.
 * Returns: (transfer full) (nullable): the new text; errors STORE_ERROR_DUPLICATE, _INVALID,
 * _UNSUPPORTED, and _NOT_FOUND for nothing to take away */
GBytes *store_client_text_set (StoreClientText   *self,
                               const char *const *path,
                               const char        *json,
                               GError           **error);

/** Returns: (transfer full): @path with the number of the item for such a name */
GStrv store_client_text_dup_place (StoreClientText *self, const char *const *path);
/** @json: an object. Returns: (transfer full) (nullable): it at @path of a file of its own */
GBytes *store_client_text_dup_alone (const StoreClientFormat *format,
                                     const char *const       *path,
                                     const char              *json);

/** Returns: (transfer full): @text without its byte order mark */
GBytes *store_client_text_dup_unmarked (GBytes *text);
