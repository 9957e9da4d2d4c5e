/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers going into other applications' files and out of them, without a window. */

#include "app-isolated-tests.h"
#include "client-fixture.h"
#include "folders-fixture.h"

#include "app-client-batch.h"
#include "app-client-history.h"
#include "app-client-list.h"
#include "store-client-entry.h"

#include <glib/gstdio.h>
#include <string.h>

/* Returns: (nullable): the target keeps it */
static AppProblem *
get_problem (AppClientTarget *target)
{
  g_autoptr (AppProblem) problem = NULL;

  g_object_get (target, "problem", &problem, NULL);
  return problem;
}

static void
test_states (void)
{
  ClientFixture    fixture;
  g_autofree char *folder = NULL;

  client_fixture_set_up (&fixture, "cursor");
  g_assert_cmpint (app_client_target_get_state (fixture.target), ==, APP_CLIENT_UNKNOWN);
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_get_state (fixture.target), ==, APP_CLIENT_ABSENT);

  folder = g_path_get_dirname (fixture.path);
  g_mkdir_with_parents (folder, 0700);
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_get_state (fixture.target), ==, APP_CLIENT_READY);

  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_get_state (fixture.target), ==, APP_CLIENT_PRESENT);
  g_assert_null (get_problem (fixture.target));

  client_fixture_write_file (&fixture, "");
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_get_state (fixture.target), ==, APP_CLIENT_PRESENT);

  g_remove (fixture.path);
  g_mkdir (fixture.path, 0700);
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_get_state (fixture.target), ==, APP_CLIENT_BROKEN);
  g_assert_cmpint (app_problem_get_culprit (get_problem (fixture.target)), ==, APP_CULPRIT_SETUP);
  client_fixture_tear_down (&fixture);
}

static void
on_changed (AppClientTarget *target, guint *count)
{
  (*count)++;
}

static void
test_watch (void)
{
  ClientFixture fixture;
  guint         count = 0;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  client_fixture_look (fixture.target);
  g_signal_connect (fixture.target, "changed", G_CALLBACK (on_changed), &count);
  app_client_target_watch (fixture.target);
  client_fixture_look (fixture.target);
  g_assert_cmpuint (count, ==, 0);
  client_fixture_write_file (&fixture, "{\"mcpServers\": {}}");
  client_fixture_wait (count > 0);
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  client_fixture_tear_down (&fixture);
}

static void
test_presence (void)
{
  ClientFixture fixture;
  StoreProfile *found;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                   APP_CLIENT_PRESENCE_ABSENT);

  client_fixture_write_file (&fixture, "{\"mcpServers\":{\"mine\":{\"command\":\"/usr/bin/sh\","
                                       "\"args\":[\"-y\",\"server\"],\"env\":{\"PATH\":\"/x\"}}}}");
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, &found), ==,
                   APP_CLIENT_PRESENCE_EQUAL);
  g_assert_cmpstr (store_profile_get_name (found), ==, "mine");

  client_fixture_write_file (&fixture, "{\"mcpServers\":{\"everything\":{\"command\":\"sh\"}}}");
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                   APP_CLIENT_PRESENCE_DIFFERENT);
  client_fixture_tear_down (&fixture);

  /* A remote server behind the bridge */
  client_fixture_set_up (&fixture, "claude-desktop");
  g_object_set (fixture.profile, "transport", STORE_TRANSPORT_HTTP, "url",
                "https://example.com/mcp", NULL);
  client_fixture_write_file (&fixture,
                             "{\"mcpServers\":{\"x\":{\"command\":\"npx\",\"args\":[\"-y\","
                             "\"mcp-remote\",\"https://example.com/mcp\"]}}}");
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                   APP_CLIENT_PRESENCE_EQUAL);
  client_fixture_tear_down (&fixture);
}

/* Two accounts share a URL, or a program and its arguments. */
static void
test_two_accounts (void)
{
  static const struct
  {
    const char       *entry;
    AppClientPresence presence;
  } rows[] = {
    { "\"sentry\":{\"url\":\"https://example.com/mcp\"}", APP_CLIENT_PRESENCE_EQUAL },
    { "\"everything\":{\"url\":\"https://example.com/mcp\"}", APP_CLIENT_PRESENCE_EQUAL },
    { "\"sentry\":{\"url\":\"https://example.com/mcp\",\"headers\":{\"X-Key\":\"k\"}}",
      APP_CLIENT_PRESENCE_ABSENT },
    { "\"sentry\":{\"url\":\"https://example.com/mcp\","
      "\"headers\":{\"Authorization\":\"Bearer t\"}}",
      APP_CLIENT_PRESENCE_ABSENT },
    { "\"everything\":{\"url\":\"https://example.com/mcp\",\"headers\":{\"X-Key\":\"k\"}}",
      APP_CLIENT_PRESENCE_DIFFERENT },
    { "\"sentry\":{\"command\":\"x\"}", APP_CLIENT_PRESENCE_ABSENT },
  };
  ClientFixture fixture;

  client_fixture_set_up (&fixture, "cursor");
  g_object_set (fixture.profile, "transport", STORE_TRANSPORT_HTTP, "url",
                "https://example.com/mcp", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"mcpServers\":{%s}}", rows[i].entry);
      StoreProfile    *found;

      g_test_message ("%s", rows[i].entry);
      client_fixture_write_file (&fixture, text);
      client_fixture_look (fixture.target);
      g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, &found), ==,
                       rows[i].presence);
      g_assert_true ((found == NULL) == (rows[i].presence == APP_CLIENT_PRESENCE_ABSENT));
    }
  client_fixture_tear_down (&fixture);
}

