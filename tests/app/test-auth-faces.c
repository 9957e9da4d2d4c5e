/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Signing in by the window and by the command line: each case is done once by the controller as the
 * window drives it, and once by spyglass-cli, at the same server; what is kept then is the same. */

#include "app-isolated-tests.h"
#include "demo-process.h"
#include "folders-fixture.h"
#include "workspace-fixture.h"

#include "app-auth-debugger.h"
#include "app-auth-sign-ins.h"
#include "app-auth-token-store.h"
#include "mcp-auth-secret.h"

#include <libsoup/soup.h>
#include <string.h>

#define NAME "guarded"

/* Where the authorization server leads the browser. Returns: (transfer full) */
static char *
browse (const char *url)
{
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) body = NULL;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL,
                                    workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  body = soup_session_send_and_read_finish (session, result, NULL);
  g_assert_nonnull (body);
  return g_strdup (soup_message_headers_get_one (soup_message_get_response_headers (message),
                                                 "Location"));
}

static AppWorkspace *
open_book (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "spyglass", NULL);
  AppWorkspace    *workspace = workspace_fixture_open (folder, NULL);

  store_secret_vault_set_fallback (app_workspace_get_vault (workspace), STORE_VAULT_FALLBACK_FILE);
  return workspace;
}

/* What differs each time. */
static char *
normalize (const char *json)
{
  static const char pattern[] =
      "\"(access_token|refresh_token|id_token|id|secret|registration_access_token|"
      "registration_client_uri|redirect_uri|obtained|when|expires|key)\": *(\"[^\"]*\"|[0-9]+)";
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);

  return g_regex_replace (regex, json, -1, 0, "\"\\1\":\"…\"", 0, NULL);
}

/* The entry of the list, and what is in the vault. Returns: (transfer full) */
static char *
read_kept (void)
{
  AppWorkspace    *workspace = open_book ();
  StoreSignInList *list = app_workspace_get_sign_ins (workspace);
  g_autofree char *listed = app_auth_sign_ins_dup_json (list);
  g_autoptr (GString) kept = g_string_new (listed);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autoptr (AppAuthTokenStore) store = app_auth_token_store_new_for_sign_in (
          app_workspace_get_vault (workspace), list, entry);
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (McpAuthRecord) record = NULL;
      char *json;

      mcp_auth_token_store_load_async (MCP_AUTH_TOKEN_STORE (store), NULL,
                                       workspace_fixture_take_result, &result);
      WAIT_UNTIL (result != NULL);
      record = mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (store), result, &error);
      g_assert_no_error (error);
      g_assert_nonnull (record);
      json = mcp_auth_record_dup_json (record);
      g_string_append (kept, json);
      mcp_auth_secret_free (json);
    }
  workspace_fixture_close (workspace);
  return normalize (kept->str);
}

/* As the window does it */

static gboolean
on_open_browser (AppAuthDebugger *debugger, const char *url, gpointer data)
{
  g_autofree char *place = browse (url);
  g_autoptr (GError) error = NULL;

  app_auth_debugger_paste (debugger, place, &error);
  g_assert_no_error (error);
  return TRUE;
}

static gboolean
is_running (AppAuthDebugger *debugger)
{
  gboolean running;

  g_object_get (debugger, "running", &running, NULL);
  return running;
}

/* @act: APP_AUTH_N_ACTS: signing in. @again: (out) (optional): whether the window suggests to do so
 * again, and not to look at the steps
 * Returns: (transfer full): the problem's text; "" for none */
static char *
do_by_hand (AppAuthAct act, gboolean *again)
{
  AppWorkspace *workspace = open_book ();
  StoreProfile *profile =
      store_profile_list_find_by_name (app_workspace_get_book (workspace), NAME);
  AppSession      *session = app_workspace_new_session (workspace, profile);
  AppAuthDebugger *debugger = app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER);
  g_autoptr (AppProblem) problem = NULL;
  char *text;

  g_signal_connect (debugger, "open-browser", G_CALLBACK (on_open_browser), NULL);
  app_auth_debugger_begin (debugger);
  WAIT_UNTIL (!is_running (debugger));
  if (act != APP_AUTH_N_ACTS)
    g_assert_true (app_auth_debugger_can_act (debugger, act));
  if (act == APP_AUTH_N_ACTS)
    app_auth_debugger_run_async (debugger, MCP_AUTH_STEP_TOKEN, NULL, NULL, NULL);
  else
    app_auth_debugger_act (debugger, act);
  WAIT_UNTIL (!is_running (debugger));
  g_object_get (debugger, "problem", &problem, NULL);
  text = problem != NULL ? app_problem_dup_text (problem) : g_strdup ("");
  g_autoptr (McpAuthFinding) finding = app_auth_debugger_dup_finding (debugger);
  if (again != NULL)
    *again = app_auth_debugger_may_retry (finding);
  g_clear_object (&finding);
  g_clear_object (&problem);
  workspace_fixture_release (session);
  workspace_fixture_close (workspace);
  return text;
}

/* As the command line does it */

