/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppComposer: a message that a person writes, the connection that it goes to, and what was sent
 * before. What is sent is the text as it stands, whatever it is: a finding never keeps anybody from
 * sending. The one thing that may be changed on the way is the id, and only where fresh-id says so.
 *
 * Properties (all notify)
 *   session (AppSession, nullable): where it goes
 *   text (string): as typed
 *   fresh-id (boolean, writable): a request gets an id that is free when it is sent. On for a
 *     template and for what was loaded from the log, until the person changes the id in the text
 *   can-send (boolean): there is a text and an open connection
 */

#pragma once

#include "app-approval-rule.h"
#include "app-composer-template.h"
#include "app-log-entry.h"
#include "app-session.h"
#include "store-profile-list.h"

/* Those whose answers one still wants to see; the log has the others. */
#define APP_COMPOSER_MAX_HISTORY 100u

#define APP_TYPE_COMPOSER (app_composer_get_type ())
G_DECLARE_FINAL_TYPE (AppComposer, app_composer, APP, COMPOSER, GObject)

/** With what was written and sent before the program ended the last time, secrets masked.
 * @sessions: of AppSession: those that it finds by name
 * @book: keeps beside it what is remembered
 * Returns: (transfer full) */
AppComposer *app_composer_new (GListModel *sessions, StoreProfileList *book);

/** Returns: (transfer none) (nullable) */
AppSession *app_composer_get_session (AppComposer *self);
/** @session: (nullable) */
void app_composer_set_session (AppComposer *self, AppSession *session);
/** Returns: (transfer none): never %NULL */
const char *app_composer_get_text (AppComposer *self);
/** The person typed. */
void     app_composer_set_text (AppComposer *self, const char *text);
gboolean app_composer_get_can_send (AppComposer *self);
/** Returns: (transfer none): of AppComposerFinding, about the text */
GListModel *app_composer_get_findings (AppComposer *self);
/** What was sent, newest first, with what came back. Returns: (transfer none): of AppLogEntry */
GListModel *app_composer_get_history (AppComposer *self);

/** Puts a message of @template in the place of the text. */
void app_composer_use_template (AppComposer *self, const AppComposerTemplate *template);
/** Puts a message of the log in the place of the text, byte for byte, and chooses its server where
 * that is known. Returns: %FALSE where there is no message to take */
gboolean app_composer_load (AppComposer *self, AppLogEntry *entry);
/** What happens before the text is sent by hand: nothing but where it calls a tool.
 * @reason: (out) (nullable): a translated sentence, where it asks or refuses */
AppAdmission app_composer_decide (AppComposer *self, const char **reason);
/** The person was asked about the text and agrees. */
void app_composer_agree (AppComposer *self);
/** Whether sending what the text says needs no second look: it asks for nothing that the approval
 * rules would ask about. */
gboolean app_composer_is_harmless (AppComposer *self);
/** Lays the text out, every number and string as it is spelled. Returns: %FALSE where it is no
 * JSON */
gboolean app_composer_lay_out (AppComposer *self);

/** Sends the text. Returns: (transfer full) (nullable): its line of the log, in which what comes
 * back appears; %NULL with APP_ERROR_NOT_CONNECTED */
AppLogEntry *app_composer_send (AppComposer *self, GError **error);
