/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Conversations with models that are kept: a folder with a file for each, ID.jsonl, which only the
 * person can read. Its first line says what it is, the others what was said, one line each, in the
 * order in which it came:
 *
 *   {"spyglass": "conversation", "version": 1, "title": "…", "created": 1700000000000, …}
 *   {"turn": …}
 *
 * What else stands in a line is the business of the floor above. Lines are only ever added, each
 * whole and on the disk before it counts as written; one that a crash tore off is closed by the
 * next. The first line alone is replaced, with the file. Several programs may write: they take
 * turns.
 *
 * All of it blocks; for workers and for programs without a window.
 */

#pragma once

#include "mcp-json-value.h"
#include "store-error.h"

#define STORE_CONVERSATIONS_VERSION 1
/* Of one file: long conversations with images. More is read by nobody. */
#define STORE_CONVERSATIONS_MAX_BYTES (512u * 1024u * 1024u)
/* Of one file: each line is a document in memory. */
#define STORE_CONVERSATIONS_MAX_LINES 500000u
/* Of the first line. */
#define STORE_CONVERSATIONS_MAX_HEADER (64u * 1024u)

/** One that is kept. */
typedef struct
{
  char            *id;
  McpJsonDocument *header;  /* an object */
  gint64           changed; /* µs since the epoch */
  guint64          size;    /* bytes */
} StoreKeptConversation;

void store_kept_conversation_free (StoreKeptConversation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreKeptConversation, store_kept_conversation_free)

/** Returns: (transfer full): $XDG_DATA_HOME/spyglass/conversations */
char *store_conversations_dup_folder (void);
/** Returns: (transfer full): an id that no other conversation has: the time, and chance */
char *store_conversations_create_id (void);

/** All that are kept, the last changed first. Files that are none are left out.
 * Returns: (transfer full) (nullable) (element-type StoreKeptConversation): empty where there is no
 * folder; STORE_ERROR_NOT_READABLE */
GPtrArray *store_conversations_list (const char *folder, GError **error);

/** Begins a file. @header: JSON text on one line: an object with the members above, which are the
 * caller's to write. Errors: STORE_ERROR_DUPLICATE, _INVALID, _NOT_WRITABLE, _NO_SPACE, _BUSY */
gboolean store_conversations_begin (const char *folder,
                                    const char *id,
                                    const char *header,
                                    GError    **error);
/** Replaces the first line. Errors: the same; STORE_ERROR_NOT_FOUND, _NEWER */
gboolean store_conversations_set_header (const char *folder,
                                         const char *id,
                                         const char *header,
                                         GError    **error);
/** @lines: each with a line end. Errors: the same; STORE_ERROR_TOO_LARGE */
gboolean store_conversations_append (const char *folder,
                                     const char *id,
                                     const char *lines,
                                     GError    **error);

/** Returns: (transfer full) (nullable) (element-type McpJsonDocument): the lines, the first one
 * included; those that are no JSON are left out. @n_damaged: (out) (optional): how many those are
 * Errors: STORE_ERROR_NOT_FOUND, _INVALID (no id), _SYNTAX, _NEWER, _TOO_LARGE, _NOT_READABLE */
GPtrArray *store_conversations_read (const char *folder,
                                     const char *id,
                                     guint      *n_damaged,
                                     GError    **error);

/** STORE_ERROR_NOT_FOUND where there is none. */
gboolean store_conversations_remove (const char *folder, const char *id, GError **error);
/** Removes all that are listed. @n_removed: (out) (optional) */
gboolean store_conversations_remove_all (const char *folder, guint *n_removed, GError **error);
