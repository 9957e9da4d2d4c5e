/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is kept of one server beside its profile. */

#include "store-tests.h"
#include "store-server-file.h"

#include "mcp-json-value.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("server-file-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->folder, "kept", NULL);
  g_autoptr (GDir) dir = g_dir_open (below, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (below, name, NULL);
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_rmdir (below);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static char *
dup_path (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, "kept", name, NULL);
}

static void
check_says (StoreServerFile *file, const char *key, const char *expected)
{
  g_autoptr (McpJsonDocument) document = store_server_file_read (file, 1000);

  g_assert_nonnull (document);
  g_autofree char *text =
      mcp_json_value_dup_member_string (mcp_json_document_get_root (document), key);
  g_assert_cmpstr (text, ==, expected);
}

/* Whatever the worker did meanwhile, what came last is there when flush returns, and stays. */
static void
test_last_stays (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreServerFile) file = store_server_file_new (fixture->folder, "kept", "demo");

  g_assert_null (store_server_file_read (file, 1000));
  for (guint i = 0; i < 200; i++)
    {
      store_server_file_write (file, g_strdup_printf ("{\"n\":\"%u\"}", i));
      if (i % 7 == 0)
        {
          g_autofree char *expected = g_strdup_printf ("%u", i);
          store_server_file_flush (file);
          check_says (file, "n", expected);
        }
    }
  store_server_file_flush (file);
  for (guint i = 0; i < 20; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  check_says (file, "n", "199");
}

/* Without a flush, the worker writes by itself. */
static void
test_worker_writes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreServerFile) file = store_server_file_new (fixture->folder, "kept", "demo");
  g_autoptr (McpJsonDocument) document = NULL;
  gint64 until = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  store_server_file_write (file, g_strdup ("{\"n\":\"1\"}"));
  while (document == NULL && g_get_monotonic_time () < until)
    {
      g_usleep (1000);
      document = store_server_file_read (file, 1000);
    }
  g_assert_nonnull (document);
}

static void
test_only_the_person_reads (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreServerFile) file = store_server_file_new (fixture->folder, "kept", "demo");
  g_autofree char *path = dup_path (fixture, "demo.json");
  GStatBuf         status;

  store_server_file_write (file, g_strdup ("{}"));
  store_server_file_flush (file);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
}

/* An id is text, never a path. */
static void
test_ids (Fixture *fixture, gconstpointer data)
{
  static const char *const ids[] = { "../../up", ".hidden", "..", "a/b", "\xc3\xa9 \xf0\x9f\x98\x80" };
  g_autofree char         *below = dup_path (fixture, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (StoreServerFile) file = store_server_file_new (fixture->folder, "kept", ids[i]);
      store_server_file_write (file, g_strdup_printf ("{\"n\":\"%u\"}", i));
      store_server_file_flush (file);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (StoreServerFile) file = store_server_file_new (fixture->folder, "kept", ids[i]);
      g_autofree char *expected = g_strdup_printf ("%u", i);
      check_says (file, "n", expected);
    }
  g_autoptr (GDir) dir = g_dir_open (below, 0, NULL);
  guint n = 0;
  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (ids));
}

static void
test_bad_files (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreServerFile) file = store_server_file_new (fixture->folder, "kept", "demo");
  g_autofree char *path = dup_path (fixture, "demo.json");

  store_server_file_write (file, g_strdup ("{\"n\":\"1234\"}"));
  store_server_file_flush (file);
  g_autoptr (McpJsonDocument) fits = store_server_file_read (file, 12);
  g_assert_nonnull (fits);
  g_assert_null (store_server_file_read (file, 11));
  g_assert_true (g_file_set_contents (path, "{\"n\":", -1, NULL));
  g_assert_null (store_server_file_read (file, 1000));
  store_server_file_write (file, g_strdup ("{\"n\":\"2\"}"));
  store_server_file_flush (file);
  check_says (file, "n", "2");
}

static void
test_nowhere (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreServerFile) no_folder = store_server_file_new (NULL, "kept", "demo");
  g_autoptr (StoreServerFile) no_id = store_server_file_new (fixture->folder, "kept", "");

  store_server_file_write (no_folder, g_strdup ("{}"));
  store_server_file_flush (no_folder);
  g_assert_null (store_server_file_read (no_folder, 1000));
  store_server_file_write (no_id, g_strdup ("{}"));
  store_server_file_flush (no_id);
  g_assert_null (store_server_file_read (no_id, 1000));
}

void
add_server_file_tests (void)
{
#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/server-file/last-stays", test_last_stays);
  ADD ("/server-file/worker-writes", test_worker_writes);
  ADD ("/server-file/only-the-person-reads", test_only_the_person_reads);
  ADD ("/server-file/ids", test_ids);
  ADD ("/server-file/bad-files", test_bad_files);
  ADD ("/server-file/nowhere", test_nowhere);
#undef ADD
}
