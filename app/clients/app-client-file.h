/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What is in another application's file at this moment, read at once and for the command line. */

#pragma once

#include "app-client-target.h"
#include "store-client-lint.h"
#include "store-client-note.h"

/** One entry where servers are. Immutable; one owner. */
typedef struct
{
  StoreClientPlace *place;
  char             *name;
  char             *json;    /* compact */
  StoreProfile     *profile; /* (nullable): %NULL where it is no server */
  gboolean          is_part; /* of the application itself, as Goose's own extensions are */
  StoreClientPlace *winner;  /* (nullable): where one of this name is that is used instead */
  gboolean          parked;  /* it was switched off by being taken out of the file, and is kept */
} AppClientEntry;

/** Returns: (transfer full) (element-type AppClientEntry): of one file; none, with an error, where
 * it cannot be read */
GPtrArray *app_client_file_read_place (StoreClientPlace *place, GError **error);
/** Returns: (transfer full) (nullable) (element-type AppClientEntry): in the order of the files,
 * what wins first, and after those of each file those that were taken out of it to switch them
 * off */
GPtrArray *app_client_file_read_entries (AppClientTarget *target, GError **error);
/** Those alone that were taken out of the file at @place. Returns: (transfer full) (element-type
 * AppClientEntry) */
GPtrArray *app_client_file_read_parked (StoreClientPlace *place);
/** The command line or the URL. @with_secrets: else they are masked. Returns: (transfer full)
 * (nullable): %NULL where it is no server */
char *app_client_entry_dup_summary (const AppClientEntry *self, gboolean with_secrets);
/** The entry in the language of its file, or as JSON. @with_secrets: else they are masked.
 * Returns: (transfer full) (nullable) */
char *
app_client_entry_dup_text (const AppClientEntry *self, gboolean as_json, gboolean with_secrets);

/** The servers as they would be imported. @unwrap: those behind mcp-remote become URLs. @notes:
 * (out) (transfer full) (element-type StoreNote) Returns: (transfer full) (nullable) (element-type
 * StoreProfile): %NULL also where there is no file */
GPtrArray *
app_client_file_read_servers (AppClientTarget *target,
                              gboolean         unwrap,
                              GPtrArray      **notes,
                              GError         **error);
/** What is wrong with the file, programs that are not installed as well.
 * Returns: (transfer full) (nullable) (element-type StoreLintFinding): none where there is no
 * file */
GPtrArray *app_client_file_lint (StoreClientPlace *place, GError **error);
