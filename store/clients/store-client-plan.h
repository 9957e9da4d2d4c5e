/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientPlan: a change to another application's file, worked out but not made: the text before
 * and after, the difference, the backup. A person looks at it, then it is applied, exactly so or
 * not at all: a file that is no longer the one that was read is left alone.
 *
 * Writing keeps the mode and, where we may, the owner; follows a symbolic link to its target; goes
 * through a temporary file, fsync and rename; and is read back. Every change is in the journal, and
 * can be taken back by a plan of its own. Immutable but for that; reference counted.
 */

#pragma once

#include "store-client-entry.h"
#include "store-client-journal.h"
#include "store-client-place.h"
#include "store-text-diff.h"

typedef enum {
  STORE_PLAN_CREATE,  /* there is no file yet: no backup */
  STORE_PLAN_ADD,     /* the file gets a new entry */
  STORE_PLAN_REPLACE, /* an entry of this name is there and differs */
  STORE_PLAN_REMOVE,
  STORE_PLAN_SWITCH,    /* an entry is switched on or off */
  STORE_PLAN_RESTORE,   /* the file, or an entry, becomes what it was; the file may go */
  STORE_PLAN_UNCHANGED, /* already there and equal */
} StorePlanKind;

typedef struct _StoreClientPlan StoreClientPlan;

StoreClientPlan *store_client_plan_ref (StoreClientPlan *self);
void             store_client_plan_unref (StoreClientPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientPlan, store_client_plan_unref)

/**
 * Works out how the file at @place would get @entry. Blocking; for workers.
 * Returns: (transfer full) (nullable): errors STORE_ERROR_SYNTAX (not valid JSON, with its place),
 * _IS_DIRECTORY, _NOT_READABLE, _NOT_WRITABLE, _DUPLICATE, _INVALID (the root is no object),
 * _TOO_LARGE
 */
StoreClientPlan *
store_client_plan_new_add (StoreClientPlace *place, StoreClientEntry *entry, GError **error);
/** The same for changing nothing: whether the file can be read as it would be for writing. */
StoreClientPlan *store_client_plan_new_look (StoreClientPlace *place, GError **error);
/** The same for taking the entry called @name away, also one that is kept in the journal. Errors
 * also STORE_ERROR_NOT_FOUND: neither has it. */
StoreClientPlan *
store_client_plan_new_remove (StoreClientPlace *place, const char *name, GError **error);
/**
 * The same for switching an entry off or on, by what the application has for it. Where it has
 * nothing the entry leaves the file and is kept in the journal until it is switched on again.
 * Errors also STORE_ERROR_NOT_FOUND: the file has no such entry, and none is kept.
 */
StoreClientPlan *store_client_plan_new_switch (StoreClientPlace *place,
                                               const char       *name,
                                               gboolean          enabled,
                                               GError          **error);
/** The same for the file becoming what @backup says, a path of store_client_backup_list(); also of
 * a file that cannot be read as what it should be. */
StoreClientPlan *
store_client_plan_new_restore (StoreClientPlace *place, const char *backup, GError **error);
/** The same for a file that its application cannot read for comments, trailing commas or a byte
 * order mark: they go. STORE_PLAN_UNCHANGED where that is not what is wrong. */
StoreClientPlan *store_client_plan_new_repair (StoreClientPlace *place, GError **error);
/**
 * The same for taking a change back: a file that is still as it was left becomes what it was, to
 * the last byte, or goes where it was made; in one that was changed since only the entry goes back.
 * @id: of a record; 0 for the last change that was not taken back
 * Errors also STORE_ERROR_NOT_FOUND (the change, or its backup), _UNSUPPORTED
 */
StoreClientPlan *
store_client_plan_new_undo (StoreClientJournal *journal, gint64 id, GError **error);
/** The same change on the file as it is now: after STORE_ERROR_CHANGED. Errors as of the function
 * that made @plan. Returns: (transfer full) (nullable) */
StoreClientPlan *store_client_plan_renew (StoreClientPlan *plan, GError **error);

StorePlanKind store_client_plan_get_kind (StoreClientPlan *self);
/** Returns: (transfer none): of what is changed */
StoreClientPlace *store_client_plan_get_place (StoreClientPlan *self);
/** Returns: (transfer none): what is written: the file, or the journal where that alone changes */
const char *store_client_plan_get_path (StoreClientPlan *self);
/** Whether the file goes. */
gboolean store_client_plan_is_removal (StoreClientPlan *self);
/** Of the file; of an entry that is kept in the journal, where that alone changes. Returns:
 * (transfer none) */
GBytes        *store_client_plan_get_before (StoreClientPlan *self);
GBytes        *store_client_plan_get_after (StoreClientPlan *self);
StoreTextDiff *store_client_plan_get_diff (StoreClientPlan *self);
/** What the person should know about the file itself (a byte order mark that goes, …), beside the
 * entry's notes. Returns: (transfer none) (element-type StoreNote) */
GPtrArray *store_client_plan_get_notes (StoreClientPlan *self);

/**
 * Makes the change.
 * @backup: (out) (optional) (nullable): the path of the backup; %NULL where there was no file
 * Errors: STORE_ERROR_CHANGED, _NOT_WRITABLE, _NO_SPACE, _FAILED; the file is then as it was
 */
gboolean store_client_plan_apply (StoreClientPlan *self, char **backup, GError **error);
void     store_client_plan_apply_async (StoreClientPlan    *self,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean store_client_plan_apply_finish (GAsyncResult *result, char **backup, GError **error);
/** The number by which the change, once it was made, can be taken back; 0 where the journal cannot
 * be written. */
gint64 store_client_plan_get_record (StoreClientPlan *self);
