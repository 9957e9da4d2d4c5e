/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDrafts: the drafts of a session, one for each of its tools, resources, templates and prompts
 * that was looked at. What was typed lasts over a restart: it is kept with the server's profile in
 * a file of its own, by kind and name. Secrets are not written (see app-draft-text.h), and neither
 * is a text that holds one of the session's secrets. Main thread only. A feature of the session.
 */

#pragma once

#include "app-draft.h"

/* Forms of one server that are kept, those that were changed last; a person works on a few. */
#define APP_DRAFTS_MAX 100u
/* Bytes of one text, and of all of them. */
#define APP_DRAFTS_MAX_TEXT (256u * 1024u)
#define APP_DRAFTS_MAX_BYTES (2u * 1024u * 1024u)
/* After a change, until it is written. */
#define APP_DRAFTS_SETTLE_MS 700u

#define APP_TYPE_DRAFTS (app_drafts_get_type ())
G_DECLARE_FINAL_TYPE (AppDrafts, app_drafts, APP, DRAFTS, GObject)

/** Makes the draft with what was kept, where there is none; else it goes on with @definition, as
 * the server listed it last. Returns: (transfer none) */
AppDraft *app_drafts_open (AppDrafts *self, McpDefinition *definition);
/** Returns when all is in the file. */
void app_drafts_flush (AppDrafts *self);
