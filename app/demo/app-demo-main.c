/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-http.h"
#include "app-demo-server.h"
#include "app-demo-stdio.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>

#define EXIT_USAGE 2

static int
serve_http (AppDemoServer *server)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppDemoHttp) http = app_demo_http_new (server, &error);

  if (http == NULL)
    {
      g_printerr ("spyglass-demo: %s\n", error->message);
      return EXIT_FAILURE;
    }
  g_printerr ("Listening on %s\n", app_demo_http_get_url (http));
  app_demo_http_run (http);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppDemoServer) server = NULL;
  AppDemoOptions *options;

  setlocale (LC_ALL, "");
  signal (SIGPIPE, SIG_IGN);

  options = app_demo_options_parse (&argc, &argv, &error);
  if (options == NULL)
    {
      g_printerr ("spyglass-demo: %s\nTry “spyglass-demo --help”.\n", error->message);
      return EXIT_USAGE;
    }

  app_demo_hostile_start (&options->hostile);
  server = app_demo_server_new (options);
  if (options->http)
    return serve_http (server);
  else
    {
      g_autoptr (AppDemoStdio) stdio = app_demo_stdio_new (server);

      app_demo_stdio_run (stdio);
    }
  return EXIT_SUCCESS;
}
