/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-bridge.h"

#include <fcntl.h>
#include <unistd.h>

#include "app-authorization.h"
#include "app-bridge.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"

static void
sign (AppPreparation *preparation, McpTransport *transport, gpointer user_data)
{
  AppCli       *cli = user_data;
  StoreProfile *profile = app_preparation_get_profile (preparation);
  AppSession   *session = app_workspace_find_id (cli->workspace, store_profile_get_id (profile));

  app_authorization_give_credentials (app_session_get_feature (session, APP_TYPE_AUTHORIZATION),
                                      preparation, transport);
}

static void
note (const char *text, gpointer user_data)
{
  app_cli_note (((AppCli *)user_data)->invocation, "⚠ %s", text);
}

static void
wake (GCancellable *cancellable, gpointer user_data)
{
  g_main_context_wakeup (NULL);
}

static void
serve (AppBridge *bridge)
{
  GCancellable *cancellable = app_cli_interrupt_get_cancellable ();
  gulong        cancelled = g_cancellable_connect (cancellable, G_CALLBACK (wake), NULL, NULL);

  while (!g_cancellable_is_cancelled (cancellable) && app_bridge_is_busy (bridge))
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_disconnect (cancellable, cancelled);
}

static void
close_bridge (AppCli *cli, AppBridge *bridge)
{
  app_bridge_close (bridge, app_cli_done, cli);
  g_autoptr (GAsyncResult) result = app_cli_wait (cli);
  /* What was cancelled by that. */
  while (result != NULL && app_bridge_is_sending (bridge) && !app_cli_interrupt_is_overdue ())
    g_main_context_iteration (NULL, TRUE);
}

gboolean
app_cli_bridge_run (AppCli *cli, AppPreparation *preparation, GError **error)
{
  const AppBridgeEvents events = { sign, note, cli };
  int                   flags[] = { fcntl (STDIN_FILENO, F_GETFL), fcntl (STDOUT_FILENO, F_GETFL) };
  AppBridge            *bridge;
  gboolean              started;

  app_cli_interrupt_begin ();
  bridge = app_bridge_new (preparation, app_workspace_get_settings (cli->workspace), &events,
                           app_cli_interrupt_get_cancellable ());
  started = app_bridge_open (bridge, app_cli_done, cli, error) &&
            app_bridge_start (bridge, app_cli_await (cli), STDIN_FILENO, STDOUT_FILENO, error);
  if (!started)
    {
      app_bridge_end (bridge, NULL);
      return FALSE;
    }
  serve (bridge);
  close_bridge (cli, bridge);
  gboolean is_whole = app_bridge_end (bridge, error);
  fcntl (STDIN_FILENO, F_SETFL, flags[0]);
  fcntl (STDOUT_FILENO, F_SETFL, flags[1]);
  return is_whole;
}
