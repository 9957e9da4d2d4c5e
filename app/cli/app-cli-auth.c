/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Signing in to a server that wants it, and what is kept of that. */

#include "app-cli-commands.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-auth-debugger.h"
#include "app-auth-sign-ins.h"
#include "app-auth-text.h"
#include "app-authorization.h"
#include "app-cli-book.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"

/* Where what belongs to a step or a server begins. */
#define INDENT 4u

static gboolean
open_workspace (AppCli *cli, GError **error)
{
  const char *browser = cli->invocation->sign_in.browser;

  if (browser == NULL || g_str_equal (browser, "none") || g_str_equal (browser, "system"))
    return app_cli_open_workspace (cli, FALSE, error);
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s",
                         _ ("--browser is one of system and none."));
}

/* The sign-in of the server that the command line names, with what the profile says and refers to.
 * Returns: (transfer none) (nullable): of the session, which is not connected */
static AppAuthDebugger *
prepare_server (AppCli *cli, GError **error)
{
  if (!open_workspace (cli, error))
    return NULL;
  app_cli_book_prepare (cli);
  g_autoptr (StoreProfile) profile = app_cli_dup_profile_to_run (cli, error);
  if (profile == NULL)
    return NULL;
  app_cli_interrupt_begin ();
  cli->session = app_workspace_new_session (cli->workspace, profile);
  AppAuthDebugger *debugger = app_session_get_feature (cli->session, APP_TYPE_AUTH_DEBUGGER);
  app_auth_debugger_begin_async (debugger, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  return app_auth_debugger_finish (debugger, app_cli_await (cli), error) ? debugger : NULL;
}

/* The browser */

typedef struct
{
  AppCli          *cli;
  AppAuthDebugger *debugger;
  gboolean         by_hand; /* no browser is opened */
  GString         *typed;   /* the beginning of a line */
  guint            watch;
  gboolean         opened, late;
} Browser;

static void
take_line (Browser *browser, const char *line)
{
  g_autofree char *text = g_strstrip (g_strdup (line));
  g_autoptr (GError) error = NULL;

  if (*text != '\0' && !app_auth_debugger_paste (browser->debugger, text, &error))
    app_cli_note (browser->cli->invocation, "⚠ %s", error->message);
}

/* Without waiting: the browser may come back by itself meanwhile. */
static gboolean
on_input (int fd, GIOCondition condition, gpointer user_data)
{
  Browser    *browser = user_data;
  char        buffer[4096];
  gssize      n = read (fd, buffer, sizeof buffer);
  const char *end;

  if (n > 0)
    g_string_append_len (browser->typed, buffer, n);
  while ((end = memchr (browser->typed->str, '\n', browser->typed->len)) != NULL)
    {
      g_autofree char *line = g_strndup (browser->typed->str, end - browser->typed->str);

      g_string_erase (browser->typed, 0, end - browser->typed->str + 1);
      take_line (browser, line);
    }
  if (browser->typed->len > APP_CLI_INPUT_MAX_LINE)
    g_string_truncate (browser->typed, 0);
  if (n > 0)
    return G_SOURCE_CONTINUE;
  take_line (browser, browser->typed->str);
  g_string_truncate (browser->typed, 0);
  browser->watch = 0;
  return G_SOURCE_REMOVE;
}

static void
on_launched (GObject *source, GAsyncResult *result, gpointer url)
{
  g_autofree char *address = url;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL))
    fprintf (stderr, _ ("No browser can be opened. Open this address in one:\n%s\n"), address);
}

static gboolean
on_open_browser (AppAuthDebugger *debugger, const char *url, Browser *browser)
{
  browser->opened = TRUE;
  if (browser->by_hand)
    fprintf (stderr,
             _ ("Open this address in a browser:\n%s\nThen wait until it says that you are signed "
                "in, or paste the address that it ended at:\n"),
             url);
  else
    {
      app_cli_note (browser->cli->invocation, "%s",
                    _ ("· A browser was asked to open the sign-in page. With --browser none the "
                       "address is printed instead."));
      g_app_info_launch_default_for_uri_async (url, NULL, NULL, on_launched, g_strdup (url));
    }
  fflush (stderr);
  if (browser->watch == 0 && (browser->by_hand || isatty (STDIN_FILENO)))
    browser->watch = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, on_input, browser);
  return TRUE;
}

static gboolean
on_time_up (gpointer data)
{
  Browser *browser = data;

  browser->late = TRUE;
  app_auth_debugger_cancel (browser->debugger);
  return G_SOURCE_CONTINUE;
}

