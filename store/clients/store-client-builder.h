/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientBuilder: makes the JSON object of one StoreClientEntry and collects what cannot be
 * carried. Lives on the stack of store_client_entry_new().
 */

#pragma once

#include "store-client-entry.h"
#include "store-client-object.h"
#include "store-client-variables.h"

typedef struct
{
  const StoreClientFormat       *format;
  StoreProfile                  *profile;
  const StoreClientEntryOptions *options;
  const char                    *name;
  StoreClientObject             *object;
  GPtrArray                     *notes;       /* of StoreNote; gets more */
  GHashTable                    *inputs;      /* of utf8: IDs that the entry refers to */
  GPtrArray                     *names;       /* of utf8: variables that the application has */
  gboolean                       has_secrets; /* as plain text */
  GError                        *refusal;     /* (nullable): why it cannot be written at all */
} StoreClientBuilder;

/** Returns: (transfer full) (nullable): compact JSON */
char *store_client_builder_run (StoreClientBuilder *self, GError **error);
