/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreMemory: what is remembered of one server beside its profile, in memory/ID.json, which only
 * the person can read:
 *
 * |[
 * {"version": 1,
 *  "approved": {"delete_all": "{\"description\": \"…\", \"inputSchema\": {…}}"},
 *  "arguments": {"workspace": "[\"production\"]"}}
 * ]|
 *
 * A server's memory has the kinds of the table below; each is a list of names, the one that was set
 * last at the end, with a value that is JSON text, kept byte for byte. An object of this class is
 * one kind of one server. What another program, or another object, writes meanwhile is kept: a
 * write changes the names that were set here and nothing else.
 *
 * A file that cannot be read counts as empty and is written again: what is kept here can be done
 * without. One that a newer version wrote is left alone. What earlier versions kept in a file for
 * each kind, KIND/ID.json, is read once, and the file goes when its content is in the new one.
 *
 * Main thread only; writing runs in a worker. Whoever lets go of it flushes it first: a program
 * that ends does not wait for its workers.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

/* Of one kind: two thousand tools with a schema of two kilobytes each. More counts as none. */
#define STORE_MEMORY_MAX_BYTES (4u * 1024u * 1024u)

typedef enum {
  STORE_MEMORY_APPROVED,  /* what tools said of themselves when the person allowed them to run */
  STORE_MEMORY_ANSWERS,   /* what the person answers the server again */
  STORE_MEMORY_ARGUMENTS, /* values of arguments that come again in many tools */
  STORE_MEMORY_DRAFTS,    /* forms that were filled in and not sent */
  STORE_MEMORY_SESSION,   /* what is watched, and the tasks that the server was asked for */
  STORE_MEMORY_SENT,      /* digests of what a person called by hand: arguments and definition */
  STORE_MEMORY_OPENING,   /* how a session with it is opened, where that was found out */
  STORE_MEMORY_COMPOSER,  /* the composer's text and what it sent: the same for all servers */
} StoreMemoryKind;

#define STORE_TYPE_MEMORY (store_memory_get_type ())
G_DECLARE_FINAL_TYPE (StoreMemory, store_memory, STORE, MEMORY, GObject)

/**
 * @folder: (nullable): where profiles are; %NULL remembers for this run only
 * @id: (nullable): the profile's: any text; where it has none, nothing is written. Not used where
 * the kind is the same for all servers
 * Returns: (transfer full)
 */
StoreMemory *store_memory_new (const char *folder, const char *id, StoreMemoryKind kind);

/** Returns: (transfer full): the names in their order */
GStrv store_memory_dup_names (StoreMemory *self);
/** Returns: (transfer none) (nullable): JSON text; valid until the next change */
const char *store_memory_get (StoreMemory *self, const char *name);
/** Returns: (transfer full) (nullable): the same, read */
McpJsonDocument *store_memory_read (StoreMemory *self, const char *name);
/** @text: (nullable): JSON text; %NULL forgets the name. A failure to write is logged. */
void store_memory_set (StoreMemory *self, const char *name, const char *text);
/** The same. @text: (transfer full) */
void store_memory_take (StoreMemory *self, const char *name, char *text);
/** Returns when what was set is in the file. */
void store_memory_flush (StoreMemory *self);

/** Takes everything away that is remembered of a server. Blocks; for workers. */
void store_memory_forget (const char *folder, const char *id);