/* Runs the sign-in up to @last. */
static gboolean
run (AppCli *cli, AppAuthDebugger *debugger, McpAuthStepKind last, GError **error)
{
  Browser browser = { cli, debugger };
  double  limit = app_cli_limit (cli, MCP_AUTH_BROWSER_SECONDS * 2);
  guint   timer = g_timeout_add ((guint)(limit * 1000), on_time_up, &browser);

  browser.by_hand = g_strcmp0 (cli->invocation->sign_in.browser, "none") == 0;
  browser.typed = g_string_new (NULL);
  g_signal_connect (debugger, "open-browser", G_CALLBACK (on_open_browser), &browser);
  app_auth_debugger_run_async (debugger, last, app_cli_interrupt_get_cancellable (), app_cli_done,
                               cli);
  gboolean done = app_auth_debugger_finish (debugger, app_cli_await (cli), error);
  g_signal_handlers_disconnect_by_data (debugger, &browser);
  g_clear_handle_id (&browser.watch, g_source_remove);
  g_source_remove (timer);
  g_string_free (browser.typed, TRUE);
  if (!done && browser.late)
    {
      g_clear_error (error);
      *error =
          app_failure_new (APP_FAILURE_TIMED_OUT, _ ("The sign-in took longer than %g s."), limit);
      /* The browser did not come back; whose fault that is, is not known. */
      mcp_error_get_details (*error)->kind = browser.opened ? "no-callback" : NULL;
    }
  return done;
}

/* What is known of it */

/* @rows: (transfer full): titles, each with a text behind it */
static void
print_rows (GStrv rows, guint first)
{
  for (guint i = first; rows[i] != NULL; i += 2)
    {
      g_autofree char *line = app_cli_line (rows[i + 1]);

      if (*line != '\0')
        app_cli_print ("%*s%s: %s\n", INDENT, "", rows[i], line);
    }
  g_strfreev (rows);
}

static AppAuthorization *
get_authorization (AppCli *cli)
{
  return app_session_get_feature (cli->session, APP_TYPE_AUTHORIZATION);
}

static void
print_about (AppCli *cli)
{
  AppAuthorization *authorization = get_authorization (cli);
  g_autofree char  *bold = app_cli_bold (app_session_get_name (cli->session));

  if (cli->invocation->output.as_json)
    {
      app_cli_print_json (app_authorization_dup_json (authorization));
      return;
    }
  app_cli_print (app_authorization_is_signed_in (authorization) ? _ ("%s: signed in\n")
                                                                : _ ("%s: not signed in\n"),
                 bold);
  print_rows (app_authorization_dup_rows (authorization), 0);
}

/* The actions */

/* Says on standard error what was found where it failed. */
static AppCliStatus
fail (AppCli *cli, AppAuthDebugger *debugger)
{
  g_auto (GStrv) trouble = app_auth_debugger_dup_trouble (debugger);
  g_autofree char *text = g_strjoinv ("\n", trouble);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    app_cli_note (cli->invocation, "%s", lines[i]);
  return APP_CLI_AUTHORIZATION;
}

AppCliStatus
app_cli_auth_login (AppCli *cli, GError **error)
{
  AppAuthDebugger *debugger = prepare_server (cli, error);

  if (debugger == NULL)
    return APP_CLI_AUTHORIZATION;
  if (!run (cli, debugger, MCP_AUTH_STEP_TOKEN, error))
    return fail (cli, debugger);
  if (!app_authorization_is_lasting (get_authorization (cli)))
    app_cli_note (cli->invocation, "%s",
                  _ ("⚠ No keyring keeps the sign-in: it ends with this command. "
                     "--secrets-in-file keeps it in a file that only you can read."));
  print_about (cli);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_auth_status (AppCli *cli, GError **error)
{
  if (prepare_server (cli, error) == NULL)
    return APP_CLI_AUTHORIZATION;
  print_about (cli);
  return app_authorization_is_signed_in (get_authorization (cli)) ? APP_CLI_DONE
                                                                  : APP_CLI_AUTHORIZATION;
}

/* The step that is called so; the last one where none is named. */
static gboolean
find_step (AppCli *cli, GListModel *steps, McpAuthStepKind *kind, GError **error)
{
  const char *name = cli->invocation->arguments[1];
  g_autoptr (GString) names = g_string_new (NULL);

  *kind = MCP_AUTH_STEP_USE;
  if (name == NULL || app_auth_text_parse_step (steps, name, kind, names))
    return TRUE;
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         /* Translators: %s is what was typed, then names */
                         _ ("There is no step “%s”: use one of %s."), name, names->str);
}