static GSubprocess *
start (const char *const *words, GSubprocessFlags flags)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) command = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_strv_builder_add (builder, g_getenv ("SPYGLASS_CLI"));
  g_strv_builder_addv (builder, (const char **)words);
  command = g_strv_builder_end (builder);
  process = g_subprocess_newv ((const char *const *)command,
                               flags | G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  g_assert_no_error (error);
  return process;
}

static void
run_cli (const char *const *words)
{
  g_autoptr (GSubprocess) process = start (words, G_SUBPROCESS_FLAGS_NONE);

  g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
}

#define run(...) run_cli ((const char *const[]){ __VA_ARGS__, NULL })

/* Pastes where the address led that it prints. @said: (out) (optional): the last line of it
 * Returns: whether it ended well */
static gboolean
sign_in_and_listen (char **said_last)
{
  static const char *const words[] = { "auth", "login", "--browser", "none", "--secrets-in-file",
                                       "--server", NAME, NULL };
  g_autoptr (GSubprocess) process =
      start (words, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GDataInputStream) said =
      g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  g_autofree char *line = NULL;
  char            *next;

  while ((next = g_data_input_stream_read_line (said, NULL, NULL, NULL)) != NULL)
    {
      g_free (line);
      line = next;
      if (!g_str_has_prefix (line, "http"))
        continue;
      g_autofree char *place = browse (line);
      g_autofree char *typed = g_strconcat (place, "\n", NULL);

      g_assert_true (g_output_stream_write_all (g_subprocess_get_stdin_pipe (process), typed,
                                                strlen (typed), NULL, NULL, NULL));
    }
  g_subprocess_wait (process, NULL, NULL);
  if (said_last != NULL)
    *said_last = g_steal_pointer (&line);
  return g_subprocess_get_successful (process);
}

static gboolean
sign_in_by_words (void)
{
  return sign_in_and_listen (NULL);
}

/* Both */

static DemoProcess *
start_server (const char *options, char **url)
{
  DemoProcess     *server = demo_process_start_guarded (options);
  g_autofree char *said = demo_process_read_error (server, "/mcp\n");

  g_assert_nonnull (strstr (said, "Listening on "));
  *url = g_strstrip (g_strdup (strstr (said, "Listening on ") + strlen ("Listening on ")));
  return server;
}

static void
forget (void)
{
  g_autofree char *left = NULL;

  run ("auth", "forget", NAME);
  left = read_kept ();
  g_assert_cmpstr (left, ==, "[]");
}

typedef struct
{
  const char *title;
  const char *server;   /* its options */
  const char *settings; /* (nullable): of the profile */
  gboolean    fails;
} Case;

static void
compare (const Case *self)
{
  g_autofree char *url = NULL;
  g_autofree char *problem = NULL;
  g_autofree char *by_hand = NULL;
  g_autofree char *by_words = NULL;
  DemoProcess     *server = start_server (self->server, &url);

  g_test_message ("%s", self->title);
  if (self->settings != NULL)
    run ("servers", "add", NAME, "--yes", "--url", url, "--set", self->settings);
  else
    run ("servers", "add", NAME, "--yes", "--url", url);
  problem = do_by_hand (APP_AUTH_N_ACTS, NULL);
  g_assert_cmpint (*problem != '\0', ==, self->fails);
  by_hand = read_kept ();
  g_assert_cmpint (strstr (by_hand, "access_token") == NULL, ==, self->fails);
  forget ();
  g_assert_cmpint (sign_in_by_words (), ==, !self->fails);
  by_words = read_kept ();
  g_assert_cmpstr (by_words, ==, by_hand);
  if (!self->fails)
    forget ();
  run ("servers", "remove", NAME, "--yes");
  demo_process_free (server);
}

