/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-guess.h"
#include "app-cli-hint.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-output.h"
#include "app-cli-print.h"
#include "app-cli-bare.h"
#include "app-cli-command.h"
#include "app-cli-profile.h"
#include "app-cli-trace.h"
#include "app-cli-sampling.h"
#include "app-approvals.h"
#include "app-command-text.h"
#include "app-expansion.h"
#include "app-inbox.h"
#include "app-session-presets.h"
#include "app-visible-text.h"
#include "app-catalogue.h"
#include "app-connection.h"
#include "app-console.h"
#include "app-target.h"
#include "app-tool-names.h"

/* How long a person waits for a server that is slow to say goodbye. */
#define GOODBYE_MS 250
/* What a thread has to say when it has ended takes no time; µs. */
#define LAST_WORDS 200000
/* Of a name that was typed. */
#define MAX_NAME 200
/* Most commands are over before it, and have opened no file until they are. */
#define RECORDING_DELAY_MS 3000

void
app_cli_done (GObject *source, GAsyncResult *result, gpointer cli)
{
  AppCli *self = cli;

  g_set_object (&self->result, result);
}

GAsyncResult *
app_cli_wait (AppCli *self)
{
  while (self->result == NULL && !app_cli_interrupt_is_overdue ())
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&self->result);
}

/* Seconds as typed; a 0 is "no deadline". */
static void
set_deadline (AppSettings *settings, const char *property, double seconds)
{
  if (!isnan (seconds))
    g_object_set (settings, property, (guint)(seconds * 1000), NULL);
}

static AppSettings *
read_settings (const AppCliInvocation *invocation)
{
  AppSettings *settings = app_settings_new ();

  set_deadline (settings, "connect-timeout", invocation->target.connect_timeout);
  set_deadline (settings, "request-timeout", invocation->target.timeout);
  set_deadline (settings, "total-timeout", invocation->target.total_timeout);
  /* Nobody reads the log, and a large answer is not to be moved to disk. */
  g_object_set (settings, "log-entries", 10u, "log-bytes", G_MAXUINT64, NULL);
  return settings;
}

AppCli *
app_cli_new (const AppCliInvocation *invocation)
{
  AppCli *self = g_new0 (AppCli, 1);

  self->invocation = invocation;
  self->server = invocation->target.server;
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

/* Whether a server of the list is named. */
static gboolean
is_saved (AppCli *self)
{
  return self->server != NULL && self->invocation->target.config == NULL &&
         !app_cli_profile_looks_like_url (self->server);
}

gboolean
app_cli_open_workspace (AppCli *self, gboolean with_book, GError **error)
{
  g_autoptr (AppSettings) settings = read_settings (self->invocation);
  g_autoptr (StoreProfileList) book = store_profile_list_new (NULL);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);

  with_book |= is_saved (self);
  if (with_book && !store_profile_list_load (book, error))
    return FALSE;
  self->policy = app_cli_policy_new (self->invocation, error);
  if (self->policy == NULL)
    return FALSE;
  self->workspace = app_workspace_new_for_commands (settings, book, vault);
  app_inbox_set_policy (app_workspace_get_inbox (self->workspace),
                        APP_INBOX_POLICY (self->policy));
  app_cli_policy_set_sampling (self->policy, self->sampling);
  return TRUE;
}

static void
on_left (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppCli *self = user_data;

  app_session_disconnect_finish (APP_SESSION (source), result, NULL);
  self->left = TRUE;
}

static gboolean
on_goodbye_too_slow (gpointer user_data)
{
  AppCli *self = user_data;

  self->left = TRUE;
  return G_SOURCE_CONTINUE;
}

/* A program is left to its supervisor, which ends it; a server on the network is told that its
 * session is over, if it takes that quickly. What was interrupted is taken back before either. */
static void
say_goodbye (AppCli *self, AppSession *session)
{
  StoreProfile *profile = app_session_get_profile (session);
  gboolean      stdio = store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO;

  if (app_session_get_state (session) != APP_SESSION_READY ||
      (stdio && app_cli_interrupt_get_signal () == 0))
    return;
  fflush (stdout);
  self->left = FALSE;
  guint timer = g_timeout_add (GOODBYE_MS, on_goodbye_too_slow, self);
  app_session_disconnect_async (session, NULL, on_left, self);
  while (!self->left)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}

