/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is kept of a sign-in: without a keyring, in the file that the person allowed, and by two
 * programs at once. */

#include "app-tests.h"
#include "app-auth-token-store.h"
#include "store-error.h"
#include "store-profile-list.h"
#include "workspace-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define URL "https://mcp.example/mcp"
#define ISSUER "https://auth.example"
#define TOKEN "token-nobody-else-has"
/* How often each of two programs renews the token. */
#define ROUNDS 12
#define N_PROGRAMS 2

typedef struct
{
  char             *folder;
  char             *secrets;
  char             *entries;
  StoreSecretVault *vault;
  StoreSignInList  *list;
  StoreProfile     *profile;
} Fixture;

static void
open_files (Fixture *fixture)
{
  fixture->secrets = g_build_filename (fixture->folder, "secrets.json", NULL);
  fixture->entries = g_build_filename (fixture->folder, "sign-ins.json", NULL);
  fixture->vault = store_secret_vault_new (fixture->secrets);
  fixture->list = store_sign_in_list_new (fixture->entries);
  store_secret_vault_set_fallback (fixture->vault, STORE_VAULT_FALLBACK_FILE);
  fixture->profile = store_profile_new ("A server");
  g_object_set (fixture->profile, "id", "server", "url", URL, NULL);
}

static void
close_files (Fixture *fixture)
{
  g_clear_object (&fixture->profile);
  g_assert_finalize_object (fixture->list);
  g_assert_finalize_object (fixture->vault);
  g_free (fixture->secrets);
  g_free (fixture->entries);
}

static void
set_up (Fixture *fixture)
{
  fixture->folder = workspace_fixture_make_folder ();
  open_files (fixture);
}

static void
tear_down (Fixture *fixture)
{
  close_files (fixture);
  workspace_fixture_remove_folder (fixture->folder);
}

static AppAuthTokenStore *
make_token_store (Fixture *fixture, const char *url)
{
  return app_auth_token_store_new (fixture->vault, fixture->list, fixture->profile, url);
}

static McpAuthRecord *
make_record (const char *issuer, const char *token)
{
  McpAuthRecordParts parts = { .server = URL, .issuer = issuer, .token_url = ISSUER "/token" };

  parts.scopes_granted = "a b";
  parts.access_token = token;
  parts.refresh_token = token != NULL ? "refresh-nobody-else-has" : NULL;
  parts.scheme = "Bearer";
  parts.obtained = 1700000000;
  parts.life = 60;
  return mcp_auth_record_new (&parts);
}

/* @record: (nullable) (transfer full) */
static gboolean
save (AppAuthTokenStore *token_store, McpAuthRecord *record, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpAuthRecord) owned = record;

  mcp_auth_token_store_save_async (MCP_AUTH_TOKEN_STORE (token_store), record, NULL,
                                   workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  return mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (token_store), result, error);
}

static void
save_well (AppAuthTokenStore *token_store, McpAuthRecord *record)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (save (token_store, record, &error));
  g_assert_no_error (error);
}

/* Returns: (transfer full) (nullable): the access token of what is kept */
static char *
load (AppAuthTokenStore *token_store)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRecord) record = NULL;

  mcp_auth_token_store_load_async (MCP_AUTH_TOKEN_STORE (token_store), NULL, workspace_fixture_take_result,
                                   &result);
  WAIT_UNTIL (result != NULL);
  record = mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (token_store), result, &error);
  g_assert_no_error (error);
  return record != NULL ? g_strdup (mcp_auth_record_get (record)->access_token) : NULL;
}

#define assert_loads(token_store, expected)       \
  G_STMT_START                                    \
  {                                               \
    g_autofree char *loaded = load (token_store); \
    g_assert_cmpstr (loaded, ==, expected);       \
  }                                               \
  G_STMT_END

static void
lock (AppAuthTokenStore *token_store)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_auth_token_store_lock_async (MCP_AUTH_TOKEN_STORE (token_store), NULL, workspace_fixture_take_result,
                                   &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (mcp_auth_token_store_lock_finish (MCP_AUTH_TOKEN_STORE (token_store), result, &error));
  g_assert_no_error (error);
}

