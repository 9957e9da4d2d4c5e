/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is remembered of one server beside its profile. */

#include "store-tests.h"
#include "store-memory.h"

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

  fixture->folder = g_dir_make_tmp ("memory-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->folder, "memory", NULL);
  g_autoptr (GDir) dir = g_dir_open (below, 0, NULL);
  g_autofree char *lock = g_build_filename (fixture->folder, ".memory.lock", NULL);
  const char      *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (below, name, NULL);
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_rmdir (below);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static char *
dup_path (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, "memory", name, NULL);
}

static StoreMemory *
open_kind (Fixture *fixture, const char *id, StoreMemoryKind kind)
{
  return store_memory_new (fixture->folder, id, kind);
}

static void
write_text (const char *folder, const char *below, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, below, NULL);
  g_autofree char *file = g_build_filename (path, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

/* What another object, or another run, finds. */
static void
check_says (Fixture *fixture, const char *id, StoreMemoryKind kind, const char *name, const char *expected)
{
  g_autoptr (StoreMemory) memory = open_kind (fixture, id, kind);

  g_assert_cmpstr (store_memory_get (memory, name), ==, expected);
  store_memory_flush (memory);
}

/* Whatever the worker did meanwhile, what came last is there when flush returns, and stays. */
static void
test_last_stays (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);

  g_assert_null (store_memory_get (memory, "n"));
  for (guint i = 0; i < 200; i++)
    {
      store_memory_take (memory, "n", g_strdup_printf ("%u", i));
      if (i % 7 == 0)
        {
          g_autofree char *expected = g_strdup_printf ("%u", i);

          store_memory_flush (memory);
          check_says (fixture, "demo", STORE_MEMORY_DRAFTS, "n", expected);
        }
    }
  store_memory_flush (memory);
  for (guint i = 0; i < 20; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  check_says (fixture, "demo", STORE_MEMORY_DRAFTS, "n", "199");
}

/* Without a flush, the worker writes by itself. */
static void
test_worker_writes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);
  g_autofree char *path = dup_path (fixture, "demo.json");
  gint64           until = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  store_memory_set (memory, "n", "1");
  while (!g_file_test (path, G_FILE_TEST_EXISTS) && g_get_monotonic_time () < until)
    g_usleep (1000);
  check_says (fixture, "demo", STORE_MEMORY_DRAFTS, "n", "1");
  store_memory_flush (memory);
}

static void
test_only_the_person_reads (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);
  g_autofree char *path = dup_path (fixture, "demo.json");
  GStatBuf         status;

  store_memory_set (memory, "n", "{}");
  store_memory_flush (memory);
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
      g_autoptr (StoreMemory) memory = open_kind (fixture, ids[i], STORE_MEMORY_DRAFTS);

      store_memory_take (memory, "n", g_strdup_printf ("%u", i));
      store_memory_flush (memory);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *expected = g_strdup_printf ("%u", i);

      check_says (fixture, ids[i], STORE_MEMORY_DRAFTS, "n", expected);
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
  static const char *const bad[] = { "{\"n\":", "[]", "", "{\"drafts\": 1}", "{\"drafts\": {\"n\": 1}}" };
  g_autofree char         *path = dup_path (fixture, "demo.json");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (StoreMemory) memory = NULL;

      write_text (fixture->folder, "memory", "demo.json", bad[i]);
      memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);
      g_assert_null (store_memory_get (memory, "n"));
      store_memory_set (memory, "n", "2");
      store_memory_flush (memory);
      check_says (fixture, "demo", STORE_MEMORY_DRAFTS, "n", "2");
    }
}

/* Of one kind, at the limit and beyond it. */
static void
test_too_much (Fixture *fixture, gconstpointer data)
{
  for (guint extra = 0; extra <= 1; extra++)
    {
      g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);
      g_autofree char *text = g_strnfill (STORE_MEMORY_MAX_BYTES + extra, 'x');

      text[0] = text[STORE_MEMORY_MAX_BYTES + extra - 1] = '"';
      store_memory_set (memory, "n", text);
      store_memory_flush (memory);
      check_says (fixture, "demo", STORE_MEMORY_DRAFTS, "n", extra == 0 ? text : NULL);
    }
}

