/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppInboxAnswers: what is answered when a server asks, written beforehand. It is a JSON object,
 * used for every question, or a list of such objects, each used once and in order:
 *
 *   {"elicitation": {"action": "accept", "content": {"name": "Ada"}},
 *    "sampling": {"text": "Yes.", "model": "mine"}, "roots": {"roots": []}}
 *
 * Next to these members "when" may be there: the object is used where its text occurs in the
 * question.
 */

#pragma once

#include "app-inbox-item.h"
#include "mcp-client-capabilities.h"

typedef struct _AppInboxAnswers AppInboxAnswers;

/** @path: of the file, for errors, which are APP_ERROR_INVALID_INPUT.
 * Returns: (transfer full) (nullable) */
AppInboxAnswers      *
app_inbox_answers_parse (const char *path, const char *text, gsize length, GError **error);
void app_inbox_answers_free (AppInboxAnswers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppInboxAnswers, app_inbox_answers_free)

/** What a server may ask, where these are to answer. */
McpClientCapabilityFlags app_inbox_answers_get_capabilities (AppInboxAnswers *self);
/** Answers a question; one of a list is used up.
 * Returns: whether there is an answer; with @error it could not be given, and the question waits */
gboolean app_inbox_answers_give (AppInboxAnswers *self, AppInboxItem *item, GError **error);