/* In the vault, in the list without a secret, and for another program. */
static void
test_kept (void)
{
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;
  g_autofree char        *text = NULL;
  const StoreSignInParts *parts;

  set_up (&fixture);
  token_store = make_token_store (&fixture, URL);
  g_assert_false (mcp_auth_token_store_is_known (MCP_AUTH_TOKEN_STORE (token_store)));
  assert_loads (token_store, NULL);
  save_well (token_store, make_record (ISSUER, TOKEN));
  g_assert_true (app_auth_token_store_is_lasting (token_store));
  g_assert_true (g_file_get_contents (fixture.entries, &text, NULL, NULL));
  g_assert_null (strstr (text, "nobody-else-has"));
  parts = store_sign_in_get (store_sign_in_list_find (fixture.list, "server", NULL));
  g_assert_cmpstr (parts->issuer, ==, ISSUER);
  g_assert_cmpstr (parts->scopes, ==, "a b");
  g_assert_cmpint (parts->expires, ==, 1700000060);
  g_assert_true (parts->active && parts->renews);
  g_clear_object (&token_store);

  close_files (&fixture);
  open_files (&fixture);
  store_secret_vault_set_fallback (fixture.vault, STORE_VAULT_FALLBACK_NONE);
  token_store = make_token_store (&fixture, URL);
  g_assert_true (mcp_auth_token_store_is_known (MCP_AUTH_TOKEN_STORE (token_store)));
  assert_loads (token_store, TOKEN);
  /* What came from the file goes back there, and nothing else does. */
  save_well (token_store, make_record (ISSUER, "renewed"));
  g_assert_cmpint (store_secret_vault_get_fallback (fixture.vault), ==,
                   STORE_VAULT_FALLBACK_NONE);
  assert_loads (token_store, "renewed");
  g_assert_true (app_auth_token_store_is_lasting (token_store));

  save_well (token_store, make_record (ISSUER, NULL));
  parts = store_sign_in_get (store_sign_in_list_find (fixture.list, "server", NULL));
  g_assert_false (parts->active);
  save_well (token_store, NULL);
  g_assert_false (mcp_auth_token_store_is_known (MCP_AUTH_TOKEN_STORE (token_store)));
  assert_loads (token_store, NULL);
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (fixture.secrets, &text, NULL, NULL));
  g_assert_null (strstr (text, ISSUER));
  g_clear_object (&token_store);
  tear_down (&fixture);
}

/* Without a keyring and without leave for a file it holds for this run. */
static void
test_memory (void)
{
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;
  g_autoptr (AppAuthTokenStore) other = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  store_secret_vault_set_fallback (fixture.vault, STORE_VAULT_FALLBACK_NONE);
  token_store = make_token_store (&fixture, URL);
  other = make_token_store (&fixture, URL);
  g_assert_false (save (token_store, make_record (ISSUER, TOKEN), &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NO_KEYRING);
  g_assert_true (mcp_auth_token_store_is_known (MCP_AUTH_TOKEN_STORE (token_store)));
  g_assert_false (app_auth_token_store_is_lasting (token_store));
  assert_loads (token_store, TOKEN);
  g_assert_false (mcp_auth_token_store_is_known (MCP_AUTH_TOKEN_STORE (other)));
  g_assert_false (g_file_test (fixture.entries, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (fixture.secrets, G_FILE_TEST_EXISTS));
  g_clear_object (&token_store);
  g_clear_object (&other);
  tear_down (&fixture);
}

/* A token goes to the origin that it was obtained for, whatever the profile says now. */
static void
test_origin (void)
{
  static const struct
  {
    const char *url;
    gboolean    same;
  } rows[] = {
    { "https://mcp.example/other", TRUE },
    { "https://mcp.example:443/mcp", TRUE },
    { "https://mcp.example:8443/mcp", FALSE },
    { "http://mcp.example/mcp", FALSE },
    { "https://evil.example/mcp", FALSE },
    { "https://mcp.example.evil.example/mcp", FALSE },
  };
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;

  set_up (&fixture);
  token_store = make_token_store (&fixture, URL);
  save_well (token_store, make_record (ISSUER, TOKEN));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AppAuthTokenStore) moved = make_token_store (&fixture, rows[i].url);

      assert_loads (moved, rows[i].same ? TOKEN : NULL);
      g_assert_cmpstr (app_auth_token_store_get_foreign (moved), ==, rows[i].same ? NULL : URL);
    }
  g_clear_object (&token_store);
  token_store = make_token_store (&fixture, "https://evil.example/mcp");
  save_well (token_store, NULL);
  g_assert_null (store_sign_in_list_find (fixture.list, "server", NULL));
  g_clear_object (&token_store);
  tear_down (&fixture);
}

/* Each issuer has its own; the last used one counts, or the one that was chosen. */
static void
test_issuers (void)
{
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;
  g_autoptr (AppAuthTokenStore) other = NULL;

  set_up (&fixture);
  token_store = make_token_store (&fixture, URL);
  save_well (token_store, make_record ("https://one.example", "first"));
  save_well (token_store, make_record ("https://two.example", "second"));
  assert_loads (token_store, "second");
  other = make_token_store (&fixture, URL);
  assert_loads (other, "second");
  app_auth_token_store_set_issuer (other, "https://one.example");
  assert_loads (other, "first");
  app_auth_token_store_set_issuer (other, "https://one.example/");
  g_assert_false (mcp_auth_token_store_is_known (MCP_AUTH_TOKEN_STORE (other)));
  app_auth_token_store_set_issuer (other, "https://two.example");
  assert_loads (other, "second");
  save_well (other, NULL);
  assert_loads (token_store, "first");
  g_clear_object (&token_store);
  g_clear_object (&other);

  /* A server that is in no book is known by its URL. */
  g_object_set (fixture.profile, "id", "", NULL);
  token_store = make_token_store (&fixture, URL);
  g_assert_true (g_str_has_prefix (app_auth_token_store_get_key (token_store), "url/"));
  g_assert_cmpuint (strlen (app_auth_token_store_get_key (token_store)), ==, strlen ("url/") + 64);
  assert_loads (token_store, NULL);
  save_well (token_store, make_record (ISSUER, "by URL"));
  assert_loads (token_store, "by URL");
  g_clear_object (&token_store);
  tear_down (&fixture);
}

