/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppAuthDebugger: the authorization of one session as a person leads it: all steps or one at a
 * time, looked at, changed and gone through again from where they like; and what can be done with
 * what came of it. Whoever shows it sees a model of steps, and texts in which every secret is
 * masked.
 *
 * A feature of a session, found by app_session_get_feature(); it does nothing until it is asked.
 *
 * Signals
 *   open-browser (const char *url) → gboolean: whoever can, opens it and returns %TRUE, which is
 * the end of it; what came of that is told by app_auth_debugger_set_browser_error()
 *   settings-changed (): what app_auth_debugger_get_setting() returns
 *   told (const char *text, const char *document): something was done; document (nullable): JSON
 * Properties (notify)
 *   steps (GListModel): of McpAuthStep; others when it starts over with another flow
 *   running (boolean): it, or something that is done with its tokens
 *   next (uint): McpAuthStepKind of the step that comes next; MCP_AUTH_N_STEPS at the end
 *   issuer (string, nullable): the authorization server, once it was found
 *   browser-url (string, nullable): a secret of sorts; while the browser is waited for
 *   browser-error (string, nullable): why none could be opened; translated
 *   seconds-left (uint): how long that is waited for yet
 *   problem (AppProblem, nullable): why the last thing failed
 *   signed-in (boolean)
 *   remember (boolean): whether what is set is kept in the profile
 */

#pragma once

#include "app-redactor.h"
#include "app-session.h"
#include "mcp-auth-step.h"

/** What can be done with the tokens and the client that are kept. */
typedef enum {
  APP_AUTH_REFRESH,
  APP_AUTH_STEP_UP,    /* a round for more scopes: those of the refusal, with those asked before */
  APP_AUTH_REVOKE,     /* RFC 7009, then signed out here */
  APP_AUTH_INTROSPECT, /* RFC 7662 */
  APP_AUTH_FORGET,     /* the tokens, and the client that was registered */
  APP_AUTH_N_ACTS,
} AppAuthAct;

#define APP_TYPE_AUTH_DEBUGGER (app_auth_debugger_get_type ())
G_DECLARE_FINAL_TYPE (AppAuthDebugger, app_auth_debugger, APP, AUTH_DEBUGGER, GObject)

/** Makes sure that there are steps to look at, without connecting. */
void app_auth_debugger_begin (AppAuthDebugger *self);
/** Goes on to the end; ends at once where there is something to be corrected. */
void app_auth_debugger_run (AppAuthDebugger *self);
/** One step. */
void app_auth_debugger_step (AppAuthDebugger *self);
/** Takes back @kind and what follows; runs nothing. */
void app_auth_debugger_restart (AppAuthDebugger *self, McpAuthStepKind kind);
/** What is done with the tokens; "told" or the problem says what came of it. */
void     app_auth_debugger_act (AppAuthDebugger *self, AppAuthAct act);
gboolean app_auth_debugger_can_act (AppAuthDebugger *self, AppAuthAct act);
void     app_auth_debugger_cancel (AppAuthDebugger *self);

/* The same, for a caller that waits for the end; @cancellable: (nullable). Each is ended by
 * app_auth_debugger_finish(): %FALSE with the error that the problem tells of */

void app_auth_debugger_begin_async (AppAuthDebugger    *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** @last: the step that is the last one */
void     app_auth_debugger_run_async (AppAuthDebugger    *self,
                                      McpAuthStepKind     last,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
void     app_auth_debugger_act_async (AppAuthDebugger    *self,
                                      AppAuthAct          act,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean app_auth_debugger_finish (AppAuthDebugger *self, GAsyncResult *result, GError **error);

/** Where the browser was led to, as it was copied. Returns: %FALSE with an error: it is not ours,
 * and is waited for still */
gboolean app_auth_debugger_paste (AppAuthDebugger *self, const char *text, GError **error);
/** @error: (nullable): %NULL: it was opened */
void app_auth_debugger_set_browser_error (AppAuthDebugger *self, const GError *error);

/** Returns: (transfer none) (nullable): of a secret, that there is one: APP_REDACTOR_MASK */
const char *app_auth_debugger_get_setting (AppAuthDebugger *self, McpAuthSetting setting);
/** Holds from the next step on. @value: (nullable) */
void app_auth_debugger_set_setting (AppAuthDebugger *self,
                                    McpAuthSetting   setting,
                                    const char      *value);

/* Texts, masked */

/** For app-auth-text.h. Returns: (transfer none) (nullable) */
AppRedactor *app_auth_debugger_get_redactor (AppAuthDebugger *self);
/** What was found where it failed, beside what the error itself tells.
 * Returns: (transfer full): a text for each finding */
GStrv app_auth_debugger_dup_trouble (AppAuthDebugger *self);
/** What ended the last run, as the step that failed has found it.
 * Returns: (transfer full) (nullable): %NULL where nothing was found beside the problem itself */
McpAuthFinding *app_auth_debugger_dup_finding (AppAuthDebugger *self);
/** Whether the same again may end otherwise: a page that was closed, a server that did not respond;
 * not where a document or a setting has to be changed first. @finding: (nullable) */
gboolean app_auth_debugger_may_retry (McpAuthFinding *finding);
/** For whoever runs the servers: what was seen, which rule that breaks, who mends it how, and the
 * exchanges. @step: (nullable): %NULL for all. Returns: (transfer full): Markdown */
char *app_auth_debugger_dup_report (AppAuthDebugger *self, McpAuthStep *step);
