/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A saved server in the place of this program: applications that cannot reach the keyring start
 * their servers through it. A program takes over the process; what is reached by another transport
 * gets a bridge. Standard output belongs to the server alone. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-cli-bridge.h"
#include "app-command-text.h"
#include "app-cli-print.h"

static AppPreparation *
prepare (AppCli *cli, StoreProfile *profile, GError **error)
{
  AppSession  *session = app_workspace_find_id (cli->workspace, store_profile_get_id (profile));
  AppRedactor *redactor = app_session_get_redactor (session);

  app_preparation_run_async (profile, app_workspace_get_vault (cli->workspace), redactor, NULL,
                             app_cli_done, cli);
  return app_preparation_run_finish (app_cli_await (cli), error);
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

  /* No one can be asked: standard input belongs to the server. */
  if (profile == NULL || (!app_command_text_check_confirmed (profile, NULL) &&
                          !app_cli_refuse_unconfirmed (profile, error)))
    return APP_CLI_REFUSED;
  g_autoptr (AppPreparation) preparation = prepare (cli, profile, error);
  if (preparation == NULL)
    return APP_CLI_UNREACHABLE;
  note_missing (cli, preparation);
  if (store_profile_get_endpoint (profile)->transport != STORE_TRANSPORT_STDIO)
    return app_cli_bridge_run (cli, preparation, error) ? APP_CLI_DONE : APP_CLI_UNREACHABLE;
  app_preparation_become (preparation, error);
  return APP_CLI_UNREACHABLE;
}
