/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCli: one run of the program: its command line, and what the command that it names needs: the
 * workspace, and the session with the server. Its calls block, by running the main loop until they
 * are done. The table of commands in app-cli-main.c says what each needs; the frame there checks
 * the command line, connects, runs the command, prints its error and ends.
 */

#pragma once

#include "app-cli-invocation.h"
#include "app-cli-policy.h"
#include "app-objects.h"
#include "app-recorder.h"
#include "app-workspace.h"

typedef struct
{
  const AppCliInvocation *invocation;
  AppWorkspace           *workspace; /* (nullable): until a command needs it */
  StoreProfile           *profile;   /* (nullable): of the list, where the command is about one */
  AppSession             *session;   /* (nullable): until it is connected; of several the last */
  GPtrArray              *sessions;  /* all of them, as they were connected */
  AppObjects             *objects;   /* (nullable): of a command about them or the history */

  /* Used by this class alone */
  const char   *server; /* (nullable): the one that is meant, of those that are named */
  AppCliPolicy *policy;
  gpointer      sampling; /* (nullable): AppCliSampling of --sampling-model */
  AppObjects   *kept;     /* (nullable): where the history is */
  AppRecorder  *recorder; /* (nullable): where something is kept in it */
  GAsyncResult *result;
  GAsyncResult *awaited; /* (nullable): the last that was waited for */
  GTask        *watch;   /* (nullable): while something is watched, or was before it began */
  gboolean      watch_ended;
  gboolean      left;
} AppCli;

/** @invocation: must live as long. Returns: (transfer full) */
AppCli *app_cli_new (const AppCliInvocation *invocation);
/** Ends the session, if there is one. */
void app_cli_free (AppCli *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCli, app_cli_free)

/** Reads the settings and, where a profile is named or @with_book, the list of servers. */
gboolean app_cli_open_workspace (AppCli *self, gboolean with_book, GError **error);
/** Opens the stored objects and reads their lists: with the Redis server of --redis, or else of
 * $SPYGLASS_REDIS. A store that can only be read is said on standard error. */
gboolean app_cli_open_objects (AppCli *self, GError **error);
/** @name: "sqlite/obj_001" or "obj_001". Returns: (transfer full) (nullable) */
StoreObject *app_cli_get_object (AppCli *self, const char *name, GError **error);
/** Connects to the server that the command line names; from here on signals cancel what is under
 * way. A command that nobody confirmed is shown and asked about first. */
gboolean app_cli_connect (AppCli *self, GError **error);
/** The same with one of several servers. @server: of the command line, which lives as long */
gboolean app_cli_connect_to (AppCli *self, const char *server, GError **error);
/** Returns: (transfer none) (nullable): the client of the session; %NULL with the reason where that
 * is lost meanwhile */
McpClient *app_cli_get_client (AppCli *self, GError **error);
/** Fetches a list of the session; what the server answered with an error is still to be checked. */
gboolean app_cli_load (AppCli *self, McpDefinitionKind kind, GError **error);
/** Whether the list came whole: not where the server answered with an error, or without a list. */
gboolean app_cli_check_list (AppCli *self, McpDefinitionKind kind, GError **error);
/** The same, and whether nothing of it was left out: what came was shown, and is not all. */
gboolean app_cli_check_whole (AppCli *self, McpDefinitionKind kind, GError **error);
/** The list of tools. */
gboolean app_cli_load_tools (AppCli *self, GError **error);
/** The tools of the list that are named, in that order, whether or not they are disabled.
 * Returns: (transfer full) (nullable) (element-type McpTool): %NULL where a name is not there */
GPtrArray *app_cli_find_tools (AppCli *cli, char **names, GError **error);
/** The same, where a model is told of those that came: that there are more is a warning. */
gboolean app_cli_load_tools_for_model (AppCli *self, GError **error);
/** There is no such tool, resource or prompt in the list, and perhaps another one of nearly that
 * name; or the list is not whole, which is said then. Returns: the status, with @error */
AppCliStatus
app_cli_fail_unknown (AppCli *self, McpDefinitionKind kind, const char *key, GError **error);

/** Returns: (transfer full) (nullable): the profile that the command line names: one of the list, a
 * URL, or the program behind "--" */
StoreProfile *app_cli_dup_profile (AppCli *self, GError **error);
/** Says which variables of the environment it takes, and who gets them. */
void app_cli_tell_variables (StoreProfile *profile);
/** Whether the saved server that is named may run, here or elsewhere; the person may be asked.
 * Returns: %FALSE with APP_ERROR_UNCONFIRMED */
gboolean app_cli_check_confirmed (AppCli *self, GError **error);
/** The same, to be run: confirmed where it needs that, with the deadlines of the command line.
 * Returns: (transfer full) (nullable) */
StoreProfile *app_cli_dup_profile_to_run (AppCli *self, GError **error);
/** Sets APP_ERROR_UNCONFIRMED, which says how to confirm @profile. Returns: %FALSE, to be
 * returned */
gboolean app_cli_refuse_unconfirmed (StoreProfile *profile, GError **error);
/** The person saw the command of @profile, which is in the list, and agrees. */
gboolean app_cli_keep_confirmation (AppCli *self, StoreProfile *profile, GError **error);

/** Runs the main loop until app_cli_done() was called with the result. Where a signal came and
 * nothing ends, the program does.
 * Returns: (transfer none): until something is waited for again */
GAsyncResult *app_cli_await (AppCli *self);
/** The same, where more than the program has to be ended then.
 * Returns: (transfer full) (nullable): %NULL where a signal came and nothing ends */
GAsyncResult *app_cli_wait (AppCli *self);
/** The callback to give to what is waited for. @cli: AppCli */
void app_cli_done (GObject *source, GAsyncResult *result, gpointer cli);

/** Runs the main loop while a server says things by itself: until app_cli_end_watch(), the time is
 * up, a signal comes or the connection is lost. @seconds: NaN for no limit.
 * Returns: %FALSE where @error ended it: it was given to app_cli_end_watch(), the connection is
 * lost, or a signal came before any limit did */
gboolean app_cli_watch (AppCli *self, double seconds, GError **error);
/** @seconds: as for app_cli_watch(). Returns: the same, within --total-timeout */
double app_cli_limit (AppCli *self, double seconds);
/** Ends it, now or as soon as it runs. @error: (nullable) (transfer full) */
void app_cli_end_watch (AppCli *self, GError *error);
/** Prints what is there now; where nobody reads it any more, it ends the watch. */
void app_cli_flush (AppCli *self);

/** Writes the history of the session, once all was printed. What cannot be written is told of on
 * standard error. */
void app_cli_end_recording (AppCli *self);

/** Prints an error, the secrets of the session masked. @error: (nullable): %NULL where a signal
 * ended it. Returns: the status to exit with */
AppCliStatus app_cli_fail (AppCli *self, const GError *error);
