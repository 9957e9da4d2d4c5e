/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A session that signs in: with spyglass-demo as the server, behind the authorization server of the tests,
 * and this test as the browser. No keyring runs. */

#include "app-tests.h"
#include "app-auth-debugger.h"
#include "app-auth-words.h"
#include "app-authorization.h"
#include "app-required-page.h"
#include "app-auth-settings.h"
#include "app-call.h"
#include "demo-process.h"
#include "workspace-fixture.h"

#include <libsoup/soup.h>
#include <string.h>

typedef struct
{
  char             *folder;
  DemoProcess      *demo;
  char             *url;
  AppWorkspace     *workspace;
  AppSession       *session;
  AppAuthorization *authorization;
  SoupSession      *browser;
  guint             n_browsed;
  char             *wrong; /* (nullable): comes before what is right */
} Fixture;

static void
start_demo (Fixture *self, const char *options)
{
  g_autofree char *said = NULL;

  self->demo = demo_process_start_guarded (options);
  said = demo_process_read_error (self->demo, "/mcp\n");
  g_assert_nonnull (strstr (said, "Listening on "));
  self->url = g_strstrip (g_strdup (strstr (said, "Listening on ") + strlen ("Listening on ")));
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture     *self = data;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  g_autoptr (GBytes) body = soup_session_send_and_read_finish (SOUP_SESSION (source), result, NULL);
  const char  *place = soup_message_headers_get_one (soup_message_get_response_headers (message),
                                                     "Location");
  McpAuthFlow *flow = app_authorization_get_flow (self->authorization);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (body);
  g_assert_nonnull (place);
  g_assert_cmpint (app_authorization_get_state (self->authorization), ==,
                   APP_AUTHORIZATION_RUNNING);
  if (self->wrong != NULL)
    {
      g_assert_false (mcp_auth_flow_paste (flow, self->wrong, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
    }
  mcp_auth_flow_paste (flow, place, &error);
  g_assert_no_error (error);
}

static gboolean
on_open_browser (AppAuthDebugger *debugger, const char *url, Fixture *self)
{
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);

  self->n_browsed++;
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_and_read_async (self->browser, message, G_PRIORITY_DEFAULT, NULL, on_page,
                                    self);
  return TRUE;
}

static void
set_up (Fixture *self, const char *options)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("A server");

  start_demo (self, options);
  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   STORE_VAULT_FALLBACK_MEMORY);
  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", self->url, "listen", FALSE,
                NULL);
  self->session = app_workspace_new_session (self->workspace, profile);
  self->authorization = app_session_get_feature (self->session, APP_TYPE_AUTHORIZATION);
  self->browser = soup_session_new ();
  g_signal_connect (app_session_get_feature (self->session, APP_TYPE_AUTH_DEBUGGER), "open-browser",
                    G_CALLBACK (on_open_browser), self);
}

static void
disconnect (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_session_disconnect_finish (self->session, result, NULL));
}

static void
tear_down (Fixture *self)
{
  disconnect (self);
  g_clear_object (&self->session);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
  g_clear_object (&self->browser);
  demo_process_free (self->demo);
  g_free (self->url);
  g_free (self->wrong);
}

static gboolean
try_connect (Fixture *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  return app_session_connect_finish (self->session, result, error);
}

static void
sign_in (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_authorization_prepare_async (self->authorization, NULL, workspace_fixture_take_result,
                                   &result);
  WAIT_UNTIL (result != NULL);
  app_authorization_prepare_finish (self->authorization, result, &error);
  g_assert_no_error (error);
  g_clear_object (&result);
  app_authorization_begin_flow (self->authorization, NULL);
  app_authorization_run_async (self->authorization, MCP_AUTH_STEP_TOKEN, NULL,
                               workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_authorization_run_finish (self->authorization, result, &error);
  g_assert_no_error (error);
}

static void
run_call (AppCall *call)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_call_run_async (call, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_call_run_finish (call, result, NULL);
}

/* Returns: (transfer full): the problem that it ended with, as text; "" without one */
static char *
call_tool (Fixture *self, const char *tool, const char *arguments)
{
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);

  run_call (call);
  return app_call_get_problem (call) != NULL ? app_problem_dup_text (app_call_get_problem (call))
                                             : g_strdup ("");
}

