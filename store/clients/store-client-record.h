/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientRecord: one change that was made to another application's file, with what is needed to
 * take it back. Immutable once it is in the journal; reference counted.
 */

#pragma once

#include "store-client-edit.h"
#include "store-client-place.h"

#include "mcp-json-shape.h"

typedef enum {
  STORE_RECORD_CREATE, /* the file was made, with an entry in it */
  STORE_RECORD_ADD,
  STORE_RECORD_REPLACE,
  STORE_RECORD_REMOVE,
  STORE_RECORD_ENABLE,
  STORE_RECORD_DISABLE,
  STORE_RECORD_RESTORE, /* the file became what a backup says */
  STORE_RECORD_UNDO,
} StoreRecordAction;

typedef struct
{
  gint64            id;   /* from 1, never again */
  gint64            time; /* seconds since 1970 */
  char             *client;
  char             *path;
  char             *real; /* (nullable): where it led, links followed; not in older journals */
  GStrv             root;
  char             *name; /* (nullable): of the entry */
  StoreRecordAction action;
  char             *backup; /* (nullable): its path */
  char             *before; /* (nullable): SHA-256 of the text; %NULL where there was no file */
  char             *after;  /* (nullable): the same */
  char             *value;  /* (nullable): SHA-256 of the entry as it was left */
  GPtrArray        *edits;  /* (element-type StoreClientEdit): only paths, and items */
  gboolean          parked; /* what went out of the file is kept in the journal, or came from it */
  char             *kept;   /* (nullable): what was kept in the journal and is no longer: JSON */
  gint64            undoes; /* the record that was taken back; 0: none */
  gboolean          undone; /* a later one took it back; not kept */
} StoreClientRecord;

/** As the journal keeps it: what is before the edits, and what is behind them. */
extern const McpJsonShape store_client_record_shape;
extern const McpJsonShape store_client_record_more;

/** Returns: (transfer full): empty */
StoreClientRecord *store_client_record_new (void);
StoreClientRecord *store_client_record_ref (StoreClientRecord *self);
void               store_client_record_unref (StoreClientRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientRecord, store_client_record_unref)

/** "create", "add", … Returns: (transfer none) */
const char *store_client_record_get_word (StoreRecordAction action);
/** Where it was. Returns: (transfer full) (nullable): %NULL where the application is not known */
StoreClientPlace *store_client_record_dup_place (StoreClientRecord *self);
/** Returns: (transfer full) (nullable): the file that was written, links followed; %NULL where an
 * older journal does not say it */
char *store_client_record_dup_real (StoreClientRecord *self);
/** Whether what the file was before is there, or is known to have been nothing. */
gboolean store_client_record_has_before (StoreClientRecord *self);
/** Returns: (transfer full): SHA-256 */
char *store_client_record_hash (GBytes *bytes);
/** The same of a value, however it is laid out. Returns: (transfer full) (nullable): %NULL for none
 */
char *store_client_record_hash_value (McpJsonValue value);
