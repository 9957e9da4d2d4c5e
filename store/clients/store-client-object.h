/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientObject: the JSON object of one server while it is put together. Members are named by
 * paths of one or two names, "headers" or "oauth/clientId", as in the table of formats.
 */

#pragma once

#include "mcp-json-value.h"
#include "store-variables.h"

typedef struct _StoreClientObject StoreClientObject;

StoreClientObject *store_client_object_new (void);
void               store_client_object_free (StoreClientObject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientObject, store_client_object_free)

gboolean store_client_object_has (StoreClientObject *self, const char *path);
/** What a path has already is replaced in its place. @json: (transfer full): JSON text */
void store_client_object_set (StoreClientObject *self, const char *path, char *json);
void store_client_object_set_text (StoreClientObject *self, const char *path, const char *text);
void store_client_object_set_list (StoreClientObject *self,
                                   const char        *path,
                                   const char *const *items);
/** An object of texts. */
void store_client_object_set_texts (StoreClientObject    *self,
                                    const char           *path,
                                    const StoreVariables *texts);
/** Returns: (transfer full): compact JSON */
char *store_client_object_print (StoreClientObject *self);

/** Whether the member called @name, of the object itself, is the first of @path (nullable). */
gboolean store_client_object_begins (const char *path, const char *name);