/* What nobody confirmed is not given to another application to run. */
static void
test_unconfirmed (void)
{
  for (guint i = 0; i < 2; i++)
    {
      ClientFixture    fixture;
      AppClientChange *change;

      client_fixture_set_up (&fixture, "cursor");
      client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
      g_object_set (fixture.profile, "origin", STORE_ORIGIN_IMPORTED, NULL);
      if (i == 1)
        store_profile_confirm (fixture.profile);
      change = client_fixture_plan (&fixture);
      g_assert_cmpint (app_client_change_get_stage (change), ==,
                       i == 0 ? APP_CHANGE_REFUSED : APP_CHANGE_NEEDED);
      if (i == 0)
        g_assert_nonnull (strstr (app_problem_get_what (app_client_change_get_info (change)->problem),
                                  "never confirmed"));
      g_object_unref (change);
      client_fixture_tear_down (&fixture);
    }
}

static void
test_add (void)
{
  ClientFixture    fixture;
  AppClientChange *change;
  gboolean         full_path;

  client_fixture_set_up (&fixture, "claude-desktop");
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_null (app_client_change_get_info (change)->reason);
  g_assert_cmpstr (app_client_change_get_info (change)->entry_name, ==, "everything");
  g_object_get (change, "full-path", &full_path, NULL);
  g_assert_true (full_path);
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "\"everything\""));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "/sh\""));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_CONTEXT, "\"mcpServers\""));
  g_assert_cmpuint (app_client_change_get_info (change)->n_added, >, 1);
  g_assert_false (app_client_change_get_info (change)->can_remove);
  g_assert_nonnull (strstr (app_client_change_get_info (change)->snippet, "\"everything\""));

  app_client_change_apply (change);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITING);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITTEN);
  g_autofree char *backup = client_fixture_read_path (app_client_change_get_info (change)->backup);
  g_autofree char *text = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (backup, ==, CLIENT_FIXTURE_TWO_SERVERS);
  g_assert_nonnull (strstr (text, "\"x\": 1.10"));
  g_assert_nonnull (strstr (text, "\"theme\": \"dark\""));
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                   APP_CLIENT_PRESENCE_EQUAL);

  app_client_change_undo (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_autofree char *undone = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (undone, ==, CLIENT_FIXTURE_TWO_SERVERS);
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_create (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "cursor");
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_true (client_fixture_has_note (change, STORE_NOTE_ATTENTION, "does not exist"));
  app_client_change_apply (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITTEN);
  g_assert_null (app_client_change_get_info (change)->backup);
  g_assert_true (g_file_test (fixture.path, G_FILE_TEST_IS_REGULAR));
  client_fixture_wait (!client_fixture_is_loading (fixture.target));

  /* Undoing is refused once somebody else wrote. */
  client_fixture_write_file (&fixture, "{}");
  app_client_change_undo (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITTEN);
  g_assert_nonnull (app_client_change_get_info (change)->problem);
  g_autofree char *text = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (text, ==, "{}");
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_remove (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (
      &fixture, "{\"mcpServers\": {\"everything\": {\"command\": \"sh\"}, \"b\": {}}}");
  change = client_fixture_plan (&fixture);
  g_assert_true (app_client_change_get_info (change)->can_remove);
  app_client_change_set_aim (change, APP_CHANGE_TO_REMOVE);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  app_client_change_apply (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITTEN);
  g_autofree char *text = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (text, ==, "{\"mcpServers\": {\"b\": {}}}");
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_changed_meanwhile (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  change = client_fixture_plan (&fixture);
  client_fixture_write_file (&fixture, "{\"mcpServers\": {\"new\": {}}}");
  app_client_change_apply (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
  AppProblem *problem = app_client_change_get_info (change)->problem;
  g_assert_cmpint (app_problem_get_culprit (problem), ==, APP_CULPRIT_CLIENT);
  g_assert_nonnull (app_problem_get_advice (problem));
  g_autofree char *text = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (text, ==, "{\"mcpServers\": {\"new\": {}}}");

  /* The problem stays although the file was looked at again, until the person asks. */
  client_fixture_look (fixture.target);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
  app_client_change_refresh (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_true (client_fixture_find_line (change, APP_DIFF_CONTEXT, "new") ||
                 client_fixture_find_line (change, APP_DIFF_REMOVED, "new"));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_broken (void)
{
  static const char *const broken[] = {
    "{\"mcpServers\": {},\n  oops}",
    "{\"mcpServers\": {} /* comments are not JSON */}",
    "{\"mcpServers\": {},}",
    "{\"mcpServers\": []}",
    "[1, 2]",
    "npx server",
    "{\"mcpServers\": 3}",
    "{\"mcpServers\": {\"everything\": {}, \"everything\": {}}}",
    "{\"a\": \"\xff\xfe\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      ClientFixture    fixture;
      AppClientChange *change;

      client_fixture_set_up (&fixture, "claude-desktop");
      client_fixture_write_file (&fixture, broken[i]);
      change = client_fixture_plan (&fixture);
      g_test_message ("broken file %u", i);
      g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
      AppProblem *problem = app_client_change_get_info (change)->problem;
      g_assert_nonnull (problem);
      g_assert_nonnull (app_problem_get_advice (problem));
      g_assert_nonnull (strstr (app_problem_get_evidence (problem), fixture.path));
      g_assert_nonnull (app_client_change_get_info (change)->reason);
      /* The snippet can still be pasted in by hand. */
      g_assert_nonnull (app_client_change_get_info (change)->snippet);
      app_client_change_apply (change);
      g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
      g_autofree char *text = client_fixture_read_path (fixture.path);
      g_assert_cmpstr (text, ==, broken[i]);
      client_fixture_end (change);
      client_fixture_tear_down (&fixture);
    }
}

static void
test_evidence (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, "{\n  \"a\": 1,\n  \"b\" 2\n}\n");
  change = client_fixture_plan (&fixture);
  AppProblem *problem = app_client_change_get_info (change)->problem;
  g_assert_cmpint (app_problem_get_culprit (problem), ==, APP_CULPRIT_CLIENT);
  g_assert_nonnull (strstr (app_problem_get_what (problem), "line 3"));
  g_assert_nonnull (strstr (app_problem_get_evidence (problem), "3:   \"b\" 2"));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_wishes (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  change = client_fixture_plan (&fixture);
  g_object_set (change, "entry-name", "", NULL);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_INCOMPLETE);
  g_object_set (change, "entry-name", "a", NULL);
  g_object_set (change, "entry-name", "ab", NULL);
  /* No application can be relied on to take a line break in a name. */
  g_object_set (change, "entry-name", "a\nb", NULL);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
  g_object_set (change, "entry-name", "</b> \"quoted\"\xe2\x80\xae", NULL);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "</b> \\\"quoted\\\""));
  g_assert_false (client_fixture_find_line (change, APP_DIFF_ADDED, "\"ab\""));
  g_object_set (change, "full-path", FALSE, NULL);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "\"sh\""));
  /* A wish may be dropped in the middle. */
  g_object_set (change, "full-path", TRUE, NULL);
  g_object_unref (change);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  client_fixture_tear_down (&fixture);
}