static void
say_goodbyes (AppCli *self)
{
  for (guint i = 0; i < self->sessions->len; i++)
    {
      app_cli_trace_print_times (
          app_session_get_feature (self->sessions->pdata[i], APP_TYPE_CLI_TRACE));
      say_goodbye (self, self->sessions->pdata[i]);
    }
}

/* A signal came, and what it cancelled does not end. */
static void G_GNUC_NORETURN
leave (AppCli *self)
{
  app_cli_fail (self, NULL);
  app_cli_output_end (FALSE);
  say_goodbyes (self);
  app_cli_end_recording (self);
  fflush (stdout);
  _exit (APP_CLI_SIGNAL + app_cli_interrupt_get_signal ());
}

GAsyncResult *
app_cli_await (AppCli *self)
{
  g_autoptr (GAsyncResult) result = app_cli_wait (self);

  if (result == NULL)
    leave (self);
  g_set_object (&self->awaited, result);
  return self->awaited;
}

void
app_cli_free (AppCli *self)
{
  if (self == NULL)
    return;
  say_goodbyes (self);
  app_cli_interrupt_end ();
  app_cli_end_recording (self);
  g_clear_object (&self->result);
  g_clear_object (&self->awaited);
  g_clear_object (&self->watch);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  if (self->objects != NULL)
    app_objects_close (self->objects);
  g_clear_object (&self->objects);
  g_clear_object (&self->workspace);
  g_clear_object (&self->policy);
  app_cli_sampling_free (self->sampling);
  g_free (self);
}

/* The person is at the terminal and sees the whole of it. */
static gboolean
ask_about (StoreProfile *profile, const char *question)
{
  g_autofree char *text = app_command_text_for_profile (profile);
  g_autofree char *visible = app_visible_text_block (text, 0);

  if (!app_cli_input_can_ask ())
    return FALSE;
  fprintf (stderr, _ ("This came from elsewhere and was never confirmed:\n\n%s\n\n"), visible);
  return app_cli_input_ask (question);
}

gboolean
app_cli_refuse_unconfirmed (StoreProfile *profile, GError **error)
{
  return app_cli_refuse (
      error, APP_ERROR, APP_ERROR_UNCONFIRMED,
      /* Translators: both %s are the name of a server */
      _ ("“%s” came from elsewhere and was never confirmed. To read and confirm it, run: "
         "spyglass-cli servers confirm %s"),
      store_profile_get_name (profile), store_profile_get_id (profile));
}

/* The file remembers the answer. */
static gboolean
confirm (AppCli *self, StoreProfile *profile, GError **error)
{
  return ask_about (profile, _ ("Trust it from now on?"))
             ? app_cli_keep_confirmation (self, profile, error)
             : app_cli_refuse_unconfirmed (profile, error);
}

gboolean
app_cli_keep_confirmation (AppCli       *self,
                           StoreProfile *profile,
                           GError      **error)
{
  StoreProfileList *book = app_workspace_get_book (self->workspace);
  g_autoptr (StoreProfile) changed = store_profile_copy (profile);

  store_profile_confirm (changed);
  store_profile_list_replace_async (book, changed, NULL, app_cli_done, self);
  return store_profile_list_replace_finish (book, app_cli_await (self), error);
}

/* A URL that stands alone was meant for the server. */
static void
fail_without_server (const AppCliInvocation *invocation, GError **error)
{
  const char      *word = invocation->arguments[0];
  g_autofree char *hint = word != NULL ? app_cli_hint_dup_word (invocation, word) : g_strdup ("");

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("No server was named: use --server NAME-OR-URL, or -- PROGRAM ARG…%s"), hint);
}

/* The server of a file such as mcp.json: the one that is named, or the only one. Whoever names the
 * file wants it run. */
static StoreProfile *
dup_configured (const AppCliInvocation *invocation, const char *wanted, GError **error)
{
  g_autoptr (GPtrArray) profiles = app_target_read_file (invocation->target.config, error);
  g_autoptr (GString) names = g_string_new (NULL);

  if (profiles == NULL)
    return NULL;
  for (guint i = 0; i < profiles->len; i++)
    {
      const char *name = store_profile_get_name (profiles->pdata[i]);

      if (wanted != NULL ? g_str_equal (wanted, name) : profiles->len == 1)
        return g_object_ref (profiles->pdata[i]);
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: %s is a file, then names of servers */
               _ ("Name a server of %s with --server: %s."), invocation->target.config,
               names->len > 0 ? names->str : _ ("there is none"));
  return NULL;
}

