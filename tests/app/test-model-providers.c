/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of providers: their file, keys and consent. */

#include "app-error.h"
#include "app-model-providers.h"
#include "app-tests.h"
#include "mcp-model-dialect.h"
#include "workspace-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define FAR "https://models.example/v1"
#define KEY "sk-very-secret-0123456789"

typedef struct
{
  char              *folder;
  char              *path;
  char              *secrets;
  StoreSecretVault  *vault;
  AppModelProviders *list;
  GAsyncResult      *result;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = workspace_fixture_make_folder ();
  self->path = g_build_filename (self->folder, "models.json", NULL);
  self->secrets = g_build_filename (self->folder, "secrets.json", NULL);
  self->vault = store_secret_vault_new (self->secrets);
  store_secret_vault_set_fallback (self->vault, STORE_VAULT_FALLBACK_FILE);
  self->list = app_model_providers_new (self->path, self->vault);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  workspace_fixture_release (self->list);
  workspace_fixture_release (self->vault);
  g_free (self->path);
  g_free (self->secrets);
  workspace_fixture_remove_folder (self->folder);
}

static void
finish (Fixture *self, GError **error)
{
  WAIT_UNTIL (self->result != NULL);
  app_model_providers_finish (self->list, self->result, error);
  g_clear_object (&self->result);
}

static void
put (Fixture *self, const char *id, const char *base, GError **error)
{
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new (id, &mcp_model_chat_dialect, base);

  app_model_providers_put_async (self->list, provider, NULL, workspace_fixture_take_result,
                                 &self->result);
  finish (self, error);
}

static void
test_entries (Fixture *self, gconstpointer data)
{
  g_autofree char *free_id = NULL;
  g_autoptr (GError) error = NULL;
  AppModelEntry *entry;

  app_model_providers_load_async (self->list, NULL, workspace_fixture_take_result, &self->result);
  finish (self, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->list)), ==, 0);
  g_assert_null (app_model_providers_get_default (self->list));
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));

  put (self, "a", "http://127.0.0.1:1/v1", NULL);
  put (self, "b", FAR, NULL);
  entry = app_model_providers_find (self->list, "a");
  g_assert_cmpstr (app_model_entry_get_provider (entry)->base, ==, "http://127.0.0.1:1/v1");
  g_assert_true (app_model_entry_is_local (entry));
  g_assert_false (app_model_entry_is_local (app_model_providers_find (self->list, "b")));
  free_id = app_model_providers_dup_free_id (self->list, "a");
  g_assert_cmpstr (free_id, ==, "a-2");
  app_model_providers_set_default_async (self->list, "b", "m", NULL, workspace_fixture_take_result,
                                         &self->result);
  finish (self, NULL);
  entry = app_model_providers_get_default (self->list);
  g_assert_cmpstr (app_model_entry_get_id (entry), ==, "b");
  g_assert_cmpstr (app_model_entry_get_model (entry), ==, "m");
  /* Its provider changes, and nothing else of it. */
  put (self, "b", FAR "/other", NULL);
  g_assert_cmpstr (app_model_entry_get_model (app_model_providers_find (self->list, "b")), ==, "m");

  app_model_providers_remove_async (self->list, "b", NULL, workspace_fixture_take_result,
                                    &self->result);
  finish (self, NULL);
  g_assert_null (app_model_providers_get_default (self->list));
  app_model_providers_remove_async (self->list, "b", NULL, workspace_fixture_take_result,
                                    &self->result);
  finish (self, &error);
  g_assert_error (error, APP_ERROR, APP_ERROR_NOT_FOUND);
  g_clear_error (&error);
  put (self, "a/b", FAR, &error);
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
}

static void
agree (Fixture *self, const char *id, const char *server)
{
  g_autoptr (GError) error = NULL;

  app_model_providers_agree_async (self->list, id, server, NULL, workspace_fixture_take_result,
                                   &self->result);
  finish (self, &error);
  g_assert_no_error (error);
}

static gboolean
has_consent (Fixture *self, const char *id, const char *server)
{
  return app_model_entry_has_consent (app_model_providers_find (self->list, id), server);
}