static void
add_secret (ClientFixture *fixture)
{
  g_autoptr (StoreVariables) environment = store_variables_new ();

  store_variables_set (environment, "LEVEL", "debug");
  store_variables_set_secret (environment, "API_KEY", "everything/env/API_KEY");
  g_object_set (fixture->profile, "environment", environment, NULL);
}

static void
on_stored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  store_secret_vault_store_finish (STORE_SECRET_VAULT (object), result, NULL, &error);
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

static void
test_secrets (void)
{
  g_autoptr (StoreSecretVault) vault = NULL;
  ClientFixture    fixture;
  AppClientChange *change;
  g_autofree char *path = NULL;
  gboolean         stored = FALSE;

  client_fixture_set_up (&fixture, "claude-desktop");
  add_secret (&fixture);
  path = g_build_filename (fixture.home, "secrets.json", NULL);
  vault = store_secret_vault_new (path);
  store_secret_vault_set_fallback (vault, STORE_VAULT_FALLBACK_MEMORY);
  store_secret_vault_store_async (vault, "everything/env/API_KEY", "label", "s3cret", NULL,
                                  on_stored, &stored);
  client_fixture_wait (stored);

  change = app_client_change_new (fixture.target, fixture.profile, vault);
  client_fixture_wait (client_fixture_is_settled (change));
  g_auto (GStrv) names = app_client_change_dup_secret_names (change);
  g_assert_cmpstr (names[0], ==, "API_KEY");
  g_assert_null (names[1]);
  g_assert_cmpint (app_client_change_get_info (change)->secret_mode, ==, 0);
  g_assert_false (client_fixture_find_line (change, APP_DIFF_ADDED, "s3cret"));
  g_assert_null (strstr (app_client_change_get_info (change)->snippet, "s3cret"));
  g_assert_true (client_fixture_has_note (change, STORE_NOTE_ATTENTION, "API_KEY"));

  app_client_change_set_secret_mode (change, APP_SECRETS_PLAIN);
  client_fixture_wait (client_fixture_is_settled (change));
  /* It is written, and not shown. */
  g_assert_nonnull (strstr (app_client_change_get_info (change)->snippet, "s3cret"));
  g_assert_false (client_fixture_find_line (change, APP_DIFF_ADDED, "s3cret"));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "••••••"));
  g_assert_true (client_fixture_has_note (change, STORE_NOTE_ATTENTION, "plain text"));
  app_client_change_set_secret_mode (change, 0);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_false (client_fixture_find_line (change, APP_DIFF_ADDED, "s3cret"));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

