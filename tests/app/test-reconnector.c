/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"
#include "app-reconnector.h"
#include "app-session.h"
#include "workspace-fixture.h"

/* A session that nobody opens, and what it is told. */
typedef struct
{
  AppSession     *session;
  AppReconnector *reconnector;
  guint           n; /* times that it was due */
} Fixture;

static void
on_due (AppReconnector *reconnector, guint *n)
{
  (*n)++;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("one");
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (StoreProfileList) book = store_profile_list_new ("/nonexistent/servers.yaml");

  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", "http://127.0.0.1:1/", NULL);
  self->session = app_session_new (profile, settings, vault, book);
  self->reconnector = g_object_new (APP_TYPE_RECONNECTOR, "hurried", TRUE, NULL);
  app_session_add_feature (self->session, APP_SESSION_FEATURE (self->reconnector));
  g_signal_connect (self->reconnector, "due", G_CALLBACK (on_due), &self->n);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->reconnector);
  g_object_unref (self->session);
}

static void
be_opened (Fixture *self)
{
  AppSessionFeature *feature = APP_SESSION_FEATURE (self->reconnector);

  APP_SESSION_FEATURE_GET_IFACE (feature)->opened (feature, self->session, NULL);
}

/* Returns: whether it tries again */
static gboolean
be_closed (Fixture *self, McpError code)
{
  AppSessionFeature *feature = APP_SESSION_FEATURE (self->reconnector);
  g_autoptr (GError) error = mcp_error_new (code, "gone");

  return APP_SESSION_FEATURE_GET_IFACE (feature)->closed (feature, self->session, NULL, error);
}

static void
wait_for (Fixture *self, guint wanted)
{
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (self->n < wanted && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (self->n, ==, wanted);
}

/* Never before a connection was open, never after the person said no. */
static void
test_only_what_was_open (Fixture *self, gconstpointer data)
{
  g_assert_false (be_closed (self, MCP_ERROR_CONNECTION_LOST));
  be_opened (self);
  g_assert_true (be_closed (self, MCP_ERROR_CONNECTION_LOST));
  g_assert_cmpuint (app_reconnector_get_seconds_left (self->reconnector), ==, 1);
  /* The session is idle, as it is after the person has disconnected it. */
  g_object_notify (G_OBJECT (self->session), "state");
  g_assert_cmpuint (app_reconnector_get_seconds_left (self->reconnector), ==, 0);
  g_assert_false (be_closed (self, MCP_ERROR_CONNECTION_LOST));
  g_usleep (5000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (self->n, ==, 0);
}

/* Frames that broke the protocol of a connection that stood, not those of its opening. */
static void
test_broken_protocol (Fixture *self, gconstpointer data)
{
  be_opened (self);
  g_assert_true (be_closed (self, MCP_ERROR_INVALID_MESSAGE));
  wait_for (self, 1);
  g_assert_false (be_closed (self, MCP_ERROR_INVALID_MESSAGE));
}

static void
test_what_a_person_mends (Fixture *self, gconstpointer data)
{
  static const McpError codes[] = { MCP_ERROR_AUTHORIZATION_REQUIRED, MCP_ERROR_UNSUPPORTED_VERSION,
                                    MCP_ERROR_INVALID_TARGET, MCP_ERROR_CANCELLED };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      be_opened (self);
      g_assert_false (be_closed (self, codes[i]));
    }
}

/* A server that dies each time it is started: the times grow, and there is an end. */
static void
test_gives_up (Fixture *self, gconstpointer data)
{
  be_opened (self);
  for (guint i = 1; i <= APP_RECONNECT_TRIES; i++)
    {
      g_assert_true (be_closed (self, MCP_ERROR_PROCESS_EXITED));
      g_assert_cmpuint (app_reconnector_get_try (self->reconnector), ==, i);
      wait_for (self, i);
      /* It opens, and dies again at once. */
      if (i % 2 == 0)
        be_opened (self);
    }
  g_assert_false (be_closed (self, MCP_ERROR_PROCESS_EXITED));
  /* The person opens it: it may come back again. */
  be_opened (self);
  g_assert_true (be_closed (self, MCP_ERROR_PROCESS_EXITED));
  g_assert_cmpuint (app_reconnector_get_try (self->reconnector), ==, 1);
}

static void
test_begins_again_when_it_held (Fixture *self, gconstpointer data)
{
  be_opened (self);
  g_assert_true (be_closed (self, MCP_ERROR_CONNECTION_LOST));
  wait_for (self, 1);
  be_opened (self);
  g_usleep (APP_RECONNECT_STABLE_MS * 10 + 1000);
  g_assert_true (be_closed (self, MCP_ERROR_CONNECTION_LOST));
  g_assert_cmpuint (app_reconnector_get_try (self->reconnector), ==, 1);
}

/* A lost session is opened at once, the first time. */
static void
test_session_lost (Fixture *self, gconstpointer data)
{
  g_object_set (self->reconnector, "hurried", FALSE, NULL);
  be_opened (self);
  g_assert_true (be_closed (self, MCP_ERROR_SESSION_EXPIRED));
  wait_for (self, 1);
  be_opened (self);
  g_assert_true (be_closed (self, MCP_ERROR_SESSION_EXPIRED));
  g_assert_cmpuint (app_reconnector_get_seconds_left (self->reconnector), >=, 1);
  app_session_connect_async (self->session, NULL, NULL, NULL);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_CONNECTING);
  g_assert_cmpuint (app_reconnector_get_seconds_left (self->reconnector), ==, 0);
  g_assert_cmpuint (app_reconnector_get_try (self->reconnector), ==, 2);
  app_session_disconnect_async (self->session, NULL, NULL, NULL);
  WAIT_UNTIL (app_session_get_state (self->session) == APP_SESSION_IDLE);
}

void
add_reconnector_tests (void)
{
  g_test_add ("/reconnector/only-what-was-open", Fixture, NULL, set_up, test_only_what_was_open, tear_down);
  g_test_add ("/reconnector/what-a-person-mends", Fixture, NULL, set_up, test_what_a_person_mends, tear_down);
  g_test_add ("/reconnector/broken-protocol", Fixture, NULL, set_up, test_broken_protocol, tear_down);
  g_test_add ("/reconnector/gives-up", Fixture, NULL, set_up, test_gives_up, tear_down);
  g_test_add ("/reconnector/begins-again", Fixture, NULL, set_up, test_begins_again_when_it_held, tear_down);
  g_test_add ("/reconnector/session-lost", Fixture, NULL, set_up, test_session_lost, tear_down);
}
