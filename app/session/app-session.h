/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSession: one server of the workspace and its life: the profile that says how to reach it, the
 * state of the connection, what it offers, what it printed, the calls that were made.
 *
 * Properties (all notify)
 *   profile (StoreProfile), name (string)
 *   state (AppSessionState), state-name (string, translated), problem (AppProblem, nullable)
 *   server-title, server-version, protocol-version, instructions (string, nullable)
 *   latency (uint, ms of the last ping or handshake; 0 unknown)
 *   tools, resources, templates, prompts (GListModel of McpTool, McpResource,
 *     McpResourceTemplate, McpPrompt; never NULL; the last known after the connection ended)
 *   loading (boolean): lists are being fetched
 *   stream-name (string, translated): what became of the stream of notifications
 *   watching (boolean): it restarts when its files change
 *   calls (GListModel of AppCall, newest first, bounded)
 *   console (GListModel of GtkStringObject-like AppConsoleLine: the process's stderr, bounded)
 *
 * A session outlives its windows; it ends in good order through app_session_disconnect_async() and
 * leaves no process behind.
 */

#pragma once

#include "app-call.h"
#include "app-change-list.h"
#include "app-error.h"
#include "app-preset-secrets.h"
#include "app-presets.h"
#include "app-problem.h"
#include "app-reconnector.h"
#include "app-settings.h"
#include "app-subscription-list.h"
#include "mcp-json-value.h"
#include "mcp-tool.h"
#include "store-profile.h"

G_BEGIN_DECLS

typedef enum {
  APP_SESSION_IDLE,
  APP_SESSION_UNCONFIRMED, /* its command came from elsewhere: shown whole before its first run */
  APP_SESSION_CONNECTING,
  APP_SESSION_READY,
  APP_SESSION_DISCONNECTING,
  APP_SESSION_FAILED, /* could not connect; see problem */
  APP_SESSION_LOST,   /* was connected and went away; see problem */
  APP_SESSION_AUTHORIZATION_REQUIRED,
  APP_SESSION_RECONNECTING, /* lost, and soon opened again by itself; see problem */
} AppSessionState;

typedef struct _AppInbox    AppInbox;    /* see app-inbox.h */
typedef struct _AppTaskList AppTaskList; /* see app-task-list.h */

#define APP_TYPE_SESSION_STATE (app_session_state_get_type ())
GType app_session_state_get_type (void);

typedef enum {
  APP_LIST_TOOLS,
  APP_LIST_RESOURCES,
  APP_LIST_TEMPLATES,
  APP_LIST_PROMPTS,
} AppListKind;

#define APP_TYPE_SESSION (app_session_get_type ())
G_DECLARE_FINAL_TYPE (AppSession, app_session, APP, SESSION, GObject)

/** Returns: (transfer none) */
StoreProfile   *app_session_get_profile (AppSession *self);
const char     *app_session_get_name (AppSession *self);
AppSessionState app_session_get_state (AppSession *self);
/** Returns: (transfer none): a translated word, for example "connected" */
const char *app_session_get_state_name (AppSession *self);
/** Returns: (transfer none) (nullable) */
AppProblem *app_session_get_problem (AppSession *self);
/** Returns: (transfer none) (nullable) */
const char *app_session_get_server_title (AppSession *self);
const char *app_session_get_server_version (AppSession *self);
const char *app_session_get_protocol_version (AppSession *self);
const char *app_session_get_instructions (AppSession *self);
/** How it speaks, and how that was found out; %NULL while not connected.
 * Returns: (transfer none) (nullable): a translated sentence without a full stop */
const char *app_session_get_era_name (AppSession *self);
/** Returns: (transfer none) (nullable): translated; %NULL while not connected */
const char *app_session_get_transport_name (AppSession *self);
/** For how long, and for whom, the server lets a list be used again.
 * Returns: (transfer full) (nullable): translated; %NULL where it says nothing of it */
char *app_session_dup_freshness (AppSession *self, AppListKind kind);
/** Extensions of the protocol: their names, and their settings as JSON text. @ours: those that the
 * server is told that we have, else those that it said that it has.
 * Returns: (transfer full): empty while not connected */
StoreVariables *app_session_dup_extensions (AppSession *self, gboolean ours);
/** The capabilities as the server sent them; none while not connected. */
McpJsonValue app_session_get_capabilities (AppSession *self);

/** Returns: (transfer none) */
GListModel *app_session_get_list (AppSession *self, AppListKind kind);
/** Why a list could not be fetched; %NULL when it was, or when the server does not offer it.
 * Returns: (transfer none) (nullable) */
AppProblem *app_session_get_list_problem (AppSession *self, AppListKind kind);
/** Whether the server said that it has this. */
gboolean app_session_offers (AppSession *self, AppListKind kind);
/** Returns: (transfer none): of AppCall, newest first */
GListModel *app_session_get_calls (AppSession *self);
/** Returns: (transfer none): of AppConsoleLine */
GListModel *app_session_get_console (AppSession *self);

/** Whether connecting also fetches what the server offers; it does at first. */
void app_session_set_auto_list (AppSession *self, gboolean auto_list);

/** Connects, then fetches what the server offers. Ends when the session is ready (its lists may
 * still be loading), or with the error that the problem explains. Where the command was never
 * confirmed it ends with APP_ERROR_UNCONFIRMED and the state says so. */
void     app_session_connect_async (AppSession         *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean app_session_connect_finish (AppSession *self, GAsyncResult *result, GError **error);

/** The command (or URL) whole, as it would run, with its environment and folder: what a person
 * confirms. Returns: (transfer full) */
char *app_session_dup_command_text (AppSession *self);
/** The person saw that text and agrees; kept with the profile. Where the profile was changed since
 * the text was asked for, nothing is agreed to and the state says so again. */
void app_session_confirm (AppSession *self);

/** A failure of this session's, its secrets masked. Returns: (transfer full) */
AppProblem *app_session_explain (AppSession *self, const GError *error);
/** @text: (nullable). Returns: (transfer full) (nullable): the text, this session's secrets masked
 * */
char *app_session_redact (AppSession *self, const char *text);

/** When it comes back by itself: see APP_SESSION_RECONNECTING. To try now, connect; to stay away,
 * disconnect. Returns: (transfer none) */
AppReconnector *app_session_get_reconnector (AppSession *self);

/** Disconnects in good order, or stops connecting. It ends when nothing is left of the connection:
 * then the session can connect again. @cancellable: cancelled means at once */
void     app_session_disconnect_async (AppSession         *self,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
gboolean app_session_disconnect_finish (AppSession *self, GAsyncResult *result, GError **error);

/** Closes the connection and opens it again, or opens it; what is listed, typed and chosen stays.
 * The state says what comes of it. */
void app_session_restart (AppSession *self);
/** Whether the profile was changed in what only another connection will heed. It may change with
 * the state, and with any property of the profile. */
gboolean app_session_is_outdated (AppSession *self);
/** Whether there is a program that could be restarted when its files change. */
gboolean app_session_can_watch (AppSession *self);
gboolean app_session_get_watching (AppSession *self);
/** While it is connected. Where the profile names no files, those that the command names are kept
 * there. */
void app_session_set_watching (AppSession *self, gboolean watching);
/** Kept with the profile; holds at once. */
void app_session_set_listening (AppSession *self, gboolean listening);
/** Returns: (transfer none): a translated word about that stream */
const char *app_session_get_stream_name (AppSession *self);
/** The resources that are watched, connected or not. Returns: (transfer none) */
AppSubscriptionList *app_session_get_subscriptions (AppSession *self);
/** Whether the server said that it logs, now. */
gboolean app_session_offers_logging (AppSession *self);
/** Kept with the profile; asked for at once. */
void app_session_set_log_level (AppSession *self, StoreLogLevel level);
/** Kept with the profile. */
void app_session_set_reconnects (AppSession *self, gboolean reconnects);

/** Fetches a list again. */
void     app_session_refresh_async (AppSession         *self,
                                    AppListKind         kind,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean app_session_refresh_finish (AppSession *self, GAsyncResult *result, GError **error);

/** Ends with the round trip. @milliseconds: (out) (optional) */
void     app_session_ping_async (AppSession         *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
gboolean app_session_ping_finish (AppSession   *self,
                                  GAsyncResult *result,
                                  double       *milliseconds,
                                  GError      **error);

/** What the server goes on with. Returns: (transfer none) */
AppTaskList *app_session_get_tasks (AppSession *self);
/** Where what the server asks of the person goes to. Returns: (transfer none) (nullable) */
AppInbox *app_session_get_inbox (AppSession *self);

/** The limits and habits that hold for its views and calls. Returns: (transfer none) */
AppSettings *app_session_get_settings (AppSession *self);

/** What changed in its lists since the person last looked. Returns: (transfer none) */
AppChangeList *app_session_get_changes (AppSession *self);
/** What a tool said when the person approved it, beside what it says now.
 * Returns: (transfer full) (nullable): %NULL where it says the same, or was never approved */
AppChangeNotice *app_session_create_tool_notice (AppSession *self, const char *tool);

/* What the person decides about the server's tools; kept with its profile */

/** The pre-configured inputs and pinned arguments of a tool with the server's values; changes of
 * theirs are made with the functions below. Returns: (transfer full) (nullable): %NULL where the
 * tool has none */
AppPresets *app_session_create_presets (AppSession *self, const char *tool);
/** @lexeme: (nullable): JSON text; %NULL takes the value out
 * @secret: whether the value, a string, goes to the keyring */
void
app_session_set_preset (AppSession *self, const char *path, const char *lexeme, gboolean secret);
/** The same for a parameter, which is from now on set for every tool of the server that has it. */
void app_session_set_pin (AppSession *self, const char *path, const char *lexeme, gboolean secret);
/** The secrets among them: fetched when they are needed. Returns: (transfer none) */
AppPresetSecrets *app_session_get_preset_secrets (AppSession *self);
/** Those of all tools together, each once; every one of them says which tools have it.
 * Returns: (transfer full): empty where there are none */
AppPresets *app_session_create_all_presets (AppSession *self);
/** Gives @presets the values that the server has now; which there are stays. */
void app_session_refresh_presets (AppSession *self, AppPresets *presets);
/** The tool as a model is told of it: without what is set here. Returns: (transfer full): the same
 * tool where nothing is */
McpTool *app_session_create_model_tool (AppSession *self, McpTool *tool);
/** Returns: (transfer none) (nullable): "ask", "auto" or "never"; %NULL where the tool has no rule
 * of its own */
const char *app_session_get_tool_rule (AppSession *self, const char *tool);
/** @rule: (nullable): as above */
void app_session_set_tool_rule (AppSession *self, const char *tool, const char *rule);

/** Whether models are told of the tool; a person may call it in any case. */
gboolean app_session_is_tool_enabled (AppSession *self, const char *tool);
/** Kept with the profile, whose property "disabled-tools" tells of changes. */
void app_session_set_tool_enabled (AppSession *self, const char *tool, gboolean enabled);

/** Prepares a call: not yet sent. @arguments: (nullable): JSON text of an object, sent verbatim
 * after references and pre-configured inputs are put in. Returns: (transfer full) */
AppCall *app_session_new_tool_call (AppSession *self, const char *tool, const char *arguments);
/** Returns: (transfer full) */
AppCall *app_session_new_read (AppSession *self, const char *uri);
/** @arguments: (nullable): JSON text of an object. Returns: (transfer full) */
AppCall *app_session_new_prompt_get (AppSession *self, const char *prompt, const char *arguments);

G_END_DECLS
