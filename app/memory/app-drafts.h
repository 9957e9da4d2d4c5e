/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDrafts: what was typed into the forms of a session's tools, prompts and templates, over a
 * restart: kept with the server's profile in a file of its own, by kind and name. Secrets are not
 * written (see app-draft-text.h), and neither is a text that holds one of the session's secrets.
 * Main thread only. A feature of the session.
 */

#pragma once

#include "app-form.h"
#include "app-session.h"
#include "mcp-definition.h"

G_BEGIN_DECLS

/* Forms of one server that are kept, those that were changed last; a person works on a few. */
#define APP_DRAFTS_MAX 100u
/* Bytes of one text, and of all of them. */
#define APP_DRAFTS_MAX_TEXT (256u * 1024u)
#define APP_DRAFTS_MAX_BYTES (2u * 1024u * 1024u)
/* After a change, until it is written. */
#define APP_DRAFTS_SETTLE_MS 700u

#define APP_TYPE_DRAFTS (app_drafts_get_type ())
G_DECLARE_FINAL_TYPE (AppDrafts, app_drafts, APP, DRAFTS, GObject)

/** Puts what was kept into a form that was just made, and keeps what becomes of it from now on, in
 * place of another form for the same definition. Returns: whether something was put in */
gboolean app_drafts_follow (AppDrafts *self, McpDefinition *definition, AppForm *form);
/** What the form says now is nothing that a person typed: it is kept when it changes again. */
void app_drafts_set_untouched (AppDrafts *self, AppForm *form);
/** Returns when all is in the file. */
void app_drafts_flush (AppDrafts *self);

G_END_DECLS
