/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Conversations that are kept: files of lines, which several programs share. */

#include "store-tests.h"
#include "store-conversations.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "{\"spyglass\":\"conversation\",\"version\":1,\"title\":\"T\"}"

typedef struct
{
  char *root;
  char *folder;
} Fixture;

static void
set_up (Fixture *self)
{
  self->root = g_dir_make_tmp ("spyglass-conversations-XXXXXX", NULL);
  self->folder = g_build_filename (self->root, "deep", "conversations", NULL);
}

static void
tear_down (Fixture *self)
{
  g_autofree char *lock = g_build_filename (self->folder, ".conversations.lock", NULL);
  g_autofree char *deep = g_path_get_dirname (self->folder);

  g_assert_true (store_conversations_remove_all (self->folder, NULL, NULL));
  g_unlink (lock);
  g_rmdir (self->folder);
  g_rmdir (deep);
  g_assert_cmpint (g_rmdir (self->root), ==, 0);
  g_free (self->folder);
  g_free (self->root);
}

static char *
find_path (Fixture *self, const char *id)
{
  g_autofree char *name = g_strconcat (id, ".jsonl", NULL);

  return g_build_filename (self->folder, name, NULL);
}

static void
begin (Fixture *self, const char *id)
{
  g_autoptr (GError) error = NULL;

  store_conversations_begin (self->folder, id, HEADER, &error);
  g_assert_no_error (error);
}

static void
append (Fixture *self, const char *id, const char *lines)
{
  g_autoptr (GError) error = NULL;

  store_conversations_append (self->folder, id, lines, &error);
  g_assert_no_error (error);
}

/* Returns: the lines behind the first, joined by "|" */
static char *
read_lines (Fixture *self, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = store_conversations_read (self->folder, id, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 1; i < lines->len; i++)
    {
      g_autofree char *line =
          mcp_json_value_dup_text (mcp_json_document_get_root (lines->pdata[i]));

      g_string_append_printf (text, "%s%s", i > 1 ? "|" : "", line);
    }
  return g_string_free (text, FALSE);
}

static void
assert_lines (Fixture *self, const char *id, const char *expected)
{
  g_autofree char *lines = read_lines (self, id);

  g_assert_cmpstr (lines, ==, expected);
}

