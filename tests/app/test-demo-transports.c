/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The transports of the demo server that are neither stdio nor streamable HTTP on a port: sockets,
 * WebSocket, HTTP over a unix socket, the events of 2024-11-05. */

#include "demo-tests.h"
#include "demo-process.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <libsoup/soup.h>
#include <signal.h>
#include <string.h>

#define INITIALIZE                                                                           \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
  "\"2025-11-25\",\"capabilities\":{}}}"
#define PING "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}"
#define PONG "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}"
#define TIMEOUT_SECONDS 20

/* Returns: (transfer full): what follows “Listening on” */
static char *
read_url (DemoProcess *demo)
{
  g_autofree char *line = demo_process_read_error (demo, "\n");

  g_assert_true (g_str_has_prefix (line, "Listening on "));
  return g_strstrip (g_strdup (line + strlen ("Listening on ")));
}

static void
talk_lines (GSocketConnectable *address)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GDataInputStream) input = NULL;
  g_autofree char *opened = NULL;
  g_autofree char *pong = NULL;
  GOutputStream   *output;

  g_socket_client_set_timeout (client, TIMEOUT_SECONDS);
  connection = g_socket_client_connect (client, address, NULL, &error);
  g_assert_no_error (error);
  input = g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_output_stream_write_all (output, INITIALIZE "\n" PING "\n", strlen (INITIALIZE PING) + 2, NULL,
                             NULL, &error);
  g_assert_no_error (error);
  opened = g_data_input_stream_read_line (input, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (opened, "\"protocolVersion\":\"2025-11-25\""));
  pong = g_data_input_stream_read_line (input, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pong, ==, PONG);
}

static void
test_tcp (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--tcp 0");
  g_autofree char *url = read_url (demo);
  g_autoptr (GSocketConnectable) address = NULL;

  g_assert_true (g_str_has_prefix (url, "tcp://"));
  address = g_network_address_parse (url + strlen ("tcp://"), 0, NULL);
  g_assert_nonnull (address);
  demo->http = TRUE;
  talk_lines (address);
  talk_lines (address);
}

static void
test_unix (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-demo-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autofree char *options = g_strdup_printf ("--socket %s", path);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  DemoProcess     *demo = demo_process_start (options);
  g_autofree char *url = read_url (demo);
  g_autofree char *expected = g_strconcat ("unix:", path, NULL);

  g_assert_cmpstr (url, ==, expected);
  demo->http = TRUE;
  talk_lines (G_SOCKET_CONNECTABLE (address));
  demo_process_free (demo);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_rmdir (folder);
}