/* What a person filled in by hand is not taken away. */
static void
test_secret_kept (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "claude-desktop");
  add_secret (&fixture);
  client_fixture_write_file (
      &fixture, "{\"mcpServers\":{\"everything\":{\"command\":\"sh\",\"args\":[\"old\"],"
                "\"env\":{\"API_KEY\":\"by hand\"}}}}");
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_true (client_fixture_has_note (change, STORE_NOTE_INFORMATION, "is kept"));
  g_assert_null (strstr (app_client_change_get_info (change)->snippet, "by hand"));
  app_client_change_apply (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_autofree char *text = client_fixture_read_path (fixture.path);
  g_assert_nonnull (strstr (text, "by hand"));
  g_assert_nonnull (strstr (text, "debug"));
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  client_fixture_end (change);

  /* And is no difference. */
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_UNCHANGED);
  g_assert_true (app_client_change_get_info (change)->can_remove);
  g_assert_cmpuint (g_list_model_get_n_items (app_client_change_get_info (change)->lines), ==, 0);
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_bridge (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "claude-desktop");
  g_object_set (fixture.profile, "transport", STORE_TRANSPORT_HTTP, "url",
                "https://example.com/mcp", NULL);
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_true (client_fixture_has_note (change, STORE_NOTE_INFORMATION, "mcp-remote"));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "mcp-remote"));
  g_assert_true (app_client_change_get_info (change)->has_full_path);
  client_fixture_end (change);

  g_object_set (fixture.profile, "transport", STORE_TRANSPORT_WEBSOCKET, "url",
                "wss://example.com/mcp", NULL);
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
  g_assert_null (app_client_change_get_info (change)->snippet);
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_long (void)
{
  ClientFixture    fixture;
  AppClientChange *change;
  GString         *text = g_string_new ("{\n  \"mcpServers\": {\n    \"everything\": {\n      \"env\": {\n");

  client_fixture_set_up (&fixture, "cursor");
  for (guint i = 0; i < APP_CLIENT_CHANGE_MAX_LINES * 2; i++)
    g_string_append_printf (text, "      \"k%u\": %u,\n", i, i);
  g_string_append (text, "      \"z\": 1\n    } }\n  }\n}\n");
  client_fixture_write_file (&fixture, text->str);
  g_string_free (text, TRUE);
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  GListModel *lines = app_client_change_get_info (change)->lines;
  guint       n = g_list_model_get_n_items (lines);
  g_assert_cmpuint (n, >=, APP_CLIENT_CHANGE_MAX_LINES);
  g_assert_cmpuint (n, <=, APP_CLIENT_CHANGE_MAX_LINES + 4);
  g_autoptr (AppDiffLine) last = g_list_model_get_item (lines, n - 1);
  g_assert_cmpint (app_diff_line_get_kind (last), ==, APP_DIFF_REMARK);
  g_autofree char *shown = app_diff_line_dup_visible (last, NULL, NULL);
  g_assert_nonnull (strstr (shown, "more lines"));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static gboolean
is_looking (AppClientList *list)
{
  gboolean any = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (G_LIST_MODEL (list), i);
      any = any || client_fixture_is_loading (target);
    }
  return any;
}

static void
test_list (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *home = g_dir_make_tmp ("spyglass-clients-XXXXXX", &error);
  g_autofree char *project = g_build_filename (home, "my-app", NULL);
  g_autofree char *title = NULL;
  AppClientList   *list;
  AppClientTarget *target;
  guint            n, each;

  g_assert_no_error (error);
  g_mkdir (project, 0700);
  g_autofree char *traces = g_build_filename (home, ".claude", NULL);
  g_mkdir (traces, 0700);
  list = app_client_list_new (home);
  n = g_list_model_get_n_items (G_LIST_MODEL (list));
  g_assert_cmpuint (n, >=, 2);
  target = app_client_list_add_project (list, project);
  g_assert_nonnull (target);
  each = g_list_model_get_n_items (G_LIST_MODEL (list)) - n;
  g_assert_cmpuint (each, >=, 10);
  g_assert_true (app_client_list_add_project (list, project) == target);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n + each);
  title = app_client_target_dup_title (target);
  g_assert_cmpstr (title, ==, "Claude Code in my-app");
  client_fixture_wait (!is_looking (list));
  g_assert_cmpint (app_client_target_get_state (target), ==, APP_CLIENT_READY);
  /* What is not on this computer needs no file in a project either. */
  GListModel *found = app_client_list_get_found (list);
  client_fixture_wait (g_list_model_get_n_items (found) == 3);
  g_assert_cmpuint (app_client_list_get_n_absent (list), >, 10);
  g_autofree char *names = app_client_list_dup_project_names (list);
  g_assert_cmpstr (names, ==, "Claude Code");
  /* The user's, the project's, and what the user has for that project alone. */
  g_autoptr (AppClientTarget) local = g_list_model_get_item (found, 2);
  g_autofree char *local_title = app_client_target_dup_title (local);
  g_assert_cmpstr (local_title, ==, "Claude Code (local) in my-app");
  g_clear_object (&local);
  for (guint i = 0; i < APP_CLIENT_LIST_MAX_PROJECTS + 3; i++)
    {
      g_autofree char *other = g_strdup_printf ("%s/other-%u", home, i);
      app_client_list_add_project (list, other);
    }
  g_auto (GStrv) projects = app_client_list_dup_projects (list);
  g_assert_cmpuint (g_strv_length (projects), ==, APP_CLIENT_LIST_MAX_PROJECTS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==,
                    n + each * APP_CLIENT_LIST_MAX_PROJECTS);
  client_fixture_wait (!is_looking (list));
  client_fixture_wait (G_OBJECT (list)->ref_count == 1);
  g_assert_finalize_object (list);
  client_fixture_remove_tree (home);
}

