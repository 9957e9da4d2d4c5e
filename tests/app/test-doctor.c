/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The doctor at servers that fail at each rung of the ladder: scripts of the shell, an HTTP server
 * on loopback that answers by its paths, sockets that say nothing or nonsense. */

#include "app-tests.h"
#include "app-doctor.h"
#include "mcp-error.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <libsoup/soup.h>
#include <string.h>

static AppDoctorStep *
find_step (AppDoctor *doctor, const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (doctor)); i++)
    {
      g_autoptr (AppDoctorStep) step = g_list_model_get_item (G_LIST_MODEL (doctor), i);

      if (g_str_equal (app_doctor_step_get_id (step), id))
        return step;
    }
  return NULL;
}

typedef struct
{
  AppSettings      *settings;
  StoreSecretVault *vault;
  SoupServer       *server;
  char             *base;
  char             *folder;
  GPtrArray        *requests; /* of char *: "GET /path", with " +credentials" */
  gboolean          wrong;    /* its metadata is for another resource */
} Fixture;

static void
answer (SoupServerMessage *message, guint status, const char *type, const char *body)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, body, strlen (body));
}

static void
add_header (SoupServerMessage *message, const char *name, const char *value)
{
  soup_message_headers_append (soup_server_message_get_response_headers (message), name, value);
}

static void
challenge (Fixture *fixture, SoupServerMessage *message)
{
  g_autofree char *text =
      g_strdup_printf ("Bearer resource_metadata=\"%s/metadata\"", fixture->base);

  add_header (message, "WWW-Authenticate", text);
  answer (message, 401, "application/json", "{\"error\":\"invalid_token\"}");
}

static void
on_request (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           data)
{
  Fixture            *fixture = data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  gboolean            credentials = soup_message_headers_get_one (headers, "Authorization") != NULL;
  gboolean            post = g_str_equal (soup_server_message_get_method (message), "POST");
  g_autofree char    *text = NULL;

  g_ptr_array_add (fixture->requests,
                   g_strdup_printf ("%s %s%s", soup_server_message_get_method (message), path,
                                    credentials ? " +credentials" : ""));
  if (g_str_equal (path, "/locked"))
    challenge (fixture, message);
  else if (g_str_equal (path, "/metadata"))
    {
      text = g_strdup_printf ("{\"resource\":\"%s/%s\",\"authorization_servers\":"
                              "[\"%s/issuer\"]}",
                              fixture->base, fixture->wrong ? "another" : "locked", fixture->base);
      answer (message, 200, "application/json", text);
    }
  else if (g_str_equal (path, "/.well-known/oauth-authorization-server/issuer"))
    {
      text = g_strdup_printf ("{\"issuer\":\"%s/issuer\",\"authorization_endpoint\":\"%s/a\","
                              "\"token_endpoint\":\"%s/t\",\"response_types_supported\":[\"code\"],"
                              "\"code_challenge_methods_supported\":[\"S256\"]}",
                              fixture->base, fixture->base, fixture->base);
      answer (message, 200, "application/json", text);
    }
  else if (g_str_equal (path, "/page"))
    answer (message, 200, "text/html", "<html>Welcome</html>");
  else if (g_str_equal (path, "/broken"))
    answer (message, 502, "text/html", "<html>Bad gateway</html>");
  else if (g_str_equal (path, "/moved"))
    {
      add_header (message, "Location", "https://elsewhere.example/mcp");
      answer (message, 302, "text/plain", "");
    }
  else if (g_str_equal (path, "/session") && post)
    {
      add_header (message, "Mcp-Session-Id", "very-secret-session");
      answer (message, 200, "application/json", "very-secret-session is no JSON-RPC");
    }
  else if (g_str_equal (path, "/page-only") && post)
    answer (message, 405, "text/plain", "no");
  else
    answer (message, 404, "text/plain", "nothing here");
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  GSList *uris;

  fixture->settings = app_settings_new ();
  g_object_set (fixture->settings, "connect-timeout", 3000u, NULL);
  fixture->vault = store_secret_vault_new (NULL);
  fixture->requests = g_ptr_array_new_with_free_func (g_free);
  fixture->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (fixture->server, NULL, on_request, fixture, NULL);
  g_assert_true (soup_server_listen_local (fixture->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL));
  uris = soup_server_get_uris (fixture->server);
  fixture->base = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify)g_uri_unref);
  fixture->folder = g_dir_make_tmp ("spyglass-doctor-XXXXXX", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  soup_server_disconnect (fixture->server);
  g_object_unref (fixture->server);
  g_object_unref (fixture->settings);
  g_object_unref (fixture->vault);
  g_ptr_array_unref (fixture->requests);
  g_free (fixture->base);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static void
run (AppDoctor *doctor)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  app_doctor_run_async (doctor, NULL, on_done, &result);
  g_assert_null (app_doctor_get_summary (doctor));
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  app_doctor_run_finish (doctor, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (app_doctor_get_summary (doctor));
  text = app_doctor_dup_text (doctor);
  g_test_message ("%s", text);
}

/* Every step has ended, those behind @id were not tried, and its texts say @words. */
static void
assert_ends_at (AppDoctor *doctor, const char *id, const char *words)
{
  AppDoctorStep   *end = app_doctor_get_end (doctor);
  GListModel      *steps = G_LIST_MODEL (doctor);
  g_autofree char *text = app_doctor_dup_text (doctor);

  g_assert_nonnull (end);
  g_assert_cmpstr (app_doctor_step_get_id (end), ==, id);
  g_assert_nonnull (strstr (text, words));
  g_assert_nonnull (app_doctor_step_get_advice (end));
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (AppDoctorStep) step = g_list_model_get_item (steps, i);

      g_assert_cmpint (app_doctor_step_get_state (step), >=, APP_DOCTOR_PASSED);
    }
}

