/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSavedAnswers: what the person wants to answer one server again: the reply to its questions
 * to a language model, and that it may know of no folder. Kept in answers/ID.json beside the
 * profiles, which only the person can read:
 *
 * |[
 * {"reply": {"text": "…", "model": "…"}, "withholdsFolders": true}
 * ]|
 *
 * A file that cannot be read counts as empty. Main thread only; writing runs in a worker.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A person wrote it. */
#define STORE_SAVED_ANSWERS_MAX_BYTES (1024u * 1024u)

#define STORE_TYPE_SAVED_ANSWERS (store_saved_answers_get_type ())
G_DECLARE_FINAL_TYPE (StoreSavedAnswers, store_saved_answers, STORE, SAVED_ANSWERS, GObject)

/** @folder: (nullable): where profiles are; %NULL keeps them for this run only
 * @id: the profile's. Reads the file at the first question. Returns: (transfer full) */
StoreSavedAnswers *store_saved_answers_new (const char *folder, const char *id);

/** Returns: (transfer none) (nullable): valid until the next change */
const char *store_saved_answers_get_reply (StoreSavedAnswers *self);
/** Returns: (transfer none) (nullable) */
const char *store_saved_answers_get_model (StoreSavedAnswers *self);
/** @text: (nullable): %NULL forgets it. @model: (nullable) */
void store_saved_answers_set_reply (StoreSavedAnswers *self, const char *text, const char *model);

/** Whether the server shall be told that there is no folder for it, without asking. */
gboolean store_saved_answers_get_withholds_folders (StoreSavedAnswers *self);
void     store_saved_answers_set_withholds_folders (StoreSavedAnswers *self, gboolean withholds);

G_END_DECLS