static void
put (const char *home, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (home, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Returns: (nullable): what @list has for the application, the user's or the project's */
static AppClientTarget *
find_target (AppClientList *list, const char *client, gboolean of_project)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (g_str_equal (app_client_target_get_format (target)->id, client) &&
          (app_client_target_get_project (target) != NULL) == of_project)
        return target;
    }
  return NULL;
}

/* Of an application that reads several files the list has one target, which follows all of them; of
 * the user's entry and the project's it knows which one is used. */
static void
test_several_files (void)
{
  static const char entry[] = "{\"mcp\":{\"%s\":{\"type\":\"local\",\"command\":[\"%s\"]}}}";
  g_autofree char  *home = g_dir_make_tmp ("spyglass-clients-XXXXXX", NULL);
  g_autofree char  *project = g_build_filename (home, "my-app", NULL);
  g_autofree char  *json = g_strdup_printf (entry, "one", "/bin/a");
  g_autofree char  *jsonc = g_strdup_printf (entry, "two", "/bin/b");
  AppClientTarget  *user, *own;

  put (home, ".config/opencode/opencode.json", json);
  put (home, "my-app/opencode.json", jsonc);
  AppClientList *list = app_client_list_new (home);
  app_client_list_add_project (list, project);
  user = find_target (list, "opencode", FALSE);
  own = find_target (list, "opencode", TRUE);
  client_fixture_wait (!is_looking (list));
  g_assert_cmpuint (app_client_target_get_entries (user)->len, ==, 1);
  g_assert_true (g_str_has_suffix (app_client_target_get_path (user), "/opencode.json"));
  /* A file that is made later is seen; the next new entry goes where they went before. */
  put (home, ".config/opencode/opencode.jsonc", jsonc);
  client_fixture_wait (app_client_target_get_entries (user)->len == 2);
  g_assert_true (g_str_has_suffix (app_client_target_get_path (user), "/opencode.json"));
  g_assert_true (app_client_target_has_server (user, "one"));
  client_fixture_wait (!is_looking (list));
  for (guint i = 0; i < 2; i++)
    {
      StoreProfile *profile = app_client_target_get_entries (user)->pdata[i];
      gboolean      is_two = g_str_equal (store_profile_get_name (profile), "two");

      g_assert_true (app_client_list_find_winner (list, user, profile) == (is_two ? own : NULL));
      g_assert_null (app_client_list_find_winner (list, own, profile));
    }
  /* One that is invalid says so, and does not hide the other. */
  put (home, ".config/opencode/opencode.jsonc", "{");
  client_fixture_wait (app_client_target_get_state (user) == APP_CLIENT_BROKEN);
  g_assert_true (app_client_target_has_server (user, "one"));
  client_fixture_wait (!is_looking (list));
  client_fixture_wait (G_OBJECT (list)->ref_count == 1);
  g_assert_finalize_object (list);
  client_fixture_remove_tree (home);
}

