/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Secrets: with libsecret's file backend, without any keyring, and with a real one. Each runs in a
 * process of its own, because libsecret chooses its backend once. */

#include "store-tests.h"
#include "store-error.h"
#include "store-secret-file.h"
#include "store-secret-vault.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHILD_TIMEOUT_US (20 * G_TIME_SPAN_SECOND)

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
remove_folder (const char *folder)
{
  g_autofree char *command = g_strdup_printf ("rm -rf %s", folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

static void
probe (StoreSecretVault *vault)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_secret_vault_probe_async (vault, NULL, on_done, &result);
  wait_for (&result);
  g_assert_true (store_secret_vault_probe_finish (vault, result, &error));
  g_assert_no_error (error);
}

static gboolean
store (StoreSecretVault *vault,
       const char       *reference,
       const char       *secret,
       StoreVaultPlace  *place,
       GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_secret_vault_store_async (vault, reference, "a test", secret, NULL, on_done, &result);
  wait_for (&result);
  return store_secret_vault_store_finish (vault, result, place, error);
}

/* Returns: (transfer full) (nullable) */
static char *
look_up (StoreSecretVault *vault, const char *reference)
{
  const char *const references[] = { reference, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GError) error = NULL;

  store_secret_vault_lookup_many_async (vault, references, NULL, on_done, &result);
  wait_for (&result);
  found = store_secret_vault_lookup_many_finish (vault, result, &error);
  g_assert_no_error (error);
  return g_strdup (g_hash_table_lookup (found, reference));
}

static void
assert_secret (StoreSecretVault *vault, const char *reference, const char *expected)
{
  char *secret = look_up (vault, reference);

  g_assert_cmpstr (secret, ==, expected);
  store_secret_free (secret);
}

static void
assert_missing (StoreSecretVault *vault, const char *reference, StoreVaultState state)
{
  g_assert_null (look_up (vault, reference));
  g_assert_cmpint (store_secret_vault_get_state (vault), ==, state);
}

static void
clear (StoreSecretVault *vault, const char *reference)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_secret_vault_clear_async (vault, reference, NULL, on_done, &result);
  wait_for (&result);
  g_assert_true (store_secret_vault_clear_finish (vault, result, &error));
  g_assert_no_error (error);
}

/* What every working keyring must do. */
static void
check_keyring (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-vault-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "secrets.json", NULL);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GHashTable) many = NULL;
  StoreVaultPlace place;

  g_assert_cmpint (store_secret_vault_get_state (vault), ==, STORE_VAULT_UNKNOWN);
  probe (vault);
  g_assert_cmpstr (store_secret_vault_get_reason (vault), ==, NULL);
  g_assert_cmpint (store_secret_vault_get_state (vault), ==, STORE_VAULT_AVAILABLE);
  assert_missing (vault, "a/env/KEY", STORE_VAULT_AVAILABLE);
  g_assert_true (store (vault, "a/env/KEY", "one \303\244 \"x\"\n", &place, &error));
  g_assert_cmpint (place, ==, STORE_VAULT_PLACE_KEYRING);
  g_assert_true (store (vault, "b/env/KEY", "two", NULL, &error));
  assert_secret (vault, "a/env/KEY", "one \303\244 \"x\"\n");
  store (vault, "a/env/KEY", "three", NULL, &error);
  g_assert_no_error (error);
  assert_secret (vault, "a/env/KEY", "three");
  assert_secret (vault, "b/env/KEY", "two");

  store_secret_vault_lookup_many_async (vault, (const char *const[]){ "a/env/KEY", "none", "b/env/KEY", NULL },
                                        NULL, on_done, &result);
  wait_for (&result);
  many = store_secret_vault_lookup_many_finish (vault, result, &error);
  g_assert_cmpuint (g_hash_table_size (many), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (many, "b/env/KEY"), ==, "two");

  clear (vault, "a/env/KEY");
  assert_missing (vault, "a/env/KEY", STORE_VAULT_AVAILABLE);
  clear (vault, "a/env/KEY");
  assert_secret (vault, "b/env/KEY", "two");

  /* A secret that was kept in the weaker place moves over when it is stored again. */
  g_assert_true (store_secret_file_set (path, "c/x", "weak", &error));
  assert_secret (vault, "c/x", "weak");
  g_assert_true (store (vault, "c/x", "strong", &place, &error));
  g_assert_cmpint (place, ==, STORE_VAULT_PLACE_KEYRING);
  g_assert_null (store_secret_file_lookup (path, "c/x", &error));
  assert_secret (vault, "c/x", "strong");
  remove_folder (folder);
}

