/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-program.h"

#include "app-demo-http.h"
#include "app-demo-server.h"
#include "app-demo-socket.h"
#include "app-demo-sse.h"
#include "app-demo-stdio.h"
#include "app-demo-websocket.h"

#include <glib-unix.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>

#define EXIT_USAGE 2
/* How long the process lives on after it was told to end. */
#define FAREWELL_MS 100

static gboolean
on_signal (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static void
run_until_told (AppDemoServer *server)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint interrupt = g_unix_signal_add (SIGINT, on_signal, loop);
  guint terminate = 0;
  guint farewell;

  if (!app_demo_options_has_fault (app_demo_server_get_options (server),
                                   APP_DEMO_FAULT_IGNORES_TERM, NULL))
    terminate = g_unix_signal_add (SIGTERM, on_signal, loop);
  g_main_loop_run (loop);

  /* What is said at the end still has to go out. */
  app_demo_server_stop (server);
  farewell = g_timeout_add (FAREWELL_MS, on_signal, loop);
  g_main_loop_run (loop);
  g_source_remove (farewell);
  g_source_remove (interrupt);
  if (terminate > 0)
    g_source_remove (terminate);
}

/* Adds what listens to the array. Returns: %FALSE where it does not */
static gboolean
add (GPtrArray *listeners, gpointer listener, const char *url)
{
  if (listener == NULL)
    return FALSE;

  g_ptr_array_add (listeners, listener);
  g_printerr ("Listening on %s\n", url);
  return TRUE;
}

static gboolean
listen_http (AppDemoServer *server, GPtrArray *listeners, const char *path, GError **error)
{
  AppDemoHttp *http = app_demo_http_new (server, path, error);

  return add (listeners, http, http != NULL ? app_demo_http_get_url (http) : NULL);
}

static gboolean
listen_sse (AppDemoServer *server, GPtrArray *listeners, GError **error)
{
  AppDemoSse *sse = app_demo_sse_new (server, error);

  return add (listeners, sse, sse != NULL ? app_demo_sse_get_url (sse) : NULL);
}

static gboolean
listen_websocket (AppDemoServer *server, GPtrArray *listeners, GError **error)
{
  AppDemoWebsocket *websocket = app_demo_websocket_new (server, error);

  return add (listeners, websocket,
              websocket != NULL ? app_demo_websocket_get_url (websocket) : NULL);
}

static gboolean
listen_socket (AppDemoServer *server, GPtrArray *listeners, gboolean tcp, GError **error)
{
  const AppDemoOptions *options = app_demo_server_get_options (server);
  AppDemoSocket        *socket = tcp ? app_demo_socket_new_tcp (server, options->tcp, error)
                                     : app_demo_socket_new_unix (server, options->socket, error);

  return add (listeners, socket, socket != NULL ? app_demo_socket_get_url (socket) : NULL);
}

static gboolean
listen_everywhere (AppDemoServer *server, GPtrArray *listeners, GError **error)
{
  const AppDemoOptions *options = app_demo_server_get_options (server);

  return (!options->http || listen_http (server, listeners, NULL, error)) &&
         (options->http_socket == NULL ||
          listen_http (server, listeners, options->http_socket, error)) &&
         (!options->sse || listen_sse (server, listeners, error)) &&
         (options->websocket < 0 || listen_websocket (server, listeners, error)) &&
         (options->tcp < 0 || listen_socket (server, listeners, TRUE, error)) &&
         (options->socket == NULL || listen_socket (server, listeners, FALSE, error));
}

int
app_demo_program_run (int argc, char **argv, const AppDemoFaults *faults)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppDemoServer) server = NULL;
  g_autoptr (GPtrArray) listeners = g_ptr_array_new_with_free_func (g_object_unref);
  AppDemoOptions *options;

  setlocale (LC_ALL, "");
  signal (SIGPIPE, SIG_IGN);

  options = app_demo_options_parse (&argc, &argv, faults, &error);
  if (options == NULL)
    {
      g_printerr ("spyglass-demo: %s\nTry “spyglass-demo --help”.\n", error->message);
      return EXIT_USAGE;
    }

  if (faults->start != NULL)
    faults->start ();
  server = app_demo_server_new (options);
  if (!listen_everywhere (server, listeners, &error))
    {
      g_printerr ("spyglass-demo: %s\n", error->message);
      return EXIT_FAILURE;
    }
  if (listeners->len > 0)
    run_until_told (server);
  else
    {
      g_autoptr (AppDemoStdio) stdio = app_demo_stdio_new (server);

      app_demo_stdio_run (stdio);
    }
  return EXIT_SUCCESS;
}