/* A variable spelled otherwise is no difference; what is switched off is told, whatever it is. */
static void
test_five_states (void)
{
  static const struct
  {
    const char       *text;
    AppClientPresence presence;
  } cases[] = {
    { "{\"mcpServers\":{}}", APP_CLIENT_PRESENCE_ABSENT },
    { "{\"mcpServers\":{\"everything\":{\"command\":\"sh\",\"args\":[\"-y\",\"server\"],"
      "\"env\":{\"KEY\":\"${env:HOME_KEY}\"}}}}",
      APP_CLIENT_PRESENCE_EQUAL },
    { "{\"mcpServers\":{\"everything\":{\"command\":\"sh\",\"args\":[\"-y\",\"server\"],"
      "\"env\":{\"KEY\":\"${env:OTHER}\"}}}}",
      APP_CLIENT_PRESENCE_DIFFERENT },
    { "{\"mcpServers\":{\"everything\":{\"command\":\"sh\",\"disabled\":true}}}",
      APP_CLIENT_PRESENCE_DISABLED },
    { "{\"mcpServers\":{\"everything\":{\"comand\":\"sh\"}}}", APP_CLIENT_PRESENCE_INVALID },
    { "{\"mcpServers\":{\"everything\":3}}", APP_CLIENT_PRESENCE_INVALID },
    { "{\"mcpServers\":", APP_CLIENT_PRESENCE_INVALID },
  };
  g_autoptr (StoreVariables) environment = store_variables_new ();
  ClientFixture fixture;

  client_fixture_set_up (&fixture, "windsurf");
  store_variables_set (environment, "KEY", "${HOME_KEY}");
  g_object_set (fixture.profile, "environment", environment, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean         invalid = cases[i].presence == APP_CLIENT_PRESENCE_INVALID;
      g_autofree char *fault = NULL;

      client_fixture_write_file (&fixture, cases[i].text);
      client_fixture_look (fixture.target);
      g_test_message ("state %u", i);
      g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                       cases[i].presence);
      fault = app_client_target_dup_fault (fixture.target, fixture.profile);
      g_assert_cmpint (fault != NULL, ==, invalid);
      g_assert_cmpint (app_client_target_has_errors (fixture.target), ==, invalid);
      if (invalid)
        g_assert_cmpuint (app_client_target_get_faults (fixture.target)->len, >, 0);
    }
  client_fixture_tear_down (&fixture);
}

static void
write_wished (AppClientChange *change, AppChangeAim aim)
{
  app_client_change_set_aim (change, aim);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  app_client_change_apply (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_WRITTEN);
}

static void
test_repair (void)
{
  static const char before[] = "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {\"command\": "
                               "\"x // no comment\", /* 1 */ \"args\": [\"/*\",]},\n  },\n}\n";
  static const char after[] = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": "
                              "\"x // no comment\",  \"args\": [\"/*\"]}\n  }\n}\n";
  ClientFixture     fixture;
  AppClientChange  *change;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, before);
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_REFUSED);
  g_assert_true (app_client_change_get_info (change)->can_repair);
  write_wished (change, APP_CHANGE_TO_REPAIR);
  g_autofree char *text = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (text, ==, after);
  app_client_change_undo (change);
  client_fixture_wait (client_fixture_is_settled (change));
  g_autofree char *undone = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (undone, ==, before);
  client_fixture_wait (!client_fixture_is_loading (fixture.target));
  client_fixture_end (change);

  /* What is wrong otherwise stays as it is. */
  client_fixture_write_file (&fixture, "{ // a comment\n oops }");
  change = client_fixture_plan (&fixture);
  g_assert_false (app_client_change_get_info (change)->can_repair);
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_switch (void)
{
  static const char        text[] = "{\"mcpServers\":{\"everything\":{\"command\":\"sh\",\"args\":[\"-y\","
                                    "\"server\"]}}}";
  static const char *const clients[] = { "windsurf", "cursor" };

  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      ClientFixture    fixture;
      AppClientChange *change;

      client_fixture_set_up (&fixture, clients[i]);
      client_fixture_write_file (&fixture, text);
      change = client_fixture_plan (&fixture);
      write_wished (change, APP_CHANGE_TO_DISABLE);
      client_fixture_look (fixture.target);
      /* Also in Cursor, which has no switch: the entry is kept outside of its file. */
      g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                       APP_CLIENT_PRESENCE_DISABLED);
      client_fixture_end (change);
      change = client_fixture_plan (&fixture);
      g_assert_true (app_client_change_get_info (change)->can_remove);
      write_wished (change, APP_CHANGE_TO_ENABLE);
      client_fixture_look (fixture.target);
      g_assert_cmpint (app_client_target_find (fixture.target, fixture.profile, NULL), ==,
                       APP_CLIENT_PRESENCE_EQUAL);
      client_fixture_end (change);
      client_fixture_tear_down (&fixture);
    }
}

static gboolean
is_batch_settled (AppClientBatch *batch)
{
  return !app_client_batch_is_busy (batch) &&
         app_client_batch_count (batch, APP_CHANGE_LOOKING) == 0;
}

