/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line: the same sessions, calls and files as the window, without one. */

#include <errno.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-arguments.h"
#include "app-cli-command.h"
#include "app-cli-completion.h"
#include "app-cli-guess.h"
#include "app-cli-help.h"
#include "app-cli-hint.h"
#include "app-cli-interrupt.h"
#include "app-cli-output.h"
#include "app-cli-print.h"
#include "app-cli-sampling.h"
#include "app-guide.h"
#include "mcp-log-message.h"
#include "spyglass-config.h"

/* Until what a command did is kept, at most. */
#define CLOSING_SECONDS 15u
/* What a command opens at least: loops, a server's pipes, the history. */
#define NEEDED_DESCRIPTORS 16

/* @text: (nullable): what was given with the option. */
static gboolean
check_object (const char *option, const char *text, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (text != NULL)
    document = app_cli_arguments_parse_object (option, text, error);
  return text == NULL || document != NULL;
}

static AppCliStatus
fail_word (const AppCliInvocation *invocation, const char *word)
{
  g_autofree char *hint = app_cli_hint_dup_word (invocation, word);

  return app_cli_fail_usage (invocation, _ ("Unexpected argument “%s”.%s"), word, hint);
}

/* What a server is asked for, or a server is called, is UTF-8; the name of a file is not. */
static gboolean
check_arguments (const AppCliCommand *command, char **arguments, GError **error)
{
  if (command->needs != APP_CLI_NEEDS_SESSION && command->needs != APP_CLI_NEEDS_PROFILE)
    return TRUE;
  for (; *arguments != NULL; arguments++)
    if (!app_cli_invocation_check_text (command->arguments, *arguments, error))
      return FALSE;
  return TRUE;
}

/* Whether everything on the command line is something that the command takes; else it says what is
 * not, and the status is that to end with. */
static AppCliStatus
check_usage (const AppCliInvocation *invocation, const AppCliCommand *command)
{
  char           **arguments = invocation->arguments;
  g_autofree char *name = app_cli_command_dup_name (command);
  g_autofree char *stray = app_cli_invocation_dup_stray (invocation, command->takes);
  g_autoptr (GError) error = NULL;

  if (command->word != NULL && arguments[0] != NULL)
    arguments++;
  guint n = g_strv_length (arguments);
  if (stray != NULL)
    /* Translators: %s is a command, then an option */
    return app_cli_fail_usage (invocation, _ ("“%s” does not take %s."), name, stray);
  if (n < command->min && command->wrong != NULL)
    return app_cli_fail_usage (invocation, "%s", _ (command->wrong));
  if (n < command->min)
    /* Translators: a command, then what it is given, such as NAME */
    return app_cli_fail_usage (invocation, _ ("Use “%s %s”."), name, command->arguments);
  if (n > command->max)
    return fail_word (invocation, arguments[command->max]);
  if (!check_arguments (command, arguments, &error))
    return app_cli_fail_usage (invocation, "%s", error->message);
  if (invocation->request.level != NULL &&
      mcp_log_level_from_name (invocation->request.level) == MCP_LOG_UNKNOWN)
    return app_cli_fail_usage (invocation,
                               _ ("“%s” is not a log level: use debug, info, notice, warning, "
                                  "error, critical, alert or emergency."),
                               invocation->request.level);
  if (!check_object ("--meta", invocation->request.meta, &error) ||
      !check_object ("--params", invocation->request.params, &error) ||
      !check_object ("--parameters", invocation->model.parameters, &error))
    return app_cli_fail_input (invocation, error, NULL, NULL);
  return APP_CLI_DONE;
}

/* @word: none of the words of the command */
static AppCliStatus
fail_command_word (const AppCliInvocation *invocation, const char *word)
{
  AppCliGuess guess = { word };
  g_autoptr (GString) words = g_string_new (NULL);

  for (const AppCliCommand *row = app_cli_command_find (invocation->command);
       row->name != NULL && g_str_equal (row->name, invocation->command); row++)
    {
      app_cli_guess_try (&guess, row->word);
      g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", row->word);
    }
  g_autofree char *hint = app_cli_guess_dup_hint (&guess, "");
  app_cli_guess_clear (&guess);
  /* Translators: a command, what was typed, another word with “Did you mean” or nothing, and a list
   * of words */
  return app_cli_fail_usage (invocation, _ ("“%s” does not know “%s”.%s Use one of %s."),
                             invocation->command, word, hint, words->str);
}

