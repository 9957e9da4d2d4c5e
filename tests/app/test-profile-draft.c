/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile that is added, edited, duplicated and removed, with secrets that never get into its
 * file. */

#include "app-tests.h"
#include "app-definition-form.h"
#include "app-profile-draft.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  char         *folder;
  char         *path;
  gboolean      ended;
  StoreProfile *saved;
  GError       *error;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spyglass-draft-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "servers.yaml", NULL);
  g_autofree char *secrets = g_build_filename (fixture->folder, "secrets.json", NULL);
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreProfileList) book = store_profile_list_new (fixture->path);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (secrets);

  g_assert_true (store_profile_list_load (book, NULL));
  fixture->workspace = app_workspace_new (settings, book, vault, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_clear_object (&fixture->saved);
  g_clear_error (&fixture->error);
  g_clear_object (&fixture->workspace);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
wait_end (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (!fixture->ended)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  fixture->ended = FALSE;
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *fixture = data;

  g_clear_object (&fixture->saved);
  g_clear_error (&fixture->error);
  fixture->saved =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &fixture->error);
  fixture->ended = TRUE;
}

static void
save (Fixture *fixture, AppProfileDraft *draft)
{
  app_profile_draft_save_async (draft, NULL, on_saved, fixture);
  wait_end (fixture);
}

static char *
read_file (Fixture *fixture)
{
  char *text = NULL;
  g_file_get_contents (fixture->path, &text, NULL, NULL);
  return text;
}

static void
on_removed (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture         *fixture = data;
  g_autofree char *note = NULL;
  app_profile_draft_remove_finish (APP_WORKSPACE (object), result, &note, &fixture->error);
  g_assert_null (note);
  g_assert_no_error (fixture->error);
  fixture->ended = TRUE;
}

static void
test_life (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (fixture->workspace, NULL);
  StoreProfile *profile = app_profile_draft_get_profile (draft);

  g_assert_true (app_profile_draft_is_new (draft));
  save (fixture, draft);
  g_assert_null (fixture->saved);
  g_assert_nonnull (fixture->error);

  g_object_set (profile, "name", "One", "command", "/bin/true", NULL);
  save (fixture, draft);
  g_assert_no_error (fixture->error);
  g_assert_false (app_profile_draft_is_new (draft));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->workspace)), ==, 1);

  g_autoptr (AppProfileDraft) edit = app_profile_draft_new (fixture->workspace, fixture->saved);
  g_object_set (app_profile_draft_get_profile (edit), "command", "/bin/false", NULL);
  g_assert_cmpstr (store_profile_get_endpoint (fixture->saved)->command, ==, "/bin/true");
  save (fixture, edit);
  g_assert_no_error (fixture->error);
  g_assert_cmpstr (store_profile_get_endpoint (fixture->saved)->command, ==, "/bin/false");

  g_autoptr (AppProfileDraft) copy =
      app_profile_draft_new_duplicate (fixture->workspace, fixture->saved);
  save (fixture, copy);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->workspace)), ==, 2);
  g_assert_cmpstr (store_profile_get_name (fixture->saved), !=, "One");

  app_profile_draft_remove_async (fixture->workspace, fixture->saved, NULL, on_removed, fixture);
  wait_end (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->workspace)), ==, 1);
}

static void
test_secrets (Fixture *fixture, gconstpointer data)
{
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (fixture->workspace, NULL);
  StoreProfile *profile = app_profile_draft_get_profile (draft);

  g_object_set (profile, "name", "Two", "command", "/bin/true", NULL);
  app_profile_draft_allow_fallback (draft, FALSE);
  app_profile_draft_set_secret (draft, APP_PROFILE_SECTION_ENVIRONMENT, "API_KEY", "old");
  app_profile_draft_set_secret (draft, APP_PROFILE_SECTION_ENVIRONMENT, "API_KEY", "hunter2hunter");
  app_profile_draft_set_secret (draft, APP_PROFILE_SECTION_HEADERS, "X-Gone", "never");
  app_profile_draft_clear_secrets (draft, APP_PROFILE_SECTION_HEADERS);
  save (fixture, draft);
  g_assert_no_error (fixture->error);

  const StoreVariables *environment = store_profile_get_endpoint (fixture->saved)->environment;
  guint                 index;
  g_assert_true (store_variables_find (environment, "API_KEY", &index));
  g_assert_nonnull (store_variables_get_secret (environment, index));
  g_assert_null (store_variables_get_value (environment, index));
  g_assert_cmpuint (
      store_variables_get_n_items (store_profile_get_endpoint (fixture->saved)->headers), ==, 0);
  g_autofree char *text = read_file (fixture);
  g_assert_nonnull (strstr (text, "API_KEY"));
  g_assert_null (strstr (text, "hunter2"));
}