/* One that cannot be written does not stop the others, and all go back together. */
static void
test_batch (void)
{
  static const char *const clients[] = { "cursor", "windsurf", "claude-desktop", "gemini-cli" };
  static const char *const texts[] = { "{}", "{ broken", "{\"a\": 1.10}", NULL };
  ClientFixture            fixtures[G_N_ELEMENTS (clients)];
  AppClientBatch          *batch = app_client_batch_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      client_fixture_set_up (&fixtures[i], clients[i]);
      if (texts[i] != NULL)
        client_fixture_write_file (&fixtures[i], texts[i]);
      client_fixture_look (fixtures[i].target);
      app_client_batch_add (batch, fixtures[i].target, fixtures[0].profile);
    }
  client_fixture_wait (is_batch_settled (batch));
  g_assert_cmpuint (app_client_batch_count (batch, APP_CHANGE_NEEDED), ==, 3);
  g_autofree char *reason = app_client_batch_dup_reason (batch);
  g_assert_null (reason);
  app_client_batch_apply (batch);
  client_fixture_wait (app_client_batch_is_done (batch));
  g_assert_cmpuint (app_client_batch_count (batch, APP_CHANGE_WRITTEN), ==, 3);
  g_autofree char *outcome = app_client_batch_dup_outcome (batch);
  g_assert_cmpstr (outcome, ==, "3 files changed, 1 file failed");
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      g_autofree char *text = client_fixture_read_path (fixtures[i].path);

      g_assert_cmpint (strstr (text, "\"everything\"") != NULL, ==, i != 1);
    }
  app_client_batch_undo (batch);
  client_fixture_wait (is_batch_settled (batch));
  g_assert_cmpuint (app_client_batch_count (batch, APP_CHANGE_WRITTEN), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    if (texts[i] != NULL)
      {
        g_autofree char *text = client_fixture_read_path (fixtures[i].path);

        g_assert_cmpstr (text, ==, texts[i]);
      }
    else
      g_assert_false (g_file_test (fixtures[i].path, G_FILE_TEST_EXISTS));
  client_fixture_wait (G_OBJECT (batch)->ref_count == 1);
  g_assert_finalize_object (batch);
  for (guint i = G_N_ELEMENTS (clients); i > 0; i--)
    client_fixture_tear_down (&fixtures[i - 1]);
}

/* Several servers for one file: each is put in behind the one before. */
static void
test_batch_of_servers (void)
{
  static const char *const names[] = { "one", "two", "three" };
  ClientFixture            fixture;
  AppClientBatch          *batch = app_client_batch_new (NULL);

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, "{}\n");
  client_fixture_look (fixture.target);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new (names[i]);

      g_object_set (profile, "id", names[i], "command", names[i], NULL);
      app_client_batch_add (batch, fixture.target, profile);
    }
  client_fixture_wait (is_batch_settled (batch));
  app_client_batch_apply (batch);
  client_fixture_wait (app_client_batch_is_done (batch));
  g_autofree char *text = client_fixture_read_path (fixture.path);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (strstr (text, names[i]));
  app_client_batch_undo (batch);
  client_fixture_wait (is_batch_settled (batch));
  g_autofree char *undone = client_fixture_read_path (fixture.path);
  g_assert_cmpstr (undone, ==, "{}\n");
  client_fixture_wait (G_OBJECT (batch)->ref_count == 1);
  g_assert_finalize_object (batch);
  client_fixture_tear_down (&fixture);
}

static void
test_secret_modes (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "vscode");
  add_secret (&fixture);
  client_fixture_write_file (&fixture, "{}\n");
  change = client_fixture_plan (&fixture);
  g_assert_true (app_client_change_offers (change, STORE_SECRETS_AS_INPUTS));
  app_client_change_set_secret_mode (change, STORE_SECRETS_AS_INPUTS);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "${input:"));
  g_assert_true (client_fixture_find_line (change, APP_DIFF_ADDED, "promptString"));
  app_client_change_set_secret_mode (change, STORE_SECRETS_AS_VARIABLES);
  client_fixture_wait (client_fixture_is_settled (change));
  g_assert_false (client_fixture_find_line (change, APP_DIFF_ADDED, "${input:"));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);

  client_fixture_set_up (&fixture, "cursor");
  change = client_fixture_plan (&fixture);
  g_assert_false (app_client_change_offers (change, STORE_SECRETS_AS_INPUTS));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

/* Also what has nothing to do with servers is masked where it is seen around a change. */
static void
test_masked_around (void)
{
  ClientFixture    fixture;
  AppClientChange *change;

  client_fixture_set_up (&fixture, "zed");
  client_fixture_write_file (&fixture, "{\n  \"context_servers\": {},\n  \"api_key\": "
                                       "\"sk-live-0123456789abcdef\"\n}\n");
  change = client_fixture_plan (&fixture);
  g_assert_cmpint (app_client_change_get_stage (change), ==, APP_CHANGE_NEEDED);
  g_assert_true (client_fixture_find_line (change, APP_DIFF_CONTEXT, "••••••"));
  g_assert_false (client_fixture_find_line (change, APP_DIFF_CONTEXT, "sk-live"));
  client_fixture_end (change);
  client_fixture_tear_down (&fixture);
}