static void
test_consent (Fixture *self, gconstpointer data)
{
  put (self, "near", "http://127.0.0.1:1/v1", NULL);
  put (self, "far", FAR, NULL);
  g_assert_true (has_consent (self, "near", "one"));
  g_assert_false (has_consent (self, "far", "one"));
  agree (self, "far", "one");
  g_assert_true (has_consent (self, "far", "one"));
  g_assert_false (has_consent (self, "far", "two"));
  /* It was said of another address. */
  put (self, "far", "https://other.example/v1", NULL);
  g_assert_false (has_consent (self, "far", "one"));
  agree (self, "far", "one");
  g_assert_true (has_consent (self, "far", "one"));
  app_model_providers_remove_async (self->list, "far", NULL, workspace_fixture_take_result,
                                    &self->result);
  finish (self, NULL);
  put (self, "far", "https://other.example/v1", NULL);
  g_assert_false (has_consent (self, "far", "one"));
}

static char *
lookup (Fixture *self, const char *id)
{
  char *key;

  app_model_providers_lookup_key_async (self->list, id, NULL, workspace_fixture_take_result,
                                        &self->result);
  WAIT_UNTIL (self->result != NULL);
  key = app_model_providers_lookup_key_finish (self->list, self->result, NULL);
  g_clear_object (&self->result);
  return key;
}

static void
test_keys (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  char            *key;

  put (self, "far", FAR, NULL);
  g_assert_null (lookup (self, "far"));
  app_model_providers_store_key_async (self->list, "far", KEY, NULL, workspace_fixture_take_result,
                                       &self->result);
  WAIT_UNTIL (self->result != NULL);
  app_model_providers_store_key_finish (self->list, self->result, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&self->result);
  key = lookup (self, "far");
  g_assert_cmpstr (key, ==, KEY);
  store_secret_free (key);
  g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
  g_assert_null (strstr (text, KEY));
  app_model_providers_remove_async (self->list, "far", NULL, workspace_fixture_take_result,
                                    &self->result);
  finish (self, NULL);
  g_assert_null (lookup (self, "far"));
  /* Nothing is kept for what can be no entry. */
  app_model_providers_store_key_async (self->list, "far/off", "sk-1234567890", NULL,
                                       workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  g_assert_false (app_model_providers_store_key_finish (self->list, self->result, NULL, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_clear_object (&self->result);
  g_assert_null (lookup (self, "far/off"));
}

/* Somebody edits the file: it is followed while it says something, and what is wrong in an entry
 * hurts no other. */
static void
test_watched (Fixture *self, gconstpointer data)
{
  put (self, "a", FAR, NULL);
  app_model_providers_set_watching (self->list, TRUE);
  g_assert_true (g_file_set_contents (
      self->path,
      "{\"providers\": {\"x\": {\"provider\": {\"id\": \"y\", \"dialect\": \"ollama\", \"base\": "
      "\"http://127.0.0.1:1\"}}, \"bad\": {\"provider\": {}}, \"worse\": 1}}",
      -1, NULL));
  WAIT_UNTIL (app_model_providers_find (self->list, "x") != NULL);
  g_assert_null (app_model_providers_find (self->list, "a"));
  /* It is called what it is called in the list. */
  g_assert_cmpstr (
      app_model_entry_get_provider (app_model_providers_find (self->list, "x"))->id, ==, "x");
  g_assert_nonnull (app_model_entry_get_error (app_model_providers_find (self->list, "bad")));
  g_assert_nonnull (app_model_entry_get_error (app_model_providers_find (self->list, "worse")));
  g_assert_null (app_model_entry_get_error (app_model_providers_find (self->list, "x")));
  app_model_providers_set_watching (self->list, FALSE);
}

void
add_model_providers_tests (void)
{
  g_test_add ("/model-providers/entries", Fixture, NULL, set_up, test_entries, tear_down);
  g_test_add ("/model-providers/consent", Fixture, NULL, set_up, test_consent, tear_down);
  g_test_add ("/model-providers/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/model-providers/watched", Fixture, NULL, set_up, test_watched, tear_down);
}