static void
test_http_socket (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-demo-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autofree char *options = g_strdup_printf ("--http-socket %s", path);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  DemoProcess     *demo = demo_process_start (options);
  g_autofree char *url = read_url (demo);
  g_autoptr (SoupSession) http = soup_session_new_with_options ("remote-connectable", address,
                                                                "timeout", TIMEOUT_SECONDS, NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", "http://localhost/mcp");
  g_autoptr (GBytes) body = g_bytes_new_static (INITIALIZE, strlen (INITIALIZE));
  g_autoptr (GBytes) answer = NULL;
  g_autoptr (GError) error = NULL;

  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept",
                                "application/json, text/event-stream");
  soup_message_set_request_body_from_bytes (message, "application/json", body);
  answer = soup_session_send_and_read (http, message, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (soup_message_get_status (message), ==, 200);
  g_clear_object (&http);
  demo_process_free (demo);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_rmdir (folder);
}

/* WebSocket */

typedef struct
{
  GMainLoop               *loop;
  SoupWebsocketConnection *connection;
  GPtrArray               *frames;
} Chat;

static void
on_frame (SoupWebsocketConnection *connection, int type, GBytes *message, gpointer user_data)
{
  Chat *chat = user_data;
  gsize size;
  char *data = (char *)g_bytes_get_data (message, &size);

  g_assert_cmpint (type, ==, SOUP_WEBSOCKET_DATA_TEXT);
  g_ptr_array_add (chat->frames, g_strndup (data, size));
  if (chat->frames->len == 2)
    g_main_loop_quit (chat->loop);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Chat *chat = user_data;
  g_autoptr (GError) error = NULL;

  chat->connection = soup_session_websocket_connect_finish (SOUP_SESSION (source), result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (soup_websocket_connection_get_protocol (chat->connection), ==, "mcp");
  g_signal_connect (chat->connection, "message", G_CALLBACK (on_frame), chat);
  soup_websocket_connection_send_text (chat->connection, INITIALIZE);
  soup_websocket_connection_send_text (chat->connection, PING);
}

static gboolean
on_timeout (gpointer user_data)
{
  g_assert_not_reached ();
  return G_SOURCE_REMOVE;
}

static void
test_websocket (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--websocket 0");
  g_autofree char *url = read_url (demo);
  g_autoptr (SoupSession) http = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
  char *protocols[] = { (char *)"mcp", NULL };
  Chat  chat = { g_main_loop_new (NULL, FALSE), NULL, g_ptr_array_new_with_free_func (g_free) };
  guint timeout = g_timeout_add_seconds (TIMEOUT_SECONDS, on_timeout, NULL);

  demo->http = TRUE;
  soup_session_websocket_connect_async (http, message, NULL, protocols, G_PRIORITY_DEFAULT, NULL,
                                        on_connected, &chat);
  g_main_loop_run (chat.loop);
  g_assert_cmpstr (g_ptr_array_index (chat.frames, 1), ==, PONG);
  g_source_remove (timeout);
  g_object_unref (chat.connection);
  g_ptr_array_unref (chat.frames);
  g_main_loop_unref (chat.loop);
}

/* Events of 2024-11-05 */

static char *
read_data (GDataInputStream *stream, const char *event)
{
  g_autofree char *line = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *wanted = g_strconcat ("event: ", event, NULL);
  char            *data;

  while (g_strcmp0 (line, wanted) != 0)
    {
      g_free (line);
      line = g_data_input_stream_read_line (stream, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (line);
    }
  data = g_data_input_stream_read_line (stream, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (data, "data: "));
  memmove (data, data + strlen ("data: "), strlen (data) - strlen ("data: ") + 1);
  return data;
}

static void
test_sse (void)
{
  static const char *const kinds[][2] = { { "path", "/messages?sessionId=" },
                                          { "absolute", "http://127.0.0.1:" },
                                          { "bare", "messages?sessionId=" },
                                          { "query", "?sessionId=" },
                                          { "foreign", "http://other.example:8000/" } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *options = g_strdup_printf ("--sse --sse-endpoint %s", kinds[i][0]);
      g_autoptr (DemoProcess) demo = demo_process_start (options);
      g_autofree char *url = read_url (demo);
      g_autoptr (SoupSession) http = soup_session_new_with_options ("timeout", TIMEOUT_SECONDS, NULL);
      g_autoptr (SoupMessage) get = soup_message_new ("GET", url);
      g_autoptr (SoupMessage) post = NULL;
      g_autoptr (GInputStream) raw = NULL;
      g_autoptr (GDataInputStream) stream = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *endpoint = NULL;
      g_autofree char *target = NULL;
      g_autofree char *opened = NULL;
      g_autoptr (GBytes) body = g_bytes_new_static (INITIALIZE, strlen (INITIALIZE));
      g_autoptr (GBytes) accepted = NULL;

      demo->http = TRUE;
      raw = soup_session_send (http, get, NULL, &error);
      g_assert_no_error (error);
      stream = g_data_input_stream_new (raw);
      endpoint = read_data (stream, "endpoint");
      g_assert_true (g_str_has_prefix (endpoint, kinds[i][1]));
      if (strcmp (kinds[i][0], "foreign") == 0)
        continue;
      target = g_uri_resolve_relative (url, endpoint, G_URI_FLAGS_NONE, NULL);
      post = soup_message_new ("POST", target);
      soup_message_set_request_body_from_bytes (post, "application/json", body);
      accepted = soup_session_send_and_read (http, post, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (soup_message_get_status (post), ==, 202);
      opened = read_data (stream, "message");
      g_assert_nonnull (strstr (opened, "\"protocolVersion\":\"2025-11-25\""));
    }
}

static void
sse_post (SoupSession *http, const char *target, const char *text)
{
  g_autoptr (SoupMessage) post = soup_message_new ("POST", target);
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) accepted = NULL;

  soup_message_set_request_body_from_bytes (post, "application/json", body);
  accepted = soup_session_send_and_read (http, post, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (soup_message_get_status (post), ==, 202);
}

/* A client that closes its stream is gone. */
static void
test_sse_left (void)
{
  static const char activity[] = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{"
                                 "\"name\":\"show_activity\"}}";
  g_autoptr (DemoProcess) demo = demo_process_start ("--sse");
  g_autofree char *url = read_url (demo);
  g_autoptr (SoupSession) http = soup_session_new_with_options ("timeout", TIMEOUT_SECONDS,
                                                                "max-conns-per-host", 8, NULL);
  g_autoptr (SoupMessage) leaving = soup_message_new ("GET", url);
  g_autoptr (SoupMessage) staying = soup_message_new ("GET", url);
  g_autoptr (GInputStream) first = soup_session_send (http, leaving, NULL, NULL);
  g_autoptr (GInputStream) second = soup_session_send (http, staying, NULL, NULL);
  g_autoptr (GDataInputStream) stream = g_data_input_stream_new (second);
  g_autofree char *endpoint = read_data (stream, "endpoint");
  g_autofree char *target = g_uri_resolve_relative (url, endpoint, G_URI_FLAGS_NONE, NULL);
  gboolean         gone = FALSE;

  demo->http = TRUE;
  sse_post (http, target, INITIALIZE);
  g_free (read_data (stream, "message"));
  g_input_stream_close (first, NULL, NULL);
  for (guint i = 0; i < 500 && !gone; i++)
    {
      g_autofree char *answer = NULL;

      sse_post (http, target, activity);
      answer = read_data (stream, "message");
      gone = strstr (answer, "\"sessions\":1") != NULL;
      g_usleep (10000);
    }
  g_assert_true (gone);
}

/* The same as some servers write it. */
static void
test_sse_quirks (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--sse --quirk sse-endpoint --quirk sse-text");
  g_autofree char *url = read_url (demo);
  g_autoptr (SoupSession) http = soup_session_new_with_options ("timeout", TIMEOUT_SECONDS, NULL);
  g_autoptr (SoupMessage) get = soup_message_new ("GET", url);
  g_autoptr (GInputStream) raw = soup_session_send (http, get, NULL, NULL);
  g_autoptr (GDataInputStream) stream = g_data_input_stream_new (raw);
  const char *const expected[] = { "event: endpoint", "data:/sse/message?sessionId=", "",
                                   "event: message", "data:initialized successfully" };

  demo->http = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *line = g_data_input_stream_read_line (stream, NULL, NULL, NULL);

      g_assert_nonnull (line);
      g_assert_true (g_str_has_prefix (line, expected[i]));
    }
}

/* A hundred clients at once: none waits for the kernel to try again, which takes it a second. */
static void
test_crowd (gconstpointer data)
{
  static const char question[] = "GET / HTTP/1.0\r\n\r\n"; /* a bad one gets an answer too */
  g_autoptr (DemoProcess) demo = demo_process_start (data);
  g_autofree char *url = read_url (demo);
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  g_autoptr (GSocketAddress) address =
      g_inet_socket_address_new_from_string ("127.0.0.1", (guint)g_uri_get_port (uri));
  g_autoptr (GPtrArray) sockets = g_ptr_array_new_with_free_func (g_object_unref);

  demo->http = TRUE;
  g_assert_no_errno (kill (demo->pid, SIGSTOP));
  for (guint i = 0; i < 100; i++)
    {
      GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_DEFAULT, NULL);

      g_ptr_array_add (sockets, socket);
      g_socket_set_blocking (socket, FALSE);
      g_socket_connect (socket, address, NULL, NULL);
    }
  for (guint i = 0; i < sockets->len; i++)
    {
      g_autoptr (GError) error = NULL;

      g_socket_condition_timed_wait (sockets->pdata[i], G_IO_OUT, 500000, NULL, &error);
      g_assert_no_error (error);
    }
  g_assert_no_errno (kill (demo->pid, SIGCONT));
  g_socket_send (sockets->pdata[99], question, strlen (question), NULL, NULL);
  g_assert_true (g_socket_condition_timed_wait (sockets->pdata[99], G_IO_IN,
                                                TIMEOUT_SECONDS * G_USEC_PER_SEC, NULL, NULL));
}

static void
test_tls (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-demo-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "server.pem", NULL);
  g_autofree char *options = g_strdup_printf ("--http --tls %s", file);
  const char      *argv[] = { "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                              "-days", "1", "-subj", "/CN=127.0.0.1", "-addext",
                              "subjectAltName=IP:127.0.0.1", "-keyout", file, "-out", NULL, NULL };
  g_autofree char *certificate_file = g_build_filename (folder, "certificate.pem", NULL);
  g_autofree char *certificate = NULL;
  g_autofree char *key = NULL;
  g_autofree char *both = NULL;
  g_autofree char *url = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  argv[15] = certificate_file;
  if (!g_spawn_sync (NULL, (char **)argv, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                     &status, NULL) ||
      status != 0)
    {
      g_test_skip ("there is no openssl to make a certificate with");
      return;
    }
  g_file_get_contents (certificate_file, &certificate, NULL, NULL);
  g_file_get_contents (file, &key, NULL, NULL);
  both = g_strconcat (certificate, key, NULL);
  g_file_set_contents (file, both, -1, &error);
  g_assert_no_error (error);

  g_autoptr (DemoProcess) demo = demo_process_start (options);
  g_autoptr (GTlsDatabase) database = g_tls_file_database_new (certificate_file, &error);
  g_autoptr (SoupSession) http = soup_session_new_with_options ("tls-database", database, NULL);
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GBytes) answer = NULL;

  g_assert_no_error (error);
  /* LeakSanitizer itself fails (“Tracer caught signal 11”) once GnuTLS shook hands: no status. */
  demo->well_behaved = FALSE;
  url = read_url (demo);
  g_assert_true (g_str_has_prefix (url, "https://127.0.0.1:"));
  message = soup_message_new ("DELETE", url);
  answer = soup_session_send_and_read (http, message, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (soup_message_get_status (message), ==, 400);
  g_unlink (file);
  g_unlink (certificate_file);
  g_rmdir (folder);
}

void
add_demo_transports_tests (void)
{
  g_test_add_func ("/demo/transports/tcp", test_tcp);
  g_test_add_func ("/demo/transports/unix", test_unix);
  g_test_add_func ("/demo/transports/http-socket", test_http_socket);
  g_test_add_func ("/demo/transports/websocket", test_websocket);
  g_test_add_func ("/demo/transports/sse", test_sse);
  g_test_add_func ("/demo/transports/sse-quirks", test_sse_quirks);
  g_test_add_func ("/demo/transports/sse-left", test_sse_left);
  g_test_add_data_func ("/demo/transports/crowd/http", "--http", test_crowd);
  g_test_add_data_func ("/demo/transports/crowd/tcp", "--tcp 0", test_crowd);
  g_test_add_func ("/demo/transports/tls", test_tls);
}