static void
test_signing_in (void)
{
  static const Case cases[] = {
    { "as it comes", "--auth-challenge-scope mcp:read", NULL, FALSE },
    { "scopes", "--auth-challenge-scope mcp:read", "scopes=mcp:read mcp:write", FALSE },
    { "a grant that is not offered", "", "grant=client-credentials", TRUE },
    { "another host", "--auth-refresh", "redirect-host=localhost", FALSE },
    { "an issuer that is not there", "", "server-metadata-url=http://127.0.0.1:1/none", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    compare (&cases[i]);
}

/* Renewing and taking back, one face after the other. */
static void
test_tokens (void)
{
  static const struct
  {
    AppAuthAct  act;
    const char *word;
  } acts[] = {
    { APP_AUTH_REFRESH, "refresh" },
    { APP_AUTH_REVOKE, "revoke" },
  };
  g_autofree char *url = NULL;
  DemoProcess     *server = start_server ("--auth-refresh --auth-rotate", &url);

  run ("servers", "add", NAME, "--yes", "--url", url);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      g_autofree char *by_hand = NULL;
      g_autofree char *by_words = NULL;
      g_autofree char *problem = NULL;

      g_assert_true (sign_in_by_words ());
      problem = do_by_hand (acts[i].act, NULL);
      g_assert_cmpstr (problem, ==, "");
      by_hand = read_kept ();
      forget ();
      g_assert_true (sign_in_by_words ());
      g_autoptr (GSubprocess) process =
          start ((const char *const[]){ "auth", acts[i].word, "--secrets-in-file", "--server", NAME,
                                        NULL },
                 G_SUBPROCESS_FLAGS_NONE);
      g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
      by_words = read_kept ();
      g_assert_cmpstr (by_words, ==, by_hand);
      forget ();
    }
  demo_process_free (server);
}

/* What is said of a sign-in that fails, whose fault it is and what to do: the finding of the debugger,
 * the same by both. */
static void
test_blame (void)
{
  static const struct
  {
    const char *quirk;
    const char *what;
    const char *fault; /* (nullable): nobody's */
    const char *evidence;
    const char *way;   /* (nullable): out, which a terminal is told */
    gboolean    again; /* the same may end otherwise */
  } rows[] = {
    { "issuer-foreign", "metadata is that of another issuer", "the authorization server", "RFC 8414 §3.3",
      "--set accept-issuer=yes" },
    { "issuer-slash", "another “/”", "the authorization server", "RFC 8414 §3.3", "--set accept-issuer=yes" },
    { "resource-urn", "for another resource", "the server", "urn:spyglass:demo", "--set accept-resource=yes" },
    { "prm-no-as", "names no authorization server", "the server", "authorization_servers", "--set issuer=…" },
    { "metadata-500", "could not be fetched", NULL, "500", NULL, TRUE },
    { "challenge-basic", "a way other than OAuth", NULL, "Basic", NULL },
    { "no-pkce", "PKCE is not advertised", "the authorization server", "is absent", "--set assume-s256=yes" },
    { "endpoint-private", "lies in a private network", "the authorization server", "169.254.169.254",
      "--set allow-private=yes" },
    { "endpoint-javascript", "must not be opened", "the authorization server", "javascript", NULL },
    { "no-registration", "cannot register themselves", "your settings", "http://127.0.0.1:",
      "--set client-id=…" },
    { "dcr-secret-only", "without a secret", "the authorization server", "Public clients",
      "--set method=client_secret_basic" },
    { "rejects-resource", "does not take “resource”", "the authorization server", "invalid_target",
      "--set resource=" },
    { "iss-wrong", "from another authorization server", "the authorization server", "RFC 9207 §2.4",
      "--set skip-iss=yes" },
    { "token-500", "something other than OAuth", NULL, "500", NULL, TRUE },
    { "token-type", "is no token", "the authorization server", "token_type", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *options = g_strdup_printf ("--auth-quirk %s", rows[i].quirk);
      g_autofree char *url = NULL;
      DemoProcess     *server = start_server (options, &url);
      g_autofree char *problem = NULL;
      g_autofree char *line = NULL;
      gboolean         again = FALSE;
      g_auto (GStrv) parts = NULL;
      g_autoptr (McpJsonDocument) said = NULL;
      McpJsonValue error;

      g_test_message ("%s", rows[i].quirk);
      run ("servers", "add", NAME, "--yes", "--url", url);
      problem = do_by_hand (APP_AUTH_N_ACTS, &again);
      g_assert_cmpint (again, ==, rows[i].again);
      g_assert_false (sign_in_and_listen (&line));
      run ("servers", "remove", NAME, "--yes");
      demo_process_free (server);
      g_test_message ("%s", problem);
      parts = g_strsplit (problem, "\n", -1);
      said = mcp_json_document_parse_text (line, -1, NULL);
      g_assert_nonnull (said);
      error = mcp_json_value_get_member (mcp_json_document_get_root (said), "error");
      g_autofree char *what = mcp_json_value_dup_member_string (error, "message");
      g_autofree char *fault = mcp_json_value_dup_member_string (error, "fault");
      g_autofree char *advice = mcp_json_value_dup_member_string (error, "advice");
      g_autofree char *evidence = mcp_json_value_dup_member_string (error, "evidence");

      g_assert_cmpstr (what, ==, parts[0]);
      g_assert_nonnull (strstr (what, rows[i].what));
      g_assert_cmpstr (fault, ==, rows[i].fault);
      g_autofree char *check = g_strconcat ("Check ", fault, NULL);
      if (fault != NULL)
        g_assert_cmpstr (parts[1], ==, check);
      g_assert_true (g_str_has_prefix (advice, parts[fault != NULL ? 2 : 1]));
      g_assert_nonnull (strstr (evidence, rows[i].evidence));
      g_assert_nonnull (strstr (problem, rows[i].evidence));
      g_assert_cmpint (strstr (advice, "--set") != NULL, ==, rows[i].way != NULL);
      if (rows[i].way != NULL)
        g_assert_true (g_str_has_suffix (advice, rows[i].way));
    }
}

void
add_auth_faces_tests (void)
{
  folders_fixture_add ("/auth-faces/signing-in", test_signing_in);
  folders_fixture_add ("/auth-faces/tokens", test_tokens);
  folders_fixture_add ("/auth-faces/blame", test_blame);
}
