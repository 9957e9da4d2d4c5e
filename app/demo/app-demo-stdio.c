/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-lines.h"

static void
on_ended (AppDemoLines *lines, gpointer user_data)
{
  const AppDemoServer *server = APP_DEMO_CHANNEL (lines)->session->server;

  if (!app_demo_options_has_fault (server->options, APP_DEMO_FAULT_IGNORES_END, NULL))
    g_main_loop_quit (user_data);
}

void
app_demo_stdio_run (AppDemoServer *server)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GPtrArray) clients = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (AppDemoLines) lines = app_demo_lines_new (server, NULL, clients, on_ended, loop);

  g_main_loop_run (loop);

  app_demo_server_stop (server);
  app_demo_session_close (APP_DEMO_CHANNEL (lines)->session);
  app_demo_lines_flush (lines);
  app_demo_channel_leave (APP_DEMO_CHANNEL (lines));
}
