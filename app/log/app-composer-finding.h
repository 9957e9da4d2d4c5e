/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppComposerFinding: one thing to know about a message that a person writes, for the connection
 * that it is to go to. It never keeps anybody from sending it. Immutable.
 */

#pragma once

#include "mcp-client.h"

/* Looked at with each key; a longer text is sent without a word about it. */
#define APP_COMPOSER_CHECK_BYTES (1024u * 1024u)
/* More than a person reads at once. */
#define APP_COMPOSER_MAX_FINDINGS 20u

#define APP_TYPE_COMPOSER_FINDING (app_composer_finding_get_type ())
G_DECLARE_FINAL_TYPE (AppComposerFinding, app_composer_finding, APP, COMPOSER_FINDING, GObject)

/** Returns: (transfer full) */
AppComposerFinding *app_composer_finding_new (const char *text, guint line, gboolean error);
/** Returns: (transfer none): translated */
const char *app_composer_finding_get_text (AppComposerFinding *self);
/** From 1; 0 where it is about the whole. */
guint app_composer_finding_get_line (AppComposerFinding *self);
/** Whether a server will not take the text for a message. */
gboolean app_composer_finding_is_error (AppComposerFinding *self);

/** @revision: (nullable): the one that was agreed upon
 * @client: (nullable): knows which ids are in flight
 * Returns: (transfer full) (element-type AppComposerFinding): never %NULL */
GPtrArray *app_composer_check (GBytes *text, const char *revision, McpClient *client);
