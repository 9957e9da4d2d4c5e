/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The book of profiles and its file. */

#include "store-tests.h"
#include "store-error.h"
#include "store-profile-list.h"
#include "test-data.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Longer than anybody waits, a lock included */
#define WAIT_SECONDS 20

typedef struct
{
  char             *folder;
  char             *path;
  StoreProfileList *book;
  guint             n_changes; /* items-changed */
} Fixture;

static void
count_change (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spyglass-book-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "spyglass", "servers.yaml", NULL);
  fixture->book = store_profile_list_new (fixture->path);
  g_signal_connect_swapped (fixture->book, "items-changed", G_CALLBACK (count_change), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->book);
  test_data_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
put (Fixture *fixture, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
}

static char *
get (Fixture *fixture)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  return text;
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static gboolean
on_patience_over (gpointer data)
{
  g_error ("Waited in vain for %s", (const char *)data);
  return G_SOURCE_REMOVE;
}

#define WAIT_UNTIL(condition)                                                           \
  G_STMT_START                                                                          \
  {                                                                                     \
    guint patience =                                                                    \
        g_timeout_add_seconds (WAIT_SECONDS, on_patience_over, (gpointer)(#condition)); \
    while (!(condition))                                                                \
      g_main_context_iteration (NULL, TRUE);                                            \
    g_source_remove (patience);                                                         \
  }                                                                                     \
  G_STMT_END

static void
wait_for (GAsyncResult **result)
{
  WAIT_UNTIL (*result != NULL);
}

static gboolean
on_late (gpointer data)
{
  *(gboolean *)data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
spin (guint milliseconds)
{
  gboolean late = FALSE;

  g_timeout_add (milliseconds, on_late, &late);
  while (!late)
    g_main_context_iteration (NULL, TRUE);
}

static StoreProfile *
add (Fixture *fixture, const char *name, const char *command, GError **error)
{
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (GAsyncResult) result = NULL;

  g_object_set (profile, "command", command, NULL);
  store_profile_list_add_async (fixture->book, profile, NULL, on_done, &result);
  wait_for (&result);
  return store_profile_list_add_finish (fixture->book, result, error);
}

static gboolean
replace (Fixture *fixture, StoreProfile *profile, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_profile_list_replace_async (fixture->book, profile, NULL, on_done, &result);
  wait_for (&result);
  return store_profile_list_replace_finish (fixture->book, result, error);
}

static gboolean
take_away (Fixture *fixture, const char *id, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_profile_list_remove_async (fixture->book, id, NULL, on_done, &result);
  wait_for (&result);
  return store_profile_list_remove_finish (fixture->book, result, error);
}

static guint
count (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (fixture->book));
}

static void
test_life (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) first = NULL;
  g_autoptr (StoreProfile) second = NULL;
  g_autoptr (StoreProfile) copy = NULL;
  g_autoptr (StoreProfile) duplicate = NULL;
  g_autofree char *text = NULL;
  struct stat      status;

  g_assert_true (store_profile_list_load (fixture->book, &error));
  g_assert_null (store_profile_list_get_error (fixture->book));
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  first = add (fixture, "My Server", "npx", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (store_profile_get_id (first), ==, "my-server");
  g_assert_cmpstr (store_profile_get_name (first), ==, "My Server");
  g_assert_null (store_profile_list_get_error (fixture->book));
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  second = add (fixture, "My Server", "uvx", &error);
  g_assert_cmpstr (store_profile_get_id (second), ==, "my-server-2");
  g_assert_cmpuint (store_profile_list_get_findings (fixture->book)->len, ==, 1);
  g_assert_cmpuint (count (fixture), ==, 2);
  g_assert_cmpuint (fixture->n_changes, ==, 2);

  copy = store_profile_copy (first);
  g_object_set (copy, "command", "node", NULL);
  g_assert_true (replace (fixture, copy, &error));
  g_assert_cmpstr (store_profile_get_endpoint (first)->command, ==, "node");
  g_assert_cmpuint (fixture->n_changes, ==, 2);
  g_assert_true (store_profile_list_find (fixture->book, "my-server") == first);
  g_assert_null (store_profile_list_find_by_name (fixture->book, "my SERVER"));
  g_assert_true (store_profile_list_find_by_name (fixture->book, "My Server") == first);
  g_assert_true (store_profile_list_find_by_name (fixture->book, "MY-SERVER-2") == second);

  duplicate = store_profile_list_prepare_duplicate (fixture->book, first);
  g_assert_cmpstr (store_profile_get_name (duplicate), ==, "My Server 2");
  g_assert_cmpstr (store_profile_get_endpoint (duplicate)->command, ==, "node");

  g_assert_true (take_away (fixture, "my-server", &error));
  g_assert_cmpuint (count (fixture), ==, 1);
  g_assert_true (store_profile_list_find (fixture->book, "my-server-2") == second);
  text = get (fixture);
  g_assert_cmpstr (
      text, ==,
      "# Spyglass servers; edit freely\nservers:\n  my-server-2:\n    name: My Server\n"
      "    command: uvx\n");
  g_assert_false (take_away (fixture, "my-server", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

/* What is remembered for a server goes with it; what is remembered for others stays. */
static void
test_forgets (Fixture *fixture, gconstpointer data)
{
  static const char *const ids[] = { "gone", "kept" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (StoreProfile) profile = add (fixture, ids[i], "x", &error);
      g_autoptr (StoreMemory) memory = NULL;

      g_assert_no_error (error);
      memory = store_profile_list_open_memory (fixture->book, store_profile_get_id (profile),
                                               STORE_MEMORY_ARGUMENTS);
      store_memory_set (memory, "path", "\"/srv\"");
      store_memory_flush (memory);
    }
  g_assert_true (take_away (fixture, "gone", &error));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (StoreMemory) memory =
          store_profile_list_open_memory (fixture->book, ids[i], STORE_MEMORY_ARGUMENTS);

      g_assert_cmpstr (store_memory_get (memory, "path"), ==, i == 0 ? NULL : "\"/srv\"");
      store_memory_flush (memory);
    }
}

static void
test_invalid (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (add (fixture, "x", NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_broken (Fixture *fixture, gconstpointer data)
{
  static const char broken[] = "servers:\n  a:\n    command: [x\n";
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint            line = 0;

  put (fixture, "servers:\n  a: {command: x}\n");
  g_assert_true (store_profile_list_load (fixture->book, &error));
  put (fixture, broken);
  g_assert_false (store_profile_list_load (fixture->book, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  g_assert_true (store_error_get_place (error, &line, NULL));
  g_assert_cmpuint (line, ==, 4);
  g_clear_error (&error);
  g_assert_error (store_profile_list_get_error (fixture->book), STORE_ERROR, STORE_ERROR_SYNTAX);
  g_assert_cmpuint (count (fixture), ==, 1);

  g_assert_null (add (fixture, "b", "y", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  g_assert_true (store_error_get_place (error, &line, NULL));
  text = get (fixture);
  g_assert_cmpstr (text, ==, broken);

  put (fixture, "servers:\n  a: {command: z}\n");
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  g_assert_null (store_profile_list_get_error (fixture->book));
  g_assert_cmpuint (fixture->n_changes, ==, 1);
}

static void
assert_unreadable (Fixture *fixture, StoreError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (store_profile_list_load (fixture->book, &error));
  g_assert_error (error, STORE_ERROR, (int)code);
  g_assert_error (store_profile_list_get_error (fixture->book), STORE_ERROR, (int)code);
  g_clear_error (&error);
  g_assert_null (add (fixture, "b", "y", &error));
  g_assert_error (error, STORE_ERROR, (int)code);
}

static void
test_bad_files (Fixture *fixture, gconstpointer data)
{
  g_autofree char *large = g_strnfill (STORE_PROFILE_LIST_MAX_BYTES + 1, '#');
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (fixture->path, 0700);
  assert_unreadable (fixture, STORE_ERROR_IS_DIRECTORY);
  g_rmdir (fixture->path);
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  assert_unreadable (fixture, STORE_ERROR_IS_DIRECTORY);
  g_unlink (fixture->path);
  put (fixture, large);
  assert_unreadable (fixture, STORE_ERROR_TOO_LARGE);
  large[STORE_PROFILE_LIST_MAX_BYTES] = '\0';
  put (fixture, large);
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  g_assert_null (add (fixture, "b", "y", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE);
  g_clear_error (&error);

  put (fixture, "servers:\n  a: {command: x}\n");
  g_chmod (fixture->path, 0400);
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  g_assert_null (add (fixture, "b", "y", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE);
  g_clear_error (&error);
  g_chmod (fixture->path, 0600);

  /* An empty file and one with a mark are fine. */
  put (fixture, "");
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  put (fixture, "\357\273\277servers:\n  a: {command: x}\n");
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  g_assert_cmpuint (count (fixture), ==, 1);
}

static void
test_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->folder, "dotfiles.yaml", NULL);
  g_autofree char *parent = g_path_get_dirname (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) added = NULL;

  g_mkdir_with_parents (parent, 0700);
  g_assert_true (g_file_set_contents (target, "servers:\n  a: {command: x}\n", -1, NULL));
  g_chmod (target, 0644);
  g_assert_cmpint (symlink ("../dotfiles.yaml", fixture->path), ==, 0);
  added = add (fixture, "b", "y", &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  {
    g_autofree char *text = NULL;
    struct stat      status;

    g_file_get_contents (target, &text, NULL, NULL);
    g_assert_nonnull (strstr (text, "b:"));
    g_assert_cmpint (g_stat (target, &status), ==, 0);
    g_assert_cmpuint (status.st_mode & 0777, ==, 0644);
  }
}

static void
test_other_writers (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) a = NULL;
  g_autoptr (StoreProfile) copy = NULL;
  g_autoptr (StoreProfile) c = NULL;
  g_autofree char *text = NULL;

  put (fixture, "servers:\n  a:\n    command: x\n    cwd: /old\n");
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  a = g_list_model_get_item (G_LIST_MODEL (fixture->book), 0);
  /* Another program changes the folder and adds a server; we change the command. */
  put (fixture, "servers:\n  a:\n    command: x\n    cwd: /new\n  b:\n    command: z\n");
  copy = store_profile_copy (a);
  g_object_set (copy, "command", "w", NULL);
  g_assert_true (replace (fixture, copy, &error));
  text = get (fixture);
  g_assert_cmpstr (text, ==,
                   "servers:\n  a:\n    command: w\n    cwd: /new\n  b:\n    command: z\n");
  g_assert_cmpstr (store_profile_get_endpoint (a)->working_directory, ==, "/new");
  g_assert_cmpuint (count (fixture), ==, 2);
  /* The name that we thought free was taken meanwhile. */
  put (fixture, "servers:\n  c: {command: theirs}\n");
  c = add (fixture, "c", "ours", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (store_profile_get_id (c), ==, "c-2");
  g_assert_cmpstr (store_profile_get_name (c), ==, "c");
  /* What we wanted to change is gone. */
  g_assert_false (replace (fixture, copy, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

/* What a caller changed holds while it waits to be written: the end of an older change takes
 * nothing of it back. */
static void
test_quick_changes (Fixture *fixture, gconstpointer data)
{
  static const char *const commands[] = { "one", "two", "three", "four", "x" };
  GAsyncResult            *results[G_N_ELEMENTS (commands)] = { NULL };
  g_autoptr (StoreProfile) a = NULL;
  g_autofree char *text = NULL;

  put (fixture, "servers:\n  a:\n    command: x\n");
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  a = g_list_model_get_item (G_LIST_MODEL (fixture->book), 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (StoreProfile) copy = store_profile_copy (a);

      g_object_set (copy, "command", commands[i], NULL);
      store_profile_list_replace_async (fixture->book, copy, NULL, on_done, &results[i]);
      store_profile_assign (a, copy);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GError) error = NULL;

      wait_for (&results[i]);
      g_assert_true (store_profile_list_replace_finish (fixture->book, results[i], &error));
      g_assert_no_error (error);
      g_assert_cmpstr (store_profile_get_endpoint (a)->command, ==, "x");
      g_object_unref (results[i]);
    }
  text = get (fixture);
  g_assert_cmpstr (text, ==, "servers:\n  a:\n    command: x\n");
}

static void
test_many_at_once (Fixture *fixture, gconstpointer data)
{
  GAsyncResult *results[20] = { NULL };
  g_autoptr (StoreProfileList) other = store_profile_list_new (fixture->path);

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("same");

      g_object_set (profile, "command", "x", NULL);
      store_profile_list_add_async (i % 2 == 0 ? fixture->book : other, profile, NULL, on_done,
                                    &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (StoreProfile) added = NULL;
      g_autoptr (GError) error = NULL;

      wait_for (&results[i]);
      added =
          store_profile_list_add_finish (i % 2 == 0 ? fixture->book : other, results[i], &error);
      g_assert_no_error (error);
      g_object_unref (results[i]);
    }
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  g_assert_cmpuint (count (fixture), ==, G_N_ELEMENTS (results));
}

static void
test_lock (Fixture *fixture, gconstpointer data)
{
  g_autofree char *parent = g_path_get_dirname (fixture->path);
  g_autofree char *lock = g_build_filename (parent, ".servers.yaml.lock", NULL);
  g_autoptr (GError) error = NULL;
  int fd;

  put (fixture, "servers:\n");
  fd = open (lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  g_assert_null (add (fixture, "a", "x", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_BUSY);
  close (fd);
}

static void
on_notify (GObject *object, GParamSpec *pspec, gpointer data)
{
  (*(guint *)data)++;
}

static void
test_watch (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) a = NULL;
  g_autoptr (StoreProfile) mine = NULL;
  guint changes;

  put (fixture, "servers:\n  a: {command: x}\n");
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  store_profile_list_set_watching (fixture->book, TRUE);
  a = g_list_model_get_item (G_LIST_MODEL (fixture->book), 0);

  /* From outside, in place and by replacement. */
  put (fixture, "servers:\n  a: {command: y}\n");
  WAIT_UNTIL (g_strcmp0 (store_profile_get_endpoint (a)->command, "y") == 0);
  put (fixture, "servers: [\n");
  WAIT_UNTIL (store_profile_list_get_error (fixture->book) != NULL);
  g_assert_error (store_profile_list_get_error (fixture->book), STORE_ERROR, STORE_ERROR_SYNTAX);
  g_assert_cmpuint (count (fixture), ==, 1);
  put (fixture, "servers:\n  b: {command: z}\n  a: {command: y}\n");
  WAIT_UNTIL (count (fixture) == 2);
  g_assert_true (store_profile_list_find (fixture->book, "a") == a);

  /* Our own writing is told once, not again when the monitor sees it. */
  changes = fixture->n_changes;
  mine = add (fixture, "mine", "w", NULL);
  {
    guint  n_notifies = 0;
    gulong handler = g_signal_connect (mine, "notify", G_CALLBACK (on_notify), &n_notifies);

    spin (4 * STORE_PROFILE_LIST_SETTLE_MS);
    g_assert_cmpuint (fixture->n_changes, ==, changes + 1);
    g_assert_cmpuint (n_notifies, ==, 0);
    g_signal_handler_disconnect (mine, handler);
  }
  g_unlink (fixture->path);
  WAIT_UNTIL (count (fixture) == 0);
  g_assert_null (store_profile_list_get_error (fixture->book));
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

/* The folder itself does not exist when watching begins, as on the first start. */
static void
test_watch_nothing (Fixture *fixture, gconstpointer data)
{
  g_assert_true (store_profile_list_load (fixture->book, NULL));
  store_profile_list_set_watching (fixture->book, TRUE);
  put (fixture, "servers:\n  a: {command: x}\n");
  WAIT_UNTIL (count (fixture) > 0);
  g_assert_cmpuint (count (fixture), ==, 1);
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (profile, "command", "x", NULL);
  g_cancellable_cancel (cancellable);
  store_profile_list_add_async (fixture->book, profile, cancellable, on_done, &result);
  wait_for (&result);
  g_assert_null (store_profile_list_add_finish (fixture->book, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_confirmation (void)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (StoreProfile) copy = NULL;
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autofree char *summary = NULL;

  g_object_set (profile, "command", "npx", "arguments",
                (const char *const[]){ "-y", "a b", "", NULL }, NULL);
  g_assert_false (store_profile_needs_confirmation (profile));
  g_object_set (profile, "origin", STORE_ORIGIN_PASTED, NULL);
  g_assert_true (store_profile_needs_confirmation (profile));
  store_profile_confirm (profile);
  g_assert_false (store_profile_needs_confirmation (profile));
  copy = store_profile_copy (profile);
  g_assert_true (store_profile_equal (profile, copy));
  g_assert_false (store_profile_needs_confirmation (copy));
  store_variables_set (environment, "LD_PRELOAD", "/tmp/x.so");
  g_object_set (copy, "environment", environment, NULL);
  g_assert_true (store_profile_needs_confirmation (copy));
  store_profile_assign (copy, profile);
  g_object_set (copy, "arguments", (const char *const[]){ "-y", "a", "b", "", NULL }, NULL);
  g_assert_true (store_profile_needs_confirmation (copy));
  summary = store_profile_dup_summary (profile);
  g_assert_cmpstr (summary, ==, "npx -y 'a b' ''");
}

/* Of a server on the network: what it takes, and the host that gets it. */
static void
test_confirmation_of_variables (void)
{
  static const struct
  {
    const char *url, *name, *value;
    gboolean    asks, asks_after; /* after the first row was confirmed */
  } rows[] = {
    { "https://a.example/mcp", "X-Key", "Bearer ${A}", TRUE, FALSE },
    { "https://a.example/other?b", "X-Key", "Bearer ${A}", TRUE, FALSE },
    { "https://a.example/mcp", "X-Key", "plain", FALSE, FALSE },
    { "https://a.example/mcp", "X-Key", "Bearer ${input:api-key}", FALSE, FALSE },
    { "https://a.example/${input:A}", "X-Key", "${userHome}${/}${workspaceFolder}", FALSE, FALSE },
    { "https://a.example/mcp", "X-Key", "pa${ss ${1} ${} ${A", FALSE, FALSE },
    { "https://a.example/mcp", "X-Key", "${input:b} ${A}", TRUE, TRUE },
    { "https://a.example/mcp", "X-Key", "${userHome:-x}", TRUE, TRUE },
    { "https://a.example/mcp", "X-Key", "${${_1:-b}", TRUE, TRUE },
    { "https://a.example/mcp", "X-Key", "\xff${A:-}", TRUE, TRUE },
    { "https://a.example/mcp", "X-Key", "Bearer ${A}${B}", TRUE, TRUE },
    { "https://a.example/mcp", "X-Key", "Bearer ${B}", TRUE, TRUE },
    { "https://a.example/mcp", "X-Other", "Bearer ${A}", TRUE, TRUE },
    { "https://b.example/mcp", "X-Key", "Bearer ${A}", TRUE, TRUE },
    { "https://a.example:444/mcp", "X-Key", "Bearer ${A}", TRUE, TRUE },
    { "http://a.example/mcp", "X-Key", "Bearer ${A}", TRUE, TRUE },
    { "https://a.example@b.example/mcp", "X-Key", "Bearer ${A}", TRUE, TRUE },
    { "https://${A}/mcp", "X-Key", "Bearer ${A}", TRUE, TRUE },
    { "https://a.example/${A}", "X-Key", "Bearer ${A}", TRUE, TRUE },
  };
  g_autofree char *confirmed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("x");
      g_autoptr (StoreVariables) headers = store_variables_new ();

      store_variables_set (headers, rows[i].name, rows[i].value);
      g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", rows[i].url, "headers",
                    headers, NULL);
      g_assert_false (store_profile_needs_confirmation (profile));
      g_object_set (profile, "origin", STORE_ORIGIN_IMPORTED, NULL);
      g_assert_cmpint (store_profile_needs_confirmation (profile), ==, rows[i].asks);
      if (i == 0)
        confirmed = store_profile_dup_fingerprint (profile);
      g_object_set (profile, "confirmed", confirmed, NULL);
      g_assert_cmpint (store_profile_needs_confirmation (profile), ==, rows[i].asks_after);
    }
}

static void
assert_valid (StoreTransport transport, const char *target, const char *header, gboolean valid)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (StoreVariables) headers = store_variables_new ();
  g_autoptr (GError) error = NULL;

  g_object_set (profile, "transport", transport, "url", target, "command", target, NULL);
  if (header != NULL)
    store_variables_set (headers, header, "x");
  g_object_set (profile, "headers", headers, NULL);
  g_assert_cmpint (store_profile_validate (profile, &error), ==, valid);
  if (!valid)
    g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
}

static void
test_validate (void)
{
  assert_valid (STORE_TRANSPORT_STDIO, "npx", NULL, TRUE);
  assert_valid (STORE_TRANSPORT_STDIO, NULL, NULL, FALSE);
  assert_valid (STORE_TRANSPORT_STDIO, "\377", NULL, FALSE);
  assert_valid (STORE_TRANSPORT_HTTP, "https://example.com/mcp", "X-Key", TRUE);
  assert_valid (STORE_TRANSPORT_HTTP, "http://[::1]:8080", NULL, TRUE);
  assert_valid (STORE_TRANSPORT_HTTP, "example.com", NULL, FALSE);
  assert_valid (STORE_TRANSPORT_HTTP, "ftp://example.com", NULL, FALSE);
  assert_valid (STORE_TRANSPORT_HTTP, "http://", NULL, FALSE);
  assert_valid (STORE_TRANSPORT_HTTP, "https://example.com", "X Key", FALSE);
  assert_valid (STORE_TRANSPORT_HTTP, "https://example.com", "X:", FALSE);
  assert_valid (STORE_TRANSPORT_WEBSOCKET, "wss://example.com", NULL, TRUE);
}

#define ADD(name, function) g_test_add ("/book/" name, Fixture, NULL, set_up, function, tear_down)

void
add_book_tests (void)
{
  ADD ("life", test_life);
  ADD ("forgets", test_forgets);
  ADD ("invalid", test_invalid);
  ADD ("broken", test_broken);
  ADD ("bad-files", test_bad_files);
  ADD ("link", test_link);
  ADD ("other-writers", test_other_writers);
  ADD ("quick-changes", test_quick_changes);
  ADD ("many-at-once", test_many_at_once);
  ADD ("lock", test_lock);
  ADD ("watch", test_watch);
  ADD ("watch-nothing", test_watch_nothing);
  ADD ("cancel", test_cancel);
  g_test_add_func ("/profile/confirmation", test_confirmation);
  g_test_add_func ("/profile/confirmation-of-variables", test_confirmation_of_variables);
  g_test_add_func ("/profile/validate", test_validate);
}