static void
test_other_files (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *home = g_dir_make_tmp ("spyglass-clients-XXXXXX", &error);
  g_autofree char *path = g_build_filename (home, "servers.toml", NULL);
  AppClientList   *list = app_client_list_new (home);
  AppClientTarget *target;

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, "[tools.a]\ncommand = \"x\"\n", -1, NULL));
  g_assert_null (app_client_list_add_file (list, "xml", path, "a"));
  g_assert_null (app_client_list_add_file (list, "toml", path, "a//b"));
  target = app_client_list_add_file (list, "toml", path, "tools");
  g_assert_nonnull (target);
  g_assert_true (app_client_list_add_file (list, "toml", path, "tools") == target);
  g_assert_true (app_client_target_is_other (target));
  client_fixture_wait (!is_looking (list));
  g_assert_cmpuint (app_client_target_get_entries (target)->len, ==, 1);
  g_autofree char *title = app_client_target_dup_title (target);
  g_assert_cmpstr (title, ==, "servers.toml");

  g_autoptr (GVariant) files = app_client_list_dup_files (list);
  AppClientList *other = app_client_list_new (home);
  app_client_list_add_files (other, files);
  g_autoptr (GVariant) same = app_client_list_dup_files (other);
  g_assert_true (g_variant_equal (files, same));
  g_assert_cmpuint (g_variant_n_children (same), ==, 1);
  app_client_list_remove_file (list, target);
  g_autoptr (GVariant) none = app_client_list_dup_files (list);
  g_assert_cmpuint (g_variant_n_children (none), ==, 0);
  for (guint i = 0; i < APP_CLIENT_LIST_MAX_FILES + 3; i++)
    {
      g_autofree char *more = g_strdup_printf ("%s/%u.json", home, i);
      app_client_list_add_file (list, "json", more, "mcpServers");
    }
  g_autoptr (GVariant) most = app_client_list_dup_files (list);
  g_assert_cmpuint (g_variant_n_children (most), ==, APP_CLIENT_LIST_MAX_FILES);
  client_fixture_wait (!is_looking (list) && !is_looking (other));
  client_fixture_wait (G_OBJECT (list)->ref_count == 1 && G_OBJECT (other)->ref_count == 1);
  g_assert_finalize_object (list);
  g_assert_finalize_object (other);
  client_fixture_remove_tree (home);
}

/* What the newest change says that became of it. */
static gboolean
newest_says (AppClientHistory *history, guint n, const char *since)
{
  GListModel *items = app_client_history_get_items (history);
  g_autoptr (AppClientHistoryItem) item = g_list_model_get_item (items, 0);

  return g_list_model_get_n_items (items) == n &&
         (item == NULL || g_strcmp0 (app_client_history_item_get_since (item), since) == 0);
}

/* It follows the list of changes, and looks at the files when it is asked to. */
static void
test_history (void)
{
  ClientFixture     fixture;
  AppClientHistory *history = app_client_history_new ();
  AppClientChange  *change;

  client_fixture_set_up (&fixture, "cursor");
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  client_fixture_wait (newest_says (history, 0, NULL));
  change = client_fixture_plan (&fixture);
  app_client_change_apply (change);
  client_fixture_wait (newest_says (history, 1, "as-left"));
  client_fixture_wait (client_fixture_is_settled (change));
  client_fixture_write_file (&fixture, CLIENT_FIXTURE_TWO_SERVERS);
  app_client_history_refresh (history);
  client_fixture_wait (newest_says (history, 1, "entry-gone"));
  g_autofree char *journal = g_build_filename (g_get_user_state_dir (), "spyglass", "clients",
                                               "journal.json", NULL);
  g_assert_true (g_file_set_contents (journal, "{", -1, NULL));
  client_fixture_wait (app_client_history_get_problem (history) != NULL);
  g_assert_cmpuint (g_list_model_get_n_items (app_client_history_get_items (history)), ==, 0);
  client_fixture_end (change);
  client_fixture_wait (G_OBJECT (history)->ref_count == 1);
  g_assert_finalize_object (history);
  client_fixture_tear_down (&fixture);
}

void
add_clients_tests (void)
{
  folders_fixture_add ("/clients/history", test_history);
  folders_fixture_add ("/clients/five-states", test_five_states);
  folders_fixture_add ("/clients/several-files", test_several_files);
  folders_fixture_add ("/clients/repair", test_repair);
  folders_fixture_add ("/clients/switch", test_switch);
  folders_fixture_add ("/clients/batch", test_batch);
  folders_fixture_add ("/clients/batch-of-servers", test_batch_of_servers);
  folders_fixture_add ("/clients/secret-modes", test_secret_modes);
  folders_fixture_add ("/clients/masked-around", test_masked_around);
  folders_fixture_add ("/clients/other-files", test_other_files);

  folders_fixture_add ("/clients/states", test_states);
  folders_fixture_add ("/clients/watch", test_watch);
  folders_fixture_add ("/clients/presence", test_presence);
  folders_fixture_add ("/clients/two-accounts", test_two_accounts);
  folders_fixture_add ("/clients/unconfirmed", test_unconfirmed);
  folders_fixture_add ("/clients/add", test_add);
  folders_fixture_add ("/clients/create", test_create);
  folders_fixture_add ("/clients/remove", test_remove);
  folders_fixture_add ("/clients/changed-meanwhile", test_changed_meanwhile);
  folders_fixture_add ("/clients/broken", test_broken);
  folders_fixture_add ("/clients/evidence", test_evidence);
  folders_fixture_add ("/clients/wishes", test_wishes);
  folders_fixture_add ("/clients/secrets", test_secrets);
  folders_fixture_add ("/clients/secret-kept", test_secret_kept);
  folders_fixture_add ("/clients/bridge", test_bridge);
  folders_fixture_add ("/clients/long", test_long);
  folders_fixture_add ("/clients/list", test_list);
}
