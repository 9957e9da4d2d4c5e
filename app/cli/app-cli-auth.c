/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Signing in to a server that wants it, and what is kept of that. */

#include "app-cli-commands.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-auth-token-store.h"
#include "app-authorization.h"
#include "app-cli-auth-steps.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

/* The sign-in of the server that the command line names */

/* Returns: (transfer none) (nullable): of the session, which is not connected */
static AppAuthorization *
open_server (AppCli *cli, GError **error)
{
  const char *browser = cli->invocation->sign_in.browser;
  g_autoptr (StoreProfile) profile = NULL;

  if (browser != NULL && !g_str_equal (browser, "none") && !g_str_equal (browser, "system"))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _ ("--browser is one of system and none."));
      return NULL;
    }
  if (!app_cli_open_workspace (cli, FALSE, error))
    return NULL;
  if (cli->invocation->keeping.secrets_in_file)
    store_secret_vault_set_fallback (app_workspace_get_vault (cli->workspace),
                                     STORE_VAULT_FALLBACK_FILE);
  profile = app_cli_dup_profile_to_run (cli, error);
  if (profile == NULL)
    return NULL;
  app_cli_interrupt_begin ();
  cli->session = app_workspace_new_session (cli->workspace, profile);
  return app_session_get_feature (cli->session, APP_TYPE_AUTHORIZATION);
}

/* The same, with what the profile says and refers to. */
static AppAuthorization *
prepare_server (AppCli *cli, GError **error)
{
  AppAuthorization *authorization = open_server (cli, error);

  if (authorization == NULL)
    return NULL;
  app_authorization_prepare_async (authorization, app_cli_interrupt_get_cancellable (),
                                   app_cli_done, cli);
  if (!app_authorization_prepare_finish (authorization, app_cli_await (cli), error))
    return NULL;
  return authorization;
}

/* Seconds since 1970; 0: unknown. Returns: (transfer full) (nullable) */
static char *
dup_time (gint64 time)
{
  g_autoptr (GDateTime) date = time > 0 ? g_date_time_new_from_unix_local (time) : NULL;

  return date != NULL ? g_date_time_format (date, "%Y-%m-%d %H:%M:%S") : NULL;
}

/* The browser */

typedef struct
{
  AppCli           *cli;
  AppAuthorization *authorization;
  gboolean          by_hand; /* no browser is opened */
  GString          *typed;   /* the beginning of a line */
  guint             watch;
} Browser;