static AppCliStatus
fail_command (const AppCliInvocation *invocation, const char *name)
{
  g_autofree char *hint = app_cli_hint_dup_command (name);

  return app_cli_fail_usage (invocation, _ ("There is no command “%s”.%s"), name, hint);
}

/* The server of the list that the first argument of a word names. */
static AppCliStatus
find_profile (AppCli *cli)
{
  const char *name = cli->invocation->arguments[1];

  cli->profile = store_profile_list_find_by_name (app_workspace_get_book (cli->workspace), name);
  if (cli->profile == NULL)
    return app_cli_fail_usage (cli->invocation, _ ("There is no server called “%s”."), name);
  return APP_CLI_DONE;
}

/* What there has to be before it runs. Returns: %FALSE with @error, or the @status to end with */
static gboolean
prepare (AppCli *cli, const AppCliCommand *command, AppCliStatus *status, GError **error)
{
  switch (command->needs)
    {
    case APP_CLI_NEEDS_SESSION:
      return app_cli_connect (cli, error);
    case APP_CLI_NEEDS_OBJECTS:
      return app_cli_open_objects (cli, error);
    case APP_CLI_NEEDS_HISTORY:
      cli->objects = app_objects_new (NULL, NULL, error);
      return cli->objects != NULL;
    case APP_CLI_NEEDS_BOOK:
    case APP_CLI_NEEDS_PROFILE:
      if (!app_cli_open_workspace (cli, TRUE, error))
        return FALSE;
      if (command->needs == APP_CLI_NEEDS_PROFILE)
        *status = find_profile (cli);
      return *status == APP_CLI_DONE;
    case APP_CLI_NEEDS_NOTHING:
    default:
      return TRUE;
    }
}

static AppCliStatus
run_command (const AppCliInvocation *invocation)
{
  const AppCliCommand *command =
      app_cli_command_find_row (invocation->command, invocation->arguments[0]);
  g_autoptr (AppCli) cli = app_cli_new (invocation);
  g_autoptr (GError) error = NULL;
  AppCliStatus status = APP_CLI_DONE;

  if (app_cli_command_find (invocation->command) == NULL)
    return fail_command (invocation, invocation->command);
  if (command == NULL)
    return fail_command_word (invocation, invocation->arguments[0]);
  status = check_usage (invocation, command);
  if (status != APP_CLI_DONE)
    return status;
  if (invocation->request.sampling_model != NULL)
    {
      cli->sampling = app_cli_sampling_new (cli, &status, &error);
      if (cli->sampling == NULL)
        return error != NULL ? app_cli_fail (cli, error) : status;
    }
  gboolean ready = prepare (cli, command, &status, &error);
  if (ready)
    status = command->run (cli, &error);
  gboolean failed = error != NULL || (!ready && status == APP_CLI_DONE) ||
                    /* What failed without an error was ended by a signal, or has been printed. */
                    (status != APP_CLI_DONE && app_cli_interrupt_get_signal () != 0);
  if (failed)
    status = app_cli_fail (cli, error);
  /* What is printed is printed, whatever comes of the rest. */
  if (fflush (stdout) == 0 && !ferror (stdout))
    app_cli_output_end (status == APP_CLI_DONE || status == APP_CLI_TOOL_ERROR);
  /* The disk may hang, and its file be locked by another program for as long as SQLite waits. */
  app_cli_interrupt_limit (CLOSING_SECONDS, status,
                           _ ("⚠ Not kept in the history: the disk does not respond.\n"));
  app_cli_end_recording (cli);
  app_cli_interrupt_limit (0, 0, NULL);
  return status;
}

