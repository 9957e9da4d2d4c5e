/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"
#include "app-reconnector.h"

static void
on_due (AppReconnector *reconnector, guint *n)
{
  (*n)++;
}

static AppReconnector *
create (guint *n)
{
  AppReconnector *reconnector = app_reconnector_new ();

  *n = 0;
  app_reconnector_set_hurried (reconnector, TRUE);
  g_signal_connect (reconnector, "due", G_CALLBACK (on_due), n);
  return reconnector;
}

static gboolean
take (AppReconnector *reconnector, McpError code)
{
  g_autoptr (GError) error = mcp_error_new (code, "gone");

  return app_reconnector_take (reconnector, error);
}

static void
wait_for (guint *n, guint wanted)
{
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (*n < wanted && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (*n, ==, wanted);
}

/* Never before a connection was open, never after the person said no. */
static void
test_only_what_was_open (void)
{
  guint n;
  g_autoptr (AppReconnector) reconnector = create (&n);

  g_assert_false (take (reconnector, MCP_ERROR_CONNECTION_LOST));
  app_reconnector_opened (reconnector);
  g_assert_true (take (reconnector, MCP_ERROR_CONNECTION_LOST));
  g_assert_cmpuint (app_reconnector_get_seconds_left (reconnector), ==, 1);
  app_reconnector_stop (reconnector);
  g_assert_cmpuint (app_reconnector_get_seconds_left (reconnector), ==, 0);
  g_assert_false (take (reconnector, MCP_ERROR_CONNECTION_LOST));
  g_usleep (5000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n, ==, 0);
}

static void
test_what_a_person_mends (void)
{
  static const McpError codes[] = { MCP_ERROR_AUTHORIZATION_REQUIRED, MCP_ERROR_UNSUPPORTED_VERSION,
                                    MCP_ERROR_INVALID_TARGET, MCP_ERROR_CANCELLED };
  guint                 n;

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autoptr (AppReconnector) reconnector = create (&n);

      app_reconnector_opened (reconnector);
      g_assert_false (take (reconnector, codes[i]));
    }
}

/* A server that dies each time it is started: the times grow, and there is an end. */
static void
test_gives_up (void)
{
  guint n;
  g_autoptr (AppReconnector) reconnector = create (&n);

  app_reconnector_opened (reconnector);
  for (guint i = 1; i <= APP_RECONNECT_TRIES; i++)
    {
      g_assert_true (take (reconnector, MCP_ERROR_PROCESS_EXITED));
      g_assert_cmpuint (app_reconnector_get_try (reconnector), ==, i);
      wait_for (&n, i);
      /* It opens, and dies again at once. */
      if (i % 2 == 0)
        app_reconnector_opened (reconnector);
    }
  g_assert_false (take (reconnector, MCP_ERROR_PROCESS_EXITED));
  /* The person opens it: it may come back again. */
  app_reconnector_opened (reconnector);
  g_assert_true (take (reconnector, MCP_ERROR_PROCESS_EXITED));
  g_assert_cmpuint (app_reconnector_get_try (reconnector), ==, 1);
}

static void
test_begins_anew_when_it_held (void)
{
  guint n;
  g_autoptr (AppReconnector) reconnector = create (&n);

  app_reconnector_opened (reconnector);
  g_assert_true (take (reconnector, MCP_ERROR_CONNECTION_LOST));
  wait_for (&n, 1);
  app_reconnector_opened (reconnector);
  g_usleep (APP_RECONNECT_STABLE_MS * 10 + 1000);
  g_assert_true (take (reconnector, MCP_ERROR_CONNECTION_LOST));
  g_assert_cmpuint (app_reconnector_get_try (reconnector), ==, 1);
}

/* A lost session is opened at once, the first time. */
static void
test_session_lost (void)
{
  guint n;
  g_autoptr (AppReconnector) reconnector = create (&n);

  app_reconnector_set_hurried (reconnector, FALSE);
  app_reconnector_opened (reconnector);
  g_assert_true (take (reconnector, MCP_ERROR_SESSION_EXPIRED));
  wait_for (&n, 1);
  app_reconnector_opened (reconnector);
  g_assert_true (take (reconnector, MCP_ERROR_SESSION_EXPIRED));
  g_assert_cmpuint (app_reconnector_get_seconds_left (reconnector), >=, 1);
  app_reconnector_begin (reconnector);
  g_assert_cmpuint (app_reconnector_get_seconds_left (reconnector), ==, 0);
  g_assert_cmpuint (app_reconnector_get_try (reconnector), ==, 2);
}

void
add_reconnector_tests (void)
{
  g_test_add_func ("/reconnector/only-what-was-open", test_only_what_was_open);
  g_test_add_func ("/reconnector/what-a-person-mends", test_what_a_person_mends);
  g_test_add_func ("/reconnector/gives-up", test_gives_up);
  g_test_add_func ("/reconnector/begins-anew", test_begins_anew_when_it_held);
  g_test_add_func ("/reconnector/session-lost", test_session_lost);
}
