/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A saved server in the place of this program: applications that cannot reach the keyring start
 * their servers through it. A program takes over the process; what is reached by another transport
 * gets a bridge. Standard output belongs to the server alone. */

#include "app-cli-commands.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-bridge.h"
#include "app-command-text.h"
#include "app-cli-print.h"
#include "mcp-command.h"

static AppPreparation *
prepare (AppCli *cli, StoreProfile *profile, GError **error)
{
  AppSession  *session = app_workspace_find_id (cli->workspace, store_profile_get_id (profile));
  AppRedactor *redactor = app_session_get_redactor (session);

  app_preparation_run_async (profile, app_workspace_get_vault (cli->workspace), redactor, NULL,
                             app_cli_done, cli);
  return app_preparation_run_finish (app_cli_await (cli), error);
}

/* Everything of ours, and what the profile says. @more: NAME=VALUE.
 * Returns: (transfer full) */
static char **
merge_environment (const char *const *more)
{
  char **environment = g_get_environ ();

  for (; *more != NULL; more++)
    {
      const char      *equals = strchr (*more, '=');
      g_autofree char *name = g_strndup (*more, (gsize)(equals - *more));

      environment = g_environ_setenv (environment, name, equals + 1, TRUE);
    }
  return environment;
}

/* Only comes back with an error. */
static void
become (AppPreparation *preparation, GError **error)
{
  const StoreEndpoint *endpoint =
      store_profile_get_endpoint (app_preparation_get_profile (preparation));
  const char *const *more = app_preparation_get_environment (preparation);
  g_autoptr (McpCommand) command =
      mcp_command_new (app_preparation_get_program (preparation), endpoint->arguments, more,
                       endpoint->working_directory, error);
  g_auto (GStrv) environment = NULL;

  if (command == NULL)
    return;
  environment = merge_environment (more);
  if (command->directory != NULL && chdir (command->directory) != 0)
    {
      g_propagate_error (error, mcp_command_explain (command, TRUE, errno));
      return;
    }
  /* The only signal that this program ignores: it would stay so. */
  signal (SIGPIPE, SIG_DFL);
  execve (command->program, command->arguments, environment);
  /* A script that does not name its interpreter: a shell would run it. */
  if (errno == ENOEXEC)
    execve (command->shell_arguments[0], command->shell_arguments, environment);
  g_propagate_error (error, mcp_command_explain (command, FALSE, errno));
  signal (SIGPIPE, SIG_IGN);
}

/* Nobody is there to be asked: standard input belongs to the server. */
static gboolean
check_confirmed (StoreProfile *profile, GError **error)
{
  if (app_command_text_check_confirmed (profile, NULL))
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_UNCONFIRMED,
               /* Translators: both %s are the name of a server */
               _ ("“%s” came from elsewhere and was never confirmed. To see and confirm it, run: "
                  "spyglass-cli servers confirm %s"),
               store_profile_get_name (profile), store_profile_get_id (profile));
  return FALSE;
}

static StoreProfile *
find_profile (AppCli *cli, GError **error)
{
  const char       *name = cli->invocation->arguments[0];
  StoreProfileList *book = app_workspace_get_book (cli->workspace);
  StoreProfile     *profile = store_profile_list_find (book, name);

  if (profile == NULL)
    profile = store_profile_list_find_by_name (book, name);
  if (profile == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                 /* Translators: %s is what was typed, then a file's path */
                 _ ("There is no server called “%s” in %s."), name,
                 store_profile_list_get_path (book));
  return profile;
}

static void
note_missing (AppCli *cli, AppPreparation *preparation)
{
  GPtrArray *missing = app_preparation_get_missing (preparation);

  for (guint i = 0; i < missing->len; i++)
    app_cli_note (cli->invocation, _ ("⚠ The variable %s is not set."),
                  (const char *)missing->pdata[i]);
}

AppCliStatus
app_cli_exec (AppCli *cli, GError **error)
{
  StoreProfile *profile = find_profile (cli, error);
  g_autoptr (AppPreparation) preparation = NULL;

  if (profile == NULL || !check_confirmed (profile, error))
    return APP_CLI_REFUSED;
  preparation = prepare (cli, profile, error);
  if (preparation == NULL)
    return APP_CLI_UNREACHABLE;
  note_missing (cli, preparation);
  if (store_profile_get_endpoint (profile)->transport != STORE_TRANSPORT_STDIO)
    return app_cli_bridge_run (cli, preparation, error) ? APP_CLI_DONE : APP_CLI_UNREACHABLE;
  become (preparation, error);
  return APP_CLI_UNREACHABLE;
}
