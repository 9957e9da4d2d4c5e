/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientEntry: one server as another application wants to have it written: a name and a JSON
 * object, with notes on what the application cannot take. Immutable; reference counted.
 */

#pragma once

#include "store-client-format.h"
#include "store-profile.h"

G_BEGIN_DECLS

typedef enum {
  STORE_NOTE_INFORMATION, /* good to know */
  STORE_NOTE_LOSS,        /* something of the profile is not carried */
  STORE_NOTE_ATTENTION,   /* it may not work, or shows a secret, before the person does something */
} StoreNoteKind;

typedef struct
{
  StoreNoteKind kind;
  char         *field; /* (nullable): of the profile, e.g. "working-directory", "env/API_KEY" */
  char         *text;  /* a sentence for a person */
} StoreNote;

typedef struct
{
  /* (nullable): the entry's name in the other file; the profile's id by default */
  const char *name;
  /* (nullable) (element-type utf8 utf8): secret reference → value, for those that the person wants
   * written into the file as plain text. Others become a variable where the application reads
   * variables, else an empty text; either is noted. */
  GHashTable *secrets;
  /* values of the profile itself that look like secrets are kept out as those are */
  gboolean hides_plain_secrets;
  /* write the full path of a command that is found on the search path */
  gboolean absolute_command;
  /* (nullable): where to look for the command; %NULL for $PATH */
  const char *search_path;
  /* (nullable): the PATH that a started program needs, where the profile sets none */
  const char *path_variable;
} StoreClientEntryOptions;

typedef struct _StoreClientEntry StoreClientEntry;

/**
 * store_client_entry_new:
 * @options: (nullable)
 * Returns: (transfer full) (nullable): %NULL with STORE_ERROR_UNSUPPORTED where the application
 * takes no such server, also not through the bridge; STORE_ERROR_INVALID for an incomplete profile
 */
StoreClientEntry *store_client_entry_new (const StoreClientFormat       *format,
                                          StoreProfile                  *profile,
                                          const StoreClientEntryOptions *options,
                                          GError                       **error);
void              store_client_entry_unref (StoreClientEntry *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientEntry, store_client_entry_unref)

const StoreClientFormat *store_client_entry_get_format (StoreClientEntry *self);
/** Returns: (transfer none) */
const char *store_client_entry_get_name (StoreClientEntry *self);
/** Returns: (transfer none): the inner object, compact JSON */
const char *store_client_entry_get_json (StoreClientEntry *self);
/** Returns: (transfer none) (element-type StoreNote): never %NULL */
GPtrArray *store_client_entry_get_notes (StoreClientEntry *self);
/** Returns: (transfer full): the whole document for the clipboard, pretty:
 * `{"mcpServers": {"name": {…}}}` under the application's own root */
char *store_client_entry_dup_snippet (StoreClientEntry *self);

void store_note_free (StoreNote *note);

G_END_DECLS