/* A refusal, the browser, and the session is open; nothing of it is told to anybody. */
static void
test_sign_in (void)
{
  Fixture self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *challenge = NULL;
  g_autofree char *issuer = NULL;
  g_autofree char *scopes = NULL;
  g_autofree char *masked = NULL;
  gboolean         can = FALSE;
  const char      *token;

  set_up (&self, "--auth-refresh");
  self.wrong = g_strdup ("http://127.0.0.1/callback?code=abc&state=of-somebody-else");
  g_assert_false (app_authorization_can_sign_in (self.authorization));
  g_assert_false (try_connect (&self, &error));
  g_assert_cmpint (app_session_get_state (self.session), ==, APP_SESSION_AUTHORIZATION_REQUIRED);
  g_object_get (self.authorization, "challenge", &challenge, "can-sign-in", &can, NULL);
  g_assert_true (can);
  g_assert_nonnull (strstr (challenge, "resource_metadata="));
  g_assert_cmpint (app_authorization_get_state (self.authorization), ==, APP_AUTHORIZATION_NEEDED);

  sign_in (&self);
  WAIT_UNTIL (app_session_get_state (self.session) == APP_SESSION_READY);
  g_assert_cmpuint (self.n_browsed, ==, 1);
  g_assert_cmpint (app_authorization_get_state (self.authorization), ==,
                   APP_AUTHORIZATION_SIGNED_IN);
  g_assert_false (app_authorization_is_lasting (self.authorization));
  g_object_get (self.authorization, "issuer", &issuer, "scopes", &scopes, NULL);
  g_assert_true (g_str_has_prefix (issuer, "http://127.0.0.1:"));
  g_assert_cmpstr (scopes, ==, "mcp:read mcp:write");
  token = mcp_auth_record_get (app_authorization_get_record (self.authorization))->access_token;
  masked = app_redactor_redact_text (app_session_get_redactor (self.session), token);
  g_assert_cmpstr (masked, ==, APP_REDACTOR_MASK);

  /* The next connection has what the last one had. */
  disconnect (&self);
  g_clear_error (&error);
  g_assert_true (try_connect (&self, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (self.n_browsed, ==, 1);
  tear_down (&self);
}

/* What one may not do leaves the session as it is, and can be asked for. */
static void
test_access (void)
{
  static const char arguments[] = "{\"id\": \"radio-9\", \"stock\": 1}";
  Fixture           self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCall) refused = NULL;
  g_autoptr (AppCall) again = NULL;
  g_autofree char *listed = NULL;
  g_autofree char *missing = NULL;
  g_autofree char *signed_in = NULL;

  set_up (&self, "--auth-challenge-scope mcp:read --auth-step-up set_stock=mcp:write");
  g_assert_false (try_connect (&self, &error));
  sign_in (&self);
  WAIT_UNTIL (app_session_get_state (self.session) == APP_SESSION_READY);

  refused = app_session_new_call (self.session, APP_CALL_TOOL, "set_stock", arguments);
  run_call (refused);
  g_assert_true (app_problem_lacks_access (app_call_get_problem (refused)));
  g_assert_cmpint (app_session_get_state (self.session), ==, APP_SESSION_READY);
  g_assert_cmpint (app_authorization_get_state (self.authorization), ==,
                   APP_AUTHORIZATION_MISSING);
  g_assert_cmpstr (app_authorization_get_missing (self.authorization), ==, "mcp:write");
  missing = app_auth_words_dup_summary (self.authorization);
  g_assert_cmpstr (missing, ==, "Additional permission required: mcp:write");
  listed = call_tool (&self, "find_products", "{}");
  g_assert_cmpstr (listed, ==, "");

  sign_in (&self);
  g_assert_cmpuint (self.n_browsed, ==, 2);
  g_assert_cmpint (app_session_get_state (self.session), ==, APP_SESSION_READY);
  g_assert_cmpint (app_authorization_get_state (self.authorization), ==,
                   APP_AUTHORIZATION_SIGNED_IN);
  g_assert_null (app_authorization_get_missing (self.authorization));
  signed_in = app_auth_words_dup_summary (self.authorization);
  g_assert_cmpstr (signed_in, ==, "Signed in · mcp:read mcp:write · expires in 60 min");
  /* The same call, as the window goes on with it */
  again = app_required_pages_repeat_call (refused);
  run_call (again);
  g_assert_true (app_call_get_problem (again) == NULL ||
                 !app_problem_lacks_access (app_call_get_problem (again)));
  tear_down (&self);
}

static McpAuthRenewal *
renew (Fixture *self, McpAuthAction action, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_authorization_renew_async (self->authorization, action, NULL, workspace_fixture_take_result,
                                 &result);
  WAIT_UNTIL (result != NULL);
  return app_authorization_renew_finish (self->authorization, result, error);
}

/* By hand: another token, and none at all. */
static void
test_renew (void)
{
  Fixture self = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRenewal) renewal = NULL;
  g_autoptr (McpAuthRenewal) told = NULL;
  g_autoptr (McpAuthRenewal) nothing = NULL;
  g_autofree char *before = NULL;

  set_up (&self, "--auth-refresh --auth-rotate");
  nothing = renew (&self, MCP_AUTH_REFRESH, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED);
  g_clear_error (&error);
  g_assert_false (try_connect (&self, &error));
  g_clear_error (&error);
  sign_in (&self);
  WAIT_UNTIL (app_session_get_state (self.session) == APP_SESSION_READY);
  before = g_strdup (
      mcp_auth_record_get (app_authorization_get_record (self.authorization))->access_token);
  renewal = renew (&self, MCP_AUTH_REFRESH, &error);
  g_assert_no_error (error);
  g_assert_null (renewal->error);
  g_assert_cmpstr (
      mcp_auth_record_get (app_authorization_get_record (self.authorization))->access_token, !=,
      before);
  told = renew (&self, MCP_AUTH_INTROSPECT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mcp_auth_exchange_get_status (told->exchange), ==, 200);

  app_authorization_sign_out_async (self.authorization, NULL, workspace_fixture_take_result,
                                    &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_authorization_sign_out_finish (self.authorization, result, &error));
  g_assert_no_error (error);
  g_assert_null (app_authorization_get_record (self.authorization));
  WAIT_UNTIL (app_session_get_state (self.session) == APP_SESSION_AUTHORIZATION_REQUIRED);
  g_assert_cmpuint (self.n_browsed, ==, 1);
  tear_down (&self);
}

