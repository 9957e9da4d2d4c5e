/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tests.h"
#include "mcp-limits.h"
#include "mcp-socket-address.h"
#include "mcp-socket-transport.h"
#include "test-socket-server.h"
#include "test-transport-peer.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

static TestPeer *
open_peer (TestSocketServer *server)
{
  TestPeer *peer = test_peer_new (mcp_socket_transport_new (server->address, NULL));

  test_peer_open_or_fail (peer);
  test_peer_wait (server->connections->len > 0);
  return peer;
}

static void
test_echo (gconstpointer data)
{
  g_autoptr (TestSocketServer) server =
      data != NULL ? test_socket_server_new_unix () : test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (GError) error = NULL;

  server->echoes = TRUE;
  peer = open_peer (server);
  g_assert_false (mcp_transport_responds_in_exchange (peer->transport));
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (test_peer_send (peer, "{\n  \"id\":\r\n 2\n}", &error));
      test_peer_wait (peer->messages->len == i + 1);
      g_assert_cmpstr (test_peer_get_message (peer, i), ==, "{   \"id\":   2 }");
      test_peer_close (peer);
      g_assert_cmpuint (peer->n_closed, ==, i + 1);
      g_assert_no_error (peer->closed);
      g_assert_false (test_peer_send (peer, "{}", &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
      g_clear_error (&error);
      test_peer_open_or_fail (peer);
    }
  g_assert_false (test_peer_open (peer, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  test_peer_close (peer);
}

static void
test_at_once (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_unix ();
  g_autoptr (TestPeer) peer = open_peer (server);
  g_autoptr (GString) first = NULL;
  g_autoptr (GString) second = NULL;
  guint late = 0;

  first = test_peer_send_in_one_turn (peer, &late);
  test_peer_wait (server->received->len == first->len);
  g_assert_cmpuint (late, >, 0);
  /* Closing waits for what is only begun. */
  second = test_peer_send_in_one_turn (peer, &late);
  test_peer_close (peer);
  test_peer_wait (server->received->len == first->len + second->len);
  g_string_append_len (first, second->str, (gssize)second->len);
  g_assert_cmpstr (server->received->str, ==, first->str);
}

/* The same three messages whatever the pieces in which they come. */
static void
test_splits (void)
{
  static const char text[] = "{\"a\":1}\r\n\n{\"b\":\"\303\251\"}\n[1]\n";
  g_autoptr (TestSocketServer) server = test_socket_server_new_unix ();
  g_autoptr (TestPeer) peer = open_peer (server);

  for (gsize split = 0; split <= strlen (text); split++)
    {
      guint before = peer->messages->len;

      test_socket_server_write (server, text, split);
      for (guint i = 0; i < 3; i++)
        g_main_context_iteration (NULL, FALSE);
      test_socket_server_write (server, text + split, strlen (text) - split);
      test_peer_wait (peer->messages->len == before + 3);
      g_assert_cmpstr (test_peer_get_message (peer, before), ==, "{\"a\":1}");
      g_assert_cmpstr (test_peer_get_message (peer, before + 1), ==, "{\"b\":\"\303\251\"}");
      g_assert_cmpstr (test_peer_get_message (peer, before + 2), ==, "[1]");
    }
  test_peer_close (peer);
}

/* It ends in the middle of a message: what came is shown, the loss is told. */
static void
test_lost (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = open_peer (server);

  test_socket_server_write (server, "{\"id\":1}\n{\"id\"", 14);
  test_socket_server_close (server);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  g_assert_cmpuint (peer->messages->len, ==, 2);
  g_assert_cmpstr (test_peer_get_message (peer, 1), ==, "{\"id\"");
  test_peer_run (50);
  g_assert_cmpuint (peer->n_closed, ==, 1);
}

/* It goes while we write more than anybody reads. */
static void
test_lost_while_sending (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_unix ();
  g_autofree char *large = g_strnfill (8 * 1024 * 1024, 'x');
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (GError) error = NULL;
  TestPeerCall call;

  peer = test_peer_new (mcp_socket_transport_new (server->address, NULL));
  g_signal_handlers_disconnect_by_data (server->service, server);
  g_socket_service_stop (server->service);
  test_peer_open_or_fail (peer);
  test_peer_begin_send (peer, large, NULL, &call);
  test_peer_run (20);
  g_assert_false (call.done);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  test_peer_wait (peer->n_closed == 1);
  g_assert_false (test_peer_end_send (peer, &call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
}

static void
test_oversized (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autofree char *large = g_strnfill (300000, 'y');
  g_autoptr (TestPeer) peer = test_peer_new (mcp_socket_transport_new (server->address, NULL));

  mcp_transport_get_limits (peer->transport)->message_limit = 1000;
  test_peer_open_or_fail (peer);
  test_peer_wait (server->connections->len == 1);
  test_socket_server_write (server, large, 300000);
  test_socket_server_write (server, "\n{}\n", 4);
  test_peer_wait (peer->messages->len == 1);
  g_assert_cmpuint (peer->oversized->len, ==, 2);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_MALFORMED), ==, 1);
  test_peer_close (peer);
}

/* A flood waits while it is held, and comes whole afterwards. */
static void
test_hold (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_unix ();
  g_autoptr (TestPeer) peer = open_peer (server);
  g_autoptr (GString) flood = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    g_string_append (flood, "{}\n");
  mcp_transport_hold (peer->transport, TRUE);
  test_socket_server_write (server, flood->str, flood->len);
  test_peer_run (30);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  mcp_transport_hold (peer->transport, FALSE);
  test_peer_wait (peer->messages->len == 1000);
  test_peer_close (peer);
}

/* What is queued arrives before our side ends; a server that keeps its side open is cut off. */
static void
test_closing (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_unix ();
  g_autofree char *large = g_strnfill (4 * 1024 * 1024, 'z');
  g_autoptr (TestPeer) peer = NULL;
  TestPeerCall call;

  server->keeps_open = TRUE;
  peer = open_peer (server);
  mcp_transport_get_limits (peer->transport)->close_timeout = 2000;
  test_peer_begin_send (peer, large, NULL, &call);
  test_peer_close (peer);
  g_assert_true (test_peer_end_send (peer, &call, NULL));
  g_assert_no_error (peer->closed);
  test_peer_wait (server->n_ended == 1);
  g_assert_cmpuint (server->received->len, ==, strlen (large) + 1);
}

static void
test_close_at_once (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TestPeerCall call = { 0 };

  server->keeps_open = TRUE;
  peer = open_peer (server);
  mcp_transport_get_limits (peer->transport)->close_timeout = 3600 * 1000;
  mcp_transport_close_async (peer->transport, cancellable, test_peer_call_done, &call);
  test_peer_run (20);
  g_assert_false (call.done);
  g_cancellable_cancel (cancellable);
  test_peer_wait (call.done);
  g_assert_true (mcp_transport_close_finish (peer->transport, call.result, NULL));
  g_object_unref (call.result);
  g_assert_cmpuint (peer->n_closed, ==, 1);
}

static void
assert_no_connection (const char *address, McpError code, const char *words)
{
  g_autoptr (TestPeer) peer = test_peer_new (mcp_socket_transport_new (address, NULL));
  g_autoptr (GError) error = NULL;

  g_assert_false (test_peer_open (peer, &error));
  g_test_message ("%s: %s", address, error->message);
  g_assert_error (error, MCP_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_cmpuint (peer->n_closed, ==, 0);
}

static void
test_failures (void)
{
  TestSocketServer *gone = test_socket_server_new_tcp ();
  g_autofree char  *address = g_strdup (gone->address);
  g_autofree char  *folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autofree char  *plain = g_build_filename (folder, "file", NULL);
  g_autofree char  *missing = g_strconcat ("unix:", folder, "/none", NULL);
  g_autofree char  *file = g_strconcat ("unix:", plain, NULL);

  test_socket_server_free (gone);
  g_assert_true (g_file_set_contents (plain, "x", 1, NULL));
  assert_no_connection (address, MCP_ERROR_CONNECTION_FAILED, "Connection refused at tcp:127.0.0.1");
  assert_no_connection (missing, MCP_ERROR_CONNECTION_FAILED, "There is no socket");
  assert_no_connection (file, MCP_ERROR_CONNECTION_FAILED, "Connection refused");
  assert_no_connection ("tcp:localhost", MCP_ERROR_INVALID_TARGET, "no port");
  assert_no_connection ("tcp:nowhere.invalid:1", MCP_ERROR_CONNECTION_FAILED, "no host");
  g_unlink (plain);
  g_rmdir (folder);
}

/* A backlog that is full: the kernel lets a unix socket wait, until we do not any more. */
static void
test_connect_cancelled (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = test_peer_new (mcp_socket_transport_new (server->address, NULL));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TestPeerCall call = { 0 };

  mcp_transport_open_async (peer->transport, cancellable, test_peer_call_done, &call);
  g_cancellable_cancel (cancellable);
  test_peer_wait (call.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_clear_error (&error);
  g_clear_object (&call.result);

  call.done = FALSE;
  mcp_transport_open_async (peer->transport, NULL, test_peer_call_done, &call);
  test_peer_close (peer);
  test_peer_wait (call.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_object_unref (call.result);
  test_peer_open_or_fail (peer);
  test_peer_close (peer);
}

static void
assert_address (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnectable) address = mcp_socket_address_parse (text, &error);
  g_autofree char *got = NULL;

  if (address == NULL)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_assert_cmpstr (expected, ==, NULL);
      return;
    }
  got = g_socket_connectable_to_string (address);
  g_assert_cmpstr (got, ==, expected);
}

static void
test_addresses (void)
{
  g_autofree char *home = g_build_filename (g_get_home_dir (), "s", NULL);
  g_autofree char *long_path = g_strnfill (200, 'a');
  g_autofree char *too_long = g_strconcat ("unix:/", long_path, NULL);

  assert_address ("unix:/run/x", "/run/x");
  assert_address ("unix:///run/x", "/run/x");
  assert_address (" UNIX:/run/x y ", "/run/x y");
  assert_address ("/run/x", "/run/x");
  assert_address ("unix:~/s", home);
  assert_address ("tcp:localhost:80", "localhost:80");
  assert_address ("tcp://[::1]:80/", "::1:80");
  assert_address ("localhost:80", "localhost:80");
  assert_address ("unix:", NULL);
  assert_address ("unix:@", NULL);
  assert_address (too_long, NULL);
  assert_address ("tcp:localhost", NULL);
  assert_address ("tcp:localhost:99999", NULL);
  assert_address ("tcp:localhost:no-such-service", NULL);
  assert_address ("tcp::80", NULL);
  assert_address ("tcp:a b:80", NULL);
  assert_address ("tcp:me@host:80", NULL);
  assert_address ("", NULL);
  assert_address (NULL, NULL);
}

static void
assert_http_address (const char *text, const char *path, const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *got_path = NULL;
  g_autofree char *got_url = NULL;

  if (mcp_socket_address_parse_http (text, &got_path, &got_url, &error))
    g_assert_no_error (error);
  else
    g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_cmpstr (got_path, ==, path);
  g_assert_cmpstr (got_url, ==, url);
}

static void
test_http_addresses (void)
{
  assert_http_address ("http+unix:/run/x.sock:/mcp", "/run/x.sock", "http://localhost/mcp");
  assert_http_address ("http+unix:///run/x.sock:/mcp?a=b", "/run/x.sock", "http://localhost/mcp?a=b");
  assert_http_address ("http+unix:/run/x.sock", "/run/x.sock", "http://localhost/");
  assert_http_address ("http+unix://%2Frun%2Fx.sock/mcp", "/run/x.sock", "http://localhost/mcp");
  assert_http_address ("http+unix://%2Frun%2Fx.sock", "/run/x.sock", "http://localhost/");
  assert_http_address ("http+unix://%2Frun%2Fx.sock?a", "/run/x.sock", "http://localhost/?a");
  assert_http_address ("http+unix://run/x", NULL, NULL);
  assert_http_address ("http+unix://%00/x", NULL, NULL);
  assert_http_address ("http+unix:", NULL, NULL);
  assert_http_address ("http://x", NULL, NULL);
}

void
add_socket_transport_tests (void)
{
  g_test_add_data_func ("/socket-transport/echo/tcp", NULL, test_echo);
  g_test_add_data_func ("/socket-transport/echo/unix", "unix", test_echo);
  g_test_add_func ("/mcp/socket/at-once", test_at_once);
  g_test_add_func ("/socket-transport/splits", test_splits);
  g_test_add_func ("/socket-transport/lost", test_lost);
  g_test_add_func ("/socket-transport/lost-while-sending", test_lost_while_sending);
  g_test_add_func ("/socket-transport/oversized", test_oversized);
  g_test_add_func ("/socket-transport/hold", test_hold);
  g_test_add_func ("/socket-transport/closing", test_closing);
  g_test_add_func ("/socket-transport/close-at-once", test_close_at_once);
  g_test_add_func ("/socket-transport/failures", test_failures);
  g_test_add_func ("/socket-transport/connect-cancelled", test_connect_cancelled);
  g_test_add_func ("/socket-transport/addresses", test_addresses);
  g_test_add_func ("/socket-transport/http-addresses", test_http_addresses);
}