/* Who waits for the lock does not block, and may give up. */
static void
test_lock (void)
{
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;
  g_autoptr (AppAuthTokenStore) other = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) given_up = NULL;
  g_autoptr (GAsyncResult) waiting = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  token_store = make_token_store (&fixture, URL);
  other = make_token_store (&fixture, URL);
  lock (token_store);
  mcp_auth_token_store_lock_async (MCP_AUTH_TOKEN_STORE (other), cancellable, workspace_fixture_take_result,
                                   &given_up);
  g_cancellable_cancel (cancellable);
  WAIT_UNTIL (given_up != NULL);
  g_assert_false (mcp_auth_token_store_lock_finish (MCP_AUTH_TOKEN_STORE (other), given_up, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  mcp_auth_token_store_lock_async (MCP_AUTH_TOKEN_STORE (other), NULL, workspace_fixture_take_result,
                                   &waiting);
  /* What else there is to do goes on. */
  save_well (token_store, make_record (ISSUER, TOKEN));
  g_assert_null (waiting);
  mcp_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (token_store));
  WAIT_UNTIL (waiting != NULL);
  g_assert_true (mcp_auth_token_store_lock_finish (MCP_AUTH_TOKEN_STORE (other), waiting, NULL));
  mcp_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (other));
  lock (token_store);
  g_clear_object (&given_up);
  g_clear_object (&waiting);
  g_clear_object (&token_store);
  g_clear_object (&other);
  tear_down (&fixture);
}

/* One of several programs: what it finds is one more each time. */
static void
check_program (void)
{
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;

  fixture.folder = g_strdup (g_getenv ("SPYGLASS_TEST_FOLDER"));
  if (fixture.folder == NULL)
    return;
  open_files (&fixture);
  token_store = make_token_store (&fixture, URL);
  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autofree char *found = NULL;
      g_autofree char *next = NULL;

      lock (token_store);
      found = load (token_store);
      g_assert_nonnull (found);
      next = g_strdup_printf ("%" G_GINT64_FORMAT, g_ascii_strtoll (found, NULL, 10) + 1);
      save_well (token_store, make_record (ISSUER, next));
      mcp_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (token_store));
    }
  g_clear_object (&token_store);
  close_files (&fixture);
  g_free (fixture.folder);
}

static void
test_programs (void)
{
  Fixture fixture = { 0 };
  g_autoptr (AppAuthTokenStore) token_store = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *expected = g_strdup_printf ("%d", ROUNDS * N_PROGRAMS);
  GSubprocess     *programs[N_PROGRAMS];

  set_up (&fixture);
  token_store = make_token_store (&fixture, URL);
  save_well (token_store, make_record (ISSUER, "0"));
  g_subprocess_launcher_setenv (launcher, "SPYGLASS_TEST_FOLDER", fixture.folder, TRUE);
  for (guint i = 0; i < N_PROGRAMS; i++)
    {
      g_autoptr (GError) error = NULL;

      programs[i] = g_subprocess_launcher_spawn (launcher, &error, self, "--GTestSubprocess", "-p",
                                                 "/auth-token-store/subprocess/program",
                                                 "auth-token-store", NULL);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < N_PROGRAMS; i++)
    {
      g_autoptr (GError) error = NULL;

      g_subprocess_wait_check (programs[i], NULL, &error);
      g_assert_no_error (error);
      g_object_unref (programs[i]);
    }
  assert_loads (token_store, expected);
  g_clear_object (&token_store);
  tear_down (&fixture);
}

void
add_auth_token_store_tests (void)
{
  g_test_add_func ("/auth-token-store/subprocess/program", check_program);
  g_test_add_func ("/auth-token-store/kept", test_kept);
  g_test_add_func ("/auth-token-store/memory", test_memory);
  g_test_add_func ("/auth-token-store/origin", test_origin);
  g_test_add_func ("/auth-token-store/issuers", test_issuers);
  g_test_add_func ("/auth-token-store/lock", test_lock);
  g_test_add_func ("/auth-token-store/programs", test_programs);
}