static void
test_newer (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "{\"version\": 2, \"drafts\": {\"n\": \"1\"}, \"more\": true}";
  g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);
  g_autofree char *path = dup_path (fixture, "demo.json");
  g_autofree char *after = NULL;

  write_text (fixture->folder, "memory", "demo.json", text);
  g_assert_null (store_memory_get (memory, "n"));
  store_memory_set (memory, "n", "2");
  store_memory_flush (memory);
  g_assert_cmpstr (store_memory_get (memory, "n"), ==, "2");
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, text);
}

static void
test_nowhere (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreMemory) no_folder = store_memory_new (NULL, "demo", STORE_MEMORY_DRAFTS);
  g_autoptr (StoreMemory) no_id = store_memory_new (fixture->folder, "", STORE_MEMORY_DRAFTS);

  store_memory_set (no_folder, "n", "{}");
  store_memory_flush (no_folder);
  g_assert_cmpstr (store_memory_get (no_folder, "n"), ==, "{}");
  store_memory_set (no_id, "n", "{}");
  store_memory_flush (no_id);
  check_says (fixture, "", STORE_MEMORY_DRAFTS, "n", NULL);
}

/* What a person typed or a server sent comes back byte for byte. */
static void
test_lossless (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = {
    "18446744073709551615", "1.10", "\"\\u0000\"", "{\"a\":1,\"a\":2}", " [ 1e400 ,\n-0 ]\r\n",
    "\"\\ud800\\\"\\/\xc3\xa9\x7f\xf0\x9f\x98\x80\xef\xbf\xbf\""
  };
  g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_ARGUMENTS);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (texts[i], -1, NULL);

      g_assert_nonnull (document);
      store_memory_set (memory, texts[i], texts[i]);
    }
  store_memory_flush (memory);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_says (fixture, "demo", STORE_MEMORY_ARGUMENTS, texts[i], texts[i]);
}

/* What is set last is last, also after a restart; what another object wrote meanwhile stays. */
static void
test_shared (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreMemory) one = open_kind (fixture, "demo", STORE_MEMORY_ARGUMENTS);
  g_autoptr (StoreMemory) two = open_kind (fixture, "demo", STORE_MEMORY_ARGUMENTS);
  g_autoptr (StoreMemory) other = open_kind (fixture, "demo", STORE_MEMORY_SESSION);
  g_autoptr (StoreMemory) after = NULL;
  g_auto (GStrv) names = NULL;
  g_autofree char *joined = NULL;

  store_memory_set (one, "a", "1");
  store_memory_set (two, "b", "2");
  store_memory_set (other, "c", "3");
  store_memory_flush (one);
  store_memory_flush (two);
  store_memory_flush (other);
  store_memory_set (one, "d", "4");
  store_memory_set (one, "a", "5");
  store_memory_set (two, "e", "6");
  store_memory_set (two, "e", NULL);
  store_memory_flush (one);
  store_memory_flush (two);
  after = open_kind (fixture, "demo", STORE_MEMORY_ARGUMENTS);
  names = store_memory_dup_names (after);
  joined = g_strjoinv (",", names);
  g_assert_cmpstr (joined, ==, "b,d,a");
  g_assert_cmpstr (store_memory_get (after, "a"), ==, "5");
  check_says (fixture, "demo", STORE_MEMORY_SESSION, "c", "3");
}