/* Whichever write met it first. */
static gboolean
has_no_reader (void)
{
  struct pollfd output = { STDOUT_FILENO, POLLOUT, 0 };

  return poll (&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/* What could not be printed was not done. */
static int
end_output (const AppCliInvocation *invocation, int status)
{
  g_autoptr (GError) error = NULL;

  if (fflush (stdout) == 0 && !ferror (stdout))
    return status;
  if (errno == EPIPE || has_no_reader ())
    {
      /* The reader has seen enough: we end as any program does then. */
      signal (SIGPIPE, SIG_DFL);
      raise (SIGPIPE);
    }
  /* Translators: %s is a system error */
  g_set_error (&error, G_FILE_ERROR, g_file_error_from_errno (errno),
               _ ("The output cannot be written: %s"), g_strerror (errno));
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  return app_cli_fail_problem (invocation, problem, NULL);
}

/* GLib ends a program that cannot make what wakes its loops. Looked at where it can be said. */
static gboolean
check_descriptors (GError **error)
{
  int   held[NEEDED_DESCRIPTORS];
  guint n = 0;

  while (n < NEEDED_DESCRIPTORS && (held[n] = dup (STDERR_FILENO)) >= 0)
    n++;
  gboolean full = n < NEEDED_DESCRIPTORS && (errno == EMFILE || errno == ENFILE);
  while (n > 0)
    close (held[--n]);
  if (full)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_MFILE,
                 _ ("Too few files may be open at once: %d more are needed. “ulimit -n” says how "
                    "many may."),
                 NEEDED_DESCRIPTORS);
  return !full;
}

static AppCliStatus
print_help (const AppCliInvocation *invocation)
{
  gboolean    is_help = g_strcmp0 (invocation->command, "help") == 0 && !invocation->help;
  const char *about = is_help ? invocation->arguments[0] : invocation->command;

  if (about != NULL && app_cli_command_find_old (about) != NULL)
    about = app_cli_command_find_old (about)->name;
  const char *chapter = is_help && about != NULL ? app_guide_find (about) : NULL;
  if (chapter != NULL)
    {
      g_autoptr (GBytes) guide = app_guide_read (chapter);

      fwrite (g_bytes_get_data (guide, NULL), 1, g_bytes_get_size (guide), stdout);
      return APP_CLI_DONE;
    }
  if (about != NULL && app_cli_command_find (about) == NULL)
    return fail_command (invocation, about);
  g_autofree char *text = app_cli_help_dup_text (about, invocation->help_server);
  fputs (text, stdout);
  return APP_CLI_DONE;
}

/* Until 1.0: a script goes on, and a person learns the new name. */
static void
replace_old_name (AppCliInvocation *invocation)
{
  const AppCliCommand *command = app_cli_command_find_old (invocation->command);

  if (command == NULL)
    return;
  /* Translators: %s are the old name of a command, and its new one */
  app_cli_note (invocation, _ ("“%s” is called “%s” now; the old name goes with version 1.0."),
                invocation->command, command->name);
  g_free (invocation->command);
  invocation->command = g_strdup (command->name);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  AppCliInvocation unread = { 0 };
  const char      *command;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, SPYGLASS_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* A server that died must not take us with it; a reader that left shows as a failed write. */
  signal (SIGPIPE, SIG_IGN);
  app_advice_speak_to_terminal ();

  if (argc > 1 && g_str_equal (argv[1], "__complete"))
    {
      app_cli_completion_print ((const char *const *)argv + 2);
      return APP_CLI_DONE;
    }
  app_cli_hint_begin (argv);
  g_autoptr (AppCliInvocation) invocation = app_cli_invocation_parse (argc, argv, &error);
  if (invocation == NULL)
    {
      unread.output.json = g_strv_contains ((const char *const *)argv, "--json") ||
                           g_strv_contains ((const char *const *)argv, "-j");
      return app_cli_fail_usage (&unread, "%s", error->message);
    }
  if (invocation->command != NULL)
    replace_old_name (invocation);
  command = invocation->command;
  gboolean asks_help = invocation->help || invocation->help_server;
  if (!asks_help && (invocation->version || g_strcmp0 (command, "version") == 0))
    {
      printf ("spyglass-cli %s\n", SPYGLASS_VERSION);
      return end_output (invocation, APP_CLI_DONE);
    }
  if (asks_help || g_strcmp0 (command, "help") == 0)
    return end_output (invocation, print_help (invocation));
  if (command == NULL && (invocation->output.json || !isatty (STDERR_FILENO)))
    return app_cli_fail_usage (invocation, _ ("No command was given."));
  if (command == NULL)
    {
      g_autofree char *help = app_cli_help_dup_text (NULL, FALSE);

      fputs (help, stderr);
      return APP_CLI_USAGE;
    }
  if (invocation->output.full)
    app_cli_print_whole ();
  if (!check_descriptors (&error) || !app_cli_output_begin (invocation->output.file, &error))
    return app_cli_fail_input (invocation, error, NULL, NULL);
  int status = run_command (invocation);
  if (app_cli_interrupt_get_signal () != 0)
    status = APP_CLI_SIGNAL + app_cli_interrupt_get_signal ();
  else
    status = end_output (invocation, status);
  app_cli_output_end (status == APP_CLI_DONE || status == APP_CLI_TOOL_ERROR);
  return status;
}
