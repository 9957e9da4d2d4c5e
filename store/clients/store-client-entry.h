/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientEntry: one server as another application wants to have it written: a name and a JSON
 * object, with notes on what the application cannot take. Immutable; reference counted.
 */

#pragma once

#include "store-client-format.h"
#include "store-client-note.h"
#include "store-profile.h"

/** What stands for a secret that is not written as plain text. */
typedef enum {
  STORE_SECRETS_AS_VARIABLES, /* a variable of the application's own environment */
  STORE_SECRETS_AS_INPUTS,    /* the application asks the person, where it can */
  STORE_SECRETS_WRAPPED,      /* spyglass-cli, which has the keyring, runs the server */
} StoreSecretMode;

/* What several applications say by different names: keys of a profile's client settings. */
#define STORE_CLIENT_ENVIRONMENT_FILE "environment-file"
#define STORE_CLIENT_DESCRIPTION "description"
#define STORE_CLIENT_INPUTS "inputs" /* an array that describes each ${input:ID} */

typedef struct
{
  /* (nullable): the entry's name in the other file; the profile's id by default */
  const char *name;
  /* (nullable) (element-type utf8 utf8): secret reference → value, for those that the person wants
   * written into the file as plain text. Others become a variable where the application reads
   * variables, else an empty text; either is noted. */
  GHashTable     *secrets;
  StoreSecretMode secret_mode;
  /* (nullable): the full path of spyglass-cli, for STORE_SECRETS_WRAPPED */
  const char   *wrapper;
  StorePlatform platform; /* that the application runs on */
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
/** The same with another object. Returns: (transfer full) */
StoreClientEntry *store_client_entry_new_with_json (StoreClientEntry *self, const char *json);
void              store_client_entry_unref (StoreClientEntry *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientEntry, store_client_entry_unref)

const StoreClientFormat *store_client_entry_get_format (StoreClientEntry *self);
/** Returns: (transfer none) */
const char *store_client_entry_get_name (StoreClientEntry *self);
/** Returns: (transfer none): the inner object, compact JSON */
const char *store_client_entry_get_json (StoreClientEntry *self);
/** Returns: (transfer none) (element-type StoreNote): never %NULL */
GPtrArray *store_client_entry_get_notes (StoreClientEntry *self);
/** Returns: (transfer none) (nullable): a JSON array that describes what the application asks for,
 * to be added to its own; %NULL where it asks for nothing */
const char *store_client_entry_get_inputs (StoreClientEntry *self);
/** Whether the server is switched on; where its object has no such switch, another place of the
 * file says so. */
gboolean store_client_entry_get_enabled (StoreClientEntry *self);
/** Whether secrets stand in it as plain text. */
gboolean store_client_entry_has_secrets (StoreClientEntry *self);
/** Returns: (transfer full): the whole document for the clipboard, pretty:
 * `{"mcpServers": {"name": {…}}}` under the application's own root */
char *store_client_entry_dup_snippet (StoreClientEntry *self);

/**
 * store_client_reader_read:
 * @format: (nullable): whose spelling it is
 * @name: the entry's name
 * @notes: (element-type StoreNote): gets what is not understood
 * Returns: (transfer full) (nullable): %NULL, with a note, where it is no server
 */
StoreProfile *store_client_reader_read (const StoreClientFormat *format,
                                        const char              *name,
                                        McpJsonValue             object,
                                        GPtrArray               *notes);
