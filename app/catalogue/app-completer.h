/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCompleter: what a server proposes while an argument of a prompt, or a variable of a resource
 * template, is typed. It waits for a pause in the typing, asks once for the same thing in one
 * connection, and stops asking for what was typed over. The other arguments that have a text go
 * along as the context.
 *
 * Properties (notify)
 *   state (AppCompleterState): notified for every answer, the same state included
 *
 * Nothing is asked where the server offers no completion, and a failure is only a note.
 *
 * Source: MCP 2025-11-25, "Completion".
 */

#pragma once

#include "app-field.h"
#include "app-session.h"
#include "mcp-definition.h"

/* Between two keystrokes of somebody who types; short enough not to be waited for. */
#define APP_COMPLETER_PAUSE_MS 150
/* Answers that are kept in one connection; the oldest go. A hundred values each at most. */
#define APP_COMPLETER_MAX_KEPT 200
/* Longer texts are no beginnings of anything. Bytes. */
#define APP_COMPLETER_MAX_VALUE 4096

typedef enum {
  APP_COMPLETER_QUIET,  /* nothing was asked */
  APP_COMPLETER_ASKING, /* or about to; what was proposed before is still there */
  APP_COMPLETER_READY,
  APP_COMPLETER_FAILED, /* see app_completer_get_note() */
} AppCompleterState;

#define APP_TYPE_COMPLETER_STATE (app_completer_state_get_type ())
GType app_completer_state_get_type (void);

#define APP_TYPE_COMPLETER (app_completer_get_type ())
G_DECLARE_FINAL_TYPE (AppCompleter, app_completer, APP, COMPLETER, GObject)

/** @session: held weakly. Returns: (transfer full) (nullable): %NULL where @definition is neither a
 * prompt nor a resource template */
AppCompleter *app_completer_new (AppSession *session, McpDefinition *definition);

/** Whether the server can be asked, now. */
gboolean app_completer_is_offered (AppCompleter *self);
/** Whether @field is a text that the server could know of. */
gboolean app_completer_knows_field (AppField *field);
/** Asks, after a pause, for what @field holds now; what was asked before is let go. */
void app_completer_ask (AppCompleter *self, AppField *field);
/** Nobody waits for an answer any more. */
void app_completer_stop (AppCompleter *self);

AppCompleterState app_completer_get_state (AppCompleter *self);
/** Which field was asked for last. Returns: (transfer none) (nullable) */
AppField *app_completer_get_field (AppCompleter *self);
/** Returns: (transfer none) (array zero-terminated=1): never %NULL; what was proposed last */
const char *const *app_completer_get_values (AppCompleter *self);
/** "12 of 140", "12 suggestions", or why there are none.
 * Returns: (transfer none) (nullable): translated; %NULL while there is nothing to say */
const char *app_completer_get_note (AppCompleter *self);

/** AppCompletions: what the server of a session has proposed already, in one connection; a feature
 * of the session. */
#define APP_TYPE_COMPLETIONS (app_completions_get_type ())
G_DECLARE_FINAL_TYPE (AppCompletions, app_completions, APP, COMPLETIONS, GObject)

/** Asks at once, and keeps nothing. @name: of a prompt, or the URI template of a resource
 * @others: (nullable): JSON text: the arguments that have a value already */
void app_completions_ask_async (McpClient          *client,
                                const char         *name,
                                const char         *argument,
                                const char         *value,
                                const char         *others,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable): errors: those of a request, the server's own among them */
McpResult *app_completions_ask_finish (GAsyncResult *result, GError **error);