/* Files as version 0.1 wrote them: read once, and then they are gone. */
static void
test_old_files (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    StoreMemoryKind kind;
    const char     *folder;
    const char     *id;
    const char     *text;
    const char     *name;
    const char     *value;
  } files[] = {
    { STORE_MEMORY_APPROVED, "approved", "demo",
      "{\"tools\":{\"add\":{\"description\":\"Adds 1.10\",\"inputSchema\":{\"maximum\":18446744073709551615}},"
      "\"big\":\"sha256:00\"}}",
      "add", "{\"description\":\"Adds 1.10\",\"inputSchema\":{\"maximum\":18446744073709551615}}" },
    { STORE_MEMORY_ANSWERS, "answers", "demo",
      "{\"reply\":{\"text\":\"Yes\",\"model\":\"m\"},\"withholdsFolders\":true}", "reply",
      "{\"text\":\"Yes\",\"model\":\"m\"}" },
    { STORE_MEMORY_ARGUMENTS, "arguments", "demo", "{\"arguments\":{\"workspace\":[\"b\",\"a\"]}}",
      "workspace", "[\"b\",\"a\"]" },
    { STORE_MEMORY_DRAFTS, "drafts", "demo",
      "{\"drafts\":[{\"kind\":\"tools\",\"key\":\"t\",\"text\":\"{\\\"a\\\": tru\"}]}", "drafts",
      "[{\"kind\":\"tools\",\"key\":\"t\",\"text\":\"{\\\"a\\\": tru\"}]" },
    { STORE_MEMORY_SESSION, "sessions", "demo",
      "{\"target\":\"npx x\",\"watched\":[\"file:///a\"],\"tasks\":[]}", "watched", "[\"file:///a\"]" },
    { STORE_MEMORY_COMPOSER, "composer", "composer", "{\"server\":\"one\",\"sent\":[]}", "server",
      "\"one\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strconcat (files[i].id, ".json", NULL);
      g_autofree char *folder = g_build_filename (fixture->folder, files[i].folder, NULL);

      write_text (fixture->folder, files[i].folder, name, files[i].text);
      check_says (fixture, "demo", files[i].kind, files[i].name, files[i].value);
      g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
      check_says (fixture, "demo", files[i].kind, files[i].name, files[i].value);
    }
  check_says (fixture, "demo", STORE_MEMORY_APPROVED, "big", "\"sha256:00\"");
  check_says (fixture, "demo", STORE_MEMORY_ANSWERS, "withholdsFolders", "true");
}

/* With a server all that is remembered of it goes, and nothing of another. */
static void
test_forget (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreMemory) memory = open_kind (fixture, "demo", STORE_MEMORY_DRAFTS);
  g_autoptr (StoreMemory) other = open_kind (fixture, "other", STORE_MEMORY_DRAFTS);
  g_autoptr (StoreMemory) composer = open_kind (fixture, NULL, STORE_MEMORY_COMPOSER);

  store_memory_set (memory, "n", "1");
  store_memory_flush (memory);
  store_memory_set (other, "n", "2");
  store_memory_flush (other);
  store_memory_set (composer, "text", "3");
  store_memory_flush (composer);
  write_text (fixture->folder, "answers", "demo.json", "{\"reply\":{}}");
  store_memory_forget (fixture->folder, "demo");
  store_memory_forget (fixture->folder, "composer");
  check_says (fixture, "demo", STORE_MEMORY_DRAFTS, "n", NULL);
  check_says (fixture, "demo", STORE_MEMORY_ANSWERS, "reply", NULL);
  check_says (fixture, "other", STORE_MEMORY_DRAFTS, "n", "2");
  check_says (fixture, NULL, STORE_MEMORY_COMPOSER, "text", "3");
}

void
add_memory_tests (void)
{
#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/memory/last-stays", test_last_stays);
  ADD ("/memory/worker-writes", test_worker_writes);
  ADD ("/memory/only-the-person-reads", test_only_the_person_reads);
  ADD ("/memory/ids", test_ids);
  ADD ("/memory/bad-files", test_bad_files);
  ADD ("/memory/nowhere", test_nowhere);
  ADD ("/memory/too-much", test_too_much);
  ADD ("/memory/newer", test_newer);
  ADD ("/memory/lossless", test_lossless);
  ADD ("/memory/shared", test_shared);
  ADD ("/memory/old-files", test_old_files);
  ADD ("/memory/forget", test_forget);
#undef ADD
}