static void
test_lines (void)
{
  Fixture          fixture;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  struct stat facts;

  set_up (&fixture);
  begin (&fixture, "a-1");
  path = find_path (&fixture, "a-1");
  append (&fixture, "a-1", "{\"n\":1.10}\n[2]\n");
  append (&fixture, "a-1", "3\n");
  assert_lines (&fixture, "a-1", "{\"n\":1.10}|[2]|3");
  g_assert_cmpint (g_stat (path, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (fixture.folder, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0700);
  g_assert_false (store_conversations_begin (fixture.folder, "a-1", HEADER, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE);
  assert_lines (&fixture, "a-1", "{\"n\":1.10}|[2]|3");
  tear_down (&fixture);
}

/* What a crash tore off is lost, wherever it tore, and nothing else. */
static void
test_torn (void)
{
  static const char line[] = "{\"said\":\"é\"}\n";
  Fixture           fixture;

  set_up (&fixture);
  for (gsize cut = 0; cut < strlen (line); cut++)
    {
      g_autofree char *torn = g_strndup (line, cut);
      g_autofree char *path = find_path (&fixture, "a");
      g_autofree char *text = g_strconcat (HEADER "\n[1]\n", torn, NULL);
      /* All but the line end was there. */
      gboolean is_whole = cut == strlen (line) - 1;

      g_assert_cmpint (g_mkdir_with_parents (fixture.folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      append (&fixture, "a", "[2]\n");
      assert_lines (&fixture, "a", is_whole ? "[1]|{\"said\":\"é\"}|[2]" : "[1]|[2]");
    }
  tear_down (&fixture);
}

static void
test_header (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autofree char *title = NULL;
  g_autofree char *long_header = NULL;

  set_up (&fixture);
  begin (&fixture, "a");
  append (&fixture, "a", "[1]\n");
  g_assert_true (store_conversations_set_header (
      fixture.folder, "a",
      "{\"spyglass\":\"conversation\",\"version\":1,\"title\":\"Other\"}", &error));
  g_assert_no_error (error);
  append (&fixture, "a", "[2]\n");
  assert_lines (&fixture, "a", "[1]|[2]");
  found = store_conversations_list (fixture.folder, NULL);
  g_assert_cmpuint (found->len, ==, 1);
  title = mcp_json_value_dup_member_string (
      mcp_json_document_get_root (((StoreKeptConversation *)found->pdata[0])->header), "title");
  g_assert_cmpstr (title, ==, "Other");

  long_header = g_strdup_printf ("{\"spyglass\":\"conversation\",\"title\":\"%*s\"}",
                                 STORE_CONVERSATIONS_MAX_HEADER, "");
  g_assert_false (store_conversations_set_header (fixture.folder, "a", long_header, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (store_conversations_set_header (fixture.folder, "a", "{\n}", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (store_conversations_set_header (fixture.folder, "b", HEADER, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  tear_down (&fixture);
}

static void
set_age (Fixture *self, const char *id, int seconds)
{
  g_autofree char *path = find_path (self, id);
  struct timespec  times[2] = { { 0, UTIME_NOW }, { 1700000000 - seconds, 0 } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static void
write_other (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The last changed first; whatever else lies there is left alone. */
static void
test_list (void)
{
  Fixture fixture;
  g_autoptr (GPtrArray) found = NULL;
  g_autofree char *link = NULL;
  g_autofree char *kept = NULL;
  guint            n_removed = 0;

  set_up (&fixture);
  found = store_conversations_list (fixture.folder, NULL);
  g_assert_cmpuint (found->len, ==, 0);
  g_clear_pointer (&found, g_ptr_array_unref);
  begin (&fixture, "old");
  begin (&fixture, "new");
  set_age (&fixture, "old", 100);
  set_age (&fixture, "new", 10);
  write_other (&fixture, "notes.txt", HEADER "\n");
  write_other (&fixture, "other.jsonl", "{}\n");
  write_other (&fixture, "newer.jsonl", "{\"spyglass\":\"conversation\",\"version\":2}\n");
  write_other (&fixture, "unended.jsonl", HEADER);
  write_other (&fixture, "empty.jsonl", "");
  link = find_path (&fixture, "link");
  kept = find_path (&fixture, "new");
  g_assert_cmpint (symlink (kept, link), ==, 0);

  found = store_conversations_list (fixture.folder, NULL);
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpstr (((StoreKeptConversation *)found->pdata[0])->id, ==, "new");
  g_assert_cmpstr (((StoreKeptConversation *)found->pdata[1])->id, ==, "old");
  g_assert_true (store_conversations_remove_all (fixture.folder, &n_removed, NULL));
  g_assert_cmpuint (n_removed, ==, 2);
  for (const char *const *name =
           (const char *const[]){ "notes.txt", "other.jsonl", "newer.jsonl", "unended.jsonl",
                                  "empty.jsonl", "link.jsonl", NULL };
       *name != NULL; name++)
    {
      g_autofree char *path = g_build_filename (fixture.folder, *name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  tear_down (&fixture);
}

static void
test_refused (void)
{
  static const char *const ids[] = { "", "../a", "a/b", ".a", "-a", "a.b", "a\nb", "é" };
  Fixture                  fixture;
  g_autoptr (GError) error = NULL;
  g_autofree char *long_id = g_strnfill (65, 'a');

  set_up (&fixture);
  begin (&fixture, "a");
  for (guint i = 0; i <= G_N_ELEMENTS (ids); i++)
    {
      const char *id = i < G_N_ELEMENTS (ids) ? ids[i] : long_id;

      g_assert_null (store_conversations_read (fixture.folder, id, NULL, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
      g_clear_error (&error);
      g_assert_false (store_conversations_remove (fixture.folder, id, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
      g_clear_error (&error);
      g_assert_false (store_conversations_begin (fixture.folder, id, HEADER, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
      g_clear_error (&error);
    }
  g_assert_false (store_conversations_append (fixture.folder, "b", "[]\n", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  write_other (&fixture, "newer.jsonl", "{\"spyglass\":\"conversation\",\"version\":2}\n");
  g_assert_null (store_conversations_read (fixture.folder, "newer", NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NEWER);
  g_clear_error (&error);
  g_assert_false (store_conversations_set_header (fixture.folder, "newer", HEADER, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NEWER);
  g_assert_true (store_conversations_remove (fixture.folder, "newer", NULL));
  tear_down (&fixture);
}

/* A file that could not be begun is not there: its id is free for the next try. */
static void
test_no_room (void)
{
  Fixture       fixture;
  struct rlimit usual;
  struct rlimit tight;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  set_up (&fixture);
  begin (&fixture, "other");
  path = find_path (&fixture, "a");
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &usual), ==, 0);
  tight = (struct rlimit){ 10, usual.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &tight), ==, 0);
  store_conversations_begin (fixture.folder, "a", HEADER, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &usual), ==, 0);
  signal (SIGXFSZ, SIG_DFL);
  g_assert_error (error, STORE_ERROR, STORE_ERROR_FAILED);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  begin (&fixture, "a");
  tear_down (&fixture);
}

/* Lines that are nearly nothing would each be a document. */
static void
test_many_lines (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *text = g_strnfill (2 * (STORE_CONVERSATIONS_MAX_LINES - 1), '\n');

  set_up (&fixture);
  begin (&fixture, "a");
  for (gsize i = 0; text[i] != '\0'; i += 2)
    text[i] = '1';
  append (&fixture, "a", text);
  lines = store_conversations_read (fixture.folder, "a", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lines->len, ==, STORE_CONVERSATIONS_MAX_LINES);
  append (&fixture, "a", "1\n");
  g_assert_null (store_conversations_read (fixture.folder, "a", NULL, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE);
  tear_down (&fixture);
}

/* Several writers at once: no line is lost or mixed with another. */
#define N_WRITERS 4
#define N_LINES 25

typedef struct
{
  Fixture *fixture;
  int      number;
} Writer;

static gpointer
write_many (gpointer data)
{
  Writer *writer = data;

  for (int i = 0; i < N_LINES; i++)
    {
      g_autofree char *line = g_strdup_printf ("[%d,%d]\n", writer->number, i);

      append (writer->fixture, "a", line);
    }
  return NULL;
}

static void
test_together (void)
{
  Fixture  fixture;
  Writer   writers[N_WRITERS];
  GThread *threads[N_WRITERS];
  guint    next[N_WRITERS] = { 0 };
  g_autoptr (GPtrArray) lines = NULL;

  set_up (&fixture);
  begin (&fixture, "a");
  for (int i = 0; i < N_WRITERS; i++)
    {
      writers[i] = (Writer){ &fixture, i };
      threads[i] = g_thread_new ("writer", write_many, &writers[i]);
    }
  for (int i = 0; i < N_WRITERS; i++)
    g_thread_join (threads[i]);
  lines = store_conversations_read (fixture.folder, "a", NULL, NULL);
  g_assert_cmpuint (lines->len, ==, 1 + N_WRITERS * N_LINES);
  for (guint i = 1; i < lines->len; i++)
    {
      McpJsonValue line = mcp_json_document_get_root (lines->pdata[i]);
      gint64       writer = -1;
      gint64       number = -1;

      mcp_json_value_get_int64 (mcp_json_value_get_item (line, 0), &writer);
      mcp_json_value_get_int64 (mcp_json_value_get_item (line, 1), &number);
      g_assert_cmpint (number, ==, next[writer]++);
    }
  tear_down (&fixture);
}

void
add_conversations_tests (void)
{
  g_test_add_func ("/conversations/lines", test_lines);
  g_test_add_func ("/conversations/torn", test_torn);
  g_test_add_func ("/conversations/header", test_header);
  g_test_add_func ("/conversations/list", test_list);
  g_test_add_func ("/conversations/refused", test_refused);
  g_test_add_func ("/conversations/no-room", test_no_room);
  g_test_add_func ("/conversations/many-lines", test_many_lines);
  g_test_add_func ("/conversations/together", test_together);
}
