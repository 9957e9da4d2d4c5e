/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "redis-fixture.h"

static guint16
find_free_port (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();

  return g_socket_listener_add_any_inet_port (listener, NULL, NULL);
}

GSubprocess *
redis_fixture_start (const char *folder, const char *password, char **address)
{
  g_autofree char *program = g_find_program_in_path ("redis-server");
  g_autofree char *port = g_strdup_printf ("%u", find_free_port ());
  g_autofree char *host = g_strdup_printf ("127.0.0.1:%s", port);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  if (program == NULL)
    return NULL;
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, program, "--port", port,
                              "--bind", "127.0.0.1", "--save", "", "--dir", folder,
                              "--requirepass", password, NULL);
  g_assert_no_error (error);
  *address = g_strdup_printf ("redis://%s", host);
  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (GSocketClient) client = g_socket_client_new ();
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (client, host, 0, NULL, NULL);

      if (connection != NULL)
        return process;
      g_usleep (10000);
    }
  g_assert_not_reached ();
}

void
redis_fixture_stop (GSubprocess *process)
{
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
}