static void
print_steps (AppCli *cli, AppRedactor *redactor, GListModel *steps)
{
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);
      g_auto (GStrv) lines =
          app_auth_text_dup_lines (redactor, step, cli->invocation->output.full);
      g_autofree char *first = app_cli_line (lines[0]);

      app_cli_print ("%s\n", first);
      for (guint k = 1; lines[k] != NULL; k++)
        app_cli_print_lines (lines[k], INDENT);
    }
}

AppCliStatus
app_cli_auth_steps (AppCli *cli, GError **error)
{
  AppAuthDebugger *debugger = prepare_server (cli, error);
  g_autoptr (GListModel) steps = NULL;
  McpAuthStepKind last;

  if (debugger == NULL)
    return APP_CLI_AUTHORIZATION;
  g_object_get (debugger, "steps", &steps, NULL);
  if (!find_step (cli, steps, &last, error))
    return APP_CLI_USAGE;
  gboolean     done = run (cli, debugger, last, error);
  AppRedactor *redactor = app_auth_debugger_get_redactor (debugger);
  if (cli->invocation->output.as_json)
    app_cli_print_json (app_auth_text_dup_json (redactor, steps));
  else
    print_steps (cli, redactor, steps);
  return done ? APP_CLI_DONE : APP_CLI_AUTHORIZATION;
}

static AppCliStatus
act (AppCli *cli, AppAuthAct act, GError **error)
{
  AppAuthDebugger *debugger = prepare_server (cli, error);

  if (debugger == NULL)
    return APP_CLI_AUTHORIZATION;
  app_auth_debugger_act_async (debugger, act, app_cli_interrupt_get_cancellable (), app_cli_done,
                               cli);
  if (!app_auth_debugger_finish (debugger, app_cli_await (cli), error))
    return fail (cli, debugger);
  print_about (cli);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_auth_refresh (AppCli *cli, GError **error)
{
  return act (cli, APP_AUTH_REFRESH, error);
}

AppCliStatus
app_cli_auth_revoke (AppCli *cli, GError **error)
{
  return act (cli, APP_AUTH_REVOKE, error);
}

AppCliStatus
app_cli_auth_forget (AppCli *cli, GError **error)
{
  const char *name = cli->invocation->arguments[1];
  g_autoptr (StoreProfile) profile = NULL;
  g_auto (GStrv) deleted = NULL;

  if (!open_workspace (cli, error))
    return APP_CLI_REFUSED;
  if (name == NULL)
    {
      profile = app_cli_dup_profile (cli, error);
      if (profile == NULL)
        return APP_CLI_USAGE;
    }
  app_auth_sign_ins_forget_async (app_workspace_get_sign_ins (cli->workspace),
                                  app_workspace_get_vault (cli->workspace), name, profile, NULL,
                                  app_cli_done, cli);
  deleted = app_auth_sign_ins_forget_finish (app_workspace_get_sign_ins (cli->workspace),
                                             app_cli_await (cli), error);
  if (deleted == NULL)
    return APP_CLI_REFUSED;
  for (guint i = 0; deleted[i] != NULL; i++)
    app_cli_note (cli->invocation, "· %s", deleted[i]);
  if (deleted[0] == NULL)
    app_cli_note (cli->invocation, "%s", _ ("· There was no sign-in to delete."));
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_auth_list (AppCli *cli, GError **error)
{
  if (!open_workspace (cli, error))
    return APP_CLI_REFUSED;
  GListModel *sign_ins = G_LIST_MODEL (app_workspace_get_sign_ins (cli->workspace));
  if (cli->invocation->output.as_json)
    {
      app_cli_print_json (
          app_auth_sign_ins_dup_json (app_workspace_get_sign_ins (cli->workspace)));
      return APP_CLI_DONE;
    }
  for (guint i = 0; i < g_list_model_get_n_items (sign_ins); i++)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (sign_ins, i);
      GStrv            rows = app_auth_sign_ins_dup_rows (entry);
      g_autofree char *bold = app_cli_bold (rows[0]);

      app_cli_print ("%s%s%s\n", bold, *rows[1] != '\0' ? "  " : "", rows[1]);
      print_rows (rows, 2);
    }
  return APP_CLI_DONE;
}