/* What each way of doing without a secret leaves in the place where secrets are */

typedef struct
{
  const char *section;
  const char *property;
  const char *name;
} Place;

static gboolean
is_kept (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "secrets.json", NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, "hunter2hunter") != NULL;
}

static void
keep_one (Fixture *fixture, const Place *place)
{
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (fixture->workspace, NULL);

  g_object_set (app_profile_draft_get_profile (draft), "name", "one", "transport",
                STORE_TRANSPORT_HTTP, "url", "https://x.example/mcp", "authorization",
                STORE_AUTHORIZATION_BEARER, NULL);
  app_profile_draft_allow_fallback (draft, TRUE);
  app_profile_draft_set_secret (draft, place->section, place->name, "hunter2hunter");
  save (fixture, draft);
  g_assert_no_error (fixture->error);
  g_assert_true (is_kept (fixture));
}

static void
remove_one (Fixture *fixture, StoreProfile *profile)
{
  app_profile_draft_remove_async (fixture->workspace, profile, NULL, on_removed, fixture);
  wait_end (fixture);
}

/* @value: (nullable): what stands in its place, %NULL for nothing */
static void
set_variable (Fixture *fixture, StoreProfile *profile, const Place *place, const char *value)
{
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (fixture->workspace, profile);
  g_autoptr (StoreVariables) variables = store_variables_new ();

  if (value != NULL)
    store_variables_set (variables, place->name, value);
  g_object_set (app_profile_draft_get_profile (draft), place->property, variables, NULL);
  save (fixture, draft);
  g_assert_no_error (fixture->error);
}

static void
test_done_without (Fixture *fixture, gconstpointer data)
{
  static const Place places[] = {
    { APP_PROFILE_SECTION_ENVIRONMENT, "environment", "API_KEY" },
    { APP_PROFILE_SECTION_HEADERS, "headers", "X-Key" },
    { APP_PROFILE_SECTION_AUTHORIZATION, "credentials", "token" },
    { APP_PROFILE_SECTION_OAUTH, "oauth", "client-secret" },
    { APP_PROFILE_SECTION_PRESETS, "presets", "token" },
    { APP_PROFILE_SECTION_PINNED_ARGUMENTS, "pinned-arguments", "token" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (StoreProfile) one = NULL;
      g_autoptr (StoreProfile) copy = NULL;

      /* Taken away; told openly from now on */
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (StoreProfile) profile = NULL;

          keep_one (fixture, &places[i]);
          profile = g_object_ref (fixture->saved);
          set_variable (fixture, profile, &places[i], k == 0 ? NULL : "1");
          g_assert_false (is_kept (fixture));
          remove_one (fixture, profile);
        }
      /* Another change keeps it; so does what another server still has. */
      keep_one (fixture, &places[i]);
      one = g_object_ref (fixture->saved);
      g_autoptr (AppProfileDraft) draft = app_profile_draft_new (fixture->workspace, one);
      g_object_set (app_profile_draft_get_profile (draft), "name", "other", NULL);
      save (fixture, draft);
      g_assert_no_error (fixture->error);
      g_assert_true (is_kept (fixture));
      g_autoptr (AppProfileDraft) twin = app_profile_draft_new_duplicate (fixture->workspace, one);
      save (fixture, twin);
      g_assert_no_error (fixture->error);
      copy = g_object_ref (fixture->saved);
      remove_one (fixture, one);
      g_auto (GStrv) references = store_profile_dup_secret_references (copy);
      g_assert_cmpint (is_kept (fixture), ==, references[0] != NULL);
      remove_one (fixture, copy);
      g_assert_false (is_kept (fixture));
    }
}

#define ADD(name, function) \
  g_test_add ("/app/profile-draft/" name, Fixture, NULL, set_up, function, tear_down)

void
add_profile_draft_tests (void)
{
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE);
  ADD ("life", test_life);
  ADD ("secrets", test_secrets);
  ADD ("done-without", test_done_without);
}
