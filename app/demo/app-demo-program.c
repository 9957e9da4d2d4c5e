/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-program.h"

#include "app-demo-server.h"
#include "app-demo-transports.h"

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

  if (!app_demo_options_has_fault (server->options,
                                   APP_DEMO_FAULT_IGNORES_TERM, NULL))
    terminate = g_unix_signal_add (SIGTERM, on_signal, loop);
  g_main_loop_run (loop);

  /* What is said at the end still has to go out. */
  app_demo_server_stop (server);
  guint farewell = g_timeout_add (FAREWELL_MS, on_signal, loop);
  g_main_loop_run (loop);
  g_source_remove (farewell);
  g_source_remove (interrupt);
  if (terminate > 0)
    g_source_remove (terminate);
}

/* Adds what listens to the array, and says where. Returns: %FALSE where it does not */
static gboolean
add (GPtrArray *listeners, GObject *listener, char **url)
{
  if (listener == NULL)
    return FALSE;
  g_ptr_array_add (listeners, listener);
  g_printerr ("Listening on %s\n", *url);
  g_clear_pointer (url, g_free);
  return TRUE;
}

static gboolean
listen_everywhere (AppDemoServer *server, GPtrArray *listeners, GError **error)
{
  const AppDemoOptions *options = server->options;
  char                 *url = NULL;

  return (!options->http || add (listeners, app_demo_http_new (server, NULL, &url, error), &url)) &&
         (options->http_socket == NULL ||
          add (listeners, app_demo_http_new (server, options->http_socket, &url, error), &url)) &&
         (!options->sse || add (listeners, app_demo_sse_new (server, &url, error), &url)) &&
         (!options->elsewhere ||
          add (listeners, options->faults->listen_elsewhere (server, &url, error), &url)) &&
         (options->tcp < 0 ||
          add (listeners, app_demo_lines_listen (server, NULL, options->tcp, &url, error), &url)) &&
         (options->socket == NULL ||
          add (listeners, app_demo_lines_listen (server, options->socket, 0, &url, error), &url));
}

int
app_demo_program_run (int argc, char **argv, const AppDemoFaults *faults)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) listeners = g_ptr_array_new_with_free_func (g_object_unref);

  setlocale (LC_ALL, "");
  signal (SIGPIPE, SIG_IGN);

  AppDemoOptions *options = app_demo_options_parse (&argc, &argv, faults, &error);
  if (options == NULL)
    {
      g_printerr ("spyglass-demo: %s\nTry “spyglass-demo --help”.\n", error->message);
      return EXIT_USAGE;
    }

  if (faults->start != NULL)
    faults->start ();
  g_autoptr (AppDemoServer) server = app_demo_server_new (options);
  if (!listen_everywhere (server, listeners, &error))
    {
      g_printerr ("spyglass-demo: %s\n", error->message);
      return EXIT_FAILURE;
    }
  if (listeners->len > 0)
    run_until_told (server);
  else
    app_demo_stdio_run (server);
  return EXIT_SUCCESS;
}