static AppDoctor *
new_at (Fixture *fixture, const char *url)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");

  g_object_set (profile, "transport", store_transport_for_url (url), "url", url, NULL);
  return app_doctor_new (profile, fixture->vault, fixture->settings);
}

static AppDoctor *
new_script (Fixture *fixture, const char *script)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  const char *const arguments[] = { "-c", script, NULL };

  g_object_set (profile, "command", "/bin/sh", "arguments", arguments, NULL);
  return app_doctor_new (profile, fixture->vault, fixture->settings);
}

static void
test_programs (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) nowhere = store_profile_new ("x");
  g_autofree char *script = g_build_filename (fixture->folder, "script", NULL);

  g_object_set (nowhere, "command", "no-such-program-of-ours", NULL);
  {
    g_autoptr (AppDoctor) doctor = app_doctor_new (nowhere, fixture->vault, fixture->settings);

    run (doctor);
    assert_ends_at (doctor, "program", "no-such-program-of-ours");
  }
  g_object_set (nowhere, "command", NULL, NULL);
  {
    g_autoptr (AppDoctor) doctor = app_doctor_new (nowhere, fixture->vault, fixture->settings);

    run (doctor);
    assert_ends_at (doctor, "target", "no command");
  }
  g_assert_true (g_file_set_contents (script, "#!/no/such/interpreter -u\n", -1, NULL));
  g_assert_cmpint (g_chmod (script, 0700), ==, 0);
  g_object_set (nowhere, "command", script, NULL);
  {
    g_autoptr (AppDoctor) doctor = app_doctor_new (nowhere, fixture->vault, fixture->settings);

    run (doctor);
    assert_ends_at (doctor, "program", "/no/such/interpreter, which is missing");
  }
  g_unlink (script);
  g_object_set (nowhere, "command", "/bin/sh", "working-directory", "/no/such/folder", NULL);
  {
    g_autoptr (AppDoctor) doctor = app_doctor_new (nowhere, fixture->vault, fixture->settings);

    run (doctor);
    assert_ends_at (doctor, "program", "There is no working directory /no/such/folder");
  }
}

static void
test_unconfirmed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (AppDoctor) doctor = NULL;

  g_object_set (profile, "command", "/bin/true", "origin", STORE_ORIGIN_PASTED, NULL);
  doctor = app_doctor_new (profile, fixture->vault, fixture->settings);
  run (doctor);
  assert_ends_at (doctor, "program", "never confirmed");
}

static void
test_dies (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppDoctor) doctor = new_script (fixture, "echo 'KEY is missing' >&2; exit 3");

  run (doctor);
  assert_ends_at (doctor, "alive", "KEY is missing");
  g_assert_nonnull (strstr (app_doctor_get_summary (doctor), "exit status 3"));
}

/* It lives and never says a word; or says something else. */
static void
test_says_nothing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppDoctor) silent =
      new_script (fixture, "echo 'Listening on port 3000' >&2; exec cat >/dev/null");

  g_autoptr (AppDoctor) deaf = new_script (fixture, "exec sleep 60");
  run (silent);
  assert_ends_at (silent, "session", "Listening on port 3000");
  g_object_set (fixture->settings, "connect-timeout", 500u, NULL);
  run (deaf);
  assert_ends_at (deaf, "session", "within");
}