/* An option that says nothing to the server would be dropped without a word. */
static gboolean
check_placement (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  gboolean program =
      store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO;
  g_autofree char *option = app_cli_invocation_dup_misplaced (invocation, program);

  if (option == NULL || invocation->target.transport != NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: %s is an option */
               program ? _ ("%s has no effect on a program.")
                       : _ ("%s has no effect on a URL."),
               option);
  return FALSE;
}

StoreProfile *
app_cli_dup_profile (AppCli *self, GError **error)
{
  const AppCliInvocation *invocation = self->invocation;
  StoreProfileList       *book = app_workspace_get_book (self->workspace);
  g_autoptr (StoreProfile) profile = NULL;
  StoreProfile *found;

  if (invocation->program != NULL)
    profile = app_cli_profile_new_for_program (invocation->program);
  else if (invocation->target.config != NULL)
    {
      profile = dup_configured (invocation, self->server, error);
      if (profile == NULL)
        return NULL;
    }
  else if (self->server == NULL && invocation->keeping.url != NULL)
    profile = app_cli_profile_new_for_url (invocation->keeping.url);
  else if (self->server == NULL)
    {
      fail_without_server (invocation, error);
      return NULL;
    }
  else if (app_cli_profile_looks_like_url (self->server))
    profile = app_cli_profile_new_for_url (self->server);
  else
    {
      found = store_profile_list_find_by_name (book, self->server);
      if (found == NULL)
        {
          g_autofree char *hint = app_cli_hint_dup_server (self->server);

          g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       /* Translators: what was typed, a file's path, and “Did you mean” or
                        * nothing */
                       _ ("There is no server called “%s” in %s.%s"), self->server,
                       store_profile_list_get_path (book), hint);
          return NULL;
        }
      profile = store_profile_copy (found);
    }
  if (!check_placement (invocation, profile, error) ||
      !app_cli_profile_apply (invocation, profile, error))
    return NULL;
  return g_steal_pointer (&profile);
}

/* Not a note: --quiet does not keep it back. */
void
app_cli_tell_variables (StoreProfile *profile)
{
  g_autofree char *taken = app_expansion_dup_list (profile);
  g_autofree char *visible = taken != NULL ? app_visible_text_block (taken, 0) : NULL;

  if (visible != NULL)
    fprintf (stderr, "%s\n", visible);
}

/* Whoever names a file wants its server used; what it takes of ours is asked about. */
static gboolean
check_taken (AppCli *self, StoreProfile *profile, GError **error)
{
  g_autofree char *taken = app_expansion_dup_list (profile);

  if (taken == NULL)
    return TRUE;
  if (self->invocation->yes)
    app_cli_tell_variables (profile);
  if (self->invocation->yes || ask_about (profile, _ ("Use it once?")))
    return TRUE;
  return app_cli_refuse (error, APP_ERROR, APP_ERROR_UNCONFIRMED,
                         /* Translators: %s is a server, then the list of what it gets */
                         _ ("“%s” was never confirmed. Use --yes to use it once. %s"),
                         store_profile_get_name (profile), taken);
}

gboolean
app_cli_check_confirmed (AppCli *self, GError **error)
{
  StoreProfile *kept = is_saved (self) ? store_profile_list_find_by_name (
                                             app_workspace_get_book (self->workspace), self->server)
                                       : NULL;

  return kept == NULL || app_command_text_check_confirmed (kept, NULL) ||
         confirm (self, kept, error);
}