static void
take_line (Browser *browser, const char *line)
{
  McpAuthFlow     *flow = app_authorization_get_flow (browser->authorization);
  g_autofree char *text = g_strstrip (g_strdup (line));
  g_autoptr (GError) error = NULL;

  if (*text == '\0' || flow == NULL)
    return;
  if (!mcp_auth_flow_paste (flow, text, &error))
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

static void
on_open_browser (AppAuthorization *authorization, const char *url, Browser *browser)
{
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
}

/* Runs the sign-in up to @last. */
static gboolean
run (AppCli *cli, AppAuthorization *authorization, McpAuthStepKind last, GError **error)
{
  Browser  browser = { cli, authorization };
  gboolean done;

  browser.by_hand = g_strcmp0 (cli->invocation->sign_in.browser, "none") == 0;
  browser.typed = g_string_new (NULL);
  g_signal_connect (authorization, "open-browser", G_CALLBACK (on_open_browser), &browser);
  app_authorization_begin_flow (authorization, NULL);
  app_authorization_run_async (authorization, last, app_cli_interrupt_get_cancellable (),
                               app_cli_done, cli);
  done = app_authorization_run_finish (authorization, app_cli_await (cli), error);
  g_signal_handlers_disconnect_by_data (authorization, &browser);
  g_clear_handle_id (&browser.watch, g_source_remove);
  g_string_free (browser.typed, TRUE);
  return done;
}

/* What is known of it */

typedef struct
{
  char  *issuer;
  char  *account;
  char  *scopes;
  char  *foreign;
  gint64 expires;
} About;

static void
about_clear (About *about)
{
  g_free (about->issuer);
  g_free (about->account);
  g_free (about->scopes);
  g_free (about->foreign);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (About, about_clear)

static void
about_init (About *about, AppAuthorization *authorization)
{
  g_object_get (authorization, "issuer", &about->issuer, "account", &about->account, "scopes",
                &about->scopes, "foreign", &about->foreign, "expires", &about->expires, NULL);
}

static void
print_row (const char *title, const char *text)
{
  g_autofree char *line = app_cli_line (text);

  if (text != NULL && *text != '\0')
    app_cli_print ("    %s: %s\n", title, line);
}

static void
print_about (AppCli *cli, AppAuthorization *authorization, gboolean signed_in)
{
  g_auto (About) about = { 0 };
  const char      *name = app_session_get_name (cli->session);
  g_autofree char *bold = app_cli_bold (name);
  g_autofree char *expires = NULL;

  about_init (&about, authorization);
  if (cli->invocation->output.as_json)
    {
      app_cli_print_json (mcp_json_build (
          "{'server': %s, 'url': ?%s, 'signedIn': %b, 'issuer': ?%s, 'account': ?%s, "
          "'scopes': ?%s, 'expires': ?%x, 'lasting': ?%b, 'otherServer': ?%s}",
          name, store_profile_get_endpoint (app_session_get_profile (cli->session))->url, signed_in,
          about.issuer, about.account, about.scopes,
          signed_in && about.expires > 0 ? about.expires : (gint64)-1,
          signed_in && app_authorization_is_lasting (authorization), about.foreign));
      return;
    }
  app_cli_print (signed_in ? _ ("%s: signed in\n") : _ ("%s: not signed in\n"), bold);
  print_row (_ ("Authorization server"), about.issuer);
  if (signed_in)
    {
      expires = dup_time (about.expires);
      print_row (_ ("Account"), about.account);
      print_row (_ ("Scopes"), about.scopes);
      print_row (_ ("Access token valid until"), expires);
    }
  /* Translators: what is kept of a sign-in belongs to another address of the server */
  print_row (_ ("Not used, because it is for another server"), about.foreign);
}

static gboolean
has_token (McpAuthRecord *record)
{
  const McpAuthRecordParts *parts = record != NULL ? mcp_auth_record_get (record) : NULL;

  return parts != NULL && (parts->access_token != NULL || parts->refresh_token != NULL);
}

/* The actions */

static AppCliStatus
fail_flow (AppCli *cli, AppAuthorization *authorization)
{
  app_cli_auth_steps_note (cli->invocation, app_authorization_get_flow (authorization),
                           app_session_get_redactor (cli->session));
  return APP_CLI_AUTHORIZATION;
}

AppCliStatus
app_cli_auth_login (AppCli *cli, GError **error)
{
  AppAuthorization *authorization = prepare_server (cli, error);

  if (authorization == NULL)
    return APP_CLI_AUTHORIZATION;
  if (!run (cli, authorization, MCP_AUTH_STEP_TOKEN, error))
    return fail_flow (cli, authorization);
  if (!app_authorization_is_lasting (authorization))
    app_cli_note (cli->invocation, "%s",
                  _ ("⚠ No keyring keeps the sign-in: it ends with this command. "
                     "--secrets-in-file keeps it in a file that only you can read."));
  print_about (cli, authorization, TRUE);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_auth_status (AppCli *cli, GError **error)
{
  AppAuthorization *authorization = prepare_server (cli, error);
  gboolean          signed_in;

  if (authorization == NULL)
    return APP_CLI_AUTHORIZATION;
  signed_in = has_token (app_authorization_get_record (authorization));
  print_about (cli, authorization, signed_in);
  return signed_in ? APP_CLI_DONE : APP_CLI_AUTHORIZATION;
}

/* The step that is called so; the last one where none is named. */
static gboolean
find_step (AppCli *cli, McpAuthFlow *flow, McpAuthStepKind *kind, GError **error)
{
  const char *name = cli->invocation->arguments[1];
  g_autoptr (GString) names = g_string_new (NULL);

  *kind = MCP_AUTH_STEP_USE;
  if (name == NULL)
    return TRUE;
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      const char *known = mcp_auth_step_get_name (mcp_auth_flow_get_step (flow, i));

      *kind = i;
      if (g_str_equal (known, name))
        return TRUE;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", known);
    }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: %s is what was typed, then names */
               _ ("There is no step “%s”: use one of %s."), name, names->str);
  return FALSE;
}

AppCliStatus
app_cli_auth_steps (AppCli *cli, GError **error)
{
  AppAuthorization *authorization = prepare_server (cli, error);
  AppRedactor      *redactor;
  McpAuthFlow      *flow;
  McpAuthStepKind   last;
  gboolean          done;

  if (authorization == NULL)
    return APP_CLI_AUTHORIZATION;
  flow = app_authorization_begin_flow (authorization, NULL);
  if (!find_step (cli, flow, &last, error))
    return APP_CLI_USAGE;
  done = run (cli, authorization, last, error);
  flow = app_authorization_get_flow (authorization);
  redactor = app_session_get_redactor (cli->session);
  if (cli->invocation->output.as_json)
    app_cli_print_json (app_cli_auth_steps_dup_json (flow, redactor));
  else
    app_cli_auth_steps_print (flow, redactor, cli->invocation->output.full);
  return done ? APP_CLI_DONE : APP_CLI_AUTHORIZATION;
}

static AppCliStatus
renew (AppCli *cli, McpAuthAction action, GError **error)
{
  AppAuthorization *authorization = prepare_server (cli, error);
  g_autoptr (McpAuthRenewal) renewal = NULL;
  g_autoptr (McpAuthRecord) before = NULL;
  g_autoptr (McpAuthFinding) finding = NULL;

  if (authorization == NULL)
    return APP_CLI_AUTHORIZATION;
  if (app_authorization_get_record (authorization) != NULL)
    before = mcp_auth_record_ref (app_authorization_get_record (authorization));
  app_authorization_renew_async (authorization, action, app_cli_interrupt_get_cancellable (),
                                 app_cli_done, cli);
  renewal = app_authorization_renew_finish (authorization, app_cli_await (cli), error);
  if (renewal == NULL)
    return APP_CLI_AUTHORIZATION;
  if (renewal->error != NULL)
    {
      finding = mcp_auth_renewal_explain (renewal, before);
      app_cli_auth_finding_note (cli->invocation, finding, app_session_get_redactor (cli->session));
      g_propagate_error (error, mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED,
                                               /* Translators: %s is an error's name */
                                               _ ("The authorization server refused: %s"),
                                               renewal->error));
      return APP_CLI_AUTHORIZATION;
    }
  print_about (cli, authorization, has_token (renewal->record));
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_auth_refresh (AppCli *cli, GError **error)
{
  return renew (cli, MCP_AUTH_REFRESH, error);
}

AppCliStatus
app_cli_auth_revoke (AppCli *cli, GError **error)
{
  return renew (cli, MCP_AUTH_REVOKE, error);
}

/* Deletes what is kept under a name of the list, a URL or a key, without asking any server. */
static AppCliStatus
forget_entries (AppCli *cli, const char *name, GError **error)
{
  GListModel *list = G_LIST_MODEL (app_workspace_get_sign_ins (cli->workspace));
  guint       n = 0;

  for (guint i = g_list_model_get_n_items (list); i > 0; i--)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (list, i - 1);
      const StoreSignInParts *parts = store_sign_in_get (entry);
      g_autoptr (AppAuthTokenStore) token_store = NULL;

      if (g_strcmp0 (parts->key, name) != 0 && g_strcmp0 (parts->name, name) != 0 &&
          g_strcmp0 (parts->server, name) != 0)
        continue;
      token_store = app_auth_token_store_new_for_sign_in (app_workspace_get_vault (cli->workspace),
                                                          STORE_SIGN_IN_LIST (list), entry);
      mcp_auth_token_store_save_async (MCP_AUTH_TOKEN_STORE (token_store), NULL, NULL, app_cli_done,
                                       cli);
      if (!mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (token_store),
                                             app_cli_await (cli), error))
        return APP_CLI_REFUSED;
      app_cli_note (cli->invocation,
                    /* Translators: %s is the name of a server, then a URL */
                    _ ("· The sign-in to %s at %s was deleted here."),
                    parts->name != NULL ? parts->name : parts->server, parts->issuer);
      n++;
    }
  if (n == 0)
    app_cli_note (cli->invocation, "%s", _ ("· There was no sign-in to delete."));
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_auth_forget (AppCli *cli, GError **error)
{
  const char *name = cli->invocation->arguments[1];
  g_autoptr (StoreProfile) profile = NULL;

  if (!app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  if (name != NULL)
    return forget_entries (cli, name, error);
  profile = app_cli_dup_profile (cli, error);
  if (profile == NULL)
    return APP_CLI_USAGE;
  name = store_profile_get_id (profile);
  return forget_entries (cli, *name != '\0' ? name : store_profile_get_endpoint (profile)->url,
                         error);
}

static void
print_entry (const StoreSignInParts *parts)
{
  g_autofree char *bold = app_cli_bold (parts->name != NULL ? parts->name : parts->server);
  g_autofree char *expires = dup_time (parts->expires);

  app_cli_print ("%s%s\n", bold, parts->active ? "" : _ ("  [signed out]"));
  print_row (_ ("Server"), parts->server);
  print_row (_ ("Authorization server"), parts->issuer);
  print_row (_ ("Account"), parts->account);
  print_row (_ ("Scopes"), parts->scopes);
  print_row (_ ("Access token valid until"), expires);
}

AppCliStatus
app_cli_auth_list (AppCli *cli, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  GListModel      *sign_ins;

  if (!app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  sign_ins = G_LIST_MODEL (app_workspace_get_sign_ins (cli->workspace));
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < g_list_model_get_n_items (sign_ins); i++)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (sign_ins, i);
      const StoreSignInParts *parts = store_sign_in_get (entry);

      if (!cli->invocation->output.as_json)
        print_entry (parts);
      mcp_json_writer_add (writer,
                           "{'key': %s, 'name': ?%s, 'server': %s, 'issuer': %s, 'account': ?%s, "
                           "'scopes': ?%s, 'client': ?%s, 'when': %x, 'expires': ?%x, "
                           "'renews': %b, 'active': %b}",
                           parts->key, parts->name, parts->server, parts->issuer, parts->account,
                           parts->scopes, parts->client, parts->when,
                           parts->expires > 0 ? parts->expires : (gint64)-1, parts->renews,
                           parts->active);
    }
  mcp_json_writer_end_array (writer);
  text = mcp_json_writer_finish_text (writer);
  if (cli->invocation->output.as_json)
    app_cli_print_json (g_steal_pointer (&text));
  return APP_CLI_DONE;
}