static void
check_no_keyring (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-vault-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "deep", "secrets.json", NULL);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (path);
  g_autoptr (StoreSecretVault) other = store_secret_vault_new (path);
  g_autoptr (GError) error = NULL;
  StoreVaultPlace place;
  struct stat     status;

  probe (vault);
  g_assert_cmpint (store_secret_vault_get_state (vault), ==, STORE_VAULT_UNAVAILABLE);
  g_assert_nonnull (store_secret_vault_get_reason (vault));
  assert_missing (vault, "a/b", STORE_VAULT_UNAVAILABLE);
  /* Nothing weaker without the person's word. */
  g_assert_false (store (vault, "a/b", "x", NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NO_KEYRING);
  g_clear_error (&error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  store_secret_vault_set_fallback (vault, STORE_VAULT_FALLBACK_MEMORY);
  g_assert_true (store (vault, "a/b", "x", &place, &error));
  g_assert_cmpint (place, ==, STORE_VAULT_PLACE_MEMORY);
  assert_secret (vault, "a/b", "x");
  /* One that has not probed cannot tell an empty keyring from none. */
  probe (other);
  assert_missing (other, "a/b", STORE_VAULT_UNAVAILABLE);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  clear (vault, "a/b");
  assert_missing (vault, "a/b", STORE_VAULT_UNAVAILABLE);

  store_secret_vault_set_fallback (vault, STORE_VAULT_FALLBACK_FILE);
  g_assert_true (store (vault, "a/b", "x\"y", &place, &error));
  g_assert_true (store (vault, "a/c", "z", &place, &error));
  g_assert_cmpint (place, ==, STORE_VAULT_PLACE_FILE);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  assert_secret (other, "a/b", "x\"y");
  clear (other, "a/b");
  assert_missing (vault, "a/b", STORE_VAULT_UNAVAILABLE);
  assert_secret (vault, "a/c", "z");

  /* Not readable for others again; never overwritten when it is something else. */
  g_chmod (path, 0644);
  g_assert_true (store (vault, "a/b", "x", NULL, &error));
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_set_contents (path, "{\"mine\": 1}", -1, NULL));
  g_assert_false (store (vault, "a/b", "x", NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  remove_folder (folder);
}

static void
check_cancel (void)
{
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new ("/nonexistent/secrets.json");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  store_secret_vault_probe_async (vault, cancellable, on_done, &result);
  wait_for (&result);
  g_assert_false (store_secret_vault_probe_finish (vault, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (store_secret_vault_get_state (vault), ==, STORE_VAULT_UNKNOWN);
}

static void
test_file_backend (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-secret-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "keyring", NULL);
  g_autofree char *sanitizer = g_strdup (g_getenv ("ASAN_OPTIONS"));

  /* libsecret 0.20 forgets the file's old etag at every write of this backend; that our side keeps
   * nothing is seen with the real keyring below. */
  g_setenv ("ASAN_OPTIONS", "detect_leaks=0", TRUE);
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", path, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "password", TRUE);
  g_test_trap_subprocess ("/vault/subprocess/keyring", CHILD_TIMEOUT_US, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_test_trap_subprocess ("/vault/subprocess/cancel", CHILD_TIMEOUT_US, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_unsetenv ("SECRET_BACKEND");
  if (sanitizer != NULL)
    g_setenv ("ASAN_OPTIONS", sanitizer, TRUE);
  else
    g_unsetenv ("ASAN_OPTIONS");
  remove_folder (folder);
}

static void
test_no_bus (void)
{
  g_unsetenv ("SECRET_BACKEND");
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  g_test_trap_subprocess ("/vault/subprocess/none", CHILD_TIMEOUT_US, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* Runs this program's @child on a bus of its own, after @before. */
static void
run_on_bus (const char *before, const char *child)
{
  g_autofree char *home = g_dir_make_tmp ("spyglass-home-XXXXXX", NULL);
  g_autofree char *run = g_build_filename (home, "run", NULL);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *script = g_strdup_printf ("%s G_DEBUG=fatal-warnings exec timeout 15 "
                                             "\"$0\" --GTestSubprocess -p %s",
                                             before, child);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_mkdir (run, 0700);
  /* Not for the daemons: a warning of theirs is not ours to die of. */
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  g_subprocess_launcher_unsetenv (launcher, "SECRET_BACKEND");
  g_subprocess_launcher_unsetenv (launcher, "DISPLAY");
  g_subprocess_launcher_unsetenv (launcher, "WAYLAND_DISPLAY");
  g_subprocess_launcher_setenv (launcher, "HOME", home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_RUNTIME_DIR", run, TRUE);
  g_subprocess_launcher_unsetenv (launcher, "XDG_DATA_HOME");
  g_subprocess_launcher_unsetenv (launcher, "XDG_CONFIG_HOME");
  g_subprocess_launcher_unsetenv (launcher, "DBUS_SESSION_BUS_ADDRESS");
  g_subprocess_launcher_set_stdout_file_path (launcher, "/dev/null");
  process = g_subprocess_launcher_spawn (launcher, &error, "dbus-run-session", "--", "sh", "-c", script, self, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  remove_folder (home);
}

static gboolean
have (const char *program)
{
  g_autofree char *path = g_find_program_in_path (program);

  return path != NULL;
}

static void
test_gnome_keyring (void)
{
  if (!have ("dbus-run-session") || !have ("gnome-keyring-daemon"))
    {
      g_test_skip ("gnome-keyring-daemon or dbus-run-session is not installed");
      return;
    }
  run_on_bus ("printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;",
              "/vault/subprocess/keyring");
}

/* A bus, perhaps a daemon that starts by itself, and no keyring that was ever made. */
static void
test_locked (void)
{
  if (!have ("dbus-run-session"))
    {
      g_test_skip ("dbus-run-session is not installed");
      return;
    }
  run_on_bus ("", "/vault/subprocess/none");
}

void
add_vault_tests (void)
{
  g_test_add_func ("/vault/subprocess/keyring", check_keyring);
  g_test_add_func ("/vault/subprocess/none", check_no_keyring);
  g_test_add_func ("/vault/subprocess/cancel", check_cancel);
  g_test_add_func ("/vault/file-backend", test_file_backend);
  g_test_add_func ("/vault/no-bus", test_no_bus);
  g_test_add_func ("/vault/gnome-keyring", test_gnome_keyring);
  g_test_add_func ("/vault/no-keyring-made", test_locked);
}