/* What is changed on the command line is the person's own word; what stands in the file is not. */
StoreProfile *
app_cli_dup_profile_to_run (AppCli *self, GError **error)
{
  if (!app_cli_check_confirmed (self, error))
    return NULL;
  g_autoptr (StoreProfile) profile = app_cli_dup_profile (self, error);
  if (profile == NULL ||
      (self->invocation->target.config != NULL && !check_taken (self, profile, error)))
    return NULL;
  /* Its variables are taken as those of any server from elsewhere. */
  store_profile_confirm (profile);
  /* A revision that the profile names would be as much of a choice as an era. */
  if (g_strcmp0 (self->invocation->target.era, "auto") == 0 &&
      self->invocation->target.protocol_version == NULL)
    g_object_set (profile, "protocol-version", NULL, NULL);
  app_cli_profile_apply_deadlines (self->invocation, profile);
  if (!isnan (self->invocation->target.timeout))
    {
      g_autoptr (StoreVariables) none = store_variables_new ();

      g_object_set (profile, "tool-timeouts", none, NULL);
    }
  return g_steal_pointer (&profile);
}

static void
on_console (GListModel *console, guint position, guint removed, guint added, gpointer user_data)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (AppConsoleLine) line = g_list_model_get_item (console, position + i);
      g_autofree char *text = NULL;

      /* A terminal obeys control characters. */
      text = isatty (STDERR_FILENO) ? app_visible_text_line (app_console_line_get_text (line), 0)
                                    : g_strdup (app_console_line_get_text (line));
      if (!app_console_line_get_ours (line))
        fprintf (stderr, "%s\n", text);
    }
}

/* What is wrong with the server although it speaks, the commonest mistake of servers; and what took
 * so long. */
static void
note_opening (AppCli *self)
{
  McpServerInfo *server = app_session_get_server (self->session);
  GPtrArray     *findings = server != NULL ? mcp_server_info_get_findings (server) : NULL;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char *code = mcp_finding_get_code (findings->pdata[i]);

      if (g_str_equal (code, MCP_STRAY_FINDING) || g_str_equal (code, "discover-silence") ||
          g_str_equal (code, "discover-second"))
        app_cli_note (self->invocation, "⚠ %s", mcp_finding_get_text (findings->pdata[i]));
    }
}

static void
begin_recording (AppCli *self)
{
  const AppCliCommand *command =
      app_cli_command_find_row (self->invocation->command, self->invocation->arguments[0]);

  if (self->invocation->request.is_private)
    {
      app_approvals_keep_sent (app_session_get_feature (self->session, APP_TYPE_APPROVALS), NULL);
      app_connection_remember_in (app_session_get_feature (self->session, APP_TYPE_CONNECTION),
                                  NULL);
      app_tool_names_remember_in (app_session_get_feature (self->session, APP_TYPE_TOOL_NAMES),
                                  NULL);
    }
  if (self->invocation->request.is_private || (command->takes & APP_CLI_TAKES_PRIVATE) == 0)
    return;
  if (self->recorder == NULL)
    {
      self->kept = app_objects_new (NULL, NULL, NULL);
      self->recorder = app_recorder_new (self->kept, RECORDING_DELAY_MS);
    }
  app_session_add_feature (self->session, APP_SESSION_FEATURE (self->recorder));
}

void
app_cli_end_recording (AppCli *self)
{
  g_autoptr (AppRecorder) recorder = g_steal_pointer (&self->recorder);
  g_autoptr (AppObjects) kept = g_steal_pointer (&self->kept);

  if (recorder == NULL)
    return;
  /* Nobody waits for the file. */
  fflush (stdout);
  app_recorder_end (recorder);
  app_objects_close (kept);
  /* What the thread had to say. A server that goes on writing would keep us for ever. */
  for (gint64 end = g_get_monotonic_time () + LAST_WORDS;
       g_main_context_iteration (NULL, FALSE) && g_get_monotonic_time () < end;)
    continue;
  const GError *problem = app_recorder_get_problem (recorder);
  if (problem != NULL)
    app_cli_note (self->invocation, _ ("⚠ Not kept in the history: %s"), problem->message);
}

