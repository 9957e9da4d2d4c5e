/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientEdit: one step of a change to another application's file: a member that is set or
 * taken away, an item that comes into an array or goes out of it, or what is left empty and goes. A
 * change is a few of them, one
 * after the other, each on the text that the one before it left.
 */

#pragma once

#include "store-client-text.h"

typedef enum {
  STORE_EDIT_MEMBER,
  STORE_EDIT_ITEM_IN, /* at the end, unless it is there */
  STORE_EDIT_ITEM_OUT,
  STORE_EDIT_EMPTY_OUT, /* a member goes where nothing is in it, no comment either; not recorded */
} StoreEditKind;

typedef struct
{
  StoreEditKind kind;
  GStrv         path; /* names from the document on */
  char         *json; /* (nullable): of a member, %NULL takes it away; of an item. Two items are the
                       * same that have the same "id", or are equal */
} StoreClientEdit;

/** Returns: (transfer full) (element-type StoreClientEdit) */
GPtrArray *store_client_edits_new (void);
/** @path: copied. @json: (transfer full) (nullable) */
void store_client_edits_add (GPtrArray         *edits,
                             StoreEditKind      kind,
                             const char *const *path,
                             char              *json);
/** Everything on the way to @path, itself included, that is not in @before goes where it is
 * empty. */
void store_client_edits_add_empty (GPtrArray         *edits,
                                   StoreClientText   *before,
                                   const char *const *path);
/** Whether @array has the same item as that of which @json is the text. */
gboolean store_client_edits_has_item (McpJsonValue array, const char *json);
/** A step that does nothing (nothing is there to go, an equal value is there) changes no byte.
 * Returns: (transfer full) (nullable): the text with all of @edits, without a byte order mark;
 * errors as of store_client_text_set() */
GBytes *store_client_edits_apply (GPtrArray               *edits,
                                  GBytes                  *text,
                                  const StoreClientFormat *format,
                                  GError                 **error);
