/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliAnswers: the file of --answer: what is answered when the server asks. It is a JSON object,
 * used for every question, or a list of such objects, each used once and in order:
 *
 *   {"elicitation": {"action": "accept", "content": {"name": "Ada"}},
 *    "sampling": {"text": "Yes.", "model": "mine"}, "roots": {"roots": []}}
 *
 * Beside these members "when" may stand: the object is used where its text occurs in the question.
 */

#pragma once

#include "app-inbox-item.h"
#include "mcp-client-capabilities.h"

G_BEGIN_DECLS

/* Answers are typed by hand or by a script; a language model's fits. */
#define APP_CLI_ANSWERS_MAX_BYTES (16u << 20)

typedef struct _AppCliAnswers AppCliAnswers;

/** @path: a file; "-" is standard input. Returns: (transfer full) (nullable): %NULL with
 * APP_ERROR_INVALID_INPUT, or what reading gives */
AppCliAnswers *app_cli_answers_read (const char *path, GError **error);
void           app_cli_answers_free (AppCliAnswers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliAnswers, app_cli_answers_free)

/** What can be answered, as far as the file goes. */
McpClientCapabilityFlags app_cli_answers_get_capabilities (AppCliAnswers *self);
/** The next answer to @item; an entry of a list is used up. Returns: none where there is none;
 * borrowed */
McpJsonValue app_cli_answers_take (AppCliAnswers *self, AppInboxItem *item);

/** Gives @answer to the server. Errors: APP_ERROR_INVALID_INPUT, MCP_ERROR; it waits on then */
gboolean app_cli_answers_give (McpJsonValue answer, AppInboxItem *item, GError **error);

G_END_DECLS