gboolean
app_cli_connect (AppCli *self, GError **error)
{
  if (self->workspace == NULL && !app_cli_open_workspace (self, FALSE, error))
    return FALSE;
  g_autoptr (StoreProfile) profile = app_cli_dup_profile_to_run (self, error);
  if (profile == NULL)
    return FALSE;
  app_cli_interrupt_begin ();
  self->session = app_workspace_new_session (self->workspace, profile);
  g_ptr_array_add (self->sessions, self->session);
  /* One command, one list: nothing is asked that nobody wants to know. */
  app_catalogue_set_automatic (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), FALSE);
  app_session_presets_set_check (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
      self->invocation->request.force ? APP_PRESETS_CHECK_NONE : APP_PRESETS_CHECK_ALL);
  if (self->invocation->output.show_stderr)
    g_signal_connect (
        app_console_get_lines (app_session_get_feature (self->session, APP_TYPE_CONSOLE)),
        "items-changed", G_CALLBACK (on_console), NULL);
  if (self->invocation->request.no_session)
    {
      g_autoptr (AppCliBare) bare = app_cli_bare_new ();

      app_session_add_feature (self->session, APP_SESSION_FEATURE (bare));
    }
  g_autoptr (AppCliTrace) trace = app_cli_trace_new (self->invocation);
  app_session_add_feature (self->session, APP_SESSION_FEATURE (trace));
  begin_recording (self);
  app_session_connect_async (self->session, app_cli_interrupt_get_cancellable (), app_cli_done,
                             self);
  if (!app_session_connect_finish (self->session, app_cli_await (self), error))
    return FALSE;
  note_opening (self);
  return TRUE;
}

gboolean
app_cli_connect_to (AppCli *self, const char *server, GError **error)
{
  self->server = server;
  return app_cli_connect (self, error);
}

McpClient *
app_cli_get_client (AppCli *self, GError **error)
{
  McpClient *client = app_session_get_client (self->session);

  if (client == NULL)
    g_propagate_error (error, app_session_make_error (self->session));
  return client;
}

gboolean
app_cli_load (AppCli *self, McpDefinitionKind kind, GError **error)
{
  app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind,
                            FALSE, app_cli_interrupt_get_cancellable (), app_cli_done, self);
  return app_catalogue_load_finish (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                    app_cli_await (self), error);
}

/* @whole: also that nothing was left out */
static gboolean
check_list (AppCli *self, McpDefinitionKind kind, gboolean whole, GError **error)
{
  McpListing *listing =
      app_catalogue_get_listing (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind);
  GPtrArray *findings = listing != NULL ? listing->findings : NULL;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char *text = mcp_finding_get_text (findings->pdata[i]);
      McpError    code;

      if (mcp_listing_failed_by (findings->pdata[i]))
        g_propagate_error (error,
                           listing->refusal != NULL
                               ? mcp_response_make_error (listing->refusal)
                               : app_failure_new (APP_FAILURE_INVALID_MESSAGE, "%s", text));
      else if (whole && mcp_listing_was_cut_by (findings->pdata[i], &code))
        g_propagate_error (error, mcp_error_new (code, "%s", text));
      else
        continue;
      return FALSE;
    }
  return TRUE;
}

gboolean
app_cli_check_list (AppCli *self, McpDefinitionKind kind, GError **error)
{
  return check_list (self, kind, FALSE, error);
}

gboolean
app_cli_check_whole (AppCli *self, McpDefinitionKind kind, GError **error)
{
  return check_list (self, kind, TRUE, error);
}

gboolean
app_cli_load_tools (AppCli *self, GError **error)
{
  return app_cli_load (self, MCP_DEFINITION_TOOL, error) &&
         app_cli_check_list (self, MCP_DEFINITION_TOOL, error);
}

gboolean
app_cli_load_tools_for_model (AppCli *self, GError **error)
{
  g_autoptr (GError) cut = NULL;

  if (!app_cli_load_tools (self, error))
    return FALSE;
  if (!app_cli_check_whole (self, MCP_DEFINITION_TOOL, &cut))
    app_cli_warn ("⚠ %s", cut->message);
  return TRUE;
}

static char *
dup_unknown (McpDefinitionKind kind, const char *key)
{
  switch (kind)
    {
    case MCP_DEFINITION_RESOURCE:
      return g_strdup_printf (_ ("The server lists no resource “%s”."), key);
    case MCP_DEFINITION_RESOURCE_TEMPLATE:
      return g_strdup_printf (_ ("The server lists no resource template “%s”."), key);
    case MCP_DEFINITION_PROMPT:
      return g_strdup_printf (_ ("The server has no prompt “%s”."), key);
    case MCP_DEFINITION_TOOL:
    default:
      return g_strdup_printf (_ ("The server has no tool “%s”."), key);
    }
}