/* Names of a profile are those of the settings; what others write in one text is several. */
static void
test_settings (void)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("A server");
  g_autoptr (StoreVariables) oauth = store_variables_new ();
  g_autoptr (GHashTable) secrets = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (McpAuthSettings) settings = NULL;
  g_autoptr (McpAuthSettings) again = NULL;
  const StoreVariables *kept;
  guint                 index;

  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      const McpAuthSettingInfo *info = mcp_auth_setting_get_info (i);

      if (info->is_secret)
        {
          store_variables_set_secret (oauth, info->name, info->name);
          g_hash_table_insert (secrets, (gpointer)info->name, (gpointer) "hidden");
        }
      else if (!g_str_has_prefix (info->name, "redirect-"))
        store_variables_set (oauth, info->name, info->name);
    }
  store_variables_set (oauth, "redirect-uri", "http://localhost:3118/a/b");
  store_variables_set (oauth, "of-somebody-else", "x");
  g_object_set (profile, "oauth", oauth, NULL);
  settings = app_auth_settings_new (profile, secrets);
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (!g_str_has_prefix (mcp_auth_setting_get_info (i)->name, "redirect-"))
      g_assert_cmpstr (mcp_auth_settings_get (settings, i), ==,
                       mcp_auth_setting_get_info (i)->is_secret
                           ? "hidden"
                           : mcp_auth_setting_get_info (i)->name);
  g_assert_cmpstr (mcp_auth_settings_get (settings, MCP_AUTH_REDIRECT_HOST), ==, "localhost");
  g_assert_cmpstr (mcp_auth_settings_get (settings, MCP_AUTH_REDIRECT_PORT), ==, "3118");
  g_assert_cmpstr (mcp_auth_settings_get (settings, MCP_AUTH_REDIRECT_PATH), ==, "/a/b");

  app_auth_settings_apply (settings, profile);
  kept = store_profile_get_endpoint (profile)->oauth;
  g_assert_false (store_variables_find (kept, "redirect-uri", NULL));
  g_assert_cmpstr (store_variables_lookup (kept, "redirect-port"), ==, "3118");
  g_assert_cmpstr (store_variables_lookup (kept, "of-somebody-else"), ==, "x");
  g_assert_true (store_variables_find (kept, "client-secret", &index));
  g_assert_cmpstr (store_variables_get_secret (kept, index), ==, "client-secret");
  again = app_auth_settings_new (profile, secrets);
  g_assert_true (app_auth_settings_equal (settings, again));
}

void
add_authorization_tests (void)
{
  g_test_add_func ("/authorization/settings", test_settings);
  g_test_add_func ("/authorization/sign-in", test_sign_in);
  g_test_add_func ("/authorization/access", test_access);
  g_test_add_func ("/authorization/renew", test_renew);
}