/* The session is opened, and the first list cannot be read. */
static void
test_bad_list (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppDoctor) doctor = new_script (
      fixture, "while read -r l; do case $l in "
               "*discover*) echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}';; "
               "*initialize\\\"*) echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"protocolVersion\":\"2025-06-18\","
               "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"sh\",\"version\":\"1\"}}}';; "
               "*list*) printf '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"tools\":\"\\366\"}}\\n';; esac; done");

  run (doctor);
  assert_ends_at (doctor, "tools", "byte 0xF6 at offset");
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppDoctor) doctor = new_at (fixture, "https://nowhere.invalid/mcp");

  run (doctor);
  assert_ends_at (doctor, "dns", "nowhere.invalid");
  g_assert_cmpint (app_doctor_step_get_state (find_step (doctor, "tcp")), ==, APP_DOCTOR_SKIPPED);
}

static void
test_nothing_listens (Fixture *fixture, gconstpointer data)
{
  static const char *const urls[] = { "http://127.0.0.1:1/mcp", "ws://127.0.0.1:1/mcp",
                                      "tcp:127.0.0.1:1" };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (AppDoctor) doctor = new_at (fixture, urls[i]);

      run (doctor);
      assert_ends_at (doctor, "tcp", "Connection refused");
    }
}

static void
test_sockets (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "s", NULL);
  g_autofree char *url = g_strconcat ("unix:", path, NULL);
  g_autofree char *http = g_strconcat ("http+unix:", path, ":/mcp", NULL);
  g_autoptr (AppDoctor) missing = new_at (fixture, url);
  g_autoptr (AppDoctor) file = new_at (fixture, http);
  g_autoptr (AppDoctor) dead = new_at (fixture, url);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) socket =
      g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  run (missing);
  assert_ends_at (missing, "socket", "There is no socket at");
  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  run (file);
  assert_ends_at (file, "socket", "is not a socket");
  g_unlink (path);
  g_assert_true (g_socket_bind (socket, address, FALSE, NULL));
  g_socket_close (socket, NULL);
  run (dead);
  assert_ends_at (dead, "socket", "Connection refused");
  g_unlink (path);
}

static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *object, gpointer data)
{
  const char *words = data;

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), words,
                             strlen (words), NULL, NULL, NULL);
  g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  g_object_set_data_full (G_OBJECT (service), "last", g_object_ref (connection), g_object_unref);
  return TRUE;
}

/* What listens there is something else: TLS and HTTP say so. */
static void
test_something_else (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint16          port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  g_autofree char *https = g_strdup_printf ("https://127.0.0.1:%u/mcp", port);
  g_autofree char *http = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  g_autofree char *ws = g_strdup_printf ("ws://127.0.0.1:%u/mcp", port);
  g_autoptr (AppDoctor) secure = new_at (fixture, https);
  g_autoptr (AppDoctor) plain = new_at (fixture, http);
  g_autoptr (AppDoctor) websocket = new_at (fixture, ws);

  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming),
                    (gpointer) "SSH-2.0-OpenSSH_9.2\r\n");
  if (g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      run (secure);
      assert_ends_at (secure, "tls", "No secure connection");
    }
  run (plain);
  assert_ends_at (plain, "post", "HTTP POST");
  run (websocket);
  assert_ends_at (websocket, "session", "not HTTP");
  g_socket_service_stop (service);
  g_socket_listener_close (G_SOCKET_LISTENER (service));
}

static void
test_http (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *path;
    const char *end;
    const char *words;
  } cases[] = {
    { "/nothing", "post", "Nothing at this path: 404" },
    { "/page", "post", "sent a web page" },
    { "/broken", "post", "Server error: 502" },
    { "/moved", "post", "Location: https://elsewhere.example/mcp" },
    { "/page-only", "post", "cannot be posted to this path: 405" },
    { "/session", "session", "200 OK" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *url = g_strconcat (fixture->base, cases[i].path, NULL);
      g_autoptr (AppDoctor) doctor = new_at (fixture, url);
      g_autofree char *text = NULL;

      run (doctor);
      assert_ends_at (doctor, cases[i].end, cases[i].words);
      text = app_doctor_dup_text (doctor);
      g_assert_null (strstr (text, "very-secret-session"));
    }
}

/* The session that asking made is given back. */
static void
test_farewell (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = g_strconcat (fixture->base, "/session", NULL);
  g_autoptr (AppDoctor) doctor = new_at (fixture, url);

  run (doctor);
  g_assert_cmpstr (fixture->requests->pdata[0], ==, "POST /session");
  g_assert_cmpstr (fixture->requests->pdata[1], ==, "DELETE /session");
  g_assert_cmpstr (fixture->requests->pdata[2], ==, "GET /session");
}