AppCliStatus
app_cli_fail_unknown (AppCli *self, McpDefinitionKind kind, const char *key, GError **error)
{
  GListModel *list =
      app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind);
  g_autofree char *visible = app_visible_text_line (key, MAX_NAME);
  g_autofree char *text = dup_unknown (kind, visible);
  AppCliGuess      guess = { key };

  /* It may be in what did not come. */
  if (!app_cli_check_list (self, kind, error) || !app_cli_check_whole (self, kind, error))
    return APP_CLI_PROTOCOL;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);

      app_cli_guess_try (&guess, mcp_definition_get_key (definition));
    }
  g_autofree char *hint = app_cli_guess_dup_hint (&guess, "");
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s%s", text, hint);
  app_cli_guess_clear (&guess);
  return APP_CLI_USAGE;
}

AppCliStatus
app_cli_fail (AppCli *self, const GError *error)
{
  g_autoptr (GError) interrupted = NULL;
  g_autoptr (AppProblem) problem = NULL;

  if (app_cli_interrupt_get_signal () != 0 || error == NULL)
    {
      interrupted = app_failure_new (APP_FAILURE_CANCELLED, "%s", _ ("Interrupted."));
      error = interrupted;
    }
  problem = self->session != NULL
                ? app_problem_new_redacted (error, app_session_get_redactor (self->session))
                : app_problem_new_for_error (error);
  return app_cli_fail_problem (self->invocation, problem, NULL);
}

/* Watching what a server says by itself */

void
app_cli_end_watch (AppCli *self, GError *error)
{
  g_autoptr (GError) held = error;

  if (self->watch == NULL)
    self->watch = g_task_new (NULL, NULL, app_cli_done, self);
  if (self->watch_ended)
    return;
  self->watch_ended = TRUE;
  if (held != NULL)
    g_task_return_error (self->watch, g_steal_pointer (&held));
  else
    g_task_return_boolean (self->watch, TRUE);
}

void
app_cli_flush (AppCli *self)
{
  fflush (stdout);
  /* Before there is a watch, something else is waited for: app_cli_watch() looks once more. */
  if (ferror (stdout) && self->watch != NULL)
    app_cli_end_watch (self, NULL);
}

/* The source goes on until app_cli_watch() removes it. */
static gboolean
on_time_up (gpointer user_data)
{
  app_cli_end_watch (user_data, NULL);
  return G_SOURCE_CONTINUE;
}

static void
on_watched_state (AppCli *self)
{
  AppProblem *problem = app_session_get_problem (self->session);

  if (app_session_get_state (self->session) != APP_SESSION_READY)
    app_cli_end_watch (self, app_failure_new (APP_FAILURE_CONNECTION_LOST, "%s",
                                              problem != NULL ? app_problem_get_what (problem)
                                                              : _ ("The connection is lost.")));
}

static void
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  app_cli_end_watch (user_data,
                     app_failure_new (APP_FAILURE_CANCELLED, "%s", _ ("Interrupted.")));
}

double
app_cli_limit (AppCli *self, double seconds)
{
  double total = self->invocation->target.total_timeout;

  /* Either may be no number. */
  return total > 0 && !(seconds < total) ? total : seconds;
}

gboolean
app_cli_watch (AppCli *self, double seconds, GError **error)
{
  GCancellable *cancellable = app_cli_interrupt_get_cancellable ();
  guint         timer = 0;

  if (self->watch == NULL)
    self->watch = g_task_new (NULL, NULL, app_cli_done, self);
  g_signal_connect_swapped (self->session, "notify::state", G_CALLBACK (on_watched_state), self);
  gulong cancelled = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), self, NULL);
  on_watched_state (self);
  app_cli_flush (self);
  if (!isnan (seconds))
    timer = g_timeout_add ((guint)(MAX (seconds, 0) * 1000), on_time_up, self);
  g_autoptr (GAsyncResult) result = app_cli_wait (self);
  g_clear_handle_id (&timer, g_source_remove);
  g_cancellable_disconnect (cancellable, cancelled);
  g_signal_handlers_disconnect_by_func (self->session, on_watched_state, self);
  return result != NULL && g_task_propagate_boolean (G_TASK (result), error);
}