/* Who gives out authorizations is found, and gets no credentials; they are in no text. */
static void
test_authorization (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = g_strconcat (fixture->base, "/locked", NULL);
  g_autoptr (AppDoctor) without = new_at (fixture, url);
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (StoreVariables) credentials = store_variables_new ();
  g_autoptr (AppDoctor) with = NULL;
  g_autofree char *issuer = g_strconcat (fixture->base, "/issuer", NULL);
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;

  run (without);
  assert_ends_at (without, "authorization", issuer);

  g_ptr_array_set_size (fixture->requests, 0);
  store_variables_set (credentials, "token", "hunter2-hunter2");
  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", url, "authorization",
                STORE_AUTHORIZATION_BEARER, "credentials", credentials, NULL);
  with = app_doctor_new (profile, fixture->vault, fixture->settings);
  run (with);
  assert_ends_at (with, "authorization", "rejected the credentials");
  text = app_doctor_dup_text (with);
  json = app_doctor_dup_json (with);
  g_assert_null (strstr (text, "hunter2"));
  g_assert_null (strstr (json, "hunter2"));
  g_assert_nonnull (strstr (json, "\"endsAt\":\"authorization\""));
  g_assert_cmpstr (fixture->requests->pdata[0], ==, "POST /locked +credentials");
  g_assert_cmpstr (fixture->requests->pdata[2], ==, "GET /metadata");
  g_assert_cmpstr (fixture->requests->pdata[3], ==,
                   "GET /.well-known/oauth-authorization-server/issuer");
}

/* What is wrong with the metadata is said as in a sign-in, and nobody is registered. */
static void
test_findings (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = g_strconcat (fixture->base, "/locked", NULL);
  g_autoptr (AppDoctor) doctor = new_at (fixture, url);
  AppDoctorStep *step;

  fixture->wrong = TRUE;
  run (doctor);
  assert_ends_at (doctor, "authorization", "metadata cannot be used");
  step = find_step (doctor, "metadata");
  g_assert_cmpint (app_doctor_step_get_state (step), ==, APP_DOCTOR_WARNED);
  g_assert_cmpstr (app_doctor_step_get_found (step), ==, "The metadata is for another resource.");
  g_assert_nonnull (strstr (app_doctor_step_get_evidence (step), "/another"));
  g_assert_nonnull (strstr (app_doctor_step_get_evidence (step), "RFC 9728"));
  g_assert_nonnull (strstr (app_doctor_step_get_advice (step), "At fault: server."));
  for (guint i = 0; i < fixture->requests->len; i++)
    g_assert_false (g_str_has_prefix (fixture->requests->pdata[i], "POST /") &&
                    !g_str_equal (fixture->requests->pdata[i], "POST /locked"));
}

/* Where nothing is refused, nobody is asked who gives out authorizations. */
static void
test_none_needed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = g_strconcat (fixture->base, "/session", NULL);
  g_autoptr (AppDoctor) doctor = new_at (fixture, url);

  run (doctor);
  g_assert_cmpint (app_doctor_step_get_state (find_step (doctor, "metadata")), ==,
                   APP_DOCTOR_PASSED);
  for (guint i = 0; i < fixture->requests->len; i++)
    g_assert_null (strstr (fixture->requests->pdata[i], "well-known"));
}

static gboolean
on_cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static void
test_stopped (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppDoctor) doctor = new_script (fixture, "exec cat >/dev/null");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_doctor_run_async (doctor, cancellable, on_done, &result);
  g_timeout_add (100, on_cancel, cancellable);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (app_doctor_run_finish (doctor, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_null (app_doctor_get_end (doctor));
  g_assert_cmpint (app_doctor_step_get_state (find_step (doctor, "session")), ==,
                   APP_DOCTOR_SKIPPED);
}

static void
test_well (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (AppDoctor) doctor = NULL;

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  doctor = app_doctor_new (profile, fixture->vault, fixture->settings);
  run (doctor);
  g_assert_null (app_doctor_get_end (doctor));
  g_assert_true (g_str_has_prefix (app_doctor_get_summary (doctor), "Everything works: 2026-07-28"));
}

#define ADD(name, function) g_test_add ("/doctor/" name, Fixture, NULL, set_up, function, tear_down)

void
add_doctor_tests (void)
{
  ADD ("programs", test_programs);
  ADD ("unconfirmed", test_unconfirmed);
  ADD ("dies", test_dies);
  ADD ("says-nothing", test_says_nothing);
  ADD ("bad-list", test_bad_list);
  ADD ("names", test_names);
  ADD ("nothing-listens", test_nothing_listens);
  ADD ("sockets", test_sockets);
  ADD ("something-else", test_something_else);
  ADD ("http", test_http);
  ADD ("farewell", test_farewell);
  ADD ("authorization", test_authorization);
  ADD ("findings", test_findings);
  ADD ("none-needed", test_none_needed);
  ADD ("stopped", test_stopped);
  ADD ("well", test_well);
}
